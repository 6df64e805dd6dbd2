"""All that is printed fits the screen it is read on, and no name is broken."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from conformance.walks import sampled

from eminence import engines
from eminence.cython_ext.text_lines import laid_out_for
from eminence.play.table.explanations import entries_text, entry_text, legend_text, rules_text
from eminence.play.table.screen import folded

#: how many states of a random game are looked at
STATES = 5
WIDTHS = pytest.mark.parametrize("width", [60, 80, 120])


def tables(game: engines.Game) -> Iterator[str]:
    for state in sampled(game, 8, STATES):
        for seat in (engines.PUBLIC, *range(game.seats)):
            yield game.words.board(state.view(seat))
            yield game.words.map(state.view(seat))


def explanations(game: engines.Game) -> Iterator[str]:
    states = sampled(game, 8, STATES)
    words, view = game.words, states[len(states) // 2].view(0)
    yield rules_text(words)
    for chapter in words.chapters:
        yield rules_text(words, chapter.title)
    yield entries_text(words.entries)
    if words.legend:
        yield legend_text(words)
    for entry in words.entries:
        yield entry_text(words, entry.name, view)


def flat(text: str) -> str:
    """With the lines one behind the other."""
    return re.sub(r"\n *", " ", text)


def check(game: engines.Game, texts: Iterator[str], width: int) -> None:
    names = [entry.name for entry in game.words.entries if " " in entry.name]
    with laid_out_for(lambda: width):
        for text in texts:
            assert max(map(len, text.split("\n"))) <= width, text
            assert folded(text, width) == text
            whole = flat(text)
            for name in names:
                assert text.count(name) == whole.count(name), f"{name} is broken in\n{text}"


@WIDTHS
def test_boards_and_maps_fit(game: engines.Game, width: int) -> None:
    check(game, tables(game), width)


@WIDTHS
def test_what_is_looked_up_fits(game: engines.Game, width: int) -> None:
    check(game, explanations(game), width)


def test_a_screen_may_be_narrower_than_texts_are_laid_out_for(game: engines.Game) -> None:
    with laid_out_for(lambda: 20):
        assert max(len(line) for text in tables(game) for line in text.split("\n")) <= 60
