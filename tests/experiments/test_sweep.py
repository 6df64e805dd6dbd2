"""Sweeps as a whole: search, gate, ablation, file and command, on made-up and real games."""

from __future__ import annotations

import builtins
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from side_by_side import verdicts

from eminence import engines, experiments
from eminence.experiments.games.block import Block, Failure, Rotation
from eminence.experiments.games.seeds import block_seeds, seed_for
from eminence.experiments.reports.restored import restore
from eminence.experiments.running import runner
from eminence.experiments.running.progress import Progress
from eminence.experiments.storage.record import Record
from eminence.experiments.sweeps import objective
from eminence.experiments.sweeps.gate import Gate
from eminence.experiments.sweeps.judgement import gate_of
from eminence.experiments.sweeps.trial import Trial, best_of
from eminence.search import make

LOCAL = experiments.Place(local=True)
OPTIMUM = 4.0


@pytest.fixture(scope="module")
def royals() -> engines.Game:
    return engines.load("royals", players=2)


def strength(spec: str) -> float:
    """Best with this weight of cards; the weight of sets is of no use."""
    if spec == "random":
        return -1.0
    card = make(spec).weights.get("card", 1.6)
    return -1.5 * abs(np.log(card / OPTIMUM))


def made_up(game, lineup, seed):
    """A block without a game: the stronger one wins more often."""
    edge = strength(lineup[0]) - strength(lineup[1])
    rng = np.random.default_rng([seed, abs(hash_of(lineup))])
    return block_of(lineup, seed, rng.random(2) < 1 / (1 + np.exp(-edge)))


def pure_noise(game, lineup, seed):
    rng = np.random.default_rng([seed, abs(hash_of(lineup))])
    return block_of(lineup, seed, rng.random(2) < 0.5)


def hash_of(lineup) -> int:
    return int.from_bytes(" ".join(lineup).encode(), "little") % 2**63


def block_of(lineup, seed, won) -> Block:
    games = [
        Rotation((float(w), float(not w)), (2 - w, 1 + w), (float(w), float(not w)), 1, (0,))
        for w in map(int, won)
    ]
    return Block(tuple(lineup), seed, tuple(games))


@pytest.fixture
def playing(monkeypatch):
    """Let this function play all blocks; returns a list of those that it played."""

    def use(function):
        played: list[tuple[tuple[str, ...], int]] = []

        def noting(game, lineup, seed):
            played.append((tuple(lineup), seed))
            return function(game, lineup, seed)

        for module in (objective, runner):
            monkeypatch.setattr(module, "try_block", noting)
        return played

    return use


def sweep_of(game, **given) -> experiments.Sweep:
    usual = {
        "space": {
            "weights.card": {"low": 0.2, "high": 20.0, "log": True},
            "weights.set": {"low": 0.0, "high": 1.0},
        },
        "pool": ["greedy", "random"],
        "trials": 16,
        "blocks": 10,
        "max_blocks": 90,
        "seed": 2,
    }
    return experiments.Sweep(game, "greedy", **{**usual, **given})


@pytest.mark.slow
def test_a_known_optimum_is_found_accepted_and_explained(royals, playing):
    playing(made_up)
    found = sweep_of(royals, ablation_blocks=150).run(LOCAL)
    assert OPTIMUM / 1.4 < found.best.values["weights.card"] < OPTIMUM * 1.4
    assert (found.verdict, found.accepted) == ("H1", True)
    card, other = found.ablation
    assert (card.parameter, card.old) == ("weights.card", 1.6)
    assert card.new == found.best.values["weights.card"]
    assert card.gain.low > 0
    assert other.parameter == "weights.set"
    assert other.gain.low < 0 < other.gain.high
    assert list(found.tables()) == ["sweep", "gate", "duel", "ablation", "trials"]
    assert found.columns()["accepted"] == [True]
    assert len(found.tables()["trials"]["weights.card"]) == 16
    assert {len(column) for column in found.tables()["trials"].values()} == {16}


@pytest.mark.slow
def test_pure_noise_is_not_accepted(royals, playing):
    playing(pure_noise)
    verdicts = [
        sweep_of(royals, trials=6, seed=seed, gate=Gate(max_blocks=300)).run(LOCAL).verdict
        for seed in range(3)
    ]
    assert "H1" not in verdicts


