"""The numbers of Bruges: reads the data folder for one player count.

Errors (`BadData`) name file, row or table, and field. What C code relies on (array sizes,
ranges, how deep effects can nest) is proven here, once, when the game is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import prod
from pathlib import Path
from typing import NamedTuple

from eminence.cython_ext.errors import BadData
from eminence.engines.bruges import state
from eminence.engines.bruges.effects import language as effects
from eminence.engines.bruges.effects.language import ACTIVATIONS, VERBS, Clause
from eminence.engines.bruges.state import MAX_CARDS, Activation, Penalty, Scope
from eminence.engines.kit import sheets
from eminence.engines.kit.guidance_file import GUIDANCE
from eminence.engines.kit.options import SourceLine, listed
from eminence.engines.kit.sheets import Row, Sheet, Toml, choice, column, number
from eminence.engines.kit.tables import Record, once, only_reconstructed

DATA = Path(__file__).parent / "data"
PLAYERS = (2, 3, 4)

SECTIONS = ("left", "right")
GUARD_HOUSES = 4
#: arrow effects that play or recruit can wait on the stack for one another, so many at most
MAX_NESTING = 3
#: over all players: four cards, a hand to draw and every person in play ask far less
DECISIONS_PER_ROUND = 1000
PENALTIES = {
    Penalty.LOSE_ALL_WORKERS: "workers",
    Penalty.LOSE_ONE_PERSON: "person",
    Penalty.LOSE_ONE_BUILDING: "building",
    Penalty.LOSE_POINTS: "points",
    Penalty.LOSE_ALL_GUILDERS: "guilders",
}

CANAL_SPACES = (GUARD_HOUSES, len(SECTIONS), state.SPACES)
COLOURS = Sheet("colours.csv", "colour", "threat+ penalty+", state.COLOURS, "colour")
CARDS = Sheet(
    "cards.csv",
    "name",
    "colour+ price+ activation+ activation_colour+ effect+ group+",
    (1, MAX_CARDS),
    "person",
)
CANALS = Sheet("canals.csv", "house section space", "colour+ cost+", prod(CANAL_SPACES))
REPUTATION = Sheet("reputation.csv", "step", "points", (1, state.MAX_STEPS - 1))
RULES = Toml("rules.toml")

SHEETS = (COLOURS, CARDS, CANALS, REPUTATION)
TOMLS = (RULES.file, GUIDANCE)
FILES = sheets.file_names(SHEETS, TOMLS)


class Card(NamedTuple):
    """A person; the bit counts the cards of its colour."""

    name: str
    colour: int
    bit: int
    price: int
    points: int
    activation: int
    activation_colour: int
    group: int
    clauses: tuple[Clause, ...]
    effect: str

    @property
    def id(self) -> int:
        return self.colour * state.PER_COLOUR + self.bit


def back(colour: str) -> str:
    """What a card of that colour is called by those who see its back alone."""
    return f"{colour} ?"


class Space(NamedTuple):
    colour: int
    cost: int


def _statues(scoring: Record, name: str) -> tuple[int, ...]:
    values = scoring.numbers(name, 1)
    if len(values) > state.MAX_STATUES:
        raise scoring.fail(name, f"choose at most {state.MAX_STATUES}")
    if len(set(values)) != len(values):
        raise scoring.fail(name, "expected different values")
    return values


@dataclass(frozen=True, kw_only=True)
class Board:
    """Every number of one loaded game. Colours, groups and cards are indexed."""

    colours: tuple[str, ...]
    threats: tuple[str, ...]
    penalties: tuple[int, ...]
    cards: tuple[Card, ...]
    canals: tuple[tuple[tuple[Space, ...], ...], ...]
    step_points: tuple[int, ...]
    pile_sizes: tuple[int, int, int]
    nesting: int
    #: the values in SHEETS that no source was found for: file and entry
    reconstructed: frozenset[tuple[str, str]]

    points: int = RULES.number("setup.points")
    guilders: int = RULES.number("setup.guilders")
    workers: int = RULES.number("setup.workers")
    stacks: int = RULES.number("setup.stacks", 1, 9)
    groups: tuple[str, ...] = RULES.value(
        "groups.names", sheets.different_words("groups", 1, state.MAX_GROUPS)
    )
    hand: int = RULES.number("round.hand", 1, 9)
    cards_per_round: int = RULES.number("round.cards", 1, 9)
    threat_from: int = RULES.number("dice.threat_from", 1, 7)
    price_up_to: int = RULES.number("dice.price_up_to", 0, 6)
    workers_taken: int = RULES.number("actions.workers", 1, 99)
    threat_points: int = RULES.number("actions.threat_points", 0, 99)
    threat_markers: int = RULES.number("threats.markers")
    circle: int = RULES.number("threats.circle", 1, 9)
    points_lost: int = RULES.number("threats.points_lost")
    price_per_point: int = RULES.number("people.price_per_point", 1)
    house_points: int = RULES.number("scoring.house")
    majority_points: int = RULES.number("scoring.majority")
    canal_space: int = RULES.number("scoring.canal_space", 1, state.SPACES)
    canal_points: int = RULES.number("scoring.canal_points")
    statues: tuple[int, ...] = RULES.value("scoring.statues", _statues)

    @property
    def deepest(self) -> int:
        """The most frames that wait on the stack.

        An activation; each arrow that plays or recruits, with those who answer its recruit, and one
        more arrow; then a penalty, who answers it, what that does, and a draw.
        """
        return 1 + 2 * (self.nesting + 1) + 4

    @property
    def most_decisions(self) -> int:
        """No game has more: see R36 of RULES.md."""
        drawn = 2 * min(self.hand, self.cards_per_round)
        rounds = state.ROUNDS_GRANTED + 2 * len(self.cards) // drawn
        return DECISIONS_PER_ROUND * rounds

    @cached_property
    def by_colour(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(
            tuple(card for card in self.cards if card.colour == c) for c in range(state.COLOURS)
        )

    @cached_property
    def card_names(self) -> tuple[tuple[str, ...], ...]:
        """The people of each colour, in the order of their bits."""
        return tuple(tuple(card.name for card in cards) for cards in self.by_colour)

    def name_rows(self, rows: Sequence[int]) -> list[str]:
        """The names of the cards of some rows."""
        return [self.cards[row].name for row in rows]

    def home_colour(self, home: int) -> int:
        """The colour of the house that an entry of the state's `home` tells of."""
        return home - MAX_CARDS - 1 if home > MAX_CARDS else self.cards[home - 1].colour

    @cached_property
    def names_by_id(self) -> list[str]:
        """The name of each card id; "" for ids without a card."""
        names = [""] * (state.COLOURS * state.PER_COLOUR)
        for card in self.cards:
            names[card.id] = card.name
        return names

    @cached_property
    def by_id(self) -> dict[int, Card]:
        return {card.id: card for card in self.cards}


