"""How many armies go: a counter for each number that the viewer may choose."""

from __future__ import annotations

from eminence.cython_ext.pictures.scene import Group, Panel, Shape
from eminence.engines.kit.drawing import in_rows
from eminence.engines.wallenstein.picture.glance import Glance
from eminence.engines.wallenstein.picture.pieces import WIDE, Sign
from eminence.engines.wallenstein.state import Move, Phase

#: large enough for a finger
SCALE = 1.7
STEP = (42.0, 30.0)


def asks_how_many(glance: Glance) -> bool:
    return glance.answers and glance.phase == Phase.AMOUNT


def amount_id(armies: int) -> str:
    return f"march {armies}"


def march_panel(glance: Glance) -> Panel:
    """The numbers, each with the odds that the notes tell."""

    def drawn(action: int, x: float, y: float) -> Shape:
        n = action - Move.ARMIES
        text, note = glance.view.text(action), glance.words.note(glance.view, action)
        return Group(
            Sign(str(n)).drawn(x, y, SCALE),
            id=amount_id(n),
            tip=f"{text}: {note}" if note else text,
        )

    counters, height = in_rows(glance.view.actions(), drawn, step=STEP, room=WIDE)
    name = glance.board.names[glance.target]
    return Panel("march", f"Armies to {name}", WIDE, height, counters)
