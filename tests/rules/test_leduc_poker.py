"""The rules of Leduc poker, one sentence per test, and its data folder."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from compiled import core
from small_games import edited, play, scores, wins

from eminence import engines
from eminence.engines.leduc_poker.numbers import DATA

NAME = "leduc_poker"


def after(*moves: str) -> engines.State:
    """A game after two cards and some moves."""
    return play(NAME, *moves)


@pytest.mark.rule("R3")
def test_folding_is_offered_only_against_a_raise() -> None:
    state = after("J1", "K1")
    assert [state.text(a) for a in state.actions()] == ["call", "raise"]
    state.apply(state.parse("raise"))
    assert [state.text(a) for a in state.actions()] == ["fold", "call", "raise"]


@pytest.mark.rule("R4")
def test_a_round_has_two_raises_at_most() -> None:
    state = after("J1", "K1", "call", "raise", "raise")
    assert [state.text(a) for a in state.actions()] == ["fold", "call"]


@pytest.mark.rule("R4")
def test_second_round_has_its_own_two_raises() -> None:
    state = after("J1", "K1", "raise", "raise", "call", "Q1", "raise", "raise")
    assert [state.text(a) for a in state.actions()] == ["fold", "call"]


@pytest.mark.rule("R6")
def test_pair_beats_high_card() -> None:
    assert scores(after("J1", "K1", "call", "call", "J2", "call", "call")) == [1, -1]


@pytest.mark.rule("R6")
def test_higher_rank_wins_without_a_pair() -> None:
    assert scores(after("J1", "K1", "call", "call", "Q1", "call", "call")) == [-1, 1]


@pytest.mark.rule("R6")
def test_equal_ranks_share_the_pot() -> None:
    state = after("K1", "K2", "raise", "call", "Q1", "raise", "call")
    assert scores(state) == [0, 0]
    assert wins(state) == [0.5, 0.5]
    assert [r.rank for r in state.returns()] == [1.5, 1.5]


@pytest.mark.rule("R2")
def test_raises_cost_two_then_four_chips() -> None:
    assert scores(after("J1", "K1", "raise", "call", "Q1", "call", "call")) == [-3, 3]
    assert scores(after("J1", "K1", "call", "call", "Q1", "raise", "call")) == [-5, 5]
    moves = ("raise", "raise", "call", "Q1", "raise", "raise", "call")
    assert scores(after("J1", "K1", *moves)) == [-13, 13]


@pytest.mark.rule("R5")
def test_folder_loses_what_it_paid_even_with_the_better_card() -> None:
    assert scores(after("J1", "K1", "raise", "fold")) == [1, -1]
    assert scores(after("J1", "K1", "raise", "raise", "fold")) == [-3, 3]
    moves = ("raise", "call", "K2", "raise", "fold")
    assert scores(after("J1", "K1", *moves)) == [3, -3]


@pytest.mark.rule("R1")
def test_seat_0_opens_both_rounds_and_dealt_cards_are_gone() -> None:
    state = after("J1", "K1", "call", "raise", "call")
    assert [o for o, _ in state.outcomes()] == [1, 2, 3, 5]
    state.apply(3)
    assert state.player == 0


@pytest.mark.rule("R7")
def test_the_private_card_stays_private_at_showdown() -> None:
    state = after("J1", "K1", "call", "call", "Q1", "call", "call")
    assert state.view(0) == after("J1", "K2", "call", "call", "Q1", "call", "call").view(0)
    assert state.view(0) != after("J2", "K1", "call", "call", "Q1", "call", "call").view(0)


def test_views_remember_how_the_betting_went() -> None:
    """Perfect recall: the same pot by another way is another view."""
    one = after("J1", "K1", "raise", "call")
    other = after("J1", "K1", "call", "raise", "call")
    assert one.view(0) != other.view(0)


def test_unseen_cards_are_imagined_alike() -> None:
    view = after("J1", "K1", "call", "call", "Q1").view(0)
    found = Counter(int(view.sample(seed=s).data["card"][1]) for s in range(4000))
    assert set(found) == {2, 4, 5, 6}
    assert all(900 < n < 1100 for n in found.values())


def test_the_playout_is_the_general_one_draw_for_draw() -> None:
    """Its own loop keeps the betting in registers; the game it plays must be the same."""
    game = engines.load(NAME)
    for seed in range(300):
        draws = iter(core.seeded(seed, 40))
        slow, decisions = game.root(), 0
        while not slow.over:
            chance = slow.player == engines.CHANCE
            options = [o for o, _ in slow.outcomes()] if chance else slow.actions()
            slow.apply(options[next(draws) * len(options) >> 64])
            decisions += not chance
            for limit in {0, decisions}:
                part = game.root()
                assert part.playout(seed, limit) == limit
                if limit == decisions and slow.player >= 0:
                    assert part == slow
        fast = game.root()
        assert fast.playout(seed) == decisions
        assert fast == slow


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"common": "K1"}, "one card lies in two places"),
        ({"common": "none", "line": ["cc", "c"]}, "before its time"),
        ({"line": ["c", ""]}, "before its time"),
        ({"line": ["ccc", ""]}, "unknown value 'ccc'"),
        ({"card": ["none", "K1"]}, r"card\[0\]: missing"),
        ({"dealt": 1}, r"card\[1\]: given"),
        ({"line": ["cc", "c"]}, "player"),
    ],
)
def test_contradictions_of_a_position_are_named(position: dict, message: str) -> None:
    state = after("J1", "K1", "call", "call", "Q1")
    with pytest.raises(engines.BadPosition, match=message):
        state.game.from_json(edited(state, **position))


def changed_data(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the data folder with one text replaced."""
    copy = shutil.copytree(DATA, folder / "data")
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new))
    return copy


