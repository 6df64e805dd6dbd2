"""What a person says of a step, compared with the words that the game has for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from eminence.play.table.choices import plain
from eminence.play.table.news import StepText

#: words for the person's own seat
OWN = ("i", "me", "my", "you")
#: words that say nothing
EMPTY = {
    "a",
    "an",
    "and",
    "are",
    "for",
    "from",
    "get",
    "in",
    "is",
    "it",
    "of",
    "on",
    "the",
    "to",
    "up",
}
#: between things that were seen of one step
BETWEEN = ";"
#: words that a person may add, such as the verb in "I draw Spain"
MOST_ADDED = 2
#: how well something fits: the lower, the better
SAME, BEGINNING, WITH_MORE, WITH_LESS = range(4)
#: what stands for words that are left out or not known
LEFT_OUT = ("...", "…")
_OF_A_SEAT = re.compile(r"(.*?),? ?seat (\d+)")
#: an event of a seat, as the game words it
_EVENT = re.compile(r"(.+?),? seat (\d+): (.+)", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """One way to understand a phrase."""

    seat: int | None
    """Who it is about; None: not said."""
    words: tuple[str, ...]


@dataclass(frozen=True)
class Phrase:
    """Something that a person says."""

    text: str
    readings: tuple[Reading, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """All its words."""
        return words_of(self.text)

    def fit(self, step: StepText) -> int | None:
        """How well it fits a step; None: not at all."""
        if plain(self.text) == plain(str(step)):
            return SAME
        fits = [_fit(reading, step) for reading in self.readings]
        return min((fit for fit in fits if fit is not None), default=None)

    def fits_line(self, line: str) -> bool:
        """Do its words stand side by side in a line of the board?"""
        return any(_is_within(words, words_of(line)) for words in self._spoken())

    def _spoken(self) -> Iterator[tuple[str, ...]]:
        yield self.words
        yield from (reading.words for reading in self.readings)


class Speaker:
    """Reads what is said by the person in a seat."""

    def __init__(self, seat: int, seats: int, names: Sequence[str] = ()):
        self.who: Mapping[str, int] = {
            **{str(number): number for number in range(seats)},
            **{words_of(name)[0]: number for number, name in enumerate(names)},
            **dict.fromkeys(OWN, seat),
        }

    def phrases(self, text: str) -> list[Phrase]:
        """The things that a text says, each of them about the same step."""
        return [self.phrase(part) for part in text.split(BETWEEN) if part.strip()]

    def phrase(self, text: str) -> Phrase:
        """One thing, with every way to understand it."""
        words = words_of(text)
        named = words[1:] if words[:1] == ("seat",) else words
        readings = []
        if named and named[0] in self.who:
            readings.append(Reading(self.who[named[0]], named[1:]))
        if not readings or words[0].isdigit():
            # A number at the beginning may count something instead.
            readings.append(Reading(None, words))
        if match := _EVENT.fullmatch(text.strip()):
            said = words_of(f"{match[1]} {match[3]}")
            readings.insert(0, Reading(int(match[2]), said))
        return Phrase(" ".join(text.split()), tuple(readings))


@cache
def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, so that "claims" is "claim" and signs make no difference."""
    for sign in LEFT_OUT:
        text = text.replace(sign, " ")
    found = (word.strip(",:;.!\"'") for word in text.lower().split())
    return tuple(_singular(word) for word in found if word)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith(("shes", "ches", "sses")):
        return word[:-2]
    is_longer = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_longer and word.isalpha() else word


@cache
def _parts_of(step: StepText) -> tuple[int | None, tuple[str, ...], tuple[str, ...]]:
    """To whom a step happens, the words for its event, and those for what happens."""
    match = _OF_A_SEAT.fullmatch(step.who)
    event, seat = (match[1], int(match[2])) if match else (step.who, None)
    return seat, words_of(event), words_of(step.what)


def _fit(reading: Reading, step: StepText) -> int | None:
    seat, event, what = _parts_of(step)
    said = reading.words
    if reading.seat is not None and seat is not None and reading.seat != seat:
        return None
    whole = event + what
    if said in (what, whole):
        return SAME
    if not said:
        return None
    if _begins(what, said) or _begins(whole, said):
        return BEGINNING
    if reading.seat is not None and seat is None:
        # Who does something is said, and this happens to nobody.
        return None
    if what and _has_more(said, event, what):
        return WITH_MORE
    return WITH_LESS if set(said) <= set(whole) else None


def _begins(words: Sequence[str], said: Sequence[str]) -> bool:
    """Do the words begin so? The last one may be cut short, but not a number."""
    size = len(said)
    if tuple(words[:size]) == tuple(said):
        return True
    last = words[size - 1] if size <= len(words) else ""
    return (
        tuple(words[: size - 1]) == tuple(said[:-1])
        and said[-1].isalpha()
        and last.startswith(said[-1])
    )


def _has_more(said: Sequence[str], event: Sequence[str], what: Sequence[str]) -> bool:
    """Is it all that happens, and a verb or so besides? Numbers and long texts mean more."""
    known = {*EMPTY, *event, *what}
    added = [word for word in said if word not in known]
    return set(what) <= set(said) and len(added) <= MOST_ADDED and all(map(str.isalpha, added))


def _is_within(words: Sequence[str], line: Sequence[str]) -> bool:
    size = len(words)
    return size > 0 and any(
        tuple(line[i : i + size]) == tuple(words) for i in range(len(line) - size + 1)
    )
