"""How the fields of a state are written, and the ranges that C code relies on."""

from __future__ import annotations

from cython_ext.fields import SEATS, Field
from engines.blood_of_kings.data import MAX_UNITS, SETS, Board
from engines.blood_of_kings.names import ACHIEVEMENTS, CARDS, INSTITUTIONS, LEVELS
from engines.blood_of_kings.phases import (
    CHALLENGES,
    DICE_FOR,
    FACE_DOWN,
    MOVING,
    NOWHERE,
    PHASES,
    REGIONS,
    SOURCES,
    STEPS,
    UNKNOWN,
    USES,
)

MOST_CROWNS = 9999
MOST_UNREST = 99
MOST_GLORY = 250
MOST_KINGDOM_CARDS = 9
MAX_PLAYERS = 6
NOBODY = "nobody"


def seat_names(players: int) -> dict[int, str]:
    """Seats, and the lack of one, by number."""
    return {0: NOBODY, **{seat + 1: f"seat {seat}" for seat in range(players)}}


def place_labels(board: Board) -> tuple[str, ...]:
    """Regions, unused numbers between, then the seas."""
    unused = [f"({i})" for i in range(len(board.regions), REGIONS)]
    return (*board.region_names, *unused, *board.sea_names)


def fields(board: Board, players: int, turn_cap: int) -> dict[str, Field]:
    """By name of the struct's field."""
    kingdoms, regions, seas = board.kingdoms, board.region_names, board.sea_names
    places, kinds = place_labels(board), board.card_names
    kingdom = dict(enumerate(kingdoms))
    some_kingdom = {0: "", **{k + 1: name for k, name in enumerate(kingdoms)}}
    card = {0: "", **{i + 1: name for i, name in enumerate(CARDS)}}
    kind = {0: "", **{i + 1: name for i, name in enumerate(kinds)}, UNKNOWN: FACE_DOWN}
    place = {**dict(enumerate(places)), NOWHERE: ""}
    seat = seat_names(players)
    seat_bits = [seat[i + 1] for i in range(players)]
    told = {0: ""}
    for owner in range(players):
        told |= {owner * len(kinds) + i + 1: f"seat {owner}: {k}" for i, k in enumerate(kinds)}
    flag = Field(high=1)
    held = Field((kingdoms,), bits=regions)
    units = Field((kingdoms,), high=MAX_UNITS)
    cards = Field((kingdoms, CARDS), high=MOST_KINGDOM_CARDS)
    some_regions = Field(bits=regions)
    seats = Field(bits=seat_bits)
    some_kingdoms = Field(bits=kingdoms)
    counts = Field((kinds,))
    return {
        "phase": Field(names=dict(enumerate(PHASES))),
        "step": Field(names=dict(enumerate(STEPS))),
        "turn": Field(high=turn_cap),
        "first": Field(high=players - 1),
        "acting": Field(high=max(len(kingdoms), players)),
        "dice_for": Field(names=dict(enumerate(DICE_FOR))),
        "tie": flag,
        "deal_left": Field(high=SETS),
        "deal_to": Field(high=MAX_PLAYERS),
        "deal_at": Field(high=SETS),
        "glory_to": Field(names=seat),
        "glory_from": Field(names=seat),
        "glory_source": Field(names=dict(enumerate(SOURCES))),
        "glory": Field((SEATS,), high=MOST_GLORY),
        "earned": Field((SEATS, SOURCES), high=MOST_GLORY),
        "tiles": Field((SEATS,), bits=ACHIEVEMENTS),
        "display": Field(bits=ACHIEVEMENTS),
        "bag": Field(bits=ACHIEVEMENTS),
        "crowns": Field((kingdoms,), high=MOST_CROWNS),
        "holds": held,
        "flags": held,
        "sieges": held,
        "entered": some_regions,
        "settled": some_regions,
        "influence": Field((SEATS,)),
        "raised": Field(),
        "order": Field((None,), names=kingdom),
        "ruler": Field((kingdoms,), names=seat),
        "unrest": Field((kingdoms,), high=MOST_UNREST),
        "level": Field((kingdoms, INSTITUTIONS), high=LEVELS - 1),
        "in_hand": cards,
        "on_mat": cards,
        "played": Field((kingdoms,), names=card),
        "shielded": some_kingdoms,
        "flags_left": Field((kingdoms,), high=board.flag_tokens),
        "alliance": Field((kingdoms,), names=some_kingdom),
        "flipped": some_kingdoms,
        "sea_owner": Field((seas,), names=some_kingdom),
        "sea_flags": Field((seas,), bits=kingdoms),
        "armies": Field((kingdoms, places), high=MAX_UNITS),
        "fleets": Field((kingdoms, seas), high=MAX_UNITS),
        "cathedral_due": flag,
        "moved": Field((places,), high=MAX_UNITS),
        "sailed": Field((seas,), high=MAX_UNITS),
        "rider": flag,
        "moving": Field(names=dict(enumerate(MOVING))),
        "from_place": Field(names=place),
        "to_place": Field(names=place),
        "place": Field(names=place),
        "assault": flag,
        "sally": some_kingdoms,
        "late_sally": some_kingdoms,
        "clash": flag,
        "attackers": some_kingdoms,
        "defenders": some_kingdoms,
        "force": units,
        "waiting": units,
        "lost": units,
        "leaving": units,
        "leader": Field((None,), names=seat),
        "vote": Field(names=seat),
        "side": flag,
        "challenge": Field(names=dict(enumerate(CHALLENGES))),
        "throne": Field(names=kingdom),
        "called": seats,
        "caller": Field(names=seat),
        "declared": seats,
        "revealed": seats,
        "committed": Field((SEATS,)),
        "card": Field(names=kind),
        "use": Field(names=dict(enumerate(USES))),
        "target": Field(names=kingdom),
        "second": Field(names=some_kingdom),
        "regions": Field(
            (None,), names={0: "", **{i + 1: name for i, name in enumerate(regions)}}
        ),
        "gainers": Field((None,), names=some_kingdom),
        "refused": some_kingdoms,
        "tokens": some_kingdoms,
        "placed": some_kingdoms,
        "whom": Field(high=players - 1),
        "polled": seats,
        "foiler": Field(names=seat),
        "giver": Field(names=some_kingdom),
        "offered": Field(names=kind),
        "answered": Field(names=kind),
        "hand_count": Field((SEATS,)),
        "height": Field((SEATS, kingdoms)),
        "sets": Field((None, kinds)),
        "discards": counts,
        "deck": counts,
        "hand": Field((SEATS, kinds)),
        "mat": Field((None,), names={**dict(enumerate(kinds)), UNKNOWN: FACE_DOWN}),
        "pledged": Field((None,), names=seat),
        "known": Field((None,), bits=seat_bits),
        "laid": Field(high=turn_cap),
        "owned": Field((SEATS, kinds)),
        "since": Field((SEATS, kinds), high=turn_cap),
        "drawn": Field((SEATS,)),
        "told": Field((SEATS, None), names=told),
    }
