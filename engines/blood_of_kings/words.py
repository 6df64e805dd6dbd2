"""Blood of Kings in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from eminence.cython_ext.game import Position, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import Chapter, Entry, refusals
from eminence.engines.blood_of_kings.board_text import BoardText
from eminence.engines.blood_of_kings.dynasty import words as dynasty
from eminence.engines.blood_of_kings.explanations import Agreed
from eminence.engines.blood_of_kings.explanations.chapters import chapters
from eminence.engines.blood_of_kings.explanations.entries import entries
from eminence.engines.blood_of_kings.explanations.events import Events, part_of
from eminence.engines.blood_of_kings.explanations.legend import legend
from eminence.engines.blood_of_kings.explanations.map_text import MapText
from eminence.engines.blood_of_kings.explanations.notes import Notes
from eminence.engines.blood_of_kings.explanations.stands import Stands
from eminence.engines.blood_of_kings.kingdom import words as kingdom
from eminence.engines.blood_of_kings.names import (
    CARDS,
    DICE_FOR,
    DYNASTY,
    EVENT_KINDS,
    INSTITUTIONS,
    PHASES,
    SOURCES,
    STEPS,
    USES,
)
from eminence.engines.blood_of_kings.negotiation import words as negotiation
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.page import form
from eminence.engines.blood_of_kings.picture import Pictures
from eminence.engines.blood_of_kings.sight.names import FEATURES, TRAITS
from eminence.engines.blood_of_kings.state import Action, Moving, Step, Wrong
from eminence.engines.blood_of_kings.succession import words as succession
from eminence.engines.blood_of_kings.tables import DIE, FIRST_SEA
from eminence.engines.blood_of_kings.war import words as war
from eminence.engines.kit.page import Form
from eminence.engines.kit.wording import Blocks, Said, card_facts, plural

#: what each block says; a step may say it in its own way
BLOCK_WORDS: Mapping[int, str] = {
    Action.NO: "stop",
    Action.YES: "yes",
    Action.DECLARE: "challenge without a card",
    Action.COUNT: "{}",
    Action.SEAT: "seat {}",
    Action.KINGDOM: "{}",
    Action.INSTITUTION: "develop the {} institution",
    Action.CARD_TYPE: "play {}",
    Action.SET: "pick set {}: {}",
    Action.POSITION: "to place {}",
    Action.KIND: "{}",
    Action.TILE: "{}",
    Action.PLACE: "{}",
    Action.FLEETS: "fleets in the {}",
    Action.LIFT: "lift the siege of {}",
    Action.RAISE_ARMY: "raise an army in {}",
    Action.RAISE_FLEET: "raise a fleet at {}",
    Action.INFLUENCE: "{}",
    Action.UNREST: "unrest in {}",
    Action.ATTRITION: "attrition on {}",
    Action.DIPLOMACY: "diplomacy with {}",
    Action.LOOK: "look at the stack of {}",
    Action.ORDER_TRACK: "change the Kingdom order",
    Action.TOKEN: "send the token of {} back",
    Action.ALLIANCE: "ally {}",
}
#: blocks that name a kingdom, or a region
OF_KINGDOM = (Action.KINGDOM, Action.UNREST, Action.ATTRITION, Action.DIPLOMACY, Action.TOKEN)
OF_REGION = (Action.LIFT, Action.RAISE_ARMY, Action.RAISE_FLEET)
MOVES = {**kingdom.MOVES, **war.MOVES, **succession.MOVES, **dynasty.MOVES, **negotiation.MOVES}
#: what is counted in a step, and the field that says of which kingdom
COUNTED = {
    Step.MOVE_COUNT: ("army", "armies", ""),
    Step.CARRY: ("army", "armies", "loader"),
    Step.WITHDRAW: ("army", "armies", "asked"),
    Step.RETREAT: ("unit", "units", "asked"),
    Step.COMMIT_COUNT: ("card", "cards", ""),
    Step.TRANSFER_AMOUNT: ("Crown", "Crowns", ""),
}
FLEETS_COUNTED = ("fleet", "fleets", "")
SENTENCES = """
BAD_TIME step: '{1:step}' cannot come in the phase '{0:phase}' with this turn, first, acting, tie
    and dice_for
