"""Royals in words: moves, events, and what is wrong with a position."""

from __future__ import annotations

from eminence.cython_ext.game import Position, Table
from eminence.cython_ext.words import Refusal, Words
from eminence.engines.kit.page import Form
from eminence.engines.royals.board_text import BoardText
from eminence.engines.royals.names import DISCARDING, EVENTS, GIVING, PHASES, SOURCES, BoardNames
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.page import form
from eminence.engines.royals.rules import price
from eminence.engines.royals.state import (
    CLAIM,
    COUNTRY_AMOUNTS,
    END_TURN,
    FROM_DISPLAY,
    GIVE_COUNTRY,
    GIVE_INTRIGUE,
    INTRIGUE_AMOUNTS,
    INTRIGUE_CARD,
    TAKE_OVER,
    Phase,
    Wrong,
)

NEW_PILE = (
    "no card is left in the pile, but the discards become the new one as soon as the last card "
    'has gone: then they are "none"'
)
# The same for Country and Intrigue cards.
LEFT_OF_PILE = "{0} cards, but {1} open %s cards and {2} in hands leave {3}"
TOO_MANY = "{0} open %s cards and {1} in hands are more than the {2} of this game"
NAMED = "{1} cards are named, but seat {0} holds {2}"
OVER_LIMIT = "seat {0} holds {1} %s cards at the end of a turn, the limit is {2}"
AFTER_DRAWING = "seat {0} holds {1} %s cards after drawing {2}, {3} are possible"
GONE = "seat {0} drew {1} %s cards in this turn, but hand and discards have {2}"


def _goes_first(kind: str, field: str) -> Refusal:
    return Refusal(f"{{1:{kind}}}, but nobody has {{2:{kind}}}, which goes first", field, 0)


def _one_each(kind: str, field: str) -> Refusal:
    return Refusal(f"{{1:{kind}}} and {{2:{kind}}}: one of these per player", field, 0)


