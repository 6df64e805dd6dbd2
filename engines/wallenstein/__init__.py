"""Wallenstein by Dirk Henn: secret orders, a dice tower, majorities in the Thirty Years' War.

For 3 to 5 players, with the printed line-ups or a draft of the first counties, and with any of
the three expansions. RULES.md has the clauses, our rulings and the two models of the tower;
`data` may name a folder with your own numbers.
"""

from __future__ import annotations

from pathlib import Path

from eminence.engines.kit.guidance_file import weight_names, weights
from eminence.engines.kit.loading import parts_of
from eminence.engines.kit.options import Option, Parts
from eminence.engines.wallenstein import numbers, state
from eminence.engines.wallenstein.explanations.agreed import Agreed
from eminence.engines.wallenstein.numbers import DATA, EXPANSIONS, PLAYERS, SETUPS, SWITCH, TOWERS
from eminence.engines.wallenstein.rules import table
from eminence.engines.wallenstein.words import WallensteinWords

VERSION = 2
OPTIONS = {
    "players": Option(3, PLAYERS, "how many play"),
    "setup": Option(SETUPS[0], SETUPS, "the printed line-ups, or a draft of the first counties"),
    "tower": Option(TOWERS[0], TOWERS, "how cubes fall out of the dice tower"),
    "court": Option(SWITCH[0], SWITCH, "expansion: Emperor's Court"),
    "regions": Option(SWITCH[0], SWITCH, "expansion: region cards"),
    "leaders": Option(SWITCH[0], SWITCH, "expansion: military leaders"),
}


def load(players: int, setup: str, tower: str, data: Path = DATA, **switches: str) -> Parts:
    """Build the game; see `engines.load`. The switches turn expansions on."""
    expansions = tuple(name for name in EXPANSIONS if switches[name] == "on")
    board = numbers.read(data, players)
    guidance = weights(data, weight_names(state))
    rules = table(board, players, setup, tower, expansions, [*guidance.values()])
    agreed = Agreed(players, setup == "draft", tower, expansions)
    words = WallensteinWords(board, agreed, rules)
    return parts_of(rules, words, words.form.fields(), state, data, numbers.FILES)
