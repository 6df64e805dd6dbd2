"""Masks in JSON: a list of labels instead of a number."""

from __future__ import annotations

import numpy as np
import pytest

from eminence.cython_ext.errors import BadPosition
from eminence.cython_ext.fields import SEATS, Field, Layout

HEAD = ("head", [("view_of", "i1")])
LABELS = ("Paris King", "Dijon Duke", "Dijon Baron")


def layout(kind: str = "u4", **fields: Field) -> Layout:
    dtype = np.dtype([HEAD, ("held", kind, (4,)), ("flags", kind), ("spare", "u1", (3,))])
    return Layout(dtype, 2, fields or {"held": Field((SEATS,), bits=LABELS)})


def test_a_mask_is_written_as_labels_and_read_back() -> None:
    fields = layout()
    record = np.zeros((), fields.dtype)
    record["held"][1] = 0b101
    written = fields.encode(record)
    assert written == {"held": [[], ["Paris King", "Dijon Baron"]]}
    assert fields.decode(written, "position").tobytes() == record.tobytes()


def test_a_mask_outside_an_array() -> None:
    fields = layout(flags=Field(bits=("a", "b")))
    record = fields.decode({"flags": ["b"]}, "position")
    assert record["flags"] == 2
    assert fields.encode(record) == {"flags": ["b"]}


def test_each_entry_of_an_axis_may_have_labels_of_its_own() -> None:
    rows = (("a", "b"), ("c",), ())
    fields = layout(spare=Field((("x", "y", "z"),), bit_rows=rows))
    record = np.zeros((), fields.dtype)
    record["spare"] = [2, 1, 0]
    written = fields.encode(record)
    assert written == {"spare": {"x": ["b"], "y": ["c"]}}
    assert fields.decode(written, "position").tobytes() == record.tobytes()
    with pytest.raises(BadPosition, match=r"spare\.y: unknown value 'a'; choose from c"):
        fields.decode({"spare": {"y": ["a"]}}, "position")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["Dijon King"], "position.held[1]: unknown value 'Dijon King'; choose from Paris King,"),
        ([3], "position.held[1]: unknown value 3"),
        ([["Paris King"]], "position.held[1]: unknown value ['Paris King']"),
        (5, "position.held[1]: expected a list of names, got 5"),
        ("Paris King", "position.held[1]: expected a list of names"),
        (["Paris King", "Paris King"], "position.held[1]: 'Paris King' is named twice"),
    ],
)
def test_bad_masks_name_the_field(value: object, message: str) -> None:
    with pytest.raises(BadPosition) as error:
        layout().decode({"held": [[], value]}, "position")
    assert str(error.value).startswith(message)


def test_a_bit_without_a_label_is_out_of_range() -> None:
    fields = layout()
    record = np.zeros((), fields.dtype)
    record["held"][0] = 8
    with pytest.raises(BadPosition, match="held: expected a whole number from 0 to 7, got 8"):
        fields.check_ranges(record)


def test_labels_must_fit_the_mask() -> None:
    with pytest.raises(ValueError, match="held: 9 labels for uint8"):
        layout("u1", held=Field((SEATS,), bits=tuple("abcdefghi")))


def test_entries_behind_the_labels_of_an_axis_are_refused() -> None:
    fields = layout(spare=Field((("a", "b"),)))
    record = np.zeros((), fields.dtype)
    record["spare"][2] = 1
    with pytest.raises(BadPosition, match="spare: has entries for what has no name"):
        fields.check_ranges(record)


def test_more_labels_than_entries_are_refused() -> None:
    with pytest.raises(ValueError, match="spare: 4 labels for 3 entries"):
        layout(spare=Field((tuple("abcd"),)))
