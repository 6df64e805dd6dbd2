"""Names and sentences of Leduc poker."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Words, refusals
from eminence.engines.kit.features import block_names, features_by_side
from eminence.engines.kit.wording import spoken
from eminence.engines.leduc_poker import rules
from eminence.engines.leduc_poker.rules import Event, Move, Wrong

MOVES = spoken(Move)
SENTENCES = """
CARD_MISSING card[{0}]: missing, though it has been dealt and the viewer sees it
CARD_GIVEN card[{0}]: given, though it has not been dealt or the viewer cannot see it
SAME_CARD card: one card lies in two places
TOO_EARLY line: betting or a common card before its time
WRONG_PLAYER: player: does not fit the cards dealt and the betting
"""


class LeducWords(Words):
    events = spoken(Event)
    features = features_by_side(rules, seats=2)
    traits = block_names(rules, "TRAIT_")
    problems = refusals(Wrong, SENTENCES)

    def __init__(self, lines: Sequence[str], cards: Sequence[str]) -> None:
        self.lines = lines
        self.cards = cards

    def action(self, position: Position, action: int) -> str:
        return MOVES[action]

    def outcome(self, position: Position, outcome: int) -> str:
        return self.cards[outcome]

    def board(self, position: Position) -> str:
        data = position.data
        names = ("?", *self.cards)
        rounds = " / ".join(self.lines[i] or "-" for i in data["line"])
        hands = [f"seat {seat}: {names[data['card'][seat]]}" for seat in (0, 1)]
        return "\n".join([*hands, f"common: {names[data['common']]}", f"betting: {rounds}"])
