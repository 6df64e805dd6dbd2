"""Policies of small games: made, asked, extracted from agents, saved and loaded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadOption, Unsolved
from eminence.cython_ext.game import Game, View
from eminence.search.api import Agent, Result
from eminence.search.policies import ROUNDING, PolicyTable, read_policy
from eminence.solver.equilibria.response import info_reach
from eminence.solver.equilibria.tree import Tree

Floats = NDArray[np.float64]

#: how an agent's answer becomes a policy
HOWS = ("best", "visits", "share")


@dataclass(frozen=True, eq=False)
class Policy:
    """How every seat plays: the chance of each action at each information set of a tree."""

    tree: Tree
    chances: Floats = field(repr=False)
    """One chance per slot of the tree; those of an information set sum to 1."""

    def __post_init__(self) -> None:
        chances = np.ascontiguousarray(self.chances, np.float64)
        if chances.shape != (self.tree.n_slots,):
            raise BadOption(f"chances: {chances.shape}, expected ({self.tree.n_slots},)")
        sums = np.add.reduceat(chances, self.firsts[:-1]) if len(chances) else chances
        if not (chances >= 0).all() or not (abs(sums - 1) <= ROUNDING).all():
            raise BadOption("chances: those of an information set must sum to 1, none below 0")
        object.__setattr__(self, "chances", chances)

    @property
    def game(self) -> Game:
        return self.tree.game

    @cached_property
    def firsts(self) -> NDArray[np.int32]:
        """Where the slots of each information set begin, and the end."""
        return self.tree.info_arrays()[1]

    @cached_property
    def sharing(self) -> dict[bytes, list[int]]:
        """The information sets of each view."""
        found = defaultdict(list)
        for info, view in enumerate(self.tree.view_bytes()):
            found[view.tobytes()].append(info)
        return dict(found)

    @cached_property
    def actions(self) -> NDArray[np.int32]:
        """The action of each slot."""
        return self.tree.slot_actions()

    def at(self, view: View) -> dict[int, float]:
        """The actions of a view and their chances."""
        infos = self.sharing.get(view.to_bytes())
        if view.game != self.game or infos is None:
            raise BadOption(f"view: no decision of {self.game!r}")
        slots = self.slots(self._only(infos))
        chances = self.chances[slots].tolist()
        return dict(zip(self.actions[slots].tolist(), chances, strict=True))

    def _only(self, infos: Sequence[int]) -> int:
        """One of the information sets of a view; all of them must be played in the same way."""
        first, *others = (self.chances[self.slots(info)] for info in infos)
        if any(abs(other - first).max() > ROUNDING for other in others):
            raise Unsolved(
                f"{self.game.name}: {len(infos)} histories lead a seat to the same view, and "
                "the policy tells them apart: take its by_view()"
            )
        return infos[0]

    def slots(self, info: int) -> slice:
        """The slots of an information set."""
        return slice(self.firsts[info], self.firsts[info + 1])

    def by_view(self) -> Policy:
        """The policy of somebody who knows the present view and not how it came about.

        Where several histories lead a seat to one view, their chances are averaged, each by how
        likely it is when all play the policy. Nothing changes in games without such views; in
        others the exploitability of the result says what was lost.
        """
        chances, reach = self.chances.copy(), info_reach(self.tree, self.chances)
        for infos in self.sharing.values():
            if len(infos) > 1:
                rows = np.array([self.chances[self.slots(info)] for info in infos])
                weights = reach[infos] if reach[infos].sum() > 0 else None
                mean = np.average(rows, axis=0, weights=weights)
                for info in infos:
                    chances[self.slots(info)] = mean
        return Policy(self.tree, chances)

    def table(self, **about: Any) -> PolicyTable:
        """The policy by views, as agents play it; refused where it tells equal views apart."""
        game, rows = self.game, [self._only(infos) for infos in self.sharing.values()]
        slots = [self.slots(row) for row in rows]
        identity = {"game": game.name, "options": game.options, "fingerprint": game.fingerprint}
        return PolicyTable(
            {**identity, **about},
            self.tree.view_bytes()[rows],
            np.cumsum([0, *(part.stop - part.start for part in slots)], dtype=np.int64),
            np.concatenate([self.actions[part] for part in slots]),
            np.concatenate([self.chances[part] for part in slots]),
        )

    def save(self, file: str | Path, **about: Any) -> None:
        """Write a policy file, for `load_policy` and for the agent `cfr:file=...`."""
        self.table(**about).write(file)


def uniform_policy(game: Game | Tree) -> Policy:
    """Every seat plays all legal actions with equal chance."""
    tree = tree_of(game)
    widths = np.diff(tree.info_arrays()[1])
    return Policy(tree, np.repeat(1 / widths, widths))


def random_policy(game: Game | Tree, seed: int = 0) -> Policy:
    """Random chances for each information set, uniform over all distributions."""
    tree = tree_of(game)
    firsts = tree.info_arrays()[1]
    drawn = np.random.default_rng(seed).exponential(size=tree.n_slots)
    sums = np.add.reduceat(drawn, firsts[:-1])
    return Policy(tree, drawn / np.repeat(sums, np.diff(firsts)))


def policy_of(agent: Agent, game: Game | Tree, how: str = "best") -> Policy:
    """What an agent plays at every information set, found by asking it at each view.

    `best`: the action it answers with. `visits`: every action in proportion to the simulations
    that tried it. `share`: with the chances that the agent itself names.
    """
    if how not in HOWS:
        raise BadOption(f"how={how!r}: choose {', '.join(HOWS[:-1])} or {HOWS[-1]}")
    blank = uniform_policy(game)
    chances = blank.chances.copy()
    for data, infos in blank.sharing.items():
        answer = _answer(agent.search(blank.game.view_from_bytes(data)), how, agent)
        for info in infos:
            chances[blank.slots(info)] = answer
    return Policy(blank.tree, chances)


def _answer(result: Result, how: str, agent: Agent) -> Floats:
    """The chances of the legal actions, in their order."""
    moves = result.moves
    if how == "best" or len(moves) == 1:
        return np.array([float(move.action == result.best) for move in moves])
    if how == "visits":
        told = np.array([float(move.visits) for move in moves])
    else:
        told = np.array([move.share or 0.0 for move in moves])
    if told.sum() <= 0:
        raise BadOption(f"how={how!r}: {agent} does not tell that of its moves")
    return told / told.sum()


def combine(policies: Sequence[Policy]) -> Policy:
    """One policy per seat: seat 0 plays as in the first, and so on."""
    tree = policies[0].tree
    if len(policies) != tree.seats or any(p.game != tree.game for p in policies):
        raise BadOption(f"policies: expected {tree.seats} for {tree.game!r}, one per seat")
    seats, firsts, _ = tree.info_arrays()
    owners = np.repeat(seats, np.diff(firsts))
    chances = np.choose(owners, [policy.chances for policy in policies])
    return Policy(tree, chances)


def load_policy(file: str | Path, game: Game | Tree) -> Policy:
    """Read a policy file for this game."""
    table, blank = read_policy(file), uniform_policy(game)
    table.refuse_unless_for(blank.game)
    chances = blank.chances.copy()
    for data, infos in blank.sharing.items():
        _, found = table.at(blank.game.view_from_bytes(data))
        for info in infos:
            chances[blank.slots(info)] = found
    return Policy(blank.tree, chances)


def tree_of(game: Game | Tree, utility: str | None = None) -> Tree:
    """The game's tree, made unless it is one already."""
    if not isinstance(game, Tree):
        return Tree(game, utility)
    if utility not in (None, game.utility):
        raise BadOption(f"utility={utility!r}: this tree was made for {game.utility!r}")
    return game
