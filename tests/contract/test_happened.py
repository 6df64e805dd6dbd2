"""What came of a step, in sentences: made from a viewer's own two views, for every viewer."""

from __future__ import annotations

import re

import pytest
from conformance.sizes import Sizes
from conformance.walks import Walk, sampled, viewers

from eminence import engines
from eminence.cython_ext.words import Words

#: steps of a random game that are looked at
STEPS = 250
#: words that no player's text has: names of C structs and of Python's
INTERNAL = re.compile(r"\w_\w|\bnp\.|\bNone\b|\bTrue\b|\bFalse\b|[<>{}]")
#: games whose own moves and events leave little to say
SMALL = {
    name for name in engines.names() if type(engines.load(name).words).happened is Words.happened
}


def test_every_large_game_tells_what_came_of_a_step() -> None:
    assert {*engines.names()} - SMALL == {"royals", "bruges", "wallenstein", "blood_of_kings"}


def test_sentences_are_for_people(game: engines.Game, sizes: Sizes) -> None:
    told = 0
    for seed in range(sizes.of(2)):
        walk = Walk(game, seed)
        for _ in range(STEPS):
            if walk.state.over:
                break
            before = walk.state.copy()
            walk.play(walk.choose())
            for viewer in viewers(game):
                happened = game.words.happened(before.view(viewer), walk.state.view(viewer))
                told += len(happened)
                for sentence in happened:
                    assert sentence[0].isupper(), sentence
                    assert sentence[-1] == ".", sentence
                    assert "\n" not in sentence
                    assert not INTERNAL.search(sentence), sentence
                    assert f"eat {viewer} " not in sentence, f"{sentence!r} is not told to a you"
            game.words.happened(before, walk.state)
    assert (told > 0) == (game.name not in SMALL)


def test_what_looks_the_same_is_told_in_the_same_words(game: engines.Game) -> None:
    """The truth and a world that the viewer cannot tell from it, before the step and after."""
    walk = Walk(game, 5)
    for _ in range(STEPS):
        if walk.state.over:
            break
        before = walk.state.copy()
        walk.play(walk.choose())
        for viewer in viewers(game):
            first, second = before.view(viewer), walk.state.view(viewer)
            worlds = [view.sample(seed=2).view(viewer) for view in (first, second)]
            assert game.words.happened(*worlds) == game.words.happened(first, second)


def test_nothing_is_told_where_nothing_changed(game: engines.Game) -> None:
    """Before an event something is about to change, whatever the two positions show."""
    for state in sampled(game, 6, STEPS):
        for viewer in viewers(game):
            view = state.view(viewer)
            if state.player != engines.CHANCE:
                assert game.words.happened(view, view) == []


def test_parts_of_a_game_are_known_to_all(game: engines.Game) -> None:
    parts = []
    walk = Walk(game, 7)
    for state in walk:
        names = {game.words.part(state.view(viewer)) for viewer in viewers(game)}
        assert names == {game.words.part(state)}
        parts.append(names.pop())
    # A part that is over never comes back.
    changes = [part for i, part in enumerate(parts) if parts[i - 1 : i] != [part]]
    assert len(changes) == len({*changes})


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*engines.names()} - SMALL))
def test_states_tell_of_seats_alone(name: str) -> None:
    """Nobody is "you" where all is open, and for an onlooker."""
    game = engines.load(name)
    walk = Walk(game, 8)
    for _ in range(4 * STEPS):
        if walk.state.over:
            break
        before = walk.state.copy()
        walk.play(walk.choose())
        public = game.words.happened(before.view(engines.PUBLIC), walk.state.view(engines.PUBLIC))
        for sentence in [*game.words.happened(before, walk.state), *public]:
            assert not re.search(r"\byour?\b", sentence, re.IGNORECASE), sentence
