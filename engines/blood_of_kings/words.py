"""Blood of Kings in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Words, refusals
from eminence.engines.blood_of_kings.board_text import BoardText
from eminence.engines.blood_of_kings.dynasty import words as dynasty
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
from eminence.engines.blood_of_kings.notes import Notes
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.page import form
from eminence.engines.blood_of_kings.state import Action, Moving, Step, Wrong
from eminence.engines.blood_of_kings.succession import words as succession
from eminence.engines.blood_of_kings.tables import DIE, FIRST_SEA
from eminence.engines.blood_of_kings.war import words as war
from eminence.engines.kit.page import Form

#: the blocks of ids, in ascending order
BLOCKS = sorted(Action)

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
    Action.SET: "pick set {}",
    Action.POSITION: "to place {}",
    Action.KIND: "{}",
    Action.TILE: "{}",
    Action.PLACE: "{}",
    Action.FLEETS: "fleets in the {}",
    Action.LIFT: "lift the siege of {}",
    Action.RAISE_ARMY: "raise an army in {}",
    Action.RAISE_FLEET: "raise a fleet at {}",
    Action.INFLUENCE: "{1} face down on {0}",
    Action.UNREST: "unrest in {}",
    Action.ATTRITION: "attrition on {}",
    Action.DIPLOMACY: "diplomacy with {}",
    Action.LOOK: "look at the stack of seat {0} on {1}",
    Action.ORDER_TRACK: "change the Kingdom order",
    Action.TOKEN: "send the token of {} back",
    Action.ALLIANCE: "ally {0} with {1}",
}
MOVES: Mapping[int, Mapping[int, str]] = {
    **kingdom.MOVES,
    **war.MOVES,
    **succession.MOVES,
    **dynasty.MOVES,
    **negotiation.MOVES,
}
COUNTED: Mapping[int, tuple[str, str, str]] = {
    **war.COUNTED,
    **succession.COUNTED,
    **negotiation.COUNTED,
}
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
#: what the hidden facts count, for each seat
FACT_TYPES = tuple(kind.capitalize() for kind in DYNASTY)
FLEETS_MOVE = (Moving.FLEETS_LEAVE, Moving.FLEETS_GO, Moving.FLEETS_LOAD)


def block_of(action: int) -> tuple[int, int]:
    """The block of ids that a move is of, and its number in there."""
    block = BLOCKS[bisect(BLOCKS, action) - 1]
    return block, action - block


class BloodOfKingsWords(Words):
    events = EVENT_KINDS
    sources = SOURCES
    problems = PROBLEMS
    has_cap = True
    form: Form

    def __init__(self, board: Board, players: int, turn_cap: int) -> None:
        self.on = board
        self.players = players
        self.form = form(board, players, turn_cap)
        self.table = BoardText(board, players)
        self.notes = Notes(board)
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
        self.facts = [
            f"seat {seat}: {kind} cards" for seat in range(players) for kind in FACT_TYPES
        ]
        self.named: Mapping[int, Callable[[int], Sequence[object]]] = {
            Action.SEAT: lambda i: (i,),
            Action.KINGDOM: lambda i: (board.kingdoms[i],),
            Action.INSTITUTION: lambda i: (INSTITUTIONS[i],),
            Action.CARD_TYPE: lambda i: (CARDS[i],),
            Action.SET: lambda i: (i + 1,),
            Action.POSITION: lambda i: (i + 1,),
            Action.KIND: lambda i: (board.card_names[i],),
            Action.TILE: lambda i: (board.tile_names[i],),
            Action.PLACE: lambda i: (self._place(i),),
            Action.FLEETS: lambda i: (board.sea_names[i],),
            Action.LIFT: lambda i: (board.region_names[i],),
            Action.RAISE_ARMY: lambda i: (board.region_names[i],),
            Action.RAISE_FLEET: lambda i: (board.region_names[i],),
            Action.INFLUENCE: self._influence,
            Action.UNREST: lambda i: (board.kingdoms[i],),
            Action.ATTRITION: lambda i: (board.kingdoms[i],),
            Action.DIPLOMACY: lambda i: (board.kingdoms[i],),
            Action.LOOK: lambda i: (
                i // len(board.kingdoms),
                board.kingdoms[i % len(board.kingdoms)],
            ),
            Action.TOKEN: lambda i: (board.kingdoms[i],),
            Action.ALLIANCE: self._pair,
        }

    # --- moves ---

    def action(self, position: Position, action: int) -> str:
        step = int(position.data["step"])
        block, index = block_of(action)
        words = MOVES.get(step, {}).get(block, BLOCK_WORDS[block])
        if block == Action.COUNT:
            return words.format(self._count(step, position.data, index))
        if block == Action.SET:
            return f"{words.format(index + 1)}: {self.table.cards(position.data['sets'][index])}"
        if (step, block) == (Step.CARRY, Action.NO):
            return words.format(self.on.kingdoms[position.data["loader"]])
        name = self.named.get(block, lambda _: ())
        return words.format(*name(index))

    def _place(self, place: int) -> str:
        name = self.on.place_names[place]
        return name if place < FIRST_SEA else f"the {name}"

    def _influence(self, i: int) -> tuple[str, str]:
        kingdom, kind = divmod(i, len(self.on.deck))
        return self.on.kingdoms[kingdom], self.on.card_names[kind]

    def _pair(self, i: int) -> tuple[str, str]:
        kingdom, host = divmod(i, len(self.on.kingdoms))
        return self.on.kingdoms[kingdom], self.on.kingdoms[host]

    def _count(self, step: int, data: np.void, n: int) -> str:
        """Such as `2 armies of France`."""
        at_sea = step == Step.MOVE_COUNT and data["moving"] in FLEETS_MOVE
        one, many, whose = war.FLEETS_COUNTED if at_sea else COUNTED[step]
        counted = f"{n or 'no'} {one if n == 1 else many}"
        return f"{counted} of {self.on.kingdoms[data[whose]]}" if whose else counted

    def note(self, position: Position, action: int) -> str:
        return self.notes.of(position, int(position.data["step"]), *block_of(action))

    # --- events ---

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

    def board(self, position: Position) -> str:
        return self.table.text(position)
