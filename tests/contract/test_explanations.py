"""What people can look up in every game: rules, names, signs and maps."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from conformance.walks import sampled

from eminence import engines
from eminence.cython_ext.words import MAP_WIDTH
from eminence.play.table.explanations import entry_text, find_entry, rules_text

#: how many states of a random game are looked at
STATES = 12
#: words that no player's text has: names of C structs and of our own files
INTERNAL = re.compile(r"\w_\w|\bstruct\b|\bdata/|\.toml\b|\.csv\b|\.pyx\b|\bTODO\b")


def texts_of(game: engines.Game) -> list[str]:
    words = game.words
    return [
        *(text for chapter in words.chapters for text in chapter),
        *(text for entry in words.entries for text in entry),
        *words.legend.values(),
    ]


def flat(text: str) -> str:
    """The text in one line."""
    return " ".join(text.split())


def test_no_two_names_are_alike(game: engines.Game) -> None:
    """A name that is typed means one thing, whatever its capitals."""
    names = Counter(entry.name.lower() for entry in game.words.entries)
    assert [name for name, times in names.items() if times > 1] == []
    titles = [chapter.title.lower() for chapter in game.words.chapters]
    assert len(set(titles)) == len(titles)


def test_entries_of_a_kind_stand_together(game: engines.Game) -> None:
    kinds = [entry.kind for entry in game.words.entries]
    first = [kind for i, kind in enumerate(kinds) if i == 0 or kinds[i - 1] != kind]
    assert len(set(first)) == len(first)


def test_texts_are_sentences_for_players(game: engines.Game) -> None:
    for text in texts_of(game):
        assert text
        assert text == text.strip()
        assert not INTERNAL.search(text), text
    for entry in game.words.entries:
        assert entry.text[-1] in ".!?)", entry
        assert "\n" not in entry.text


def test_every_game_says_how_it_is_played(game: engines.Game) -> None:
    assert len(rules_text(game.words)) > 100
    for chapter in game.words.chapters:
        assert flat(chapter.text) in flat(rules_text(game.words, chapter.title))


def test_every_name_is_found_and_its_place_told(game: engines.Game) -> None:
    states = sampled(game, 5, STATES)
    for entry in game.words.entries:
        assert find_entry(game.words, entry.name.upper()) == entry
        for state in states[:: max(1, len(states) // 3)]:
            view = state.view(0)
            assert flat(entry.text) in flat(entry_text(game.words, entry.name, view))


def test_unknown_names_are_refused_with_a_line(game: engines.Game) -> None:
    for ask in (find_entry, rules_text):
        with pytest.raises(engines.BadOption) as refused:
            ask(game.words, "no such thing as this")
        assert "\n" not in str(refused.value)


def test_maps_fit_a_terminal(game: engines.Game) -> None:
    for state in sampled(game, 6, STATES):
        for seat in (engines.PUBLIC, *range(game.seats)):
            drawn = game.words.map(state.view(seat))
            assert all(len(line) <= MAP_WIDTH for line in drawn.splitlines())


def test_notes_and_places_tell_no_more_than_the_view(game: engines.Game) -> None:
    """They are made from a view: a world that fits it has the same words."""
    for state in sampled(game, 7, STATES):
        if state.player < 0:
            continue
        view = state.view(state.player)
        words = game.words
        other = view.sample(seed=1).view(view.seat)
        assert words.map(view) == words.map(other)
        for entry in words.entries:
            assert words.stands(view, entry.name) == words.stands(other, entry.name)
        for action in view.actions():
            assert words.note(view, action) == words.note(state, action)
            assert "\n" not in words.note(view, action)
