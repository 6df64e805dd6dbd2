"""Finished blocks as arrays."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from pools import duels, ranked

from eminence import engines
from eminence.experiments.games.block import play_block
from eminence.experiments.statistics.lineup_blocks import LineupBlocks, Seeds, agents_of, gather


@dataclass
class Game:
    wins: tuple
    ranks: tuple
    scores: tuple


@dataclass
class Block:
    lineup: tuple
    seed: int
    games: tuple


def block(seed, *firsts, lineup=("A", "B")):
    games = [Game((w, 1 - w), (2 - w, 1 + w), (10 * w, seed)) for w in firsts]
    return Block(lineup, seed, tuple(games))


def same(one, two):
    arrays = ("seeds", "wins", "ranks", "scores")
    return one.lineup == two.lineup and all(
        np.array_equal(getattr(one, name), getattr(two, name)) for name in arrays
    )


def test_blocks_become_arrays_by_block_game_and_position():
    played = LineupBlocks.of([block(3, 1, 0), block(2**64 - 1, 0.5, 1)])
    assert (played.blocks, played.games, played.seats) == (2, 4, 2)
    assert played.seeds.tolist() == [3, 2**64 - 1]
    assert played.wins[1].tolist() == [[0.5, 0.5], [1, 0]]
    assert played.ranks[0].tolist() == [[1, 2], [2, 1]]
    assert played.scores[0].tolist() == [[10, 3], [0, 3]]
    assert played.win_shares(0).tolist() == [0.5, 0.75]
    assert played.win_shares(1).tolist() == [0.5, 0.25]


def test_the_order_in_which_blocks_came_in_leaves_no_trace():
    blocks = [block(seed, seed % 2, 1) for seed in (5, 1, 9, 4)]
    blocks += [block(7, 1, 1, lineup=("A", "C"))]
    first, second = gather(blocks), gather(blocks[::-1])
    assert [played.lineup for played in first] == [("A", "B"), ("A", "C")]
    assert all(same(one, two) for one, two in zip(first, second, strict=True))
    assert first[0].seeds.tolist() == [1, 4, 5, 9]
    assert first[0].wins[:, 0, 0].tolist() == [1, 0, 1, 1]


def test_the_margin_is_over_the_best_other():
    played = ranked("ABC", [[[1, 2, 3]], [[1.5, 1.5, 3]]])
    scores = np.array([[[9.0, 4, 1]], [[7, 7, 2]]])
    played = replace(played, scores=scores)
    assert played.margins.tolist() == [[[5, -5, -8]], [[0, 0, -5]]]
    two = replace(duels([1]), scores=np.array([[[9.0, 4]]]))
    assert two.margins.tolist() == [[[5, -5]]]


def test_agents_and_their_positions():
    pool = [ranked("BAA", [[[1, 2, 3]]]), duels([1], lineup=("C", "A"))]
    assert agents_of(pool) == ("A", "B", "C")
    assert pool[0].positions("A") == [1, 2]
    assert pool[0].positions("C") == []


def test_blocks_of_one_seed_belong_together_whatever_the_line_up():
    pool = [duels([1], [0], seeds=[8, 3]), duels([1], [1], lineup="AC", seeds=[8, 5])]
    seeds = Seeds.of(pool)
    assert seeds.count == 3
    assert [rows.tolist() for rows in seeds.rows] == [[0, 2], [1, 2]]
    sums = seeds.sums([np.array([[1.0], [2.0]]), np.array([[10.0], [20.0]])])
    assert sums.tolist() == [[1], [10], [22]]


@pytest.mark.parametrize("name", ["wins", "ranks", "scores"])
def test_arrays_have_the_shape_of_the_line_up(name):
    with pytest.raises(engines.BadOption, match=rf"{name} has shape \(1, 2, 3\).*\(1, rot"):
        replace(duels([1, 0]), **{name: np.zeros((1, 2, 3))})


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"wins": np.ones((1, 2, 2))}, "the shares of a game sum to 1"),
        ({"ranks": np.ones((1, 2, 2))}, "tied positions share their mean rank"),
        ({"scores": np.full((1, 2, 2), np.nan)}, "scores of .* finite numbers"),
        ({"scores": np.zeros((1, 3, 2))}, "differ in their games"),
        ({"lineup": ("A",)}, "two positions at least"),
    ],
)
def test_what_no_game_can_give_is_refused(change, complaint):
    with pytest.raises(engines.BadOption, match=complaint):
        replace(duels([1, 0]), **change)


def test_a_seed_is_there_once():
    with pytest.raises(engines.BadOption, match=r"seed 4 of \('A', 'B'\) is there twice"):
        duels([1], [0], [1], seeds=[4, 2, 4])


def test_statistics_need_a_block():
    with pytest.raises(engines.BadOption, match="no blocks"):
        LineupBlocks.of([])
    with pytest.raises(engines.BadOption, match="no blocks"):
        Seeds.of([])
    with pytest.raises(engines.BadOption, match="gather them first"):
        LineupBlocks.of([block(1, 1), block(2, 1, lineup=("A", "C"))])


def test_a_position_is_one_of_the_line_up():
    with pytest.raises(
        engines.BadOption, match="position: expected a whole number from 0 to 1, got 2"
    ):
        duels([1, 0]).win_shares(2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "agent"),
    [("kuhn_poker", 2, "random"), ("kuhn_poker", 3, "random"), ("royals", 4, "greedy")],
)
def test_v1_equals_share_the_wins_of_every_block(name, players, agent):
    """A against A: each block is the same game from every seat, so its mean is 1 / players."""
    game = engines.load(name, players=players)
    lineup = (agent,) * players
    (played,) = gather(play_block(game, lineup, seed) for seed in range(5))
    assert (played.lineup, played.blocks) == (lineup, 5)
    for position in range(players):
        assert played.win_shares(position) == pytest.approx(1 / players)
