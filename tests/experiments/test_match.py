"""Matches: what they play, what they find, how they stop and go on."""

from __future__ import annotations

import pytest

from eminence import engines, experiments
from eminence.experiments.experiment import Experiment, conduct
from eminence.experiments.games.block import Block, play_block
from eminence.experiments.games.job import Job
from eminence.experiments.games.seeds import block_seeds
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.runner import LocalRunner
from eminence.experiments.storage.run_file import StoreError
from eminence.experiments.storage.store import Store

LOCAL = experiments.Place(local=True)


@pytest.fixture(scope="module")
def kuhn() -> engines.Game:
    return engines.load("kuhn_poker", players=3)


@pytest.fixture(scope="module")
def ttt() -> engines.Game:
    return engines.load("tic_tac_toe")


class Backwards(LocalRunner):
    """Finishes its jobs in the wrong order."""

    def run(self, jobs, stop=lambda: False):
        yield from reversed(list(super().run(jobs, stop)))


class Counting(Progress):
    def __init__(self):
        self.most = 0
        self.games = 0
        self.said: list[str] = []

    def begin(self, most_games):
        self.most = most_games

    def played(self, games, estimate):
        self.games += games
        self.said.append(estimate())


def found_by(experiment: Experiment, runner: LocalRunner, path) -> dict:
    with Store(path, experiment.identity()) as store:
        return conduct(experiment, runner, store, Progress()).tables()


def test_a_match_sums_up_its_blocks(kuhn):
    found = experiments.Match(kuhn, "flat:iterations=30", "random", blocks=7, seed=3).run(LOCAL)
    wins = []
    for seed in block_seeds(3, 0, 7):
        block = play_block(kuhn, ("flat:iterations=30", "random", "random"), seed)
        wins += [game.wins[0] for game in block.games]
    assert found.summary.win.value == pytest.approx(sum(wins) / 21)
    assert found.columns()["games"] == [21]
    assert found.columns()["blocks"] == [7]
    assert found.failed == 0


def test_the_order_of_arrival_changes_nothing(kuhn, tmp_path):
    match = experiments.Match(kuhn, "flat:iterations=30", "random", blocks=6)
    test = experiments.SequentialTest(kuhn, "random", "random", (0.3, 0.4), max_blocks=60)
    for i, experiment in enumerate((match, test)):
        one = found_by(experiment, LocalRunner(), tmp_path / f"{i}a.sqlite")
        assert one == found_by(experiment, Backwards(), tmp_path / f"{i}b.sqlite")


def test_other_seeds_are_other_games():
    assert not set(block_seeds(0, 0, 100)) & set(block_seeds(1, 0, 100))
    assert block_seeds(5, 0, 10)[4:] == block_seeds(5, 4, 6)


def test_agents_limited_by_the_clock_are_marked(ttt):
    timed = experiments.Match(ttt, "flat:seconds=0.001", "random", blocks=1).run(LOCAL)
    counted = experiments.Match(ttt, "flat:iterations=5", "random", blocks=1).run(LOCAL)
    assert timed.columns()["reproducible"] == [False]
    assert counted.columns()["reproducible"] == [True]


def test_a_match_goes_on_from_its_file(ttt, tmp_path):
    """The second run plays what the first, stopped half-way, has not stored."""
    match = experiments.Match(ttt, "flat:iterations=20", "random", blocks=6)
    path, played = tmp_path / "run.sqlite", []

    class Stopping(LocalRunner):
        def run(self, jobs, stop=lambda: False):
            for done, attempt in enumerate(super().run(jobs, stop)):
                if len(played) < 2:
                    played.append(attempt[0].id)
                elif done >= 2:
                    raise KeyboardInterrupt
                yield attempt

    with pytest.raises(KeyboardInterrupt):
        found_by(match, Stopping(), path)

    class Noting(LocalRunner):
        def run(self, jobs, stop=lambda: False):
            played.extend(job.id for job in jobs)
            return super().run(jobs, stop)

    whole = match.run(LOCAL).tables()
    assert found_by(match, Noting(), path) == whole
    assert len(played) == len(set(played)) == 6


def test_a_file_of_another_experiment_is_refused(ttt, tmp_path):
    place = experiments.Place(local=True, out=tmp_path / "run.sqlite")
    experiments.Match(ttt, "random", "random", blocks=2).run(place)
    with pytest.raises(StoreError, match=r"blocks 2 instead of 3"):
        experiments.Match(ttt, "random", "random", blocks=3).run(place)


def test_progress_hears_of_every_game(kuhn):
    heard = Counting()
    experiments.Match(kuhn, "random", "random", blocks=5).run(LOCAL, heard)
    assert (heard.most, heard.games) == (15, 15)
    assert heard.said[-1].startswith("win % 33.3 ±")


def test_a_failing_agent_is_counted_and_the_rest_goes_on(ttt, monkeypatch):
    from eminence import search

    class Fussy(search.Random):
        name = "fussy"

        def choose(self, view, actions):
            if self.seed % 4 == 0:
                raise RuntimeError("not today")
            return super().choose(view, actions)

    monkeypatch.setitem(search.AGENTS, "fussy", Fussy)
    found = experiments.Match(ttt, "fussy", "random", blocks=40).run(LOCAL)
    assert 0 < found.failed < 40
    assert found.summary.blocks == 40 - found.failed


def test_if_nothing_can_be_played_the_first_failure_is_told(ttt, monkeypatch):
    from eminence import search

    class Broken(search.Random):
        name = "broken"

        def choose(self, view, actions):
            raise RuntimeError("never")

    monkeypatch.setitem(search.AGENTS, "broken", Broken)
    with pytest.raises(engines.BadData, match=r"no block could be finished: broken failed.*never"):
        experiments.Match(ttt, "broken", "random", blocks=3).run(LOCAL)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"blocks": 0}, "blocks: expected a whole number from 1 up, got 0"),
        ({"seed": -1}, "seed: expected a whole number from 0 up, got -1"),
        ({"candidate": "nobody"}, "unknown agent 'nobody'"),
    ],
)
def test_bad_matches_are_refused(ttt, given, message):
    fields = {"game": ttt, "candidate": "random", "opponents": "random", **given}
    with pytest.raises(engines.BadOption, match=message):
        experiments.Match(**fields)


def test_local_and_workers_contradict_each_other(ttt):
    with pytest.raises(engines.BadOption, match="leave out --workers and --address"):
        experiments.Match(ttt, "random", "random").run(experiments.Place(workers=2, local=True))


def test_blocks_are_jobs_of_one_against_all(kuhn):
    plan = experiments.Match(kuhn, "flat", "random", blocks=2).plan()
    jobs = next(plan)
    assert all(isinstance(job, Job) for job in jobs)
    assert {job.lineup for job in jobs} == {("flat", "random", "random")}
    assert isinstance(play_block(kuhn, jobs[0].lineup, jobs[0].seed), Block)