SWEEPS = 3000


def crowned(players: int, own_blocks: bool) -> float:
    """The share of many sweeps over pure noise that accepts a winner."""
    rng = np.random.default_rng(players)
    gate = Gate()
    wins = rng.binomial(players, 1 / players, (SWEEPS, gate.max_blocks))
    if own_blocks:
        for row in wins:
            searched = rng.binomial(players, 1 / players, (20, 90))
            tried = [
                Trial(number, {}, ((90, played.mean() / players),), True)
                for number, played in enumerate(searched)
            ]
            row[:90] = searched[best_of(tried).number]
    verdict, _ = verdicts(wins, players, *gate.shares_for(players))
    return float((verdict == 1).mean())


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_noise_crowns_a_winner_at_most_at_rate_alpha(players):
    """Two standard errors of so many draws are allowed for."""
    alpha = Gate().alpha
    error = np.sqrt(alpha * (1 - alpha) / SWEEPS)
    assert crowned(players, own_blocks=False) <= alpha + 2 * error


@pytest.mark.slow
def test_a_gate_on_the_blocks_of_the_search_would_crown_many():
    assert crowned(2, own_blocks=True) > 3 * Gate().alpha


@pytest.mark.slow
def test_search_gate_and_ablation_have_blocks_of_their_own(royals, playing):
    played = playing(made_up)
    sweep = sweep_of(royals, trials=6, ablation_blocks=15)
    found = sweep.run(LOCAL)
    searched = set(block_seeds(2, 0, 90))
    gated = set(block_seeds(seed_for(2, "gate"), 0, 1000))
    ablated = set(block_seeds(seed_for(2, "ablation"), 0, 15))
    assert not searched & gated
    assert not ablated & (searched | gated)
    assert {seed for _, seed in played} <= searched | gated | ablated
    duels = {lineup for lineup, seed in played if seed in gated}
    assert duels == {(found.winner, "greedy")}
    assert len({lineup for lineup, seed in played if seed in ablated}) == 3 * 2


@pytest.mark.slow
def test_no_block_is_played_twice_and_a_second_run_plays_none(royals, playing, tmp_path):
    played = playing(made_up)
    place = experiments.Place(local=True, out=tmp_path / "run.sqlite")
    sweep = sweep_of(royals, trials=6, ablation_blocks=15)
    first = sweep.run(place)
    assert len(set(played)) == len(played) > 200
    before = len(played)
    again = sweep.run(place)
    assert len(played) == before
    assert again.tables() == first.tables()
    assert sweep.run(LOCAL).tables() == first.tables()


@pytest.mark.slow
def test_a_sweep_that_was_stopped_goes_on(royals, playing, tmp_path):
    sweep = sweep_of(royals, trials=6, ablation_blocks=15)
    playing(made_up)
    whole = sweep.run(LOCAL).tables()
    path, done = tmp_path / "run.sqlite", 0

    def stopping(game, lineup, seed):
        nonlocal done
        done += 1
        if done == 111:
            raise KeyboardInterrupt
        return made_up(game, lineup, seed)

    playing(stopping)
    with pytest.raises(KeyboardInterrupt):
        sweep.run(experiments.Place(local=True, out=path))
    with sqlite3.connect(path) as db:
        kept = {key for (key,) in db.execute("SELECT id FROM blocks")}
    db.close()
    # What was being played since the last hand-in is lost, at most a rung.
    assert 110 - 2 * 60 <= len(kept) <= 110
    played = playing(made_up)
    assert sweep.run(experiments.Place(local=True, out=path)).tables() == whole
    with sqlite3.connect(path) as db:
        total = db.execute("SELECT count(*) FROM blocks").fetchone()[0]
    db.close()
    assert len(played) == total - len(kept)


