"""Names and sentences of Goofspiel."""

from __future__ import annotations

from eminence.cython_ext.game import Position, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import Words, refusals
from eminence.engines.goofspiel import rules
from eminence.engines.goofspiel.page import form
from eminence.engines.goofspiel.picture import picture
from eminence.engines.goofspiel.rules import Event, Wrong
from eminence.engines.kit.features import block_names, features_by_side
from eminence.engines.kit.page import Form
from eminence.engines.kit.wording import among, chapters_of, spoken, wrapped

SENTENCES = """
WRONG_HAND hand[{0}]: {1} cards, but {2} prizes are left to bid for
PRIZE_TWICE prizes: prize {0} is bid for and still to come
LAST_ROUND hand: one card each, but the last round plays itself
TOO_MANY_POINTS points: {0} in all, but the prizes gone are worth {1}
WRONG_BID bid[{0}]: no card of that hand, or no bid that the viewer can see
WRONG_PLAYER: player: does not fit the bids and prizes
UNEARNED_POINTS points[{1}]: {0} is no sum of prizes that are gone
UNEARNED_TOTAL points: {0} in all is no sum of prizes that are gone
"""


#: For people at the table, with the highest card.
CHAPTERS = """
# How to play
Every player has the bidding cards from 1 to {highest}, and there are prizes from 1 to {highest},
which come up one by one in random order. For each prize everybody chooses a card in secret; then
all are shown. The highest bid takes the prize, which is worth its number in points. If two bids
are the highest, nobody gets it. The cards that were bid are gone.

The last prize plays itself, because everybody has one card left. The most points win; players
with equal points share the win.

All see which cards the others still have. What they bid for this prize is secret until all have
bid.
"""


class GoofspielWords(Words):
    events = spoken(Event)
    sources = ("prizes",)
    features = features_by_side(rules, seats=4)
    traits = block_names(rules, "TRAIT_")
    problems = refusals(Wrong, SENTENCES)

    def __init__(self, players: int, num_cards: int) -> None:
        self.form: Form = form(players, num_cards)
        self.chapters = chapters_of(CHAPTERS.format(highest=num_cards))

    def action(self, position: Position, action: int) -> str:
        return f"bid {action + 1}"

    def outcome(self, position: Position, outcome: int) -> str:
        return f"prize {outcome + 1}"

    def board(self, position: Position) -> str:
        data = position.data
        lines = [f"prize: {data['prize'] or '-'}  to come: {ranks(data['prizes'])}"]
        for seat in range(position.game.seats):
            bid = f"  bid: {data['bid'][seat]}" if data["bid"][seat] else ""
            told = f"{data['points'][seat]} points  hand: {ranks(data['hand'][seat])}{bid}"
            lines.append(wrapped(f"seat {seat}: ", told))
        return "\n".join(lines)

    def picture(self, view: View) -> Scene:
        return picture(view)


def ranks(cards: int) -> str:
    """The ranks in a mask of cards."""
    return " ".join(among(map(str, range(1, 14)), cards)) or "-"
