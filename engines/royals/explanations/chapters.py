"""How Royals is played, in our own words, with the numbers of the loaded game.

RULES.md has the clauses and rulings that this follows.
"""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cython_ext.words import Chapter
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import counted
from eminence.engines.royals import state
from eminence.engines.royals.explanations.entries import cubes_at_start
from eminence.engines.royals.names import CITY_BONUS, COUNTRY_BONUS, NOBLE_HOUSE, ORDINALS
from eminence.engines.royals.numbers import Board


def chapters(board: Board) -> list[Chapter]:
    """The rules of one loaded game; the first chapter is enough to begin with."""
    return [
        Chapter("How to play", _paragraphs(_aim(board), _course(board), _points(board))),
        Chapter("Setup", _paragraphs(_decks(board), _supplies(board))),
        Chapter("Drawing", _paragraphs(_draws(board), _first_turns(board), _piles(board))),
        Chapter("Claiming", _paragraphs(_claims(board), _wilds(board))),
        Chapter("Taking over", _paragraphs(_take_overs(board), _ousted(board))),
        Chapter("Bonuses", _paragraphs(_city_bonus(), _country_bonus(), _noble_house(board))),
        Chapter("Ending a turn", _paragraphs(_limits(board), _open_cards(board))),
        Chapter("Periods", _paragraphs(_period_ends(board), _period_scoring(board))),
        Chapter("The end", _paragraphs(_last_round(board), _title_scoring(board), _winner(board))),
    ]


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(texts)


# --- how to play ---


def _aim(board: Board) -> str:
    return (
        f"You place nobles in {len(board.cities)} cities of {listed(board.countries, 'and')}. "
        f"Country cards pay for them; Intrigue cards let you drive out nobles of other players. "
        f"The most points at the end win."
    )


def _course(board: Board) -> str:
    first, last = board.titles[0], board.titles[-1]
    return (
        f"In your turn you first draw: {board.draw} Country cards, or 1 Intrigue card and 1 "
        f"Country card. Then you may occupy positions, as many as you can pay for. A free position "
        f"costs as many cards of its country as its title says, from {board.cost[0]} for a {first} "
        f"to {board.cost[-1]} for a {last}. A position of another player also costs "
        f"{_intrigue_price(board)}. For a Country card that you lack you may play {board.wild} of "
        f"other countries. Each time you put one cube on the position and one on its title. "
        f"Then you end the turn; at most {board.hand_limit} Country cards and "
        f"{board.intrigue_limit} Intrigue cards stay in your hand."
    )


def _points(board: Board) -> str:
    return (
        f"Some points come at once: for the first noble in a city, for a cube in every city of a "
        f"country, for a cube on every title. The game has {len(board.periods)} periods, and each "
        f"lasts until the pile of Country cards runs out. When a period ends, the two most "
        f"influential players of each country get points. After the last one, the most cubes on "
        f"each title bring points too.\n\n"
        f"To begin: collect cards of one country, claim cheap positions in cities whose "
        f"bonus is still there, and keep an eye on who leads in each country. `map` shows that; "
        f"`card` explains a name."
    )


def _intrigue_price(board: Board) -> str:
    """What a take-over costs in Intrigue cards, such as `1 Intrigue card (2 for a King)`."""
    king = board.titles[state.KING]
    return f"1 Intrigue card of its country ({board.king_intrigue} for a {king})"


# --- setting up ---


def _decks(board: Board) -> str:
    return (
        f"The deck has {sum(board.deck)} Country cards with {len(board.cubes)} players: "
        f"{listed(counted(board.countries, board.deck), 'and')}. Other numbers of players use "
        f"other decks. {board.display} of them lie open as the display, the rest are the pile. "
        f"There are {sum(board.intrigue_deck)} Intrigue cards; each shows two countries, and each "
        f"pair of countries has {listed(sorted(set(board.intrigue_deck)), 'or')} of them."
    )


def _supplies(board: Board) -> str:
    return (
        f"Seat 0 begins, and seat 1 comes next. Cubes: {cubes_at_start(board)}. "
        f"Each city has a {CITY_BONUS}, each country two Country bonuses, and each country two "
        f"markers for each period. {_house_markers(board)} All bonuses, prices and influences "
        f"are open on the board."
    )


def _house_markers(board: Board) -> str:
    points = listed(board.house_bonus, "and")
    if len(board.house_bonus) == 1:
        return f"One {NOBLE_HOUSE} marker of {points} points is in use."
    return f"The {NOBLE_HOUSE} markers of {points} points are in use."


# --- a turn ---


def _draws(board: Board) -> str:
    return (
        f"You must draw. Choose {board.draw} Country cards, or 1 Intrigue card and then 1 Country "
        f"card; the first card that you draw says which. Each Country card comes from the pile, "
        f"unseen by the others, or from the display, where all see it. The display is not "
        f"refilled before the turn ends. Here the moves come in a fixed order: the Intrigue card, "
        f"cards from the pile, then cards from the display in the order "
        f"{listed(board.countries, 'and')}. Nothing is lost by this: you can have the same cards."
    )


def _first_turns(board: Board) -> str:
    first = [f"seat {seat} draws {count}" for seat, count in enumerate(board.first_turn)]
    return (
        f"The first turn has its own numbers of Country cards, and no Intrigue card: "
        f"{', '.join(first)}."
    )


def _piles(board: Board) -> str:
    return (
        "When the last card of the Intrigue pile is drawn, its discards are shuffled into a new "
        "pile at once. `rules periods` tells what happens when the pile of Country cards runs out."
    )


