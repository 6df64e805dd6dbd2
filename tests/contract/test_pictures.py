"""Pictures of all games: from a view alone, well made, and readable."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

from conformance.walks import sampled, viewers

from eminence import engines
from eminence.cython_ext.pictures import svg
from eminence.cython_ext.pictures.lettering import text_box
from eminence.cython_ext.pictures.scene import Group, Panel, Scene, Text, within
from eminence.cython_ext.pictures.tones import TONES

#: how many states of a random game are looked at
STATES = 6
#: words that no player's text has: names of C structs
INTERNAL = re.compile(r"\w_\w")
#: lines may be so much nearer to each other than their boxes, which are a little large
SLACK = 1.5


def views(game: engines.Game) -> list[engines.View]:
    return [state.view(seat) for state in sampled(game, 9, STATES) for seat in viewers(game)]


#: by game: each is drawn once for all tests
_drawn: dict[str, list[tuple[engines.View, Scene]]] = {}


def scenes(game: engines.Game) -> list[tuple[engines.View, Scene]]:
    """Views with their pictures."""
    name = repr(game)
    if name not in _drawn:
        _drawn[name] = [(view, view.picture()) for view in views(game)]
    return _drawn[name]


def texts_of(panel: Panel) -> list[Text]:
    return [shape for shape in within(panel.shapes) if isinstance(shape, Text)]


def test_what_can_be_pointed_at_has_a_name_of_its_own(game: engines.Game) -> None:
    for _, scene in scenes(game):
        ids = Counter(shape.id for shape in scene.shapes() if shape.id)
        assert [id for id, times in ids.items() if times > 1] == []
        panels = [panel.id for panel in scene.panels]
        assert len(set(panels)) == len(panels)


def test_legal_moves_belong_to_shapes_that_are_there(game: engines.Game) -> None:
    for view, scene in scenes(game):
        ids = {shape.id for shape in scene.shapes()} - {""}
        answers = view.player == view.seat and not view.over
        assert set(scene.moves) <= set(view.actions() if answers else ())
        for shapes in scene.moves.values():
            assert shapes
            assert set(shapes) <= ids


def test_colours_are_known_by_their_meaning(game: engines.Game) -> None:
    for _, scene in scenes(game):
        assert {shape.tone for shape in scene.shapes()} <= set(TONES)


def test_words_are_for_people(game: engines.Game) -> None:
    for _, scene in scenes(game):
        for shape in scene.shapes():
            said = shape.text if isinstance(shape, Text) else ""
            assert not INTERNAL.search(f"{said} {shape.tip}"), (said, shape.tip)
            assert not isinstance(shape, Text) or said.strip()


def test_words_stay_inside_their_panel(game: engines.Game) -> None:
    for _, scene in scenes(game):
        for panel in scene.panels:
            for text in texts_of(panel):
                left, top, right, bottom = text_box(text)
                assert left >= -SLACK, text
                assert top >= -SLACK, text
                assert right <= panel.width + SLACK, text
                assert bottom <= panel.height + SLACK, text


def test_words_do_not_lie_on_each_other(game: engines.Game) -> None:
    for _, scene in scenes(game):
        for panel in scene.panels:
            for one, other in combinations(texts_of(panel), 2):
                assert not overlap(text_box(one), text_box(other)), (one.text, other.text)


def overlap(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> bool:
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > SLACK
        and min(one[3], other[3]) - max(one[1], other[1]) > SLACK
    )


def test_a_picture_shows_no_more_than_the_view(game: engines.Game) -> None:
    """What the seat cannot see is dealt anew, and the picture stays the same."""
    for view, scene in scenes(game):
        assert view.sample(seed=1).view(view.seat).picture() == scene


def test_drawings_are_safe_to_show(game: engines.Game) -> None:
    """Well-formed, and nothing in them runs, styles or fetches."""
    for _, scene in scenes(game):
        for drawn in (svg.picture(scene), svg.picture(scene, dark=True), *panels_of(scene)):
            names = {element.tag.split("}")[1] for element in ElementTree.fromstring(drawn).iter()}
            assert names <= {"svg", "title", "g", "rect", "circle", "path", "polyline", "text"}
            assert not re.search(r"href|url\(|style=|\son\w+=", drawn)


def panels_of(scene: Scene) -> list[str]:
    return [svg.panel_svg(panel) for panel in scene.panels]


def test_groups_are_never_empty(game: engines.Game) -> None:
    for _, scene in scenes(game):
        assert all(shape.shapes for shape in scene.shapes() if isinstance(shape, Group))