PROBLEMS = {
    # --- cards ---
    Wrong.COUNTRY_CARDS: Refusal("{1} {0:country} cards are named, this game has {2}", "pile"),
    Wrong.INTRIGUE_CARDS: Refusal(
        "{1} {0:pair} Intrigue cards are named, this game has {2}", "intrigue_pile"
    ),
    Wrong.DISPLAY_SIZE: Refusal("{0} cards, there are {1} places", "display"),
    Wrong.EMPTY_PILE: Refusal(NEW_PILE, "discards"),
    Wrong.EMPTY_INTRIGUE_PILE: Refusal(NEW_PILE, "intrigue_discards"),
    Wrong.TOO_MANY_CARDS: Refusal(TOO_MANY % "Country", "pile"),
    Wrong.TOO_MANY_INTRIGUE: Refusal(TOO_MANY % "Intrigue", "intrigue_pile"),
    Wrong.PILE_SIZE: Refusal(LEFT_OF_PILE % "Country", "pile_size"),
    Wrong.INTRIGUE_PILE_SIZE: Refusal(LEFT_OF_PILE % "Intrigue", "intrigue_pile_size"),
    # --- hands ---
    Wrong.HAND_NAMED: Refusal(NAMED, "hand", 0),
    Wrong.INTRIGUE_NAMED: Refusal(NAMED, "intrigue", 0),
    Wrong.INTRIGUE_SEEN: Refusal("a view shows no Intrigue card of another seat", "intrigue", 0),
    Wrong.HAND_LIMIT: Refusal(OVER_LIMIT % "Country", "hand_size", 0),
    Wrong.INTRIGUE_LIMIT: Refusal(OVER_LIMIT % "Intrigue", "intrigue_size", 0),
    Wrong.HAND_DRAWN: Refusal(AFTER_DRAWING % "Country", "hand_size", 0),
    Wrong.INTRIGUE_DRAWN: Refusal(AFTER_DRAWING % "Intrigue", "intrigue_size", 0),
    # --- what is known of hands ---
    Wrong.STRAY_KNOWN: Refusal(
        "this holds nothing of what {1:viewer} knows of seat {0}'s hand", "known", 0
    ),
    Wrong.KNOWN_TOO_MUCH: Refusal(
        "{2} {1:country} cards, but only {3} are named in the hand of seat {0}", "known", 0
    ),
    Wrong.KNOWN_TOO_LITTLE: Refusal(
        "everybody saw more {1:country} cards of seat {0} than {2:viewer} knows", "known", 0
    ),
    Wrong.KNOWN_UNNAMED: Refusal(
        "{2} {1:country} cards, but a view names {3}, all that it knows", "known", 0
    ),
    Wrong.TAKEN_UNSEEN: Refusal(
        "no {1:country} card, but everybody saw seat {0} take one in this turn", "known", 0
    ),
    # --- cubes ---
    Wrong.HELD_TWICE: Refusal("seat {2} holds {1:position} already", "held", 0),
    Wrong.NOBLES: Refusal(
        "{1} nobles need {2} cubes, seat {0} has {3}; options.more_cubes says who has more",
        "held",
        0,
    ),
    Wrong.SUPPLY: Refusal("{1} cubes, but {2} are left", "supply", 0),
    Wrong.TITLES_SUM: Refusal(
        "{1} cubes, but the seat has {2} positions and {3} ousted cubes", "title_cubes", 0
    ),
    Wrong.TITLE_CUBES: Refusal(
        "{2} {1:title} cubes, but {3} such positions are held", "title_cubes", 0
    ),
    Wrong.OUSTED: Refusal(
        "{2} {1:city}, but the other seats have put {3} cubes there, each of which can have "
        "ousted one",
        "ousted",
        0,
    ),
    Wrong.OUSTED_TITLES: Refusal(
        "{1} {2:titles} cubes beside those in office, but {3} cubes are ousted where such a "
        "position is held",
        "title_cubes",
        0,
    ),
    # --- markers ---
    Wrong.CITY_MARKER_OPEN: Refusal(
        "{2:who_has} cubes in {1:city}; who won its marker?", "city_marker", 0
    ),
    Wrong.CITY_MARKER_ABSENT: Refusal("seat {0} has no cube in {1:city}", "city_marker", 0),
    Wrong.CITY_MARKER_LATE: Refusal(
        "{1:city}, but seat {0} took over the only position held there: somebody else was first",
        "city_marker",
        0,
    ),
    Wrong.COUNTRY_MARKER_GAP: _goes_first("country_marker", "country_marker"),
    Wrong.COUNTRY_MARKER_TWICE: _one_each("country_marker", "country_marker"),
    Wrong.COUNTRY_MARKER_ABSENT: Refusal(
        "{1:country_marker}, but seat {0} has no cube in {2:city}", "country_marker", 0
    ),
    Wrong.COUNTRY_MARKER_OPEN: Refusal(
        "{2:who_has} cubes in every city of {3:country}; who won {1:country_marker}?",
        "country_marker",
        0,
    ),
    Wrong.HOUSE_MARKER_GAP: _goes_first("house", "house_marker"),
    Wrong.HOUSE_MARKER_TWICE: _one_each("house", "house_marker"),
    Wrong.HOUSE_MARKER_TITLE: Refusal(
        "{1:house}, but seat {0} has no cube on the title {2:title}", "house_marker", 0
    ),
    Wrong.HOUSE_MARKER_OPEN: Refusal(
        "{2:who_has} cubes on every title; who won {1:house}?", "house_marker", 0
    ),
    Wrong.PERIOD_MARKER_GAP: _goes_first("period_marker", "period_marker"),
    Wrong.PERIOD_MARKER_TWICE: _one_each("period_marker", "period_marker"),
    Wrong.PERIOD_MARKER_EARLY: Refusal(
        "{1:period_marker}, but that period is not scored yet", "period_marker", 0
    ),
    Wrong.PERIOD_MARKER_ABSENT: Refusal(
        "{1:period_marker}, but seat {0} has no cube in {2:country}", "period_marker", 0
    ),
    Wrong.PERIOD_MARKER_LOST: Refusal(
        "{1:period_marker}, but nobody has {2:period_marker}: influence stays in a country",
        "period_marker",
        0,
    ),
    Wrong.PERIOD_MARKER_LEADER: Refusal(
        "{1:period_marker} goes to {2:owner}, by the positions at the end", "period_marker", 0
    ),
    Wrong.UNSCORED_CLAIMS: Refusal(
        "nobody won a marker where positions are held that cost {1} cards, but only {2} were "
        "discarded since",
        "period_marker",
        0,
    ),
    # --- the turn ---
    Wrong.WRONG_PLAYER: Refusal("another player is to act at this step; Royals is never capped"),
    Wrong.LAST_ROUND_PERIOD: Refusal("true, but the period is {0:period}", "last_round"),
    Wrong.LAST_ROUND_SEAT: Refusal("true, but seat 0 would begin another round", "last_round"),
    Wrong.NO_LAST_ROUND: Refusal("false, but a game that is over ended with it", "last_round"),
    Wrong.LAST_SEAT: Refusal("{0}, but a game ends after seat {1}", "seat"),
    Wrong.LAST_REFILL: Refusal("{0} cards, but the last turn refilled it", "display"),
    Wrong.STRAY_GIVING: Refusal(
        f"belongs to the steps {', '.join(PHASES[phase] for phase in GIVING)}; the step is "
        "{0:phase}",
        "due",
    ),
    Wrong.STRAY_TARGET: Refusal("{0:position}, but a discard is for no position", "target"),
    Wrong.STRAY_TAKE_OVER: Refusal(
        "only the Intrigue cards of a take-over come before Country cards or need not match; "
        "the step is {0:phase}",
        "due_country",
    ),
    Wrong.STRAY_LAST_TAKEN: Refusal("matters only in a draw, not in {0:phase}", "display_from"),
    Wrong.NOTHING_DUE: Refusal("0 cards, but at this step some are to be given", "due"),
    Wrong.TARGET_HELD: Refusal("seat {0} holds {1:position} already", "target"),
    Wrong.TARGET_FREE: Refusal("nobody holds {0:position}: no take-over", "target"),
    Wrong.TARGET_CUBES: Refusal("seat {0} has {1} cubes, it needs 2", "target"),
    Wrong.REFILL_EMPTY: Refusal("no card is left to refill the display with", "pile_size"),
    Wrong.REFILL_FULL: Refusal("{0} cards: nothing is missing to refill", "display"),
    Wrong.SETUP_TURN: Refusal(
        "the display is set up before anything else: seat 0, the first round and period, "
        "nothing drawn",
        "phase",
    ),
    # --- draws ---
    Wrong.DRAWN: Refusal("{1} Country cards, but seat {0} draws {2} in this turn", "drawn"),
    Wrong.DRAWN_ALL: Refusal(
        '{1} Country cards, all that seat {0} draws in this turn: the step is "play" then', "drawn"
    ),
    Wrong.DRAW_NOTHING: Refusal("no card is left to draw", "pile_size"),
    Wrong.INTRIGUE_AFTER: Refusal(
        "{0}, but an Intrigue card is drawn before the Country card that goes with it", "drawn"
    ),
    Wrong.INTRIGUE_TWICE: Refusal("true, but an Intrigue card is drawn once", "drawn_intrigue"),
    Wrong.DISPLAY_BEGUN: Refusal(
        "{0} cards, but a turn begins with {1}; if some were taken in this turn, say which one "
        "was taken last",
        "display",
    ),
    Wrong.DISPLAY_WHOLE: Refusal("but the display has all its {0} cards", "display_from"),
    Wrong.DISPLAY_TAKEN: Refusal(
        "{0} cards, so {1} were taken in this turn; {2} were drawn", "display"
    ),
    Wrong.CARDS_GONE: Refusal(GONE % "Country", "drawn"),
    Wrong.INTRIGUE_GONE: Refusal(GONE % "Intrigue", "drawn_intrigue"),
    # --- the first round ---
    Wrong.FIRST_INTRIGUE: Refusal(
        "the first one, but nobody draws Intrigue cards in that round", "round"
    ),
    Wrong.FIRST_INTRIGUE_DRAWN: Refusal(
        "true, but a first turn draws Country cards only", "drawn_intrigue"
    ),
    Wrong.FIRST_HAND: Refusal(
        "the first one, but seat {0} holds {1} cards before its first turn", "round"
    ),
    Wrong.FIRST_CUBES: Refusal(
        "the first one, but seat {0} has cubes out before it could play", "round"
    ),
    Wrong.FIRST_DRAWS: Refusal(
        "the first one, so {0} Country cards were drawn; hands and discards have {1}", "round"
    ),
    # --- the end of a period ---
    Wrong.PERIOD_END_EARLY: Refusal(
        "true, but in this edition that shows only when the display is refilled after the turn",
        "period_ending",
    ),
    Wrong.PERIOD_END_NO_DRAW: Refusal(
        "true, but no card came from the pile in this turn", "period_ending"
    ),
    Wrong.PERIOD_END_DISCARDS: Refusal(
        "{0} cards, but the discards became the new pile in this turn, and seat {1} can have "
        "played {2} since",
        "discards",
    ),
    # --- payments and discards ---
    Wrong.PRICE: Refusal("{1} cards cannot be what is left to pay for {0:position}", "due"),
    Wrong.PRICE_COUNTRY: Refusal(
        "{1} Country cards cannot be what is left to pay for {0:position}", "due_country"
    ),
    Wrong.EXCESS: Refusal("{1} cards, but seat {0} holds {2} above its limit", "due"),
    Wrong.EXCESS_DRAWN: Refusal(
        "{1} cards and those discarded, but seat {0} drew {2} in this turn", "due"
    ),
    Wrong.LAST_GIVEN: Refusal("none of that kind is among the discards", "due_next"),
    Wrong.STUCK: Refusal("seat {0} has no cards with which to do what this step asks", "phase"),
}


