"""Positions for agents to think about."""

from typing import ClassVar

import pytest
from compiled.pebbles import table

from eminence import engines
from eminence.cython_ext.game import Game
from eminence.cython_ext.words import Refusal, Words

RED, BLUE, DIE, OTHER_DIE = range(4)


class PebbleWords(Words):
    problems: ClassVar = {1: Refusal("too many", "turns")}

    def action(self, position, action):
        return ("red", "blue", "die", "other die")[action]

    def board(self, position):
        return str(position.data["held"])


@pytest.fixture
def pebbles():
    """The test game with weights: red pebbles are worth most, priors like blue ones."""
    weights = {"red": 2.0, "blue": 1.0, "pips": 0.0, "favourite": 1.0}
    return Game(table(), "pebbles", {}, PebbleWords(), {}, None, "pebbles", weights)


@pytest.fixture
def kuhn():
    """A Kuhn poker state after the deal."""
    state = engines.load("kuhn_poker", players=3).root()
    state.resolve(engines.Chance(4))
    return state