def forget(path, seeds, trial=None):
    """As if the run had been stopped before it played these."""
    with sqlite3.connect(path) as db:
        # Too large for SQLite's own numbers.
        rows = [(f'%"seed":{seed},%',) for seed in seeds]
        db.executemany("DELETE FROM blocks WHERE job LIKE ?", rows)
        db.execute("DELETE FROM notes WHERE key = ?", [trial])
        left = db.execute("SELECT count(*) FROM blocks").fetchone()[0]
    db.close()
    return left


def told(path):
    with Record(path) as record:
        return restore(record)


@pytest.mark.slow
def test_a_file_tells_its_sweep_again(royals, playing, tmp_path):
    playing(made_up)
    path = tmp_path / "run.sqlite"
    sweep = sweep_of(royals, trials=6, ablation_blocks=15)
    found = sweep.run(experiments.Place(local=True, out=path))
    assert found.accepted
    whole = told(path)
    assert whole.finished
    assert whole.findings.tables() == found.tables()
    assert whole.games == 2 * forget(path, [])

    forget(path, block_seeds(seed_for(2, "ablation"), 12, 3))
    ablating = told(path)
    assert not ablating.finished
    assert ablating.findings.accepted
    assert ablating.findings.ablation == ()

    forget(path, block_seeds(seed_for(2, "gate"), 0, 1000), trial="trial 000005")
    searching = told(path)
    assert not searching.finished
    assert (searching.findings.verdict, searching.findings.gate) == ("undecided", None)
    assert list(searching.findings.tables()) == ["sweep", "trials"]
    assert len(searching.findings.trials) == 5


def test_the_incumbent_may_be_the_best(royals, playing):
    playing(made_up)
    incumbent = f"greedy:weights={{card:{OPTIMUM};set:0.5}}"
    far = {"weights.card": {"choices": [OPTIMUM, 0.2]}, "weights.set": {"choices": [0.5]}}
    found = sweep_of(royals, incumbent=incumbent, space=far, trials=4).run(LOCAL)
    assert (found.verdict, found.accepted, found.gate) == ("incumbent", False, None)
    assert list(found.tables()) == ["sweep", "trials"]


def test_another_agent_may_play_the_gate(royals):
    sweep = sweep_of(royals, confirm="flat:iterations=20", incumbent="greedy:weights={card:2}")
    gate = gate_of(sweep, {"weights.card": 3.0, "weights.set": 0.5})
    assert gate is not None
    assert gate.candidate == "flat:iterations=20,weights={card:3.0;set:0.5}"
    assert gate.opponents == "flat:iterations=20,weights={card:2.0}"
    assert gate.shares == (0.5, 0.575)


def test_the_default_shares_follow_the_number_of_players():
    assert Gate().shares_for(4) == (0.25, 0.2875)
    assert Gate(shares=(0.3, 0.4)).shares_for(4) == (0.3, 0.4)


def test_whoever_fails_has_lost_and_the_sweep_goes_on(royals, playing):
    def failing(game, lineup, seed):
        if make(lineup[0]).weights.get("card", 1.6) > 2:
            return Failure(tuple(lineup), seed, "not today")
        return made_up(game, lineup, seed)

    playing(failing)
    found = sweep_of(royals, trials=8, blocks=5, max_blocks=15).run(LOCAL)
    high = [trial for trial in found.trials if trial.values["weights.card"] > 2]
    assert high
    assert {trial.share for trial in high} == {0.0}
    assert found.best not in high
    assert found.failed >= len(high) * 5


@pytest.mark.slow
def test_real_games_are_played(tmp_path):
    """Weak against strong: more iterations win, and the options of an agent can be swept."""
    game = engines.load("tic_tac_toe")
    sweep = experiments.Sweep(
        game,
        "flat:iterations=9",
        {"iterations": {"choices": [9, 200]}},
        ["random", "flat:iterations=50"],
        search="grid",
        blocks=5,
        max_blocks=15,
        gate=Gate(shares=(0.5, 0.6), max_blocks=200),
        ablation_blocks=20,
    )
    place = experiments.Place(local=True, out=tmp_path / "run.sqlite")
    found = sweep.run(place)
    assert found.winner == "flat:iterations=200"
    assert found.accepted
    assert found.ablation[0].gain.value > 0

    class Counting(Progress):
        games = 0

        def played(self, games, estimate):
            self.games += games

    with sqlite3.connect(place.out) as db:
        blocks = db.execute("SELECT id FROM blocks ORDER BY id").fetchall()
    db.close()
    assert sweep.run(place, Counting()).tables() == found.tables()
    with sqlite3.connect(place.out) as db:
        assert db.execute("SELECT id FROM blocks ORDER BY id").fetchall() == blocks
    db.close()


