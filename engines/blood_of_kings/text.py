"""Blood of Kings in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cython_ext.game import Position, View
from cython_ext.pages import Page
from cython_ext.words import Words
from engines.blood_of_kings.board_text import BoardText
from engines.blood_of_kings.data import Board
from engines.blood_of_kings.fields import place_labels
from engines.blood_of_kings.names import CARDS, INSTITUTIONS
from engines.blood_of_kings.notes import Notes
from engines.blood_of_kings.phases import (
    ACTION_IDS,
    DIE,
    EVENT_KINDS,
    FACT_TYPES,
    MOVING,
    REGIONS,
    SOURCES,
    STEP_IDS,
)
from engines.blood_of_kings.position_reading import PositionReader
from engines.blood_of_kings.position_writing import PositionWriter
from engines.blood_of_kings.problems import sentence

#: the blocks of ids from the last to the first
BLOCKS = tuple(reversed(ACTION_IDS.items()))

#: what each block says; a step may say it in its own way
BLOCK_WORDS: Mapping[str, str] = {
    "NO": "stop",
    "YES": "yes",
    "DECLARE": "challenge without a card",
    "COUNT": "{}",
    "SEAT": "seat {}",
    "KINGDOM": "{}",
    "INSTITUTION": "develop the {} institution",
    "CARD_TYPE": "play {}",
    "SET": "pick set {}",
    "POSITION": "to place {}",
    "KIND": "{}",
    "TILE": "{}",
    "PLACE": "{}",
    "FLEETS": "fleets in the {}",
    "LIFT": "lift the siege of {}",
    "RAISE_ARMY": "raise an army in {}",
    "RAISE_FLEET": "raise a fleet at {}",
    "INFLUENCE": "{1} face down on {0}",
    "UNREST": "unrest in {}",
    "ATTRITION": "attrition on {}",
    "DIPLOMACY": "diplomacy with {}",
    "LOOK": "look at the stack of seat {0} on {1}",
    "ORDER_TRACK": "change the Kingdom order",
    "TOKEN": "send the token of {} back",
    "ALLIANCE": "ally {0} with {1}",
}
STEP_WORDS: Mapping[str, Mapping[str, str]] = {
    "PICK_KINGDOM": {"KINGDOM": "claim {}"},
    "CATHEDRAL_FLAG": {"NO": "raise no flag", "PLACE": "raise the flag in {}"},
    "TAKE_BACK": {"NO": "take no card back", "CARD_TYPE": "take back {}"},
    "DEVELOP": {"NO": "develop nothing"},
    "ADMINISTER": {"YES": "lower unrest", "SEAT": "turn up the top card of seat {}"},
    "RAISE": {"NO": "raise no more"},
    "SIEGE_ROLL": {"NO": "roll for no siege", "PLACE": "roll for the siege of {}"},
    "MOVE_FROM": {
        "NO": "end the moves",
        "PLACE": "move armies from {}",
        "FLEETS": "move fleets from the {}",
    },
    "MOVE_TO": {"PLACE": "move to {}", "FLEETS": "sail to the {}"},
    "MOVE_COUNT": {"COUNT": "move {}"},
    "CARRY": {"NO": "take none of {} aboard", "COUNT": "take {} aboard"},
    "BATTLE_NEXT": {
        "NO": "fight no more",
        "PLACE": "fight in {}",
        "FLEETS": "fight in the {}",
    },
    "BATTLE_AGAINST": {"NO": "fight nobody else there", "KINGDOM": "fight {}"},
    "FIRST_FORCE": {"NO": "the relief fights first", "YES": "the besieged fight first"},
    "LEADER_VOTE": {"SEAT": "vote for seat {}"},
    "WITHDRAW": {"COUNT": "withdraw {}"},
    "CASUALTY": {"KINGDOM": "{} loses one"},
    "RETREAT": {
        "NO": "go on with the assault",
        "YES": "call the assault off",
        "COUNT": "retreat with {}",
    },
    "RETREAT_TO": {"PLACE": "they retreat to {}"},
    "RANSOM": {"NO": "pay no ransom", "YES": "pay the ransom"},
    "RANSOM_TO": {"KINGDOM": "pay a Crown to {}"},
    "ASSAULT": {"NO": "assault no more", "PLACE": "assault {}"},
    "PLACE_SIEGE": {"NO": "lay no more sieges", "PLACE": "besiege {}"},
    "SIEGE_SOURCE": {"PLACE": "take the token from {}"},
    "CLAIM_SEA": {"NO": "claim no sea", "PLACE": "claim {}"},
    "CLAIM_TILE": {"TILE": "claim {}"},
    "TROUPE": {"NO": "pay nothing", "KINGDOM": "pay from {}"},
    "GIVE_TILE": {"TILE": "give up {}"},
    "CALL": {"NO": "end the challenge", "SEAT": "call on seat {}"},
    "REVEAL": {"YES": "turn up the next card"},
    "COMMIT": {"YES": "commit the next card", "SEAT": "commit a card before seat {}"},
    "COMMIT_COUNT": {"NO": "commit no card", "COUNT": "commit {}"},
    "DYNASTY": {"NO": "play no more cards"},
    "DIPLOMACY_REGION": {"PLACE": "ask for {}"},
    "DIPLOMACY_FOR": {"NO": "forfeit the card", "KINGDOM": "offer it to {}"},
    "ORDER_TARGET": {"NO": "take up no more tokens", "KINGDOM": "take up the token of {}"},
    "FOIL": {"NO": "do not foil", "YES": "foil with Intrigue"},
    "CONSENT": {"NO": "refuse", "YES": "accept"},
    "LOSE_UNIT": {"PLACE": "remove an army in {}", "FLEETS": "remove a fleet in the {}"},
    "REORDER": {"NO": "leave the rest as it is", "KIND": "next from the bottom {}"},
    "STEAL_FROM": {"NO": "steal nothing", "SEAT": "steal from seat {}"},
    "SECOND_TARGET": {
        "NO": "no second target",
        "KINGDOM": "unrest in {} as well",
        "PLACE": "ask for {} as well",
    },
    "DISCARD": {"NO": "discard no more", "KIND": "discard {}"},
    "EXCHANGE_PICK": {"NO": "keep all", "KIND": "exchange {}"},
    "FLIP_ALLIANCE": {
        "NO": "turn no more tokens",
        "TOKEN": "turn the token of {}",
        "KINGDOM": "turn the token of {}",
    },
    "HOLD_TALKS": {"NO": "no negotiations", "YES": "hold negotiations"},
    "RETURN_TOKEN": {"NO": "send no more tokens back"},
    "ALLY": {"NO": "move no token", "TOKEN": "take the token of {} back"},
    "ALLY_CONSENT": {"NO": "refuse", "YES": "accept"},
    "TRANSFER_FROM": {"NO": "give no Crowns", "KINGDOM": "give Crowns of {}"},
    "TRANSFER_TO": {"NO": "give no Crowns", "KINGDOM": "give them to {}"},
    "TRANSFER_AMOUNT": {"COUNT": "give {}"},
    "OFFER_TO": {"NO": "offer no exchange", "SEAT": "offer seat {} an exchange"},
    "OFFER_CARD": {"NO": "ask for a gift", "KIND": "offer {}"},
    "ANSWER_CARD": {"NO": "refuse", "YES": "take it for nothing", "KIND": "give {} in return"},
    "CONFIRM_TRADE": {"NO": "call it off", "YES": "exchange the cards"},
}
#: what is counted in a step, and the field that says of which kingdom
COUNTED: Mapping[str, tuple[str, str, str]] = {
    "MOVE_COUNT": ("army", "armies", ""),
    "CARRY": ("army", "armies", "loader"),
    "WITHDRAW": ("army", "armies", "asked"),
    "RETREAT": ("unit", "units", "asked"),
    "COMMIT_COUNT": ("card", "cards", ""),
    "TRANSFER_AMOUNT": ("Crown", "Crowns", ""),
}
FLEETS_COUNTED = ("fleet", "fleets", "")


class BloodOfKingsWords(Words):
    events = EVENT_KINDS
    sources = SOURCES
    has_cap = True

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.table = BoardText(board, players)
        self.notes = Notes(board)
        self.reader = PositionReader(board, players)
        self.writer = PositionWriter(board, players)
        self.places = place_labels(board)
        self.facts = [
            f"seat {seat}: {kind} cards" for seat in range(players) for kind in FACT_TYPES
        ]
        self.named: Mapping[str, Callable[[int], Sequence[object]]] = {
            "SEAT": lambda i: (i,),
            "KINGDOM": lambda i: (board.kingdoms[i],),
            "INSTITUTION": lambda i: (INSTITUTIONS[i],),
            "CARD_TYPE": lambda i: (CARDS[i],),
            "SET": lambda i: (i + 1,),
            "POSITION": lambda i: (i + 1,),
            "KIND": lambda i: (board.card_names[i],),
            "TILE": lambda i: (board.tile_names[i],),
            "PLACE": lambda i: (self._place(i),),
            "FLEETS": lambda i: (board.sea_names[i],),
            "LIFT": lambda i: (board.region_names[i],),
            "RAISE_ARMY": lambda i: (board.region_names[i],),
            "RAISE_FLEET": lambda i: (board.region_names[i],),
            "INFLUENCE": self._influence,
            "UNREST": lambda i: (board.kingdoms[i],),
            "ATTRITION": lambda i: (board.kingdoms[i],),
            "DIPLOMACY": lambda i: (board.kingdoms[i],),
            "LOOK": lambda i: (
                i // len(board.kingdoms),
                board.kingdoms[i % len(board.kingdoms)],
            ),
            "TOKEN": lambda i: (board.kingdoms[i],),
            "ALLIANCE": self._pair,
        }

    # --- moves ---

    def action(self, position: Position, action: int) -> str:
        step = STEP_IDS[position.data["step"]]
        block, start = next((name, first) for name, first in BLOCKS if action >= first)
        words = STEP_WORDS.get(step, {}).get(block, BLOCK_WORDS[block])
        if block == "COUNT":
            return words.format(self._count(step, position.data, action - start))
        if block == "SET":
            cards = self.table.cards(position.data["sets"][action - start])
            return f"{words.format(action - start + 1)}: {cards}"
        if (step, block) == ("CARRY", "NO"):
            return words.format(self.on.kingdoms[position.data["loader"]])
        name = self.named.get(block, lambda _: ())
        return words.format(*name(action - start))

    def _place(self, place: int) -> str:
        name = self.places[place]
        return name if place < REGIONS else f"the {name}"

    def _influence(self, i: int) -> tuple[str, str]:
        kingdom, kind = divmod(i, len(self.on.deck))
        return self.on.kingdoms[kingdom], self.on.card_names[kind]

    def _pair(self, i: int) -> tuple[str, str]:
        kingdom, host = divmod(i, len(self.on.kingdoms))
        return self.on.kingdoms[kingdom], self.on.kingdoms[host]

    def _count(self, step: str, data: np.void, n: int) -> str:
        """Such as `2 armies of France`."""
        at_sea = step == "MOVE_COUNT" and MOVING[data["moving"]].startswith("fleets")
        one, many, whose = FLEETS_COUNTED if at_sea else COUNTED[step]
        counted = f"{n or 'no'} {one if n == 1 else many}"
        return f"{counted} of {self.on.kingdoms[data[whose]]}" if whose else counted

    def note(self, position: Position, action: int) -> str:
        step = STEP_IDS[position.data["step"]]
        block, start = next((name, first) for name, first in BLOCKS if action >= first)
        return self.notes.of(position, step, block, action - start)

    def problem(self, code: int, numbers: Sequence[int]) -> str:
        return sentence(self.on, code, numbers)

    # --- events ---

    def outcome(self, position: Position, outcome: int) -> str:
        step = STEP_IDS[position.data["step"]]
        if step in ("POOL_TILE", "SHOW_TILE"):
            return self.on.tile_names[outcome]
        if step in ("DEAL", "STEAL"):
            return self.on.card_names[outcome]
        if step == "DICE":
            coloured, white = divmod(outcome, DIE)
            return f"coloured {coloured + 1}, white {white + 1}"
        return f"seat {outcome}"

    def board(self, position: Position) -> str:
        return self.table.text(position)

    # --- position files ---

    def write_position(self, view: View) -> Page:
        return self.writer.write(view)

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        return self.reader.read(written)
