"""The solutions that games bring along, and the tiny game that is searched to its end."""

from __future__ import annotations

import pytest

from eminence import engines, search, solver
from eminence.play.table.levels import bot_of
from eminence.search.policies import read_policy

SOLVED = [("leduc_poker", 2), *(("kuhn_poker", players) for players in range(2, 7))]
#: what no seat gains by leaving the policy alone, in chips a hand
AT_MOST = 0.001


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), SOLVED)
def test_a_games_own_policy_is_an_equilibrium_as_far_as_that_can_be_told(name, players) -> None:
    game = engines.load(name, players=players)
    policy = solver.load_policy(game.policy, game)
    assert solver.nash_conv(game, policy) < AT_MOST


def test_every_number_of_players_has_a_policy_that_fits() -> None:
    for name in ("kuhn_poker", "leduc_poker"):
        for players in engines.options(name)["players"].choices:
            game = engines.load(name, players=players)
            read_policy(game.policy).refuse_unless_for(game)


def test_without_a_file_cfr_plays_the_games_own_policy() -> None:
    kuhn = engines.load("kuhn_poker")
    state = kuhn.root()
    state.resolve(engines.Chance(3))
    view = state.view(state.player)
    named = search.make(f"cfr:file={kuhn.policy}")
    assert str(search.make("cfr")) == "cfr"
    for seed in range(20):
        assert search.make(f"cfr:seed={seed}").search(view) == named.with_seed(seed).search(view)


def test_a_game_without_a_policy_asks_for_a_file(noughts) -> None:
    said = "cfr: tic_tac_toe players=2 brings no policy along, name the file that"
    with pytest.raises(engines.BadOption, match=said) as caught:
        search.make("cfr").search(noughts().view(0))
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_the_expert_of_tic_tac_toe_never_errs_in_any_position() -> None:
    """Not only in those that it lets come about."""
    game = engines.load("tic_tac_toe")
    expert = search.make(bot_of(game, "expert"))
    left, seen = [game.root()], {game.root().to_bytes()}
    while left:
        state = left.pop()
        best = expert.search(state.view(state.player)).best
        assert best in solver.solve(state).equals, str(state)
        for action in state.actions():
            after = state.copy()
            after.apply(action)
            if not after.over and after.to_bytes() not in seen:
                seen.add(after.to_bytes())
                left.append(after)
    assert len(seen) == 4520
