"""Recorded games, tree sizes and what networks see.

`--update-golden` writes them again; review the diff.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest
from conformance import golden
from conformance.cases import Case, cases_of
from conformance.sight import has_features

from eminence import engines

WRITE = "pytest tests/contract/test_golden.py --update-golden"
UPDATE = f"if the change is meant: {WRITE}"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_recorded_game_plays_again_line_by_line(case: Case, update_golden: bool) -> None:
    path = golden.golden_path(case)
    text = golden.transcript(case)
    if update_golden:
        write(path, text)
    assert path.exists(), f"{case.id} has no recorded game; {UPDATE}"
    recorded = path.read_text(encoding="utf-8")
    pairs = zip_longest(recorded.splitlines(), text.splitlines(), fillvalue="(end)")
    for number, (expected, got) in enumerate(pairs, 1):
        assert got == expected, f"{case.name}/{path.name} line {number}; {UPDATE}"
    assert len(recorded.encode()) < 100 * 1024


@pytest.mark.parametrize("name", engines.names())
def test_trees_have_their_recorded_sizes(name: str, update_golden: bool) -> None:
    path = golden.perft_path(name)
    if update_golden:
        write(path, golden.perft_text(name))
    assert path.exists(), f"{name} has no recorded tree sizes; {UPDATE}"
    recorded = golden.read_perft(name)
    assert list(recorded) == [case.option_id for case in cases_of(name)], UPDATE
    for case in cases_of(name):
        game = case.load()
        assert recorded[case.option_id], f"{case.id}: no depth recorded; {UPDATE}"
        for depth, expected in recorded[case.option_id]:
            got = engines.perft(game.root(), depth)
            assert got == expected, (
                f"{case.id} depth {depth}: {UPDATE}\nnow split:\n{golden.split(game, depth)}"
            )


def test_networks_see_the_recorded_numbers(case: Case, update_golden: bool) -> None:
    """In the debug build and in later versions too: a network is trained once."""
    if not has_features(case.load()):
        pytest.skip(f"{case.name} has no features")
    if update_golden:
        write(golden.sight_path(case.name), golden.sight_text(case))
    write_it = f"{WRITE} -k 'networks and {case.name}'"
    recorded = golden.read_sight(case.name).get(case.option_id)
    assert recorded, f"{case.id} has no recorded features; write them: {write_it}"
    assert golden.sight(case) == recorded, f"{case.id}: other numbers; if meant: {write_it}"


def test_no_record_is_left_over(update_golden: bool) -> None:
    """A file of a removed game or option set would never be compared again."""
    names = engines.names()
    expected = {golden.golden_path(case) for name in names for case in cases_of(name)}
    expected |= {golden.perft_path(name) for name in names}
    expected |= {golden.sight_path(name) for name in names if has_features(engines.load(name))}
    found = {*golden.GOLDEN.rglob("*.txt"), *golden.PERFT.glob("*.perft")}
    if update_golden:
        for path in found - expected:
            path.unlink()
        return
    assert found - expected == set(), UPDATE
