"""`essence`: what a game calls irrelevant makes no difference any more."""

from __future__ import annotations

from conformance.essence import is_truthful
from conformance.walks import Walk

from eminence import engines
from eminence.solver.exact.outlooks import essence_of

#: games per option set, worlds per view, and how many decisions before the end are looked at
GAMES, WORLDS, LAST = 20, 6, 12

#: Games in whose endings nothing hidden matters any more, or never did.
TELLS = {"connect_four", "royals", "tic_tac_toe"}


def last_decisions(game: engines.Game, seed: int) -> list[engines.State]:
    return [state.copy() for state in Walk(game, seed) if state.player >= 0][-LAST:]


def test_a_view_and_its_worlds_have_one_essence_until_the_end(game: engines.Game) -> None:
    told = sum(
        is_truthful(state, range(WORLDS))
        for seed in range(GAMES)
        for state in last_decisions(game, seed)
    )
    assert (told > 0) == (game.name in TELLS)


def test_taking_the_essence_changes_nothing_else(game: engines.Game) -> None:
    for state in last_decisions(game, 1):
        before = state.to_bytes()
        essence_of(state)
        assert state.to_bytes() == before
