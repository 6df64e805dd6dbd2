"""The flawed game of `compiled.pocket` as a `Game`."""

from __future__ import annotations

from functools import cache, partial
from typing import ClassVar

from compiled import pocket as rules
from compiled.pocket import FLAWS, table

from eminence.cython_ext.fields import Field
from eminence.cython_ext.game import Game, Position
from eminence.cython_ext.words import Refusal, Words
from eminence.engines.kit.features import block_names

__all__ = ["FLAWS", "pocket"]


class PocketWords(Words):
    events = ("deal",)
    features = block_names(rules, "SEE_")
    traits = block_names(rules, "TRAIT_")
    problems: ClassVar = {
        1: Refusal("does not fit the cards dealt and the player to move", "phase"),
        2: Refusal("missing, too many of a kind, or unknown to the viewer", "card", 0),
        3: Refusal("does not fit the phase, or is unknown to the viewer", "token", 0),
        4: Refusal("always 0", "memo"),
        5: Refusal("seat 1 knows the token, but has no note of it", "memo"),
    }

    def action(self, position: Position, action: int) -> str:
        phase = int(position.data["phase"])
        words = (("white", "black"), ("leave", "peek"), ("keep", "turn"), ("white", "black"))
        return words[phase - 1][action]

    def board(self, position: Position) -> str:
        data = position.data
        return f"cards {data['card'].tolist()} tokens {data['token'].tolist()}"


@cache
def pocket(flaw: str) -> Game:
    fields = {
        "card": Field(low=0, high=3),
        "token": Field(low=0, high=2),
        "phase": Field(high=5),
        "dealt": Field(high=2),
        "laid": Field(high=3),
        "known": Field(high=1),
        "guess": Field(low=0, high=2),
        "noted": Field(high=2),
    }
    options = {"flaw": flaw}
    again = partial(pocket, flaw)
    return Game(table(flaw), "pocket", options, PocketWords(), fields, again, flaw, {})
