"""Greedy in Bruges: stronger than chance, with weights that mean something."""

from __future__ import annotations

import pytest
from bruges_builder import Table, arrow, infinity, play

from eminence import engines, search
from eminence.experiments.games.driver import play_game

pytestmark = pytest.mark.slow

BLOCKS = 40


def test_greedy_beats_random_in_over_95_percent_of_two_player_games() -> None:
    game = engines.load("bruges", players=2)
    won = 0.0
    for seed in range(BLOCKS):
        bots = [search.make(f"greedy:seed={seed}"), search.make(f"random:seed={seed}")]
        won += play_game(game, bots, seed).returns[0].win
        won += play_game(game, bots[::-1], seed).returns[1].win
    assert won / (2 * BLOCKS) > 0.95


@pytest.mark.parametrize(
    "weights",
    [{}, {"spread": 0.0}, {"spread": -5.0}, {"guilder": -1e6}, {"guilder": 1e6, "card": -1e6}],
)
def test_standings_are_shares_for_any_weights(weights: dict[str, float]) -> None:
    table = Table(players=3).seat(0, guilders=4).seat(1, guilders=2, points=3)
    standing = table.hand(0, "red 1").state().evaluate(weights)
    assert all(0 <= share <= 1 for share in standing)
    assert sum(standing) == pytest.approx(1)


def test_a_card_half_played_is_worth_what_it_is_about_to_do() -> None:
    table = Table().hand(0, "red 1", "red 2").hand(1, "red 3").seat(0, workers={"red": 1})
    asked = play(table.state(), "red: build a house")
    built = play(asked.copy(), "play red 1")
    assert asked.evaluate() == pytest.approx(built.evaluate())


def test_a_useful_person_is_activated() -> None:
    table = Table(Nun=infinity("round: unthreat(1,colour=any)")).people(0, "Nun")
    state = table.hand(0, "red 1").seat(0, threat={"blue": 2}).state()
    best = search.make("greedy").search(state.view(0)).best
    assert state.text(best) == "activate Nun"


def test_priors_ask_for_the_better_of_two_people() -> None:
    table = Table(Rich=arrow("vp(4)"), Poor=arrow("guilders(1)", price=3)).house(0, "red")
    state = table.hand(0, "Rich", "Poor").seat(0, guilders=5).state()
    view = state.view(0)
    scores = dict(zip(map(view.text, view.actions()), view.priors(), strict=True))
    assert scores["recruit Rich"] == max(scores.values())
    assert scores["recruit Rich"] > scores["recruit Poor"]
