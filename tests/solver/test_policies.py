"""Policies: by view, in files, and played by an agent."""

from __future__ import annotations

import json
import pickle
import random
import re
from functools import partial

import numpy as np
import pytest
from conformance.walks import Walk
from spoilt import refusal

from eminence import engines, search, solver
from eminence.experiments.games.block import play_block
from eminence.experiments.games.job import Job


@pytest.fixture(scope="module")
def leduc() -> engines.Game:
    return engines.load("leduc_poker")


@pytest.fixture(scope="module")
def learned(leduc) -> solver.Policy:
    return solver.cfr(leduc, 300, "plus").policy


@pytest.fixture
def file(learned, tmp_path):
    path = tmp_path / "leduc.npz"
    learned.save(path, variant="plus")
    return path


def first_view(game: engines.Game) -> engines.View:
    state = game.root()
    state.resolve(engines.Chance(3))
    return state.view(state.player)


def test_a_saved_policy_comes_back(leduc, learned, file) -> None:
    again = solver.load_policy(file, leduc)
    assert (again.chances == learned.chances).all()
    assert again.at(first_view(leduc)) == learned.at(first_view(leduc))


@pytest.mark.slow
def test_the_agent_plays_with_the_policys_chances(leduc, learned, file) -> None:
    view = first_view(leduc)
    expected, counts = learned.at(view), dict.fromkeys(view.actions(), 0)
    for seed in range(2000):
        result = search.make(f"cfr:file={file},seed={seed}").search(view)
        counts[result.best] += 1
        assert {move.action: move.share for move in result.moves} == expected
    for action, count in counts.items():
        assert count / 2000 == pytest.approx(expected[action], abs=0.05)


def test_a_policy_asked_of_its_agent_is_the_policy(leduc, learned, file) -> None:
    asked = solver.policy_of(search.Tabular(file), leduc, "share")
    assert asked.chances == pytest.approx(learned.chances, abs=1e-12)


def test_the_agent_answers_by_the_view_alone(leduc, file) -> None:
    bot = search.Tabular(file, seed=5)
    for state in Walk(leduc, 1):
        if state.player >= 0:
            view = state.view(state.player)
            first = bot.search(view)
            assert bot.search(view.sample(1).view(view.seat)) == first
            assert search.make(str(bot)).search(view) == first
            assert pickle.loads(pickle.dumps(bot)).search(view) == first


def test_a_block_is_played_and_named_by_what_the_file_holds(leduc, learned, file) -> None:
    job = Job.of(leduc, [f"cfr:file={file}", "random"], seed=1)
    assert re.fullmatch(rf"cfr:file={re.escape(str(file))}@[0-9a-f]{{16}}", job.lineup[0])
    assert play_block(leduc, job.lineup, 1)
    solver.uniform_policy(leduc).save(file)
    assert Job.of(leduc, [f"cfr:file={file}", "random"], seed=1).id != job.id
    with pytest.raises(engines.BadData, match=r"leduc.npz: holds \w+, but \w+ was asked for"):
        search.make(job.lineup[0])
    learned.save(file)
    assert Job.of(leduc, [f"cfr:file={file}", "random"], seed=1).id == job.id


def test_the_policy_beats_a_random_player_in_the_long_run(leduc, learned) -> None:
    pair = [learned, solver.uniform_policy(learned.tree)]
    assert solver.seat_values(solver.combine(pair))[0] > 0.5


# --- views that do not tell how they came about ---


@pytest.mark.slow
def test_a_policy_by_view_plays_equal_views_alike() -> None:
    """Goofspiel with four cards: prizes and bids may have come in another order."""
    game = engines.load("goofspiel", num_cards=4)
    policy = solver.cfr(game, 400, "plus").policy
    with pytest.raises(engines.Unsolved, match="take its by_view"):
        policy.table()
    by_view = policy.by_view()
    assert len(by_view.table().views) < policy.tree.n_infos
    left = solver.exploitability(game, policy), solver.exploitability(game, by_view)
    assert left[0] < left[1] < 0.005


def test_by_view_changes_nothing_where_views_tell_all(learned) -> None:
    assert (learned.by_view().chances == learned.chances).all()


# --- refusals ---


