"""Blocks in a file: a run that was stopped goes on where it was."""

import json

import pytest

import engines
from experiments.match import play_block
from experiments.records import Match, Records


@pytest.fixture(scope="module")
def kuhn():
    return engines.load("kuhn_poker", players=3)


@pytest.fixture(scope="module")
def match(kuhn):
    return Match.of(kuhn, "greedy", "random")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "blocks.jsonl"


def block(match, seed):
    return play_block(match.game, match.candidate, match.opponents, seed)


def write(path, match, seeds):
    with Records(path, [match]) as records:
        for seed in seeds:
            records.add(match, block(match, seed))


def rewrite(path, **changes):
    """Change entries of the first line."""
    first, *rest = path.read_text().splitlines(keepends=True)
    path.write_text(json.dumps(json.loads(first) | changes) + "\n" + "".join(rest))


def test_a_line_says_what_it_is(path, match):
    write(path, match, [3])
    (line,) = path.read_text().splitlines()
    written = json.loads(line)
    rotations = written.pop("rotations")
    assert written == {
        "game": "kuhn_poker",
        "options": {"players": 3},
        "fingerprint": match.game.fingerprint,
        "version": written["version"],
        "candidate": "greedy",
        "opponents": "random",
        "seed": 3,
    }
    assert [r["seat"] for r in rotations] == [0, 1, 2]


def test_a_block_is_on_disk_as_soon_as_it_is_added(path, match):
    with Records(path, [match]) as records:
        records.add(match, block(match, 0))
        assert path.read_text().endswith("\n")
        records.add(match, block(match, 1))
        assert path.read_text().count("\n") == 2


def test_a_run_goes_on_where_it_stopped(path, match):
    write(path, match, [4, 0, 2])
    with Records(path, [match]) as records:
        assert records.missing(match, range(6)) == [1, 3, 5]
        for seed in records.missing(match, range(6)):
            records.add(match, block(match, seed))
        assert records.blocks(match) == [block(match, seed) for seed in range(6)]
    with Records(path, [match]) as records:
        assert records.missing(match, range(6)) == []
        assert records.blocks(match) == [block(match, seed) for seed in range(6)]


@pytest.mark.parametrize("kept", [1, 40, -1])
def test_a_line_that_was_cut_off_is_dropped_with_a_note(path, match, kept):
    write(path, match, [0, 1])
    first, second = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + second[:kept])
    notes = []
    with Records(path, [match], notes.append) as records:
        assert records.missing(match, range(2)) == [1]
        records.add(match, block(match, 1))
    assert notes == [f"{path}: dropped line 2, which was cut off half-way"]
    assert path.read_bytes() == first + second


def test_a_whole_file_needs_no_note(path, match):
    write(path, match, [0, 1])
    notes = []
    Records(path, [match], notes.append).close()
    assert notes == []


def test_matches_of_one_experiment_share_a_file(path, match, kuhn):
    other = Match.of(kuhn, "random", "greedy")
    with Records(path, [match, other]) as records:
        records.add(match, block(match, 0))
        records.add(other, block(other, 1))
    with Records(path, [match, other]) as records:
        assert records.missing(match, range(2)) == [1]
        assert records.missing(other, range(2)) == [0]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"candidate": "greedy:worlds=9"}, "candidate 'greedy:worlds=9' instead of 'greedy'"),
        ({"opponents": "greedy"}, "opponents 'greedy' instead of 'random'"),
        ({"version": "0.0.1"}, "version '0.0.1' instead of"),
        ({"fingerprint": "beef"}, "fingerprint 'beef' instead of"),
        ({"options": {"players": 2}}, "options {'players': 2} instead of {'players': 3}"),
        ({"game": "leduc_poker"}, "game 'leduc_poker' instead of 'kuhn_poker'"),
    ],
)
def test_a_file_of_another_experiment_is_refused_and_left_alone(
    path, match, changes, complaint
):
    write(path, match, [0, 1])
    rewrite(path, **changes)
    before = path.read_bytes()
    with pytest.raises(engines.BadData, match="another experiment") as error:
        Records(path, [match])
    assert f"{path} line 1" in str(error.value)
    assert complaint in str(error.value)
    assert path.read_bytes() == before


def test_the_complaint_is_about_the_nearest_match(path, match, kuhn):
    write(path, match, [0])
    near, far = Match.of(kuhn, "greedy:worlds=9", "random"), Match.of(kuhn, "random", "greedy")
    with pytest.raises(engines.BadData) as error:
        Records(path, [far, near])
    assert "candidate 'greedy' instead of 'greedy:worlds=9')" in str(error.value)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"seed": "0"}, "line 1: seed: expected a whole number, got '0'"),
        ({"rotations": []}, "line 1: rotations: expected a list of 3"),
        ({"rotations": [{}] * 3}, "line 1: rotations: expected seat, win, rank, score, margin"),
        ({"seed": 1}, "line 2: seed 1 is there twice"),
    ],
)
def test_a_line_that_says_no_block_is_refused(path, match, changes, complaint):
    write(path, match, [0, 1])
    rewrite(path, **changes)
    with pytest.raises(engines.BadData, match=complaint):
        Records(path, [match])


@pytest.mark.parametrize("line", [b"half a line\n", b"[]\n", b"\xff\xfe\n", b"\n"])
def test_rubbish_in_the_middle_is_no_cut_off_line(path, match, line):
    write(path, match, [0])
    path.write_bytes(line + path.read_bytes())
    with pytest.raises(engines.BadData, match=r"line 1: expected .* JSON object"):
        Records(path, [match])


def test_two_runs_do_not_write_one_file(path, match):
    with (
        Records(path, [match]),
        pytest.raises(engines.BadOption, match="another run is writing this file"),
    ):
        Records(path, [match])
    Records(path, [match]).close()


def test_a_place_that_cannot_be_written_is_named(tmp_path, match):
    with pytest.raises(engines.BadOption, match="Is a directory"):
        Records(tmp_path, [match])


def test_a_block_is_added_once_and_where_it_belongs(path, match, kuhn):
    other = Match.of(kuhn, "random", "greedy")
    with Records(path, [match]) as records:
        records.add(match, block(match, 0))
        with pytest.raises(engines.BadOption, match="seed 0 of greedy is in"):
            records.add(match, block(match, 0))
        with pytest.raises(engines.BadOption, match="a block of random against greedy"):
            records.add(match, block(other, 1))
        with pytest.raises(engines.BadOption, match="random against greedy is no match of"):
            records.missing(other, [0])


def test_specifications_are_compared_as_the_agents_write_them(kuhn):
    assert Match.of(kuhn, "greedy:worlds=8", "random:seed=0") == Match.of(
        kuhn, "greedy", "random"
    )
