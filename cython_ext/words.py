"""What a game says: the text side of the contract, one subclass per game."""

from __future__ import annotations

import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from operator import index
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from eminence.cython_ext.errors import BadField, BadPosition, IllegalAction, shown
from eminence.cython_ext.pages import Page
from eminence.cython_ext.pictures.lettering import text_scene
from eminence.cython_ext.pictures.scene import Scene

if TYPE_CHECKING:
    from eminence.cython_ext.game import Position, View

#: options that an error lists
MOST_LISTED = 6
#: columns of a map: what most terminals have
MAP_WIDTH = 80
#: comments on the entries of `Position.head`
HEAD_COMMENTS = {
    "view_of": 'whose eyes: a seat, or "public" for an onlooker',
    "player": 'who is to move: a seat, "chance" or "over"',
    "capped": "whether the turn cap ended the game",
}


class Refusal(NamedTuple):
    """Why `check` refuses a position: a sentence, and the field of the state to blame.

    text: {0} to {3} stand for the numbers that `check` gave; {1:colour} for the name of such
        a number, from the list `Words.kinds["colour"]`.
    field: "" where no single field is to blame.
    at: which of the numbers says where in the field: a seat, or a place in its first axis.
    """

    text: str
    field: str = ""
    at: int | None = None


def table_entries(table: str) -> Iterator[tuple[str, str]]:
    """The entries `head: text` of a table of words.

    Indented lines go on with the entry above them; lines that begin with # are comments.
    """
    for entry in re.split(r"\n(?! )", table.strip()):
        if not entry.startswith("#"):
            head, text = " ".join(entry.split()).split(": ", 1)
            yield head, text


def refusals(codes: type[IntEnum], sentences: str) -> dict[int, Refusal]:
    """A `Refusal` for each entry `NAME field[{0}]: text`, by the member of the enum.

    The field, or its place, may be left out.
    """
    found: dict[int, Refusal] = {}
    for head, text in table_entries(sentences):
        name, _, place = head.partition(" ")
        field, _, at = place.partition("[")
        found[codes[name]] = Refusal(text, field, int(at.strip("{}]")) if at else None)
    return found


class Entry(NamedTuple):
    """Something in a game that has a name, explained: a card, a place, a title."""

    name: str
    kind: str
    """What it is, such as "city": entries of one kind are listed together."""
    text: str
    """What a player should know of it, in sentences; never how things stand."""


class Chapter(NamedTuple):
    """A part of the rules, in our own words."""

    title: str
    text: str
    """Paragraphs, an empty line between two."""


class PositionForm(Protocol):
    """The position file of a game, as its page declares it."""

    def write(self, view: View) -> Page:
        """The file for a view."""

    def read(self, written: Mapping[str, Any], record: np.ndarray) -> None:
        """Fill the fields of a blank state from the entries of a file."""

    def blame(self, error: BadField, viewer: int) -> BadPosition:
        """The same refusal, with the entry that fills the field to blame."""

    def phases(self) -> list[str]:
        """The words for how far a turn has got."""

    def phase_of(self, data: np.void) -> str:
        """The word for how far a state has got."""


class _Naming(Formatter):
    """Writes names for numbers: the part behind a colon says which list has them."""

    def __init__(self, kinds: Mapping[str, Sequence[str]]) -> None:
        self.kinds = kinds

    def format_field(self, value: Any, format_spec: str) -> str:
        names = self.kinds.get(format_spec)
        if names is None:
            return str(super().format_field(value, format_spec))
        # A check may blame a number that has no name.
        return names[value] if 0 <= value < len(names) else str(value)


