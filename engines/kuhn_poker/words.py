"""Names and sentences of Kuhn poker.

`Move`, `Event` and `Wrong` are declared in the rules. Here they only get their words.
"""

from __future__ import annotations

from eminence.cython_ext.game import Position, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import Words, refusals
from eminence.engines.kit.features import block_names, features_by_side
from eminence.engines.kit.page import Form
from eminence.engines.kit.wording import chapters_of, spoken
from eminence.engines.kuhn_poker import rules
from eminence.engines.kuhn_poker.page import MOVES, form
from eminence.engines.kuhn_poker.picture import picture
from eminence.engines.kuhn_poker.rules import Event, Wrong

#: `card[{0}]`: the first of the numbers that `check` gave is the place in the field; with seat 1 to
#: blame, `card[1]`. The page knows which entry of a file that is.
SENTENCES = """
CARD_MISSING card[{0}]: missing, though it has been dealt and the viewer sees it
CARD_GIVEN card[{0}]: given, though it has not been dealt or the viewer cannot see it
SAME_CARD card: two seats hold the same card
WRONG_PLAYER: player: does not fit the cards dealt and the bets made
IMPOSSIBLE_BETS bets: not a betting that play can reach
"""


#: For people at the table, with the number of players.
CHAPTERS = """
# How to play
Everybody pays one chip and gets one card. The deck has {cards} cards, numbered from 0 to
{highest}: one more than there are players. You see your own card only.

Seat 0 begins. Each seat in turn passes or bets one chip, until somebody bets or all have passed.
After a bet every other seat answers once: it bets one chip too, or passes and is out.

The highest card among those who bet takes all chips; if nobody bet, all take part. No card is
shown, not even at the end. You play for chips: a bet with a low card may drive out a higher one.
"""


class KuhnWords(Words):
    events = spoken(Event)
    features = features_by_side(rules, seats=6)
    traits = block_names(rules, "TRAIT_")
    problems = refusals(Wrong, SENTENCES)

    def __init__(self, players: int) -> None:
        self.form: Form = form(players)
        self.chapters = chapters_of(CHAPTERS.format(cards=players + 1, highest=players))

    def action(self, position: Position, action: int) -> str:
        return MOVES[action]

    def outcome(self, position: Position, outcome: int) -> str:
        return f"card {outcome}"

    def board(self, position: Position) -> str:
        """States and views both come here: what a view does not know is shown as `?`."""
        data = position.data
        lines = []
        for seat in range(position.game.seats):
            card = data["card"][seat] - 1 if data["card"][seat] else "?"
            bet = "bet" if data["bets"] >> seat & 1 else ""
            lines.append(f"seat {seat}: card {card} {bet}".rstrip())
        return "\n".join(lines)

    def picture(self, view: View) -> Scene:
        return picture(view)
