"""What networks see: features and traits follow from what a seat may know, and tell it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from itertools import pairwise

import numpy as np
from compiled.core import lean_copy

from conformance.checks import where
from conformance.walks import Walk, sampled
from eminence import engines

#: no feature is larger: a network learns badly from numbers of very different size
LARGEST = 16
#: share of the redrawn secrets of a seat that its features must tell: cards that do the same may
#: look the same
TOLD = 0.8
#: sizes of the table that are the same for all options of a game
SIZES = ("n_features", "n_traits", "max_traits", "n_actions")


def has_features(game: engines.Game) -> bool:
    return game.table.sizes["n_features"] > 0


# --- features ---


def features_are_ordinary(state: engines.State) -> None:
    """Finite numbers of ordinary size, for every seat."""
    for seat in range(state.game.seats):
        seen = state.features(seat)
        odd = np.flatnonzero(~(np.abs(seen) <= LARGEST))
        assert odd.size == 0, f"seat {seat}: {_named(state, odd, seen)}: {where(state)}"


def features_follow_view(state: engines.State, seeds: range) -> None:
    """A seat sees the same in its view, in the truth and in all its worlds."""
    for seat in range(state.game.seats):
        view = state.view(seat)
        worlds = {f"world {seed}": view.sample(seed) for seed in seeds}
        for name, other in {"the truth": state, **worlds}.items():
            _same_features(state, view.features(), other.features(seat), f"seat {seat}", name)


def all_at_once_is_each_alone(state: engines.State) -> None:
    """What searches ask for, the features of all seats at once, is what each seat sees alone."""
    for seat, seen in enumerate(state.features_of_all()):
        _same_features(state, state.features(seat), seen, f"seat {seat}", "those of all seats")


def lean_copies_see_the_same(game: engines.Game, seed: int, copies: int = 4) -> None:
    """Features and traits need nothing that lies behind `play_size`.

    Copies as search makes them begin at several places of a game and are played on beside it.
    """
    plies = len(_played(game, seed))
    begins = {plies * i // copies for i in range(copies)}
    walk = Walk(game, seed)
    lean: list[engines.State] = []
    for ply, state in enumerate(walk):
        for copy in lean:
            copy.apply(walk.plies[-1][1])
        if ply in begins:
            lean.append(lean_copy(state))
        for copy in lean:
            _sees_the_same(state, copy)


def _played(game: engines.Game, seed: int) -> list[tuple[int, int]]:
    walk = Walk(game, seed)
    for _ in walk:
        pass
    return walk.plies


def _sees_the_same(state: engines.State, copy: engines.State) -> None:
    for seat in range(state.game.seats):
        _same_features(
            state, state.features(seat), copy.features(seat), f"seat {seat}", "a lean copy"
        )
    if state.player >= 0:
        same = np.array_equal(state.traits(), copy.traits())
        assert same, f"traits differ in a lean copy: {where(state)}"


def features_tell_secrets(game: engines.Game, seeds: Iterable[int], states: int) -> int:
    """Where a seat's own secrets are drawn anew, its features nearly always change.

    Returns how often they were.
    """
    size = game.table.sizes["play_size"]
    redrawn = told = 0
    for seed in seeds:
        for i, state in enumerate(sampled(game, seed, states)):
            other = state.view(engines.PUBLIC).sample(i)
            for seat in range(game.seats):
                before, after = (s.view(seat).to_bytes()[:size] for s in (state, other))
                if before != after:
                    redrawn += 1
                    told += not np.array_equal(state.features(seat), other.features(seat))
    assert told >= TOLD * redrawn, (
        f"{game!r}: the own secrets were drawn anew {redrawn} times, features changed {told} times"
    )
    return redrawn


def _same_features(
    state: engines.State, expected: np.ndarray, got: np.ndarray, whose: str, there: str
) -> None:
    odd = np.flatnonzero(expected != got)
    assert odd.size == 0, (
        f"features of {whose} differ in {there}: expected {_named(state, odd, expected)}, "
        f"got {_named(state, odd, got)}: {where(state)}"
    )


def _named(state: engines.State, places: np.ndarray, seen: np.ndarray) -> str:
    names = state.game.words.features
    return ", ".join(f"{names[i]} {seen[i]:g}" for i in places[:5])


# --- traits ---


def traits_are_sound(state: engines.State) -> None:
    """Ids that exist, one at least for each action; ids of actions lie below their limit."""
    if state.player < 0:
        return
    sizes = state.game.table.sizes
    actions, traits = state.actions(), state.traits()
    assert 0 <= min(actions) <= max(actions) < sizes["n_actions"], f"{actions}: {where(state)}"
    unknown = (traits < -1) | (traits >= sizes["n_traits"])
    assert not unknown.any(), f"unknown traits {traits[unknown]}: {where(state)}"
    bare = [a for a, row in zip(actions, traits, strict=True) if (row < 0).all()]
    assert not bare, f"actions without a trait: {bare}: {where(state)}"


def traits_follow_view(state: engines.State, seeds: range) -> None:
    """The traits of the mover's actions are the same in its view and in all its worlds."""
    for seat in range(state.game.seats):
        view = state.view(seat)
        if view.player != seat:
            continue
        others = [view.sample(seed) for seed in seeds]
        if state.player == seat:
            others.append(state)
        for other in others:
            same = np.array_equal(view.traits(), other.traits())
            assert same, f"traits differ from the view of seat {seat}: {where(state)}"


# --- all option sets of a game ---


def one_layout(games: Iterable[engines.Game]) -> None:
    """Names are unique, as many as there are numbers, and the same for all options."""
    for game in (games := list(games)):
        sizes, words = game.table.sizes, game.words
        for names, size in ((words.features, "n_features"), (words.traits, "n_traits")):
            assert len(names) == sizes[size], f"{game!r}: {len(names)} names, {size} {sizes[size]}"
            assert len(set(names)) == len(names), f"{game!r}: two of one name among {names}"
    for first, second in pairwise(games):
        for words in ("features", "traits"):
            same = getattr(first.words, words) == getattr(second.words, words)
            assert same, f"{words} differ between {first!r} and {second!r}"
        for size in SIZES:
            left, right = first.table.sizes[size], second.table.sizes[size]
            assert left == right, f"{size} {left} of {first!r}, {right} of {second!r}"


# --- from build to build and from version to version ---


def seen_in_a_game(game: engines.Game, seed: int) -> str:
    """Hashes of all features and of all traits in one random game."""
    features, traits = blake2b(digest_size=8), blake2b(digest_size=8)
    for state in Walk(game, seed):
        for seat in range(game.seats):
            # Adding zero makes one zero of the two that there are.
            features.update((state.features(seat) + np.float32(0)).tobytes())
        if state.player >= 0:
            traits.update(state.traits().tobytes())
    return f"features {features.hexdigest()} traits {traits.hexdigest()}"
