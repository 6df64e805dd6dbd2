"""Entries for the Achievement tiles: the first sentence is what the tile does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from eminence.cython_ext.words import Entry
from eminence.engines.blood_of_kings.explanations.situation import armies, crowns, levies
from eminence.engines.blood_of_kings.names import INSTITUTIONS
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import Achievement
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import among, plural

TILE = "Achievement tile"

Numbers = Mapping[str, int]


def tile_entries(board: Board, in_play: Iterable[int]) -> Iterator[Entry]:
    for tile in in_play:
        yield Entry(board.tile_names[tile], TILE, tile_text(board, tile))


def tile_text(board: Board, tile: int) -> str:
    said = TEXTS[Achievement(tile)]
    numbers = board.achievements[tile].numbers
    return said.format(board=board) if isinstance(said, str) else said(numbers)


def short_text(board: Board, tile: int) -> str:
    """What it does, without its exceptions."""
    return tile_text(board, tile).split(". ")[0].removesuffix(".")


def _divine_right(n: Numbers) -> str:
    return (
        f"As ruler you add {n['influence']} influence in successions. It comes on top of the bonus "
        "of the Legal institution."
    )


def _elite_guard(n: Numbers) -> str:
    return (
        f"With Preparations {armies(n['armies'])} free in the capitol. Another army must have been "
        "paid for there."
    )


def _famous_troupe(n: Numbers) -> str:
    return (
        f"When you claim it, {crowns(n['cost'])} of one own kingdom buy {n['glory']} glory. It is "
        f"then or never. Who has to return the tile also returns {n['glory']} glory to the pool, "
        "bought or not."
    )


def _deadly_archers(n: Numbers) -> str:
    where = "in battles and assaults" if n["assaults"] else "in battles, not in assaults"
    return (
        f"Defending on land, {where}, the attacker loses the first army. The coloured die is not "
        "rolled. It does not work at sea, and the Flower of Chivalry of the attacker cancels it."
    )


def _kings_justice(n: Numbers) -> str:
    return (
        f"{plural(n['reductions'], 'reduction')} of each Administration free. Paying begins with 1 "
        "Crown after that; a bluff that is turned up does not use it up."
    )


def _loyal_barons(n: Numbers) -> str:
    return (
        f"In a violent succession it counts as {plural(n['cards'], 'legal card')} of value 0. With "
        "it you may challenge without any card; it helps a ruler too."
    )


def _mighty_castles(n: Numbers) -> str:
    where = "castle" if n["castles_only"] else "capitol, castle and town"
    return (
        f"{levies(n['fortification'])} more in each {where} of your kingdoms. They come on top of "
        "those of the Military institution."
    )


def _monastic_order(n: Numbers) -> str:
    cheap = listed(among(INSTITUTIONS, n["institutions"]), "and")
    return f"Developing the {cheap} institution costs {n['reduction']} Crowns less."


def _popular_support(n: Numbers) -> str:
    return (
        f"Your Unrest cards also add {n['unrest']} unrest to a second kingdom. It must permit "
        "Unrest. As ruler you also win ties for the most cards in violent successions."
    )


def _siege_engines(n: Numbers) -> str:
    return (
        f"{levies(n['levies'])} fewer against your assaults, and your sieges succeed with equal "
        f"dice. They leave at least {levies(n['least_levies'])}."
    )


def _strategic_marriage(n: Numbers) -> str:
    return (
        f"As challenger you add {n['influence']} influence in any succession. You may challenge "
        "without any card."
    )


TEXTS: Mapping[Achievement, str | Callable[[Numbers], str]] = {
    Achievement.BAGGAGE_TRAINS: (
        "Attrition costs your kingdoms a unit only if the coloured die is higher. The player of "
        "the card chooses the unit."
    ),
    Achievement.COUNCIL_OF_LORDS: (
        "You may discard one of the cards you pick up for the top card of the deck."
    ),
    Achievement.DEADLY_ARCHERS: _deadly_archers,
    Achievement.DIVINE_RIGHT: _divine_right,
    Achievement.ELITE_GUARD: _elite_guard,
    Achievement.FAMOUS_TROUPE: _famous_troupe,
    Achievement.FREE_RIDERS: (
        "In each Expansion one army may move twice. It may even leave a region with enemy armies."
    ),
    Achievement.FLOWER_OF_CHIVALRY: (
        "Attacking in a battle on land, the defender loses the first army. The coloured die is not "
        "rolled. It does not work in assaults or at sea, and Deadly Archers cancel it."
    ),
    Achievement.FULL_GRANARIES: (
        "Armies above the garrison do not help besiegers of your regions."
    ),
    Achievement.GLORIOUS_CAPITOL: lambda n: f"{n['income']} income more for each of your kingdoms.",
    Achievement.GRAND_TOURNEYS: lambda n: (
        f"Taxation also lowers the unrest of your kingdom by {n['unrest']}."
    ),
    Achievement.HEAVENLY_CATHEDRALS: lambda n: (
        f"{n['stability']} stability more for your kingdoms with a cathedral."
    ),
    Achievement.KINGS_JUSTICE: _kings_justice,
    Achievement.LOYAL_BARONS: _loyal_barons,
    Achievement.MASSIVE_ARMADA: lambda n: (
        f"With Preparations {plural(n['fleets'], 'free fleet')} at each port of the kingdom. They "
        "come beyond what the port may raise."
    ),
    Achievement.MERCENARY_COMPANIES: lambda n: (
        f"With Preparations {armies(n['armies'])} free in each town where a unit was paid for."
    ),
    Achievement.MERCHANT_LEAGUE: lambda n: f"{n['income']} income more for each of your towns.",
    Achievement.MIGHTY_CASTLES: _mighty_castles,
    Achievement.MONASTIC_ORDER: _monastic_order,
    Achievement.PERSUASIVE_DIPLOMATS: (
        "Your Diplomacy card may be used for a second region. It has the same target, but a "
        "beneficiary and a roll of its own."
    ),
    Achievement.POPULAR_SUPPORT: _popular_support,
    Achievement.ROYAL_PATRONAGE: (
        "Council is free, and no Dynasty card may target that kingdom in this turn. Foils are "
        "still possible."
    ),
    Achievement.SECRET_ALLIES: (
        "With an Intrigue card in your turn you also take a random card of another hand. It comes "
        "after the card's own effect, and not if the card was foiled."
    ),
    Achievement.SKILLED_NEGOTIATOR: (
        "In negotiations you may exchange Dynasty cards with others who agree. One card or none "
        "each way, and up to {board.exchanges} proposals in a phase; only with full negotiations."
    ),
    Achievement.SIEGE_ENGINES: _siege_engines,
    Achievement.STRATEGIC_MARRIAGE: _strategic_marriage,
    Achievement.TEMPLE_KNIGHTS: lambda n: (
        f"With Preparations {armies(n['armies'])} free in each cathedral of the kingdom."
    ),
    Achievement.TRADE_HOUSES: (
        "You may turn Alliance tokens to either side in the Negotiation phase, before the trade "
        "too."
    ),
    Achievement.TREASURE_FLEET: lambda n: (
        f"{n['income']} base income more for each of your seas. The Economic institution "
        "multiplies it."
    ),
    Achievement.WEB_OF_INFORMERS: (
        "After a failed foil of anybody you may try a second and last one, and your foils succeed "
        "with equal dice."
    ),
}
