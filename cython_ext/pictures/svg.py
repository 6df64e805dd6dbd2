"""Scenes as SVG: each panel by itself for a page, or the whole picture as one file.

Colours stand in attributes, so that a picture file needs nothing else; each shape also has the
class of its tone, by which a page's style sheet gives it the colours of a dark page. No scripts, no
styles, no links: a page may show it under the strictest Content-Security-Policy.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from xml.sax.saxutils import escape, quoteattr

from eminence.cython_ext.pictures.lettering import LINE, paragraph, wrapped
from eminence.cython_ext.pictures.scene import (
    TEXT,
    Area,
    Box,
    Disc,
    Group,
    Line,
    Panel,
    Point,
    Scene,
    Shape,
    Text,
)
from eminence.cython_ext.pictures.tones import TONES

NAMESPACE = "http://www.w3.org/2000/svg"
FONT = "system-ui, 'DejaVu Sans', sans-serif"
MONO = "'DejaVu Sans Mono', monospace"
#: a picture file is about so wide, or as wide as its panels
WIDTH = 960.0
#: it is at least so wide if it has a heading
HEADING = 360.0
MARGIN = 12.0
#: the room that a panel's title takes in a picture file
TITLE = 2 * TEXT
FAINT = 0.45
#: shapes that are kept drawn: a board has up to a thousand
MOST_KEPT = 8192


def picture(scene: Scene, dark: bool = False, heading: str = "") -> str:
    """The whole scene as one SVG file: panels packed into rows, below a heading if there is one."""
    placed, width, height = packed(scene.panels)
    width = max(width, HEADING if heading else 0)
    lines = wrapped(heading, width - 2 * MARGIN, bold=True)
    top = LINE * TEXT * len(lines) + MARGIN if lines else 0.0
    height += top
    title = f"{scene.title} {heading}" if heading else scene.title
    parts = [
        f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {_n(width)} {_n(height)}" width="{_n(width)}" '
        f'height="{_n(height)}" role="img" font-family="{FONT}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_n(width)}" height="{_n(height)}" fill="{colour("page", dark)}"/>',
        *(drawn(line, dark) for line in paragraph(lines, MARGIN, MARGIN + TEXT, bold=True)),
    ]
    for panel, (x, y) in placed:
        parts.append(f'<g transform="translate({_n(x)} {_n(y + top)})">')
        above = Text(0, TEXT, panel.title, bold=True)
        parts += [drawn(above, dark), f'<g transform="translate(0 {_n(TITLE)})">']
        parts += [drawn(shape, dark) for shape in panel.shapes]
        parts.append("</g></g>")
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def panel_svg(panel: Panel) -> str:
    """One panel for a page, which scales it, and colours it for light or dark."""
    inside = "\n".join(_drawn_once(shape) for shape in panel.shapes)
    return (
        f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {_n(panel.width)} {_n(panel.height)}" role="img" '
        f"aria-label={quoteattr(panel.title)}>\n{inside}\n</svg>"
    )


def packed(panels: Sequence[Panel]) -> tuple[list[tuple[Panel, Point]], float, float]:
    """Where each panel stands in a picture file, and the size of the whole."""
    room = max([WIDTH, *(panel.width + 2 * MARGIN for panel in panels)])
    placed: list[tuple[Panel, Point]] = []
    x = y = MARGIN
    row = width = 0.0
    for panel in panels:
        if x > MARGIN and x + panel.width + MARGIN > room:
            x, y, row = MARGIN, y + row + MARGIN, 0.0
        placed.append((panel, (x, y)))
        x += panel.width + MARGIN
        row, width = max(row, TITLE + panel.height), max(width, x)
    return placed, width, y + row + MARGIN


def colour(tone: str, dark: bool = False) -> str:
    """The colour of a tone."""
    return TONES[tone].dark if dark else TONES[tone].light


@cache
def tone_class(tone: str) -> str:
    """The class that a style sheet knows a tone by: `seat 0` is `tone-seat-0`."""
    return "tone-" + re.sub(r"\W+", "-", tone)


def drawn(shape: Shape, dark: bool = False) -> str:
    """A shape as an SVG element, with its tip as title."""
    tip = f"<title>{escape(shape.tip)}</title>" if shape.tip else ""
    known = f" data-id={quoteattr(shape.id)}" if shape.id else ""
    faint = f' opacity="{FAINT}"' if shape.faint else ""
    common = f"{known}{faint}"
    if isinstance(shape, Group):
        inside = "".join(drawn(part, dark) for part in shape.shapes)
        return f"<g{common}>{tip}{inside}</g>"
    name, attributes, content = _element(shape, dark)
    return f"<{name}{common}{attributes}>{tip}{content}</{name}>"


@lru_cache(maxsize=MOST_KEPT)
def _drawn_once(shape: Shape) -> str:
    """Drawn only if it was not lately: most of a board stays as it is, and looks alike to many."""
    return drawn(shape)


def _element(shape: Shape, dark: bool) -> tuple[str, str, str]:
    """The name of a shape's element, its attributes, and what stands inside."""
    if isinstance(shape, Text):
        weight = ' font-weight="bold"' if shape.bold else ""
        if shape.mono:
            weight += f' font-family="{MONO}" xml:space="preserve"'
        place = f' x="{_n(shape.x)}" y="{_n(shape.y)}" font-size="{_n(shape.size)}"'
        anchor = f' text-anchor="{shape.anchor.value}"'
        return "text", f"{place}{anchor}{weight}{_filled(shape.tone, dark)}", escape(shape.text)
    if isinstance(shape, Line):
        points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
        stroke = f' fill="none" stroke-width="{_n(shape.width)}" stroke-linejoin="round"'
        return "polyline", f' points="{points}"{stroke}{_stroked(shape.tone, dark)}', ""
    edge = f' stroke="{colour("edge", dark)}" stroke-width="1"'
    paint = f"{_filled(shape.tone, dark)}{edge}"
    if isinstance(shape, Box):
        size = f' x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}"'
        return "rect", f'{size} height="{_n(shape.height)}" rx="{_n(shape.round)}"{paint}', ""
    if isinstance(shape, Disc):
        return "circle", f' cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}"{paint}', ""
    if isinstance(shape, Area):
        return "path", f' d="{"".join(map(_closed, shape.outlines))}"{paint}', ""
    raise TypeError(f"no drawing for {type(shape).__name__}")


def _filled(tone: str, dark: bool) -> str:
    return f' class="{tone_class(tone)}" fill="{colour(tone, dark)}"'


def _stroked(tone: str, dark: bool) -> str:
    return f' class="{tone_class(tone)}-line" stroke="{colour(tone, dark)}"'


def _closed(outline: Sequence[Point]) -> str:
    first, *others = (f"{_n(x)} {_n(y)}" for x, y in outline)
    return f"M{first}L{' '.join(others)}Z"


def _n(number: float) -> str:
    """A number as short as a picture needs it."""
    # Adding nothing makes -0 what it equals, so that equal shapes are written alike.
    return f"{number + 0.0:.2f}".rstrip("0").rstrip(".")
