"""Names and sentences of Leduc poker."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cython_ext.game import Position, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import Words, refusals
from eminence.engines.kit.features import block_names, features_by_side
from eminence.engines.kit.wording import chapters_of, plural, spoken
from eminence.engines.leduc_poker import rules
from eminence.engines.leduc_poker.numbers import Numbers
from eminence.engines.leduc_poker.picture import picture
from eminence.engines.leduc_poker.rules import Event, Move, Wrong

MOVES = spoken(Move)
SENTENCES = """
CARD_MISSING card[{0}]: missing, though it has been dealt and the viewer sees it
CARD_GIVEN card[{0}]: given, though it has not been dealt or the viewer cannot see it
SAME_CARD card: one card lies in two places
TOO_EARLY line: betting or a common card before its time
WRONG_PLAYER: player: does not fit the cards dealt and the betting
"""


#: For people at the table, with the numbers of the data folder.
CHAPTERS = """
# How to play
Two players pay {ante} each and get one card, which the other does not see. The deck has {cards}
cards: {ranks}, the lowest rank first, {copies} of each.

There are two rounds of betting, and seat 0 begins both. You may call, which pays what the other
has paid more than you, or raise: then you also pay {first} more in the first round and {second}
more in the second. Against a raise you may also fold: the game is over and you lose what you have
paid. A round has {raises} at most. It ends when one calls and both have acted.

Between the rounds a common card is laid open. At the end a card that makes a pair with it wins,
else the higher rank; equal ranks share the pot. Your card is never shown. You play for chips, not
for the number of games won.
"""


class LeducWords(Words):
    events = spoken(Event)
    features = features_by_side(rules, seats=2)
    traits = block_names(rules, "TRAIT_")
    problems = refusals(Wrong, SENTENCES)

    def __init__(self, lines: Sequence[str], numbers: Numbers) -> None:
        self.lines = lines
        self.numbers = numbers
        self.cards = numbers.cards
        first, second = (plural(chips, "chip") for chips in numbers.raise_by)
        told = CHAPTERS.format(
            ante=plural(numbers.ante, "chip"),
            cards=len(numbers.cards),
            ranks=", ".join(numbers.ranks),
            copies=rules.COPIES,
            first=first,
            second=second,
            raises=plural(numbers.most_raises, "raise"),
        )
        self.chapters = chapters_of(told)

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

    def picture(self, view: View) -> Scene:
        return picture(view, self.lines, self.numbers)
