"""The numbers of Bruges: reads the data folder for one player count.

Errors (`BadData`) name file, row or table, and field. What C code relies on (array sizes,
ranges, how deep effects can nest) is proven here, once, when the game is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from eminence.cython_ext.errors import BadData
from eminence.engines.bruges.effects import language as effects
from eminence.engines.bruges.effects.language import ACTIVATIONS, VERBS, Clause
from eminence.engines.bruges.state import (
    COLOURS,
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_GROUPS,
    MAX_LISTED,
    MAX_STATUES,
    MAX_STEPS,
    PER_COLOUR,
    PLAY_CARD,
    RECRUIT_PERSON,
    ROUNDS_GRANTED,
    SPACES,
    Activation,
    Penalty,
    Scope,
)
from eminence.engines.kit import tables
from eminence.engines.kit.guidance_file import GUIDANCE
from eminence.engines.kit.options import SourceLine, listed
from eminence.engines.kit.tables import Entry, once, read_csv, read_tables

DATA = Path(__file__).parent / "data"
PLAYERS = (2, 3, 4)

SECTIONS = ("left", "right")
GUARD_HOUSES = 4
#: arrow effects that play or recruit: each may wait on the stack for the one inside it
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

CARDS = "cards.csv"
COLUMNS = {
    "colours.csv": ("colour", "threat", "penalty", "source", "threat_source", "penalty_source"),
    CARDS: (
        *("name", "colour", "price", "activation", "activation_colour", "effect", "group"),
        *("source", "colour_source", "price_source", "activation_source"),
        *("activation_colour_source", "effect_source", "group_source"),
    ),
    "canals.csv": (
        *("house", "section", "space", "colour", "cost"),
        *("source", "colour_source", "cost_source"),
    ),
    "reputation.csv": ("step", "points", "source"),
}
#: how many columns, from the first on, name a row
KEY_COLUMNS = {"colours.csv": 1, CARDS: 1, "canals.csv": 3, "reputation.csv": 1}
#: what the rows of a file introduce by name; the name has a source too
NAMES = {"colours.csv": "colour", CARDS: "person"}
RULES = "rules.toml"
FILES = (*COLUMNS, RULES, GUIDANCE)

RULE_TABLES = {
    "setup": ["points", "guilders", "workers", "stacks"],
    "groups": ["names"],
    "round": ["hand", "cards"],
    "dice": ["threat_from", "price_up_to"],
    "actions": ["workers", "threat_points"],
    "threats": ["markers", "circle", "points_lost"],
    "people": ["price_per_point"],
    "scoring": ["house", "majority", "canal_space", "canal_points", "statues"],
}


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
        return self.colour * PER_COLOUR + self.bit


def back(colour: str) -> str:
    """What a card of that colour is called by those who see its back alone."""
    return f"{colour} ?"


class Space(NamedTuple):
    colour: int
    cost: int


@dataclass(frozen=True)
class Board:
    """Every number of one loaded game. Colours, groups and cards go by index."""

    colours: tuple[str, ...]
    threats: tuple[str, ...]
    penalties: tuple[int, ...]
    groups: tuple[str, ...]
    cards: tuple[Card, ...]
    canals: tuple[tuple[tuple[Space, ...], ...], ...]
    step_points: tuple[int, ...]
    statues: tuple[int, ...]
    pile_sizes: tuple[int, int, int]
    points: int
    guilders: int
    workers: int
    hand: int
    cards_per_round: int
    threat_from: int
    price_up_to: int
    workers_taken: int
    threat_points: int
    threat_markers: int
    circle: int
    points_lost: int
    house_points: int
    majority_points: int
    canal_space: int
    canal_points: int
    nesting: int

    @property
    def deepest(self) -> int:
        """Frames that wait on the stack at most.

        An activation; each arrow that plays or recruits, with those who answer its recruit,
        and a last arrow as well; then a penalty, who answers it, what that does, a draw.
        """
        return 1 + 2 * (self.nesting + 1) + 4

    @property
    def most_decisions(self) -> int:
        """No game has more: see R36 of RULES.md."""
        rounds = ROUNDS_GRANTED + 2 * len(self.cards) // (2 * min(self.hand, self.cards_per_round))
        return DECISIONS_PER_ROUND * rounds

    @cached_property
    def by_colour(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(tuple(card for card in self.cards if card.colour == c) for c in range(COLOURS))

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
        names = [""] * (COLOURS * PER_COLOUR)
        for card in self.cards:
            names[card.id] = card.name
        return names

    @cached_property
    def by_id(self) -> dict[int, Card]:
        return {card.id: card for card in self.cards}


def read(folder: Path, players: int) -> Board:
    """The numbers for one player count."""
    if not folder.is_dir():
        raise BadData(f"data: {folder} is no folder")
    rules = read_tables(folder, RULES, RULE_TABLES)
    colours, threats, penalties = _colours(folder)
    groups = rules["groups"].words("names")
    if not 1 <= len(groups) <= MAX_GROUPS or len(set(groups)) != len(groups):
        raise rules["groups"].fail("names", f"expected 1 to {MAX_GROUPS} different groups")
    cards = _cards(folder, effects.Tongue(colours, groups), rules["people"])
    scoring, threat = rules["scoring"], rules["threats"]
    circle = threat.number("circle", 1, 9)
    return Board(
        colours=colours,
        threats=threats,
        penalties=penalties,
        groups=groups,
        cards=cards,
        canals=_canals(folder, colours),
        step_points=_steps(folder),
        statues=_statues(scoring),
        pile_sizes=_piles(len(cards), rules["setup"], players),
        points=rules["setup"].number("points"),
        guilders=rules["setup"].number("guilders"),
        workers=rules["setup"].number("workers"),
        hand=rules["round"].number("hand", 1, 9),
        cards_per_round=rules["round"].number("cards", 1, 9),
        threat_from=rules["dice"].number("threat_from", 1, 7),
        price_up_to=rules["dice"].number("price_up_to", 0, 6),
        workers_taken=rules["actions"].number("workers", 1, 99),
        threat_points=rules["actions"].number("threat_points", 0, 99),
        # One for each player who is short of one to a full circle, and one to hand out.
        threat_markers=threat.number("markers", players * (circle - 1) + 1),
        circle=circle,
        points_lost=threat.number("points_lost"),
        house_points=scoring.number("house"),
        majority_points=scoring.number("majority"),
        canal_space=scoring.number("canal_space", 1, SPACES),
        canal_points=scoring.number("canal_points"),
        nesting=_nesting(cards),
    )


def sources(data: Path | None = None) -> list[SourceLine]:
    """Every number of the data folder with its source."""
    folder = Path(data) if data is not None else DATA
    for players in PLAYERS:
        read(folder, players)
    tomls = (RULES, GUIDANCE)
    return tables.folder_sources(folder, COLUMNS, KEY_COLUMNS, NAMES, tomls)


# --- the files ---


def _csv(folder: Path, file: str, count: int | None = None) -> list[Entry]:
    return read_csv(folder, file, COLUMNS[file], count)


def _colours(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]:
    """The colours of cards, workers and dice, and what threatens in each."""
    rows = _csv(folder, "colours.csv", COLOURS)
    for column in ("colour", "threat", "penalty"):
        once(rows, column, [column])
    return (
        tuple(row.word("colour") for row in rows),
        tuple(row.word("threat") for row in rows),
        tuple(row.number_of("penalty", PENALTIES) for row in rows),
    )


def _cards(folder: Path, tongue: effects.Tongue, people: Entry) -> tuple[Card, ...]:
    """The people in the order of the file."""
    rows = _csv(folder, CARDS)
    if len(rows) > MAX_CARDS:
        raise BadData(f"{CARDS}: {len(rows)} cards, choose at most {MAX_CARDS}")
    once(rows, "name", ["name"])
    per_point = people.number("price_per_point", 1)
    counts = [0] * COLOURS
    cards = []
    for row in rows:
        card = _card(row, tongue, per_point, counts)
        if card.name in map(back, tongue.colours):
            raise row.fail("name", f"{card.name!r} stands for a card that is face down")
        counts[card.colour] += 1
        cards.append(card)
    _check_lists(cards)
    return tuple(cards)


def _card(row: Entry, tongue: effects.Tongue, per_point: int, counts: Sequence[int]) -> Card:
    colour = row.choice("colour", tongue.colours)
    if counts[colour] == PER_COLOUR:
        raise row.fail("colour", f"over {PER_COLOUR} cards are {tongue.colours[colour]}")
    price = row.number("price")
    if price % per_point:
        raise row.fail("price", f"{price} is not divisible by {per_point}, so worth no points")
    activation = row.number_of("activation", ACTIVATIONS)
    payer = row.values["activation_colour"]
    is_worker = activation == Activation.WORKER
    if payer and not is_worker:
        raise row.fail("activation_colour", f"{payer!r}: only worker cards have one")
    effect = row.word("effect")
    try:
        clauses = effects.compile_effect(effect, ACTIVATIONS[activation], tongue)
    except effects.BadEffect as error:
        raise row.fail("effect", str(error)) from None
    return Card(
        row.word("name"),
        colour,
        counts[colour],
        price,
        price // per_point,
        activation,
        row.choice("activation_colour", tongue.colours) if is_worker else 0,
        row.choice("group", tongue.groups),
        clauses,
        effect,
    )


def _check_lists(cards: Sequence[Card]) -> None:
    """What C keeps in lists of fixed length."""
    clauses = [clause for card in cards for clause in card.clauses]
    if len(clauses) > MAX_CLAUSES:
        raise BadData(f"{CARDS}, effect: {len(clauses)} clauses, choose at most {MAX_CLAUSES}")
    for kind in {(c.scope, c.verb) for c in clauses if c.scope == Scope.MODIFIER}:
        if sum((c.scope, c.verb) == kind for c in clauses) > MAX_LISTED:
            raise BadData(f"{CARDS}, effect: over {MAX_LISTED} cards have {VERBS[kind[1]]}")
    for event, name in effects.EVENTS.items():
        if sum(c.scope == Scope.ON_EVENT + event for c in clauses) > MAX_LISTED:
            raise BadData(f"{CARDS}, effect: over {MAX_LISTED} clauses wait for {name}")


def _nesting(cards: Sequence[Card]) -> int:
    """Arrow effects that let a person be recruited inside them."""
    nesting = [
        card.name
        for card in cards
        if card.activation == Activation.ARROW
        and any(
            c.scope == Scope.ACTIVATED and c.verb in (PLAY_CARD, RECRUIT_PERSON)
            for c in card.clauses
        )
    ]
    if len(nesting) > MAX_NESTING:
        raise BadData(
            f"{CARDS}, effect: {listed(nesting, 'and')} have arrows that play or recruit; "
            f"choose at most {MAX_NESTING} such cards"
        )
    return len(nesting)


def _canals(folder: Path, colours: tuple[str, ...]) -> tuple[tuple[tuple[Space, ...], ...], ...]:
    """By guard house, section and space."""
    rows = _csv(folder, "canals.csv", GUARD_HOUSES * len(SECTIONS) * SPACES)
    once(rows, "space", ["house", "section", "space"])
    found = {
        (
            row.number("house", 1, GUARD_HOUSES),
            row.choice("section", SECTIONS),
            row.number("space", 1, SPACES),
        ): Space(row.choice("colour", colours), row.number("cost"))
        for row in rows
    }
    return tuple(
        tuple(
            tuple(found[house + 1, side, space + 1] for space in range(SPACES))
            for side in range(len(SECTIONS))
        )
        for house in range(GUARD_HOUSES)
    )


def _steps(folder: Path) -> tuple[int, ...]:
    """Points of each step of the reputation track; the town hall before it is worth nothing."""
    rows = _csv(folder, "reputation.csv")
    if not 1 <= len(rows) < MAX_STEPS:
        raise BadData(f"reputation.csv: {len(rows)} steps, choose 1 to {MAX_STEPS - 1}")
    for number, row in enumerate(rows, 1):
        if row.number("step") != number:
            raise row.fail("step", f"expected {number}: the steps in their order")
    return (0, *(row.number("points") for row in rows))


def _statues(scoring: Entry) -> tuple[int, ...]:
    values = scoring.numbers("statues", 1)
    if len(values) > MAX_STATUES:
        raise scoring.fail("statues", f"choose at most {MAX_STATUES}")
    if len(set(values)) != len(values):
        raise scoring.fail("statues", "expected different values")
    return values


def _piles(cards: int, setup: Entry, players: int) -> tuple[int, int, int]:
    """Stacks as equal as possible, one per player; those make two piles, the rest a third."""
    stacks = setup.number("stacks", players + 1, 9)
    if cards < 2 * stacks:
        raise BadData(f"{CARDS}: {cards} cards, choose at least {2 * stacks}")
    sizes = [cards // stacks + (i < cards % stacks) for i in range(stacks)]
    drawn = sum(sizes[:players])
    return drawn - drawn // 2, drawn // 2, cards - drawn
