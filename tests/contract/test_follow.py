"""The companion: what a seat is told and sees of a recorded game gives its views, byte for byte.

The games are those under `tests/golden`, played again from their seed.
"""

from __future__ import annotations

import pytest
from conformance.cases import Case, cases_of
from conformance.following import Followed, follow_walk
from conformance.golden import SEED
from conformance.sizes import Sizes
from conformance.walks import Walk

from eminence import engines

#: Of the things that are said in whole recorded games, the most that fit in none of the usual 256
#: worlds, measured (docs/follow.md) and rounded up. In Wallenstein many secret orders are shown at
#: once, in Blood of Kings a card is played that few worlds give to its owner. An entry of the table
#: that makes fitting worlds would bring these to 0.
RARE = {"wallenstein": 0.05}
#: games that take minutes to follow
LONG = ("blood_of_kings", "bruges", "wallenstein")
#: the same share in a few steps of some option sets, where all of them may be together; in
#: Goofspiel with four players, whose bids are opened at once, it was 1 of 81
RARE_IN_A_FEW = {"wallenstein": 0.2, "blood_of_kings": 0.05, "goofspiel": 0.03}


def followed_by_all(game: engines.Game, plies: int, first: int = 0) -> Followed:
    """The recorded game, followed from every seat."""
    return sum(
        (follow_walk(game, SEED, seat, plies, first) for seat in range(game.seats)), Followed()
    )


def check(game: engines.Game, tally: Followed, rare: dict[str, float]) -> None:
    assert not tally.lost, tally.lost[0]
    assert tally.said + tally.followed > 0
    assert tally.rare <= rare.get(game.name, 0) * tally.said, tally
    assert tally.mistaken == 0, tally


def test_the_first_steps_of_a_game_are_followed(game: engines.Game) -> None:
    check(game, followed_by_all(game, 8), RARE_IN_A_FEW)


@pytest.mark.slow
def test_a_game_is_followed_from_its_beginning(game: engines.Game, sizes: Sizes) -> None:
    check(game, followed_by_all(game, sizes.of(36)), RARE_IN_A_FEW)


@pytest.mark.slow
def test_a_game_is_followed_from_the_middle(game: engines.Game, sizes: Sizes) -> None:
    length = sum(1 for _ in Walk(game, SEED))
    check(game, followed_by_all(game, sizes.of(36), length // 2), RARE_IN_A_FEW)


def whole_games() -> list:
    """The first option set of each game; of the long games in the soak."""
    return [
        pytest.param(
            case,
            id=case.id,
            marks=[pytest.mark.slow, pytest.mark.soak] if name in LONG else [pytest.mark.slow],
        )
        for name in engines.names()
        for case in cases_of(name)[:1]
    ]


@pytest.mark.parametrize("recorded", whole_games())
def test_a_whole_game_is_followed(recorded: Case) -> None:
    game = recorded.load()
    check(game, followed_by_all(game, game.table.sizes["max_plies"] * 10), RARE)