def read(folder: Path, players: int) -> Board:
    """The numbers for one player count."""
    values, rules = sheets.declared(folder, Board)
    # Every player can lack one marker for a full circle, and one more is to be handed out.
    rules["threats"].number("markers", players * (values["circle"] - 1) + 1)
    rules["setup"].number("stacks", players + 1, 9)
    colour_rows = COLOURS.read(folder, threat=Record.word, penalty=choice(PENALTIES))
    for name in ("threat", "penalty"):
        once(colour_rows, [name])
    colours = column(colour_rows, "colour")
    tongue = effects.Tongue(colours, values["groups"])
    cards = _cards(folder, tongue, values["price_per_point"])
    return Board(
        **values,
        colours=colours,
        threats=column(colour_rows, "threat"),
        penalties=column(colour_rows, "penalty"),
        cards=cards,
        canals=_canals(folder, colours),
        # The town hall before the first step is worth nothing.
        step_points=(0, *column(REPUTATION.read(folder, {"step": count(1)}), "points")),
        pile_sizes=_piles(len(cards), values["stacks"], players),
        nesting=_nesting(cards),
        reconstructed=frozenset(
            (line.file, line.entry)
            for line in only_reconstructed(sheets.folder_sources(folder, SHEETS, ()))
        ),
    )


def sources(data: Path = DATA) -> list[SourceLine]:
    """Every number of the data folder with its source."""
    for players in PLAYERS:
        read(data, players)
    return sheets.folder_sources(data, SHEETS, TOMLS)


# --- the files ---