BAD_STEP step: the rules would not ask player {1} here to {0:step}
BAD_GLORY glory_left: {0} glory cannot be on its way like that
BAD_EARNED earned[{0}]: what seat {0} has earned and lost makes {1} glory, but it has {2}
BAD_DEAL deal_left: {0} cards cannot be dealt like that, by deal_to and deal_at
"""
PROBLEMS = {
    **refusals(Wrong, SENTENCES),
    **kingdom.PROBLEMS,
    **war.PROBLEMS,
    **dynasty.PROBLEMS,
    **succession.PROBLEMS,
    **negotiation.PROBLEMS,
}
FLEETS_MOVE = (Moving.FLEETS_LEAVE, Moving.FLEETS_GO, Moving.FLEETS_LOAD)


class BloodOfKingsWords(BoardText):
    events = EVENT_KINDS
    features = FEATURES
    traits = TRAITS
    sources = SOURCES
    problems = PROBLEMS
    has_cap = True
    play_tells = True

    def __init__(self, board: Board, agreed: Agreed) -> None:
        players = agreed.players
        self.on = board
        self.agreed = agreed
        self.players = players
        self.form: Form = form(board, players, agreed.turn_cap)
        self.notes = Notes(board)
        self.standing = Stands(board)
        self.drawing = MapText(board)
        self.kinds = {
            "kingdom": board.kingdoms,
            "card": CARDS,
            "region": board.region_names,
            "sea": board.sea_names,
            "place": board.place_names,
            "kind": board.card_names,
            "phase": PHASES,
            "step": STEPS,
            "side": ("attackers", "defenders"),
            "use": USES,
            "dice": DICE_FOR,
        }
        self.facts = card_facts(players, [kind.capitalize() for kind in DYNASTY])
        self.moves = Blocks(self._blocks(), MOVES)
        self.pictures = Pictures(self, agreed, self.moves)

    # --- moves ---

    def _blocks(self) -> dict[int, Said]:
        """What each block says, with the names of its moves."""
        on, kingdoms = self.on, self.on.kingdoms
        seas = [f"the {name}" for name in on.sea_names]
        names: dict[int, Sequence[object]] = {
            Action.INSTITUTION: INSTITUTIONS,
            Action.CARD_TYPE: CARDS,
            Action.POSITION: range(1, len(kingdoms) + 1),
            Action.KIND: on.card_names,
            Action.TILE: on.tile_names,
            Action.PLACE: (*on.place_names[:FIRST_SEA], *seas),
            Action.FLEETS: on.sea_names,
            Action.INFLUENCE: [f"{c} face down on {k}" for k in kingdoms for c in on.card_names],
            Action.LOOK: [f"seat {seat} on {k}" for seat in range(self.players) for k in kingdoms],
            Action.ALLIANCE: [f"{k} with {host}" for k in kingdoms for host in kingdoms],
            **dict.fromkeys(OF_KINGDOM, kingdoms),
            **dict.fromkeys(OF_REGION, on.region_names),
        }
        named = {block: (BLOCK_WORDS[block], names[block]) for block in names}
        return {**BLOCK_WORDS, **named, Action.COUNT: self._count, Action.SET: self._set}

    def action(self, position: Position, action: int) -> str:
        data = position.data
        if (data["step"], action) == (Step.CARRY, Action.NO):
            return MOVES[Step.CARRY][Action.NO].format(self.on.kingdoms[data["loader"]])
        return self.moves.text(position, action)

    def _set(self, position: Position, number: int) -> str:
        return BLOCK_WORDS[Action.SET].format(number + 1, self.cards(position.data["sets"][number]))

    def _count(self, position: Position, n: int) -> str:
        """Such as `withdraw 2 armies of France`."""
        data, step = position.data, int(position.data["step"])
        at_sea = step == Step.MOVE_COUNT and data["moving"] in FLEETS_MOVE
        one, many, whose = FLEETS_COUNTED if at_sea else COUNTED[step]
        counted = plural(n, one, many) if n else f"no {many}"
        if whose:
            counted += f" of {self.on.kingdoms[data[whose]]}"
        return MOVES[step][Action.COUNT].format(counted)

    def note(self, position: Position, action: int) -> str:
        return self.notes.of(position, int(position.data["step"]), *self.moves.find(action))

    # --- what can be looked up ---

    @cached_property
    def chapters(self) -> list[Chapter]:  # type: ignore[override]
        return chapters(self.on, self.agreed)

    @cached_property
    def entries(self) -> list[Entry]:  # type: ignore[override]
        return entries(self.on, self.agreed)

    @cached_property
    def legend(self) -> dict[str, str]:  # type: ignore[override]
        return legend(self.on)

    def stands(self, position: Position, name: str) -> str:
        return self.standing.of(position, name)

    def map(self, position: Position) -> str:
        return self.drawing.of(position)

    def picture(self, view: View) -> Scene:
        return self.pictures.of(view)

    # --- events ---

    def happened(self, before: Position, after: Position) -> list[str]:
        return Events(self.on, before, after).told()

    def part(self, position: Position) -> str:
        return part_of(position.data)

    def outcome(self, position: Position, outcome: int) -> str:
        step = position.data["step"]
        if step in (Step.POOL_TILE, Step.SHOW_TILE):
            return self.on.tile_names[outcome]
        if step in (Step.DEAL, Step.STEAL):
            return self.on.card_names[outcome]
        if step == Step.DICE:
            coloured, white = divmod(outcome, DIE)
            return f"coloured {coloured + 1}, white {white + 1}"
        return f"seat {outcome}"