class Words(ABC):
    """Names and sentences of one game. Everything here is for people; rules never call it.

    `position.data` is the state struct as a numpy record: read it, never keep it.
    """

    #: names of the event kinds, indexed by what `event` returns
    events: Sequence[str] = ()
    #: names of the point sources, in the order of `sources`
    sources: Sequence[str] = ()
    #: names of the hidden numbers, in the order of `facts`
    facts: Sequence[str] = ()
    #: do the others' moves tell of these numbers, by `benchmarks.beliefs`? Then hints tell it
    play_tells: bool = False
    #: names of what a network sees, in the order of `features`; the same for all options
    features: Sequence[str] = ()
    #: names of the ids that `traits` gives
    traits: Sequence[str] = ()
    #: what `check` found, by its code: a member of the game's `enum Wrong`
    problems: Mapping[int, Refusal] = {}
    #: names for the numbers in these sentences, by what they count
    kinds: Mapping[str, Sequence[str]] = {}
    #: the game's position file; None: it lists the fields of the state
    form: PositionForm | None = None
    #: whether a cap on turns may end the game, as `Head.capped` says
    has_cap: bool = False
    #: how to play: the first chapter is enough to begin with, the others go by subject
    chapters: Sequence[Chapter] = ()
    #: everything that has a name, made from the numbers that the rules use
    entries: Sequence[Entry] = ()
    #: signs and short forms of the board and the map, and what each means
    legend: Mapping[str, str] = {}

    @abstractmethod
    def action(self, position: Position, action: int) -> str:
        """An action as a person would say it; different for different legal actions."""

    def note(self, position: Position, action: int) -> str:
        """What a player should know before playing it, such as odds; "" for nothing."""
        return ""

    def outcome(self, position: Position, outcome: int) -> str:
        """An outcome of the pending event."""
        return str(outcome)

    @abstractmethod
    def board(self, position: Position) -> str:
        """The position as text, without a trailing newline."""

    def of_interest(self, position: Position) -> Sequence[str]:
        """How the rows of a long board begin that the one to move needs for its decision.

        A row brings those that are indented below it. The first one is always needed.
        """
        return ()

    def happened(self, before: Position, after: Position) -> list[str]:
        """What a step brought, in sentences: the differences of two positions of one viewer.

        Only what the steps' own words leave open: who won, gained, lost. Made from views, it tells
        a seat no more than these show it; states tell those who may see everything.
        """
        return []

    def part(self, position: Position) -> str:
        """The round that a position belongs to, such as "turn 3", where seats act out of turn.

        "" where it is enough to say whose turn it is.
        """
        return ""

    def stands(self, position: Position, name: str) -> str:
        """How things stand at what an entry names, such as who holds it; "" for nothing to say."""
        return ""

    def map(self, position: Position) -> str:
        """The map as text, at most MAP_WIDTH columns wide; "" if the game has none."""
        return ""

    def picture(self, view: View) -> Scene:
        """What a picture of the view shows; a game that draws none shows its board as text."""
        return text_scene(view.game.name, self.board(view))

    def refusal(self, code: int, numbers: Sequence[int]) -> BadPosition:
        """The error to raise about what `check` found."""
        text, field, at = self.problems[code]
        sentence = _Naming(self.kinds).format(text, *numbers)
        if not field:
            return BadPosition(sentence)
        return BadField(field, None if at is None else numbers[at], sentence)


# --- what a caller may choose among: found, or refused in one line ---


def closest_option(text: str, options: Mapping[str, int]) -> int | None:
    """The option with this text, ignoring blanks and capitals; None: nothing is like it.

    Words that are only similar are refused, and the error names what was probably meant.
    """
    plain = {_plain(words): option for words, option in options.items()}
    wanted = _plain(text)
    if wanted in plain:
        return plain[wanted]
    close = difflib.get_close_matches(wanted, plain, n=3, cutoff=0.5)
    if close:
        raise IllegalAction(f"illegal action {shown(text)}: did you mean {' or '.join(close)}?")
    return None


def option_id(given: Any, options: Sequence[int]) -> int | None:
    """The id as a number; None: it is none of the options."""
    try:
        number = index(given)
    except TypeError:
        return None
    return number if number in options else None


def refusal(
    what: str, who: str, over: bool, options: Sequence[int], words: Callable[[int], str]
) -> IllegalAction:
    """The error for an action that is not offered; it names what is."""
    if over:
        return IllegalAction(f"illegal action {what}: the game is over")
    if not options:
        return IllegalAction(
            f"illegal action {what}: chance is next, and a view has no outcomes to choose"
        )
    choices = ", ".join(f"{a} ({words(a)})" for a in options[:MOST_LISTED])
    left = len(options) - MOST_LISTED
    more = f" and {left} more" if left > 0 else ""
    return IllegalAction(f"illegal action {what} for {who}: choose {choices}{more}")


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def nobody_to_move(over: bool) -> IllegalAction:
    """The error for asking about a decision where there is none."""
    why = "the game is over" if over else "a chance event is pending"
    return IllegalAction(f"nobody is to move: {why}")
