"""Positions for solvers to be right about."""

import pytest

import engines


@pytest.fixture
def noughts():
    """Tic-tac-toe after the given moves."""

    def play(*moves):
        state = engines.load("tic_tac_toe").root()
        for move in moves:
            state.apply(state.parse(move))
        return state

    return play