def _claims(board: Board) -> str:
    costs = [f"{title} {cost}" for title, cost in zip(board.titles, board.cost, strict=True)]
    return (
        f"To claim a free position, play Country cards of its country. A title costs the same "
        f"everywhere: {', '.join(costs)}. Then put one cube on the position and one on the title. "
        f"A position has room for one cube, a title for any number. You may occupy as many "
        f"positions in a turn as you can pay for. Who has fewer than 2 cubes left can occupy "
        f"nothing more; everything else goes on."
    )


def _wilds(board: Board) -> str:
    return (
        f"If you have too few cards of the country, play all that you have, and any {board.wild} "
        f"cards of other countries for each one that is missing. You choose these cards. With "
        f"enough matching cards you cannot play others in their place."
    )


def _take_overs(board: Board) -> str:
    return (
        f"You may take a position from another player, never from yourself. It costs the Country "
        f"cards that a free one would cost, and {_intrigue_price(board)}. An Intrigue card counts "
        f"for either of its two countries. If you have too few that match, play all of those and "
        f"any {board.intrigue_wild} others for each one that is missing. The move tells the "
        f"price; next you choose which Intrigue cards you give, then which Country cards stand "
        f"in for missing ones."
    )


def _ousted(board: Board) -> str:
    return (
        f"Your cube takes the place, and a second one goes on the title. The cube that stood there "
        f"is ousted: it stays beside the city for the rest of the game and has no influence any "
        f"more. But it still counts for the {COUNTRY_BONUS}, and its twin stays on the title. "
        f"Cubes never go back to a supply."
    )


# --- bonuses ---


def _city_bonus() -> str:
    return (
        f"{CITY_BONUS}: the first player who occupies any position of a city gets its marker at "
        f"once. Later ones get nothing for the city."
    )


def _country_bonus() -> str:
    return (
        f"{COUNTRY_BONUS}: a player with a cube in every city of a country gets the higher of its "
        f"two markers if it is still there, else the lower one, else nothing. Ousted cubes "
        f"count. It comes at once, and once for each player and country."
    )


def _noble_house(board: Board) -> str:
    return (
        f"{NOBLE_HOUSE}: a player with a cube on each of the {len(board.titles)} titles gets the "
        f"highest marker that is left, at once and once in the game. {_house_markers(board)}"
    )


# --- ends ---


def _limits(board: Board) -> str:
    return (
        f"At the end of your turn you may keep {board.hand_limit} Country cards and "
        f"{board.intrigue_limit} Intrigue cards. During the turn a hand may be larger. If you hold "
        f"more, you choose what to discard. Then the display is filled up to {board.display} "
        f"cards and the next seat begins."
    )


def _open_cards(board: Board) -> str:
    return (
        "Open to all are the display, all discards, the sizes of hands and piles, cubes, markers "
        "and points. Only cards that were drawn face down are secret. A Country card that was "
        "taken from the display is known to be in that hand until a card of its country is "
        "played; the board names it there, and has a ? for each card that you do not know."
    )


def _period_ends(board: Board) -> str:
    if board.ends_on_empty_pile:
        return (
            "A period ends when the last card leaves the pile of Country cards, whether it is "
            "drawn or put into the display. The discards become the new pile at once and the "
            "turn goes on. The period is scored at the end of that turn."
        )
    return (
        "A period ends when the display cannot be filled up after a turn because the pile has run "
        "out. The discards become the new pile, the display is filled, and the period is scored "
        "before the next turn. If the last card of the pile just fills the display, the period "
        "goes on. While the pile is empty, cards are drawn from the display alone."
    )


def _period_scoring(board: Board) -> str:
    return (
        f"In each country add up the influence of the positions that each player holds. The most "
        f"influence gets the higher marker of the period, the second most the lower one. In a "
        f"tie the player with the higher title in that country is ahead; if the titles are the "
        f"same, the one whose position of that title is in the city with the higher {CITY_BONUS}. "
        f"If only one player has influence there, the lower marker leaves the game; if nobody has, "
        f"both do. Cubes stay where they are. Each period has its own points: "
        f"{_period_examples(board)}."
    )


def _period_examples(board: Board) -> str:
    country = board.countries[0]
    points = [
        f"{marks[0][0]} and {marks[0][1]} in {period}"
        for period, marks in zip(board.periods, board.period_points, strict=True)
    ]
    return f"in {country} {listed(points, 'and')}"


def _last_round(board: Board) -> str:
    last = ORDINALS[len(board.periods) - 1]
    return (
        f"When the {last} period ends, the round is played out, so that all have had the same "
        f"number of turns. Then that period is scored. If the pile runs out again in these "
        f"turns, it is only shuffled anew."
    )


def _title_scoring(board: Board) -> str:
    return (
        f"Now the titles are scored: the most cubes on a title bring its points "
        f"({_title_points(board.titles, board.title_points)}). Cubes of ousted nobles count here. "
        f"Two tied players get half each; if three or more are tied, nobody gets anything. A "
        f"title that nobody ever held brings nothing."
    )


def _title_points(titles: Sequence[str], points: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{title} {full}" for title, (full, _) in zip(titles, points, strict=True))


def _winner(board: Board) -> str:
    share = "Players whose markers are all alike share the win."
    if not board.all_markers_break_ties:
        return (
            "The most points win. Among players with the same points the highest single marker "
            "decides; if that is the same too, they share the win. Half a title is a marker of "
            "half the points."
        )
    return (
        "The most points win. Among players with the same points the highest single marker "
        f"decides, then the second highest, and so on. {share} Half a title is a marker of half "
        "the points."
    )