def test_it_is_played_with_the_numbers_of_a_data_folder(tmp_path: Path) -> None:
    data = changed_data(tmp_path, "betting.toml", "raises = 2", "raises = 3")
    game = engines.load(NAME, data=data)
    state = game.root()
    for move in ("J1", "K1", "raise", "raise", "raise", "call", "Q1", "call", "call"):
        state.apply(state.parse(move))
    assert scores(state) == [-7, 7]
    assert game.fingerprint != engines.load(NAME).fingerprint


def test_a_copy_of_the_data_makes_the_same_game(tmp_path: Path) -> None:
    same = engines.load(NAME, data=shutil.copytree(DATA, tmp_path / "d"))
    assert same.fingerprint == engines.load(NAME).fingerprint


def test_every_number_has_a_source() -> None:
    lines = engines.sources(NAME)
    assert [line.entry for line in lines] == [
        "J",
        "Q",
        "K",
        "chips ante",
        "chips raise",
        "limits raises",
    ]
    assert all(line.source.startswith("public: https://") for line in lines)


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "betting.toml",
            "ante = 1",
            "ante = 0",
            "betting.toml, [chips], ante: expected a whole number from 1",
        ),
        ("betting.toml", "ante = 1", "anti = 1", "betting.toml, [chips], ante: missing"),
        ("betting.toml", "[2, 4]", "[2]", "betting.toml, [chips], raise: 1 numbers, expected 2"),
        (
            "betting.toml",
            "raises = 2",
            "raises = 5",
            "betting.toml, [limits], raises: expected a whole number from 1",
        ),
        ("ranks.csv", "Q,", "j,", "ranks.csv, row 2, rank: 'j' again, after row 1"),
        ("ranks.csv", "K,public: https://arxiv.org/abs/1207.1411\n", "", "ranks.csv: 2 rows"),
    ],
)
def test_wrong_data_are_refused_by_name(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    with pytest.raises(engines.BadData) as caught:
        engines.load(NAME, data=changed_data(tmp_path, file, old, new))
    assert str(caught.value).startswith(message)
