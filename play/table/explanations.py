"""What a person may look up: the rules, what has a name, the signs of the board."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from itertools import groupby

from eminence import engines
from eminence.cython_ext.text_lines import names_held
from eminence.cython_ext.words import Chapter, Entry, Words
from eminence.engines.kit.wording import row, wrapped
from eminence.play.table.choices import plain
from eminence.play.table.plan import Plan

#: names that a refusal suggests
SUGGESTED = 3


def rules_text(words: Words, title: str = "") -> str:
    """The short way to play and a list of chapters, or the chapter with this title."""
    chapters = words.chapters
    if not chapters:
        raise engines.BadOption("rules: this game has none in words; docs name its rulebook")
    if title:
        found = chapters[_named([each.title for each in chapters], title, "rules")]
        return _chapter_text(words, found)
    more = [f"rules {chapter.title.lower()}" for chapter in chapters[1:]]
    listed = "\n\nMore:\n" + "\n".join(f"  {each}" for each in more) if more else ""
    return _chapter_text(words, chapters[0]) + listed


def _chapter_text(words: Words, chapter: Chapter) -> str:
    return f"{chapter.title}\n\n{laid_out(words, chapter.text)}"


def laid_out(words: Words, text: str, label: str = "") -> str:
    """Paragraphs behind a label, in lines that fit and break no name."""
    hold = names_held(entry.name for entry in words.entries)
    parts = [wrapped(label, hold(paragraph)) for paragraph in text.split("\n\n")]
    return "\n\n".join(parts)


def entry_text(words: Words, name: str, position: engines.View | None = None) -> str:
    """What something is, and how things stand there in a position."""
    entry = find_entry(words, name)
    stands = words.stands(position, entry.name) if position is not None else ""
    lines = [f"{entry.name} ({entry.kind})", laid_out(words, entry.text)]
    return "\n".join([*lines, *(laid_out(words, line) for line in stands.splitlines())])


def find_entry(words: Words, name: str) -> Entry:
    """The entry with this name, or the only one whose name begins so."""
    if not words.entries:
        raise engines.BadOption(f"{name}: nothing in this game has a name to look up")
    return words.entries[_named([entry.name for entry in words.entries], name, "card")]


def _named(names: Sequence[str], given: str, command: str) -> int:
    """The place of a name among these; a beginning will do if no other name begins so."""
    wanted, known = plain(given), [plain(name) for name in names]
    if wanted in known:
        return known.index(wanted)
    found = [i for i, name in enumerate(known) if name.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    close = found or [known.index(name) for name in difflib.get_close_matches(wanted, known)]
    if close:
        meant = " or ".join(names[i] for i in close[:SUGGESTED])
        raise engines.BadOption(f"{command} {given}: did you mean {meant}?")
    raise engines.BadOption(f"{command} {given}: no such name; {command} alone lists them")


def entries_text(entries: Iterable[Entry]) -> str:
    """The names of all that can be looked up, by what they are."""
    return "\n".join(
        row(f"{kind}: ", (entry.name for entry in group))
        for kind, group in groupby(entries, key=lambda entry: entry.kind)
    )


def all_entries_text(entries: Iterable[Entry]) -> str:
    """Every entry with its text, by what they are."""
    return "\n\n".join(
        "\n".join([kind, *(f"  {entry.name}: {entry.text}" for entry in group)])
        for kind, group in groupby(entries, key=lambda entry: entry.kind)
    )


def legend_text(words: Words) -> str:
    """The signs of the board and what each means."""
    if not words.legend:
        raise engines.BadOption("legend: the board of this game has no signs that need one")
    width = max(map(len, words.legend))
    return "\n".join(
        laid_out(words, meaning, f"{sign:<{width}}  ") for sign, meaning in words.legend.items()
    )


def plan_text(plan: Plan) -> str:
    """The boxes of a plan with what is in them, and what is in none."""
    example = plan.boxes[-1].choices[0].text
    head = wrapped("", f"Your plan; name a box and what goes there, such as {example}:")
    unused = plan.unused()
    rest = [row("in no box: ", unused)] if unused else []
    return "\n".join([head, *plan.lines(), *rest])


def map_text(position: engines.View) -> str:
    """The map of the game."""
    drawn = position.game.words.map(position)
    if not drawn:
        raise engines.BadOption("map: this game has none; board shows the table")
    return drawn
