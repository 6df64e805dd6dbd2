"""Scenes as PNG, for what shows no SVG. Nothing else imports this: its libraries load slowly."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import resvg_py

from eminence.cython_ext.pictures import svg
from eminence.cython_ext.pictures.scene import Scene

#: pixels for a unit of a scene
ZOOM = 2
#: ordinary, bold, and with letters of one width
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf")


def picture(scene: Scene, dark: bool = False, heading: str = "", zoom: int = ZOOM) -> bytes:
    """The whole scene as a PNG file.

    Its letters are those of matplotlib's own fonts: the file is the same on every machine, also
    where no fonts are installed.
    """
    folder = Path(matplotlib.get_data_path(), "fonts", "ttf")
    return resvg_py.svg_to_bytes(
        svg_string=svg.picture(scene, dark, heading),
        zoom=zoom,
        skip_system_fonts=True,
        font_files=[str(folder / font) for font in FONTS],
        sans_serif_family="DejaVu Sans",
        monospace_family="DejaVu Sans Mono",
    )
