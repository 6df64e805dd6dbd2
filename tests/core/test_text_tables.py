"""Rows and columns as text."""

from eminence.cython_ext.text_tables import number, text_table


def test_tables_align_and_numbers_are_short():
    assert text_table([["a", "12"], ["bbb", "3"]], right=(1,)) == "a    12\nbbb   3"
    assert [number(x) for x in (2.0, 2.5, 1 / 3, 0.0, -1.0, 100.0)] == [
        "2",
        "2.5",
        "0.33",
        "0",
        "-1",
        "100",
    ]