SWEEP = """
agent = "flat:iterations=20"
pool = ["random", "flat:iterations=10"]
search = "random"
trials = 3
blocks = 2
max_blocks = 4
incumbent = "flat:iterations=10"
seed = 4

[game]
name = "goofspiel"
players = 2
num_cards = 4

[space]
iterations = { low = 5, high = 50 }

[gate]
shares = [0.5, 0.7]
max_blocks = 40
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "sweep.toml"
    path.write_text(SWEEP)
    return path


def test_a_sweep_from_a_file(file):
    sweep = experiments.Sweep.from_toml(file)
    assert sweep.game.options["num_cards"] == 4
    assert sweep.gate == Gate(shares=(0.5, 0.7), max_blocks=40)
    assert sweep.settings.rungs == [2, 4]
    assert sweep.identity()["space"] == {"iterations": {"low": 5, "high": 50, "log": False}}
    assert len(sweep.run(LOCAL).trials) == 3


def test_the_example_is_a_sweep():
    example = Path(__file__).parents[2] / "examples" / "royals_sweep.toml"
    sweep = experiments.Sweep.from_toml(example)
    assert sweep.settings.rungs == [15, 45, 135]
    assert gate_of(sweep, {**sweep.old, "weights.card": 2.0}).opponents == sweep.confirm


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("trials = 3", "trial = 3", "unknown field 'trial': choose game"),
        ("trials = 3", "trials = 0", "trials: expected a whole number from 1 up, got 0"),
        ('"random"\ntrials', '"swarm"\ntrials', "search='swarm': choose tpe, random or grid"),
        ("[game]", "[games]", "unknown field 'games'"),
        ('name = "goofspiel"', 'name = "go"', "unknown game 'go'"),
        ("players = 2", "players = [2, 3]", "a sweep has one number"),
        ('"flat:iterations=20"', "20", "agent=20: write a specification"),
        ('agent = "flat:iterations=20"', "", "agent is missing: write a specification"),
        ('["random", "flat:iterations=10"]', "[1]", "pool: write a list of specifications"),
        ('["random", "flat:iterations=10"]', "[]", "pool: write a list of opponents"),
        ('["random", "flat:', '["random", "random", "flat:', "the same opponent twice"),
        ('= "flat:iterations=10"', '= "greedy"', "incumbent=greedy: choose another flat"),
        ("seed = 4", 'confirm = "greedy"', "confirm=greedy: space: unknown parameter 'iterat"),
        ("iterations = {", "c = {", "space: unknown parameter 'c' of flat: choose iterations"),
        ("shares = [0.5, 0.7]", "shares = [0.5]", r"gate: shares=\[0.5\]: write two"),
        ("shares = [0.5, 0.7]", "shares = [0.7, 0.5]", "write the lower first"),
        ("shares = [0.5, 0.7]", "alpha = 0.7", "alpha=0.7: choose an error rate"),
        ("shares = [0.5, 0.7]", 'alpha = "a"', "gate: alpha='a': write a number"),
        ("max_blocks = 40", "max_blocks = 0", "gate: max_blocks: expected a whole"),
        ("max_blocks = 40", "blocks = 40", "gate: unknown field 'blocks': choose shares"),
    ],
)
def test_mistakes_in_a_file_are_named(file, old, new, message):
    assert old in SWEEP
    file.write_text(SWEEP.replace(old, new, 1))
    with pytest.raises(engines.BadData, match=message) as raised:
        experiments.Sweep.from_toml(file)
    assert str(file) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_missing_extra_is_named(file, monkeypatch):
    really = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "optuna":
            raise ImportError("No module named 'optuna'")
        return really(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(engines.BadOption, match=r"pip install 'eminence\[sweep\]'"):
        experiments.Sweep.from_toml(file).run(LOCAL)
