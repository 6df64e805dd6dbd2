"""Frequencies: of rolls, and of the worlds that fit a view in the tree of a small game."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from compiled.core import Stream
from scipy.stats import chi2_contingency, chisquare

from conformance.checks import where
from conformance.walks import viewers
from eminence import engines

#: With fixed seeds these tests repeat exactly; the level only says when to investigate.
SUSPICIOUS = 1e-6


def rolls_match_outcomes(state: engines.State, seed: int, rolls: int = 2000) -> None:
    """Chi-square of the game's own `roll` against its listed probabilities."""
    stream = Stream(seed)
    counts = Counter(stream.roll(state) for _ in range(rolls))
    listed = dict(state.outcomes())
    assert set(counts) <= set(listed), f"rolled {counts}: {where(state)}"
    observed = [counts[outcome] for outcome in listed]
    expected = [rolls * p for p in listed.values()]
    if len(listed) > 1:
        p = chisquare(observed, expected).pvalue
        assert p > SUSPICIOUS, f"rolled {observed}, listed {expected}: {where(state)}"


@dataclass
class InformationSet:
    """A view and every world of the tree that shows it, each with its weight."""

    view: engines.View
    worlds: dict[bytes, float] = field(default_factory=lambda: defaultdict(float))
    #: in a simultaneous phase worlds let others decide afterwards: such worlds are not in this tree
    simultaneous: bool = False


def steps_from(state: engines.State) -> list[tuple[int, float]]:
    """Every way on: outcomes with their probability, actions with weight 1."""
    if state.over:
        return []
    if state.player == engines.CHANCE:
        return state.outcomes()
    return [(a, 1.0) for a in state.actions()]


def layers(
    game: engines.Game, inside: Callable[[engines.State], bool], most: int
) -> Iterator[dict[bytes, tuple[engines.State, float]]]:
    """The tree ply by ply, equal states merged and their weights added."""
    layer = {game.root().to_bytes(): (game.root(), 1.0)}
    met = 0
    while layer:
        met += len(layer)
        assert met <= most, f"{game!r}: over {most} states; choose a smaller option set"
        yield layer
        below: dict[bytes, tuple[engines.State, float]] = {}
        for state, weight in layer.values():
            for choice, p in steps_from(state):
                child = state.copy()
                child.apply(choice)
                if inside(child):
                    data = child.to_bytes()
                    _, sofar = below.get(data, (child, 0.0))
                    below[data] = (child, sofar + weight * p)
        layer = below


def information_sets(
    game: engines.Game,
    inside: Callable[[engines.State], bool] = lambda state: True,
    most: int = 100_000,
) -> list[InformationSet]:
    """The worlds of every view in the tree. `inside` must be known to all viewers alike."""
    sets: dict[engines.View, InformationSet] = {}
    size = game.table.sizes["play_size"]
    for layer in layers(game, inside, most):
        for data, (state, weight) in layer.items():
            for viewer in viewers(game):
                view = state.view(viewer)
                found = sets.setdefault(view, InformationSet(view))
                found.worlds[data[:size]] += weight
                found.simultaneous |= view.player != state.player
    return list(sets.values())