def _cards(folder: Path, tongue: effects.Tongue, per_point: int) -> tuple[Card, ...]:
    """The people in the order of the file."""
    cards: list[Card] = []
    counts = [0] * state.COLOURS
    for row in CARDS.read(
        folder,
        colour=choice(tongue.colours),
        activation=choice(ACTIVATIONS),
        activation_colour=sheets.as_it_is,
        effect=Record.word,
        group=choice(tongue.groups),
    ):
        colour = row["colour"]
        cards.append(_card(row, counts[colour], tongue, per_point))
        counts[colour] += 1
    _check_lists(cards)
    return tuple(cards)


def _card(row: Row, bit: int, tongue: effects.Tongue, per_point: int) -> Card:
    name, colour, price, activation, payer, effect, group = row.cells
    if name in map(back, tongue.colours):
        raise row.fail("name", f"{name!r} stands for a card that is face down")
    if bit == state.PER_COLOUR:
        raise row.fail("colour", f"over {bit} cards are {tongue.colours[colour]}")
    if price % per_point:
        raise row.fail("price", f"{price} is not divisible by {per_point}, so worth no points")
    is_worker = activation == Activation.WORKER
    if payer and not is_worker:
        raise row.fail("activation_colour", f"{payer!r}: only worker cards have one")
    activation_colour = row.choice("activation_colour", tongue.colours) if is_worker else 0
    try:
        clauses = effects.compile_effect(effect, ACTIVATIONS[activation], tongue)
    except effects.BadEffect as error:
        raise row.fail("effect", str(error)) from None
    points = price // per_point
    return Card(
        *(name, colour, bit, price, points, activation, activation_colour, group, clauses, effect)
    )


def _check_lists(cards: Sequence[Card]) -> None:
    """What C keeps in lists of fixed length."""
    clauses = [clause for card in cards for clause in card.clauses]
    if len(clauses) > state.MAX_CLAUSES:
        raise CARDS.fail("effect", f"{len(clauses)} clauses, choose at most {state.MAX_CLAUSES}")
    for kind in {(c.scope, c.verb) for c in clauses if c.scope == Scope.MODIFIER}:
        if sum((c.scope, c.verb) == kind for c in clauses) > state.MAX_LISTED:
            raise CARDS.fail("effect", f"over {state.MAX_LISTED} cards have {VERBS[kind[1]]}")
    for event, name in effects.EVENTS.items():
        if sum(c.scope == Scope.ON_EVENT + event for c in clauses) > state.MAX_LISTED:
            raise CARDS.fail("effect", f"over {state.MAX_LISTED} clauses wait for {name}")


def _nesting(cards: Sequence[Card]) -> int:
    """Arrow effects that let a person be recruited inside them."""
    nesting = [
        card.name
        for card in cards
        if card.activation == Activation.ARROW
        and any(
            c.scope == Scope.ACTIVATED and c.verb in (state.PLAY_CARD, state.RECRUIT_PERSON)
            for c in card.clauses
        )
    ]
    if len(nesting) > MAX_NESTING:
        raise CARDS.fail(
            "effect",
            f"{listed(nesting, 'and')} have arrows that play or recruit; "
            f"choose at most {MAX_NESTING} such cards",
        )
    return len(nesting)


def _canals(folder: Path, colours: tuple[str, ...]) -> tuple[tuple[tuple[Space, ...], ...], ...]:
    """By guard house, section and space."""
    rows = CANALS.read(
        folder,
        house=number(1, GUARD_HOUSES),
        section=choice(SECTIONS),
        space=number(1, state.SPACES),
        colour=choice(colours),
    )
    spaces = {
        (house - 1, section, space - 1): Space(colour, cost)
        for house, section, space, colour, cost in (row.cells for row in rows)
    }
    return sheets.grid(spaces, CANAL_SPACES)


def _piles(cards: int, stacks: int, players: int) -> tuple[int, int, int]:
    """Stacks of nearly equal size, one per player, make two piles; the rest is a third."""
    if cards < 2 * stacks:
        raise BadData(f"{CARDS.file}: {cards} cards, choose at least {2 * stacks}")
    sizes = [cards // stacks + (i < cards % stacks) for i in range(stacks)]
    drawn = sum(sizes[:players])
    return drawn - drawn // 2, drawn // 2, cards - drawn
