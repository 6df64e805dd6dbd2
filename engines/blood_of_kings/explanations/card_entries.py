"""Entries for cards and mats: Kingdom cards, Dynasty cards, institutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from eminence.cython_ext.words import Entry
from eminence.engines.blood_of_kings import tables
from eminence.engines.blood_of_kings.explanations.situation import COLOURED_HIGHER, crowns, percent
from eminence.engines.blood_of_kings.kingdom.numbers import NO_CARD
from eminence.engines.blood_of_kings.names import CARDS, DYNASTY, INSTITUTIONS
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import KINGDOMS, LEVELS, Permit
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import among, plural

KINGDOM_CARD, DYNASTY_CARD, INSTITUTION = "Kingdom card", "Dynasty card", "institution"
#: what the coloured die has to do in most rolls of two dice
ROLL = f"the coloured die is higher than the white one ({percent(COLOURED_HIGHER)})"


def card_name(card: int) -> str:
    """A Kingdom card as its entry is called."""
    return CARDS[card].capitalize()


def institution_name(institution: int) -> str:
    return f"{INSTITUTIONS[institution].capitalize()} institution"


def dynasty_name(board: Board, kind: int) -> str:
    name = board.deck[kind].name
    return name[0].upper() + name[1:]


def card_entries(board: Board) -> Iterator[Entry]:
    for card in range(len(CARDS)):
        yield Entry(card_name(card), KINGDOM_CARD, kingdom_card_text(board, card))
    for kind in range(len(board.deck)):
        yield Entry(dynasty_name(board, kind), DYNASTY_CARD, dynasty_card_text(board, kind))
    for institution in range(len(INSTITUTIONS)):
        yield Entry(
            institution_name(institution), INSTITUTION, institution_text(board, institution)
        )


# --- Kingdom cards ---


def permitted_text(board: Board, card: int) -> str:
    """Such as `influence and unrest`."""
    permitted = among(DYNASTY, board.permits[card])
    return listed(permitted, "and") if permitted else "nothing"


def kingdom_card_text(board: Board, card: int) -> str:
    effects: dict[int, str] = {
        tables.SUCCESSION: (
            "A peaceful succession: all armies and fleets of the kingdom leave the map, and "
            "others may challenge the ruler. In the Negotiation phase the kingdom takes all its "
            "cards back into its hand."
        ),
        tables.COUNCIL: (
            f"For {crowns(board.council_price)} one card of the kingdom's stack goes back to its "
            "hand, for a later turn; not the Council that was just played."
        ),
        tables.TAXATION: "The treasury gains the kingdom's income.",
        tables.DEVELOPMENT: (
            "One institution goes up by one level if its price is paid; the ruler gains "
            f"{board.development_glory} glory."
        ),
        tables.ADMINISTRATION: (
            "Reductions, as many as you pay for: the first costs 1 Crown, each further one 1 Crown "
            "more. Each lowers the kingdom's unrest by 1, or turns up and discards the top card of "
            "another player's stack on it; a bluff that is turned up costs nothing."
        ),
        tables.PREPARATIONS: (
            f"Raise armies and fleets for {crowns(board.unit_price)} each: {raising_text(board)}. "
            "Fleets need a port. New units fight enemies that stand where they appear; then a sea "
            "with an own fleet and no enemy fleet may be claimed."
        ),
        tables.EXPANSION: (
            "In this order: roll for sieges, move units, fight battles, assault regions, lay new "
            "sieges, claim seas."
        ),
    }
    return (
        f"{effects[card]} In the Dynasty phase of this turn it permits "
        f"{permitted_text(board, card)} cards on the kingdom. {owned_text(board, card)}"
    )


def raising_text(board: Board) -> str:
    capitol, castle, town = board.raising[tables.CAPITOL : tables.TOWN + 1]
    return (
        f"up to {capitol} at a capitol, {plural(castle, 'army', 'armies')} at a castle, "
        f"{town} at a town"
    )


def owned_text(board: Board, card: int) -> str:
    """How many of them the kingdoms have at the start."""
    counts = [cards[card] for cards in board.starting_cards]
    return (
        f"In hand at the start: {by_kingdom(board, counts, lambda n: str(n))}; later up to "
        f"{max(cards[card] for cards in board.total_cards)}."
        if max(counts) != max(cards[card] for cards in board.total_cards)
        else f"In hand at the start: {by_kingdom(board, counts, lambda n: str(n))}."
    )


def by_kingdom(board: Board, values: Sequence[int], say: Callable[[int], str]) -> str:
    """One word if all kingdoms have the same, such as `2 (Spain, Italy), 1 (all others)`."""
    different = sorted({*values}, key=lambda value: (values.count(value), value))
    if len(different) == 1:
        return f"{say(different[0])} each"
    parts = []
    for value in different[:-1]:
        owners = [name for name, own in zip(board.kingdoms, values, strict=True) if own == value]
        parts.append(f"{say(value)} ({', '.join(owners)})")
    return f"{', '.join(parts)}, {say(different[-1])} (all others)"


# --- Dynasty cards ---


def dynasty_card_text(board: Board, kind: int) -> str:
    card = board.deck[kind]
    return f"{_effect(board, kind)} {plural(card.copies, 'copy', 'copies')} in the deck."


def _effect(board: Board, kind: int) -> str:
    card = board.deck[kind]
    if kind < tables.UNREST_CARD:
        where = listed(among(board.kingdoms, card.shields), "and")
        legal = "every kingdom" if kind < tables.ONE_SHIELD else where
        elsewhere = "" if kind < tables.ONE_SHIELD else " On any other kingdom it is a bluff."
        return (
            f"Influence of {card.value} in {legal}: play it face down on your stack on a kingdom "
            f"that permits influence, and use it in successions.{elsewhere}"
        )
    uses: dict[int, str] = {
        tables.UNREST_CARD: (
            "The unrest of a kingdom that permits it rises by 1. If it then equals or exceeds the "
            "kingdom's stability, a violent succession follows at once; in Chaos it does not."
        ),
        tables.ATTRITION_CARD: (
            "Two dice for a kingdom that permits it: if the coloured one is higher, you remove one "
            "of its armies or fleets; if the white one is higher, its ruler chooses the unit; "
            "equal dice do nothing. In Chaos a higher white die does nothing either."
        ),
        tables.DIPLOMACY_CARD: diplomacy_text(board),
        tables.INTRIGUE_CARD: (
            "On a kingdom that permits it: look at one stack of another player there and put it "
            "back in any order; or move the order tokens of kingdoms that permit it. Or, at any "
            f"time, foil a Dynasty card of another player: it has no effect if {ROLL}."
        ),
    }
    return f"{uses[kind]} It may also be played face down as influence, as a bluff."


def diplomacy_text(board: Board) -> str:
    return (
        "Name a kingdom that permits it, a castle or town that it does not hold with one of its "
        "armies in it or next to it (armies at sea are next to the ports of that sea), and a "
        "kingdom that is to get the region. That kingdom needs a ruler who agrees and a flag; "
        "armies of the holder in the region prevent it, unless the gaining kingdom has a flag "
        f"there. Its ruler rolls: if {ROLL}, the region is conquered, glory included, and armies "
        "of the kingdom that lost it are removed from it."
    )


# --- institutions ---


def institution_text(board: Board, institution: int) -> str:
    """What the levels cost and bring, for all kingdoms alike or for each that differs."""
    lines = [_mat_text(board, k, institution) for k in range(KINGDOMS)]
    if len({*lines}) == 1:
        told = lines[0]
    else:
        told = " ".join(f"{name}: {line}" for name, line in zip(board.kingdoms, lines, strict=True))
    return f"{told} {grants_text(board, institution)}".strip()


def _levels(values: Sequence[int]) -> str:
    """One number if it is the same at all levels."""
    return str(values[0]) if len({*values}) == 1 else listed(values, "and")


def _mat_text(board: Board, kingdom: int, institution: int) -> str:
    mat = board.mats[kingdom]
    benefits: dict[int, str] = {
        tables.LEGAL: (
            f"At levels 1 to {LEVELS} the ruler adds {_levels(mat.influence)} to the own influence "
            f"in successions; each new level adds {_levels(mat.flags[1:])} flags."
        ),
        tables.ECONOMIC: (
            f"Income at levels 1 to {LEVELS}: {_levels(mat.capitol)} for the capitol, "
            f"{_levels(mat.castle)} for each castle, {_levels(mat.town)} for each town; the base "
            f"income of seas times {_levels(mat.sea)}."
        ),
        tables.MILITARY: (
            f"At levels 1 to {LEVELS} each fortified region has {_levels(mat.fortification)} more "
            f"levies, and the kingdom has {_levels(_running(mat.siege))} siege tokens."
        ),
        tables.RELIGIOUS: (
            f"At levels 1 to {LEVELS} stability is {_levels(mat.stability)} plus the cathedrals, "
            f"and the income for each cathedral {_levels(mat.cathedral)}."
        ),
        tables.ARTISTIC: (
            f"It brings nothing but the {board.development_glory} glory for each new level, and is "
            "cheap."
        ),
    }
    cost = mat.cost[institution][1:]
    return (
        f"{benefits[institution]} Levels 2 to {LEVELS} cost {_levels(cost)} Crowns; each is one "
        f"Development and brings {board.development_glory} glory."
        if institution != tables.ARTISTIC
        else f"{benefits[institution]} Levels 2 to {LEVELS} cost {_levels(cost)} Crowns."
    )


def _running(values: Sequence[int]) -> list[int]:
    return [sum(values[: i + 1]) for i in range(len(values))]


def grants_text(board: Board, institution: int) -> str:
    """The cards that levels add, such as `Cards that levels add: France: taxation at 2.`"""
    told = []
    for name, mat in zip(board.kingdoms, board.mats, strict=True):
        cards = [
            f"{CARDS[card]} at {level + 1}"
            for level, card in enumerate(mat.grants[institution])
            if card != NO_CARD
        ]
        if cards:
            told.append(f"{name} {listed(cards, 'and')}")
    return f"Cards that levels add to a kingdom: {'; '.join(told)}." if told else ""


def permits_of(board: Board, permit: Permit) -> list[str]:
    """The Kingdom cards that permit a type of Dynasty card."""
    return [card_name(card) for card in range(len(CARDS)) if board.permits[card] & permit]