def choose_sets(
    sets: list[InformationSet], most: int, seed: int, largest: int = 400
) -> list[InformationSet]:
    """A sample of the sets that hide something, half of them the largest."""
    hiding = [s for s in sets if 1 < len(s.worlds) <= largest and not s.simultaneous]
    hiding.sort(key=lambda s: (-len(s.worlds), s.view.to_bytes()))
    if len(hiding) <= most:
        return hiding
    rest = hiding[most // 2 :]
    return hiding[: most // 2] + random.Random(seed).sample(rest, most - most // 2)


def sampler_covers(info: InformationSet, draws: int) -> None:
    """Every world that fits occurs, and no other."""
    size = info.view.game.table.sizes["play_size"]
    expected = set(info.worlds)
    drawn = {info.view.sample(seed).to_bytes()[:size] for seed in range(draws)}
    note = f"of {len(expected)} worlds: {info.view.to_json()} of {info.view.game!r}"
    strange = drawn - expected
    assert not strange, f"{len(strange)} imagined worlds cannot be, {note}\n{_json(info, strange)}"
    missing = expected - drawn
    assert not missing, f"{len(missing)} never imagined, {note}\n{_json(info, missing)}"


def _json(info: InformationSet, worlds: set[bytes]) -> str:
    game = info.view.game
    data = min(worlds).ljust(game.table.sizes["state_size"], b"\0")
    return str(np.frombuffer(data, game.table.dtype)[0])


def sampler_matches_posterior(info: InformationSet, draws: int) -> None:
    """Worlds occur as often as their weights say, by the deal or all equally."""
    size = info.view.game.table.sizes["play_size"]
    counts = Counter(info.view.sample(seed).to_bytes()[:size] for seed in range(draws))
    strange = set(counts) - set(info.worlds)
    assert not strange, f"imagined worlds that cannot be: {info.view.to_json()}"
    total = sum(info.worlds.values())
    observed = [counts[world] for world in info.worlds]
    expected = [draws * weight / total for weight in info.worlds.values()]
    assert chisquare(observed, expected).pvalue > SUSPICIOUS, (
        f"{observed} worlds imagined, {expected} expected: {info.view.to_json()}"
    )


def same_shown_same_view(
    game: engines.Game,
    inside: Callable[[engines.State], bool] = lambda state: True,
    most: int = 100_000,
) -> int:
    """In the complete tree, histories that show a viewer the same give it the same view.

    Like the history test, this skips positions with a pending event.
    """
    filed: dict[tuple[int, int], engines.View] = {}
    stack = [(game.root(), engines.Sink())]
    met = 0
    while stack:
        state, sink = stack.pop()
        met += 1
        assert met <= most, f"{game!r}: over {most} histories; choose a smaller option set"
        for viewer in viewers(game) if state.player != engines.CHANCE else ():
            view = state.view(viewer)
            known = filed.setdefault((viewer, sink.keys[viewer if viewer >= 0 else 6]), view)
            assert view == known, (
                f"viewer {viewer} was shown the same, yet its views differ\n"
                f"{known.to_json()}\n{view.to_json()}\n{where(state)}"
            )
        for choice, _ in steps_from(state):
            child, child_sink = state.copy(), sink.copy()
            child.apply(choice, child_sink)
            if inside(child):
                stack.append((child, child_sink))
    return met


def unseen_by(state: engines.State, viewer: int) -> bool:
    """Whether no outcome of the pending event shows the viewer anything."""
    key = viewer if viewer >= 0 else 6
    for outcome, _ in state.outcomes():
        sink = engines.Sink()
        state.copy().apply(outcome, sink)
        if sink.keys[key] != engines.Sink().keys[key]:
            return False
    return True


def drawing_commutes(state: engines.State, viewer: int, draws: int, seed: int) -> int:
    """Imagining a world and drawing in it is like drawing and imagining a world afterwards.

    For an event that shows the viewer nothing. Works in games of any size: where a sampler
    favours some places for a card, the two ways disagree about how often it lies there.
    Compares each number of the struct on its own; returns how many varied.
    """
    view = state.view(viewer)
    after = state.copy()
    after.apply(state.outcomes()[0][0])
    later_view = after.view(viewer)
    first, second = [], []
    for i in range(seed, seed + draws):
        world = view.sample(2 * i)
        world.apply(world.roll(engines.Chance(i)))
        first.append(world.to_bytes())
        second.append(later_view.sample(2 * i + 1).to_bytes())
    return _same_marginals(state, viewer, first, second)


def _columns(game: engines.Game, worlds: list[bytes]) -> Iterator[tuple[str, np.ndarray]]:
    """Each number of the play part over all worlds, with a name."""
    dtype = game.table.dtype
    records = np.frombuffer(b"".join(worlds), dtype)
    for name in dtype.names:
        if name == "head" or dtype.fields[name][1] >= game.table.sizes["play_size"]:
            continue
        values = records[name].reshape(len(worlds), -1)
        for i in range(values.shape[1]):
            yield f"{name}[{i}]", values[:, i]


def _same_marginals(
    state: engines.State, viewer: int, first: list[bytes], second: list[bytes]
) -> int:
    varied = 0
    pairs = zip(_columns(state.game, first), _columns(state.game, second), strict=True)
    for (name, left), (_, right) in pairs:
        values, codes = np.unique(np.concatenate([left, right]), return_inverse=True)
        if len(values) == 1:
            continue
        varied += 1
        table = np.stack(
            [
                np.bincount(codes[: len(left)], minlength=len(values)),
                np.bincount(codes[len(left) :], minlength=len(values)),
            ]
        )
        # Rare values are put together, so that the test's approximation holds.
        rare = table.sum(axis=0) < 20
        if rare.any():
            table = np.column_stack([table[:, ~rare], table[:, rare].sum(axis=1)])
        if table.shape[1] > 1 and (table.sum(axis=0) >= 20).all():
            p = chi2_contingency(table).pvalue
            assert p > SUSPICIOUS, (
                f"viewer {viewer}: {name} takes {values.tolist()} {table.tolist()} times, "
                f"drawn after and before imagining: {where(state)}"
            )
    return varied