def test_another_game_is_refused(file) -> None:
    kuhn = engines.load("kuhn_poker")
    message = "a policy for leduc_poker players=2, but the game is kuhn_poker players=2"
    for ask in (
        lambda: solver.load_policy(file, kuhn),
        lambda: search.Tabular(file).search(first_view(kuhn)),
        lambda: Job.of(kuhn, [f"cfr:file={file}", "random"], seed=1),
    ):
        with pytest.raises(engines.BadOption, match=message):
            ask()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("cfr:file=", "file: name the policy file that `eminence solve --out` wrote"),
        ("cfr:file=nowhere.npz", "nowhere.npz: No such file"),
    ],
)
def test_a_missing_file_is_one_line(spec: str, message: str) -> None:
    with pytest.raises(engines.BadOption, match=re.escape(message)) as caught:
        search.make(spec)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut short"])
def test_a_file_that_is_no_policy_is_one_line(content: bytes, tmp_path) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    with pytest.raises(engines.BadData, match=r"broken.npz: no policy file") as caught:
        search.make(f"cfr:file={path}")
    assert "\n" not in str(caught.value)


def said(about, **other):
    """What the file says of itself, with something else in it."""
    return np.array(json.dumps({**json.loads(str(about)), **other}))


@pytest.mark.parametrize(
    ("name", "broken", "message"),
    [
        ("chances", lambda a: a * 0.9, "chances: those of a view do not sum to 1"),
        ("chances", lambda a: -a, "chances: not all are 0 or more"),
        ("chances", lambda a: a * np.nan, "chances: not all are 0 or more"),
        ("chances", lambda a: a[:-1], "not as many as the views have"),
        ("actions", lambda a: a.astype(float), "actions: expected int32"),
        ("first", lambda a: a[::-1].copy(), "first: does not divide"),
        ("views", lambda a: a[:, :0], "views: one of them comes twice"),
        ("views", lambda a: a[0], "views: expected uint8 numbers, dimensions: 2"),
        ("about", lambda a: np.array("[]"), "of another format"),
        ("about", lambda a: np.array("{"), "no policy file"),
        ("about", lambda a: np.array("[" * 10**5), "no policy file"),
        ("about", lambda a: said(a, options=None), "about: options is missing or no dict"),
        ("about", lambda a: said(a, game=1), "about: game is missing or no str"),
        ("about", lambda a: said(a, fingerprint=None), "about: fingerprint is missing"),
    ],
)
def test_a_damaged_policy_is_named_with_its_field(file, name, broken, message) -> None:
    with np.load(file) as archive:
        arrays = dict(archive)
    arrays[name] = broken(arrays[name])
    np.savez(file, **arrays)
    with pytest.raises(engines.BadData, match=re.escape(message)) as caught:
        search.make(f"cfr:file={file}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("broken", [lambda a: a + 1000, lambda a: -a - 1, lambda a: a[::-1].copy()])
def test_actions_that_the_game_has_not_are_one_line(leduc, file, broken) -> None:
    with np.load(file) as archive:
        arrays = dict(archive)
    arrays["actions"] = broken(arrays["actions"])
    np.savez(file, **arrays)
    for ask in (
        lambda: search.Tabular(file).search(first_view(leduc)),
        lambda: solver.load_policy(file, leduc),
    ):
        with pytest.raises(engines.BadData, match="other actions than leduc_poker has") as caught:
            ask()
        assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_flipped_bit_is_one_line_or_changes_nothing(tmp_path) -> None:
    """Every byte of a small file, one of its bits."""
    kuhn, rng = engines.load("kuhn_poker"), random.Random(1)
    path, spoilt = tmp_path / "kuhn.npz", tmp_path / "spoilt.npz"
    solver.uniform_policy(kuhn).save(path)
    whole, content = search.Tabular(path), path.read_bytes()
    view, refused = first_view(kuhn), 0
    for place in range(len(content)):
        altered = bytearray(content)
        altered[place] ^= 1 << rng.randrange(8)
        spoilt.write_bytes(altered)
        said = refusal(partial(search.make, f"cfr:file={spoilt}"))
        refused += bool(said)
        assert not said or said.startswith(f"{spoilt}: ")
        if not said:
            agent = search.make(f"cfr:file={spoilt}")
            assert agent.file.digest == whole.file.digest
            assert agent.search(view) == whole.search(view)
    assert refused > len(content) / 2


def test_a_view_that_the_file_lacks_is_named(leduc, file) -> None:
    with np.load(file) as archive:
        arrays = dict(archive)
    arrays["views"] = arrays["views"] ^ np.uint8(1)
    np.savez(file, **arrays)
    with pytest.raises(engines.BadOption, match="has no entry for this view of seat 0"):
        search.Tabular(file).search(first_view(leduc))


def test_a_view_of_another_game_is_refused(learned) -> None:
    with pytest.raises(engines.BadOption, match="view: no decision of"):
        learned.at(first_view(engines.load("kuhn_poker")))
