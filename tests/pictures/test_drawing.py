"""The pieces that pictures are built from."""

from __future__ import annotations

from itertools import pairwise

import pytest
from conformance.walks import Walk

from eminence import engines
from eminence.cython_ext.pictures.lettering import text_box
from eminence.cython_ext.pictures.scene import Box, Group, Line, Text, within
from eminence.engines.kit.drawing import (
    Plate,
    decides,
    face,
    plate,
    plate_height,
    plates,
    who_moves,
    winners,
)


def words(group: Group) -> list[str]:
    return [part.text for part in within([group]) if isinstance(part, Text)]


@pytest.mark.parametrize("text", ["7", "13", "stone", "a very long word on a card"])
@pytest.mark.parametrize(("width", "height"), [(86, 58), (46, 62), (120, 30)])
def test_what_a_card_is_fits_on_it(text: str, width: float, height: float) -> None:
    box, written = face(10, 20, text, width, height).shapes
    assert isinstance(box, Box)
    assert isinstance(written, Text)
    assert text.startswith(written.text.rstrip("…"))
    assert written.text == text or len(text) > 5
    left, top, right, bottom = text_box(written)
    assert 10 <= left < right <= 10 + width
    assert 20 <= top < bottom <= 20 + height


def test_words_on_cards_are_equally_high_where_they_fit() -> None:
    heights = {face(0, 0, text).shapes[1].size for text in ("straw", "wood", "stone", "foil")}
    assert len(heights) == 1


def test_a_plate_says_who_and_how_it_stands() -> None:
    shown = Plate(1, ["4 points", "2 cards"], "to move")
    assert words(plate(0, 0, shown, 1)) == ["B", "seat 1, you", "to move", "4 points", "2 cards"]
    assert words(plate(0, 0, shown, 0))[1] == "seat 1"
    assert plate(0, 0, shown, 1).tip == "seat 1, you. to move. 4 points. 2 cards"


@pytest.mark.parametrize(
    ("shown", "framed"),
    [(Plate(0), 0), (Plate(0, now="to move"), 1), (Plate(0, now="waits", framed=False), 0)],
)
def test_a_seat_with_something_to_do_has_a_frame(shown: Plate, framed: int) -> None:
    assert sum(isinstance(part, Line) for part in plate(0, 0, shown, -1).shapes) == framed


def test_plates_stand_below_each_other() -> None:
    rows = [Plate(0, ["a", "b"]), Plate(1), Plate(2, ["c"])]
    panel = plates(rows, 0)
    boxes = [part for part in within(panel.shapes) if isinstance(part, Box)]
    assert [box.height for box in boxes] == [plate_height(row) for row in rows]
    for upper, lower in pairwise(boxes):
        assert upper.y + upper.height < lower.y
    assert boxes[-1].y + boxes[-1].height == pytest.approx(panel.height)


def test_winners_are_known_at_the_end_alone() -> None:
    for seed in range(8):
        for state in Walk(engines.load("connect_four"), seed):
            if not state.over:
                assert winners(state.view(0)) == []
        best = max(result.win for result in state.returns())
        seats = [seat for seat, result in enumerate(state.returns()) if result.win == best]
        assert winners(state.view(0)) == winners(state.view(engines.PUBLIC)) == seats


def test_it_is_told_whose_turn_it_is() -> None:
    told = set()
    for state in Walk(engines.load("kuhn_poker"), 1):
        for viewer in (0, 1, engines.PUBLIC):
            view = state.view(viewer)
            said = who_moves(view)
            told.add(said)
            assert decides(view) == (said == "you are to move")
    assert told == {
        "cards are dealt",
        "you are to move",
        "seat 0 is to move",
        "seat 1 is to move",
        "the game is over",
    }
