"""The set of blunders: each position can be asked about. How bots do there is no test.

`python -m benchmarks.blunders check tests/strength` asks a bot.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmark_modules import benchmark

files = benchmark("judging.blunder_files")

FOLDER = Path(__file__).parent
BLUNDERS = files.read_list(FOLDER)


@pytest.mark.parametrize("blunder", BLUNDERS, ids=lambda blunder: blunder.file)
def test_the_position_is_the_one_of_its_entry(blunder):
    view = files.position_of(FOLDER, blunder)
    assert view.player == view.seat == blunder.seat
    assert (view.game.name, view.game.options) == (blunder.game, blunder.options)
    assert files.file_of(view) == blunder.file
    assert files.half_of(view) == blunder.half


@pytest.mark.parametrize("blunder", BLUNDERS, ids=lambda blunder: blunder.file)
def test_bad_and_better_moves_are_legal_and_differ(blunder):
    view = files.position_of(FOLDER, blunder)
    bad = files.actions_of(view, blunder, blunder.bad_moves)
    (better,) = files.actions_of(view, blunder, [blunder.better])
    assert len({*bad, better}) == len(bad) + 1


def test_every_position_has_one_entry():
    listed = sorted(blunder.file for blunder in BLUNDERS)
    found = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*.toml"))
    assert listed == found
    assert listed
