"""Frames around what a move is about, and whole pictures with a heading, as SVG and as PNG."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib
import pytest
import resvg_py

from eminence import engines
from eminence.cython_ext.pictures import png, svg
from eminence.cython_ext.pictures.lettering import text_box
from eminence.cython_ext.pictures.marking import marked
from eminence.cython_ext.pictures.scene import (
    Area,
    Box,
    Disc,
    Group,
    Line,
    Panel,
    Scene,
    Shape,
    Text,
    token,
)

BOX = Box(20, 30, 40, 10, id="thing")


def scene_of(*shapes: Shape) -> Scene:
    return Scene("A scene.", (Panel("board", "Board", 100, 80, shapes),))


def frames(shape: Shape) -> list[Line]:
    """What is drawn above the shape once it is marked."""
    before = scene_of(shape)
    (panel,) = marked(before, ["thing"]).panels
    assert panel.shapes[0] == shape
    return [frame for frame in panel.shapes[1:] if isinstance(frame, Line)]


def edges(line: Line) -> tuple[float, float, float, float]:
    across, down = zip(*line.points, strict=True)
    return min(across), min(down), max(across), max(down)


def test_nothing_else_changes() -> None:
    state = engines.load("tic_tac_toe").root()
    before = state.view(0).picture()
    after = marked(before, before.moves[4])
    for old, new in zip(before.panels, after.panels, strict=True):
        assert new.shapes[: len(old.shapes)] == old.shapes
        assert replace(new, shapes=()) == replace(old, shapes=())
    assert (after.title, after.moves) == (before.title, before.moves)
    added = [shape.id for shape in after.panels[0].shapes[len(before.panels[0].shapes) :]]
    assert added == ["", ""]
    assert marked(before, []) == before


def test_a_frame_is_in_the_tone_on_a_wider_rim_and_above_all() -> None:
    rim, frame = frames(BOX)
    assert (rim.tone, frame.tone) == ("page", "accent")
    assert rim.width > frame.width
    (panel,) = marked(scene_of(BOX, Disc(5, 5, 3)), ["thing"], "bad").panels
    assert panel.shapes[-1].tone == "bad"


@pytest.mark.parametrize(
    ("shape", "around"),
    [
        (BOX, (17, 27, 63, 43)),
        (Disc(40, 40, 10, id="thing"), (27, 27, 53, 53)),
        (token(40, 40, 0, radius=10, id="thing"), (27, 27, 53, 53)),
        (Group((replace(BOX, id=""), Text(25, 38, "7", size=5)), id="thing"), (17, 27, 63, 43)),
        (Group((Disc(30, 30, 5), Disc(60, 40, 5)), id="thing"), (22, 22, 68, 48)),
        (Area((((20, 20), (60, 20), (60, 50)),), id="thing"), (20, 20, 60, 50)),
    ],
)
def test_a_frame_follows_the_edge_of_its_shape(
    shape: Shape, around: tuple[float, float, float, float]
) -> None:
    assert edges(frames(shape)[-1]) == pytest.approx(around, abs=0.2)


def test_a_round_piece_gets_a_ring() -> None:
    for shape in (Disc(40, 40, 10, id="thing"), token(40, 40, 1, radius=10, id="thing")):
        distances = {((x - 40) ** 2 + (y - 40) ** 2) ** 0.5 for x, y in frames(shape)[-1].points}
        assert max(distances) - min(distances) < 1e-9


def test_a_road_is_drawn_again_on_a_wider_line() -> None:
    below, road = frames(Line(((10, 10), (50, 60)), id="thing", width=2))
    assert (below.tone, below.points) == ("accent", road.points)
    assert below.width > road.width == 2
    assert road.id == ""


def test_words_are_framed_as_wide_as_they_are() -> None:
    words = Text(20, 40, "Dijon", id="thing")
    left, top, right, bottom = text_box(words)
    assert edges(frames(words)[-1]) == (left - 3, top - 3, right + 3, bottom + 3)


def test_a_frame_stays_inside_the_panel() -> None:
    left, top, right, bottom = edges(frames(Box(0, 0, 100, 80, id="thing"))[-1])
    assert (left, top, right, bottom) == (1.5, 1.5, 98.5, 78.5)


def test_parts_of_a_group_can_be_marked() -> None:
    assert len(frames(Group((BOX,)))) == 2


# --- picture files ---


def test_a_heading_stands_above_the_panels_and_in_the_title() -> None:
    plain, headed = (svg.picture(scene_of(BOX), heading=text) for text in ("", "Play x & go."))
    assert "<title>A scene. Play x &amp; go.</title>" in headed
    assert ">Play x &amp; go.</text>" in headed
    assert "<title>A scene.</title>" in plain
    heights = [float(text.split('height="')[1].split('"')[0]) for text in (plain, headed)]
    assert heights[1] > heights[0]


def test_a_picture_is_no_wider_than_its_panels_need() -> None:
    panels = [Panel(str(n), "", 300, 10, ()) for n in range(4)]
    _, width, _ = svg.packed(panels[:2])
    assert width == 2 * 300 + 3 * svg.MARGIN
    _, width, _ = svg.packed(panels)
    assert width == 3 * 300 + 4 * svg.MARGIN <= svg.WIDTH


def size_of(picture: bytes) -> tuple[int, int]:
    return int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")


def test_a_png_has_the_size_of_the_svg_times_the_zoom() -> None:
    scene = scene_of(BOX)
    _, width, height = svg.packed(scene.panels)
    for zoom in (1, 2):
        picture = png.picture(scene, zoom=zoom)
        assert picture.startswith(b"\x89PNG\r\n")
        assert size_of(picture) == (round(width * zoom), round(height * zoom))


def test_a_png_has_letters_and_its_colours() -> None:
    """Without fonts words would be left out."""
    words = Text(10, 40, "Words", size=20)
    shown, empty = png.picture(scene_of(words)), png.picture(scene_of())
    assert len(shown) > len(empty) + 200
    mono = png.picture(scene_of(replace(words, mono=True)))
    assert len({shown, empty, mono, png.picture(scene_of(words), dark=True)}) == 4


def test_a_png_takes_no_letters_from_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fonts come with matplotlib, so they are there wherever Eminence is installed."""
    asked: dict[str, Any] = {}
    draw = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **how: asked.update(how) or draw(**how))
    png.picture(scene_of(BOX))
    assert asked["skip_system_fonts"] is True
    assert len(asked["font_files"]) == 3
    for font in map(Path, asked["font_files"]):
        assert font.is_file()
        assert font.is_relative_to(matplotlib.get_data_path())