class RoyalsWords(Words):
    events = tuple(EVENTS[kind] for kind in sorted(EVENTS))
    sources = tuple(SOURCES[source] for source in sorted(SOURCES))
    problems = PROBLEMS

    def __init__(self, board: Board, players: int, table: Table) -> None:
        self.on = board
        self.form: Form = form(board, players, table)
        self.kinds = BoardNames(board).kinds()
        self.text = BoardText(board, players)
        self.facts = [
            f"seat {seat}: {kind} cards"
            for kinds in (board.countries, [f"{p} Intrigue" for p in board.pair_names])
            for seat in range(players)
            for kind in kinds
        ]

    def action(self, position: Position, action: int) -> str:
        if action >= CLAIM:
            return self._occupation(position, action)
        if action >= GIVE_COUNTRY:
            discarding = position.data["phase"] in DISCARDING
            return f"{'discard' if discarding else 'give'} {self._gift(action)}"
        if action == END_TURN:
            return "end the turn"
        if action >= FROM_DISPLAY:
            return f"take {self.on.countries[action - FROM_DISPLAY]} from the display"
        return "draw an Intrigue card" if action == INTRIGUE_CARD else "draw from the pile"

    def _occupation(self, position: Position, action: int) -> str:
        """Such as `claim Dijon Baron: 1 France + 3 others`."""
        paid = price(position.game.table, action)
        place = paid["position"]
        country = self.on.countries[self.on.cities[self.on.positions[place].city].country]
        cards = _sum({country: paid["cards"], "others": paid["others"]})
        text = f"{self.on.position_names[place]}: {cards}"
        if action < TAKE_OVER:
            return f"claim {text}"
        intrigue = {"Intrigue": paid["intrigue"], "other Intrigue": paid["other_intrigue"]}
        return f"take over {text}, {_sum(intrigue)}"

    def _gift(self, action: int) -> str:
        if action >= GIVE_INTRIGUE:
            pair, amount = divmod(action - GIVE_INTRIGUE, INTRIGUE_AMOUNTS)
            return f"{amount} {self.on.pair_names[pair]} Intrigue"
        country, amount = divmod(action - GIVE_COUNTRY, COUNTRY_AMOUNTS)
        return f"{amount} {self.on.countries[country]}"

    def outcome(self, position: Position, outcome: int) -> str:
        if position.data["phase"] == Phase.DRAW_INTRIGUE:
            return f"{self.on.pair_names[outcome]} Intrigue"
        return self.on.countries[outcome]

    def board(self, position: Position) -> str:
        return self.text.write(position)


def _sum(cards: dict[str, int]) -> str:
    """Such as `1 France + 3 others`."""
    return " + ".join(f"{n} {kind}" for kind, n in cards.items() if n)
