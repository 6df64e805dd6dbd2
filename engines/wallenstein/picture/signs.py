"""What stands in a county: its owner with armies, buildings, revolt markers, leaders, statues."""

from __future__ import annotations

import numpy as np

from eminence.cython_ext.pictures.scene import seat_tone
from eminence.engines.wallenstein.board_text import REVOLT_SIGN, SIGNS
from eminence.engines.wallenstein.explanations.looking import buildings_in, open_sites, owner_of
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.picture.pieces import Sign, of_seat

#: by kind of building
BUILDING_TONES = ("gold", "white", "brown")
OPEN_SITE = Sign()
LEADER_LETTER, STATUE_LETTER = "L", "s"
#: markers that are drawn one by one
MOST_MARKS = 2


def building_sign(kind: int) -> Sign:
    """A palace, a church or a trading post."""
    tone = BUILDING_TONES[kind]
    return Sign(SIGNS[kind], tone, f"on {tone}")


def revolt_sign(markers: int) -> Sign:
    """Such as `!!`, or `3!`."""
    marks = REVOLT_SIGN * markers if markers <= MOST_MARKS else f"{markers}{REVOLT_SIGN}"
    return Sign(marks, "red", "on red")


def leader_sign(seat: int) -> Sign:
    return Sign(LEADER_LETTER, seat_tone(seat), f"on {seat_tone(seat)}")


def statue_sign(seat: int, statues: int) -> Sign:
    """Such as `sB`, or `2sB`."""
    sign = of_seat(seat)
    many = statues if statues > 1 else ""
    return Sign(f"{many}{STATUE_LETTER}{sign.text}", sign.tone, sign.ink)


def held_signs(data: np.void, county: int) -> list[Sign]:
    """The owner with armies, the leader, revolt markers."""
    owner = owner_of(data, county)
    signs = []
    if owner is not None:
        signs.append(of_seat(owner, str(data["armies"][county])))
        if data["general"][owner] == county + 1:
            signs.append(leader_sign(owner))
    if data["markers"][county]:
        signs.append(revolt_sign(int(data["markers"][county])))
    return signs


def site_signs(board: Board, data: np.void, county: int) -> list[Sign]:
    """The buildings and the open sites, then statues."""
    signs = [building_sign(kind) for kind in buildings_in(data, county)]
    signs += [OPEN_SITE] * open_sites(board, data, county)
    for seat, honoured in enumerate(data["honoured"]):
        if int(honoured) >> county & 1:
            signs.append(statue_sign(seat, int(data["statues"][county])))
    return signs
