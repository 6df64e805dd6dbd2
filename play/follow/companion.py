"""The companion: one seat's view of a game that is played elsewhere, from what that seat sees.

>>> import eminence
>>> companion = eminence.Companion(eminence.load("kuhn_poker"), seat=0)
>>> companion.observe("I get card 1")
['deal, seat 0: card 1']
>>> companion.legal()
['pass', 'bet']
>>> companion.play("pass"), companion.legal()
(['you: pass'], ['seat 1: pass', 'seat 1: bet'])
>>> companion.observe("1 bets")
['seat 1: bet']
>>> companion.log()
['deal, seat 0: card 1', 'you: pass', 'seat 1: bet']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from eminence import search, solver
from eminence.cython_ext.pages import Entries
from eminence.cython_ext.version import UNNAMED, WRITER, __version__, naming_versions
from eminence.cython_ext.whole_numbers import whole
from eminence.engines import CHANCE, BadOption, EminenceError, Game, View
from eminence.engines.positions import game_from
from eminence.play.follow.observation import Observation, texts_of
from eminence.play.follow.outlook import Outlook, Sight, pending
from eminence.play.follow.phrases import Speaker, words_of
from eminence.search.beliefs.record import Record

#: worlds in which nothing else may be possible before something follows by itself
SURE = 32
#: worlds that say what may be seen next
LISTING = 64
#: the most steps that may follow by themselves after one entry
MOST_FOLLOWING = 1000
#: characters of an entry, and of a version's name
MOST_TEXT, MOST_VERSION = 4000, 40


@dataclass(frozen=True)
class Entry:
    """Something that was said, and all that followed from it."""

    said: str
    """In the person's words; "" for what followed from the beginning."""
    views: tuple[View, ...]
    """The seat's views since then, the present one last."""
    told: tuple[str, ...]
    """What led to each of them; "" where nothing was to be seen."""
    before: View | None = None
    """The view that the person had; None: at the beginning."""

    @property
    def heard(self) -> list[str]:
        """All that there was to be seen."""
        return [text for text in self.told if text]


class Companion:
    """Follows a game for one seat."""

    def __init__(
        self, game: Game, seat: int = 0, names: Sequence[str] = (), start: View | None = None
    ):
        """From the beginning of a game, or from a view in the middle of one."""
        self.game = game
        self.seat = whole("seat", seat, 0, game.seats - 1)
        self.names = tuple(names)
        _refuse_names(self.names, game)
        if start is not None and (start.game, start.seat) != (game, self.seat):
            raise BadOption(f"start: expected a view of seat {self.seat} in this game")
        self.start = start
        self._speaker = Speaker(self.seat, game.seats, self.names)
        first = game.root().view(self.seat) if start is None else start
        self._opening = self._followed(Entry("", (first,), ("",)))
        self.entries: list[Entry] = []

    # --- how things stand ---

    @property
    def last(self) -> Entry:
        """What was said last; in the beginning, what follows without a word."""
        return self.entries[-1] if self.entries else self._opening

    @property
    def view(self) -> View:
        """What the seat knows now."""
        return self.last.views[-1]

    @property
    def views(self) -> tuple[View, ...]:
        """The seat's views since the last entry."""
        return self.last.views

    @property
    def record(self) -> Record:
        """All that the seat has seen since it is followed."""
        entries = (self._opening, *self.entries)
        return Record.of(view for entry in entries for view in entry.views)

    @property
    def pending(self) -> str:
        """Who or what comes next, as far as the seat knows."""
        return pending(self.view)

    @property
    def is_own(self) -> bool:
        """Is the person to decide?"""
        return not self.view.over and self.view.player == self.seat

    def legal(self) -> list[str]:
        """What may come next: the person's moves, or what may be seen of others and of chance."""
        if self.is_own:
            return [self.view.text(action) for action in self.view.actions()]
        outlook = Outlook(self.view)
        outlook.widen(LISTING)
        return texts_of(outlook.sights.values())

    def log(self) -> list[str]:
        """All that the seat has seen."""
        return [text for entry in (self._opening, *self.entries) for text in entry.heard]

    # --- going on, and back ---

    def observe(self, text: str) -> list[str]:
        """Take in what the person sees; what that is in the game's words, and what follows."""
        said = self._speaker.phrases(_checked(text))
        if not said:
            raise BadOption("say what you see, such as: " + ", ".join(self.legal()[:3]))
        here = Observation(self.view, said, text)
        fitting = here.look()
        if not fitting:
            if (heard := self._with_what_it_brings(text, here)) is not None:
                return heard
            if (heard := self._seen_before(text)) is not None:
                return heard
            if self.view.over:
                raise BadOption(f"{text}: the game is over; undo goes back")
            fitting = here.look_longer()
        return self._add(text, here.only(fitting), own=self.is_own)

    def play(self, move: int | str) -> list[str]:
        """Take in the person's own move."""
        if not self.is_own:
            raise BadOption(f"{move}: it is not your move, next is {self.pending}")
        if isinstance(move, int):
            return self.observe(f"seat {self.seat}: {self.view.text(move)}")
        if len(self._speaker.phrases(_checked(move))) == 1:
            # Refused in the words for one's own moves.
            move = self.view.text(self.view.parse(move))
        return self.observe(f"seat {self.seat}: {move}")

    def _with_what_it_brings(self, text: str, here: Observation) -> list[str] | None:
        """A move of the person and what chance makes of it, said at once, such as "I draw Spain".

        None: there is no one move that it can be.
        """
        ways: list[tuple[Sight, Sight]] = []
        for move in here.outlook.sights.values() if self.is_own else ():
            verbs = {words_of(step.what)[0] for step in move.steps}
            if move.after.player == CHANCE and any(verbs & {*each.words} for each in here.said):
                brought = Observation(move.after, here.said, text).look()
                ways += [(move, sight) for sight in brought]
        if len(ways) != 1:
            return None
        return self._add(text, *ways[0], own=True)

    def _add(self, text: str, *sights: Sight, own: bool) -> list[str]:
        """File what was seen; the first may be the person's own move."""
        told = [sight.text for sight in sights]
        if own:
            told[0] = _as_own(told[0], self.seat)
        views = tuple(sight.after for sight in sights)
        entry = self._followed(Entry(text, views, tuple(told), self.view))
        self.entries.append(entry)
        return entry.heard

    def _followed(self, entry: Entry) -> Entry:
        """The entry with all that follows by itself: the only thing that can be next."""
        views, told = list(entry.views), list(entry.told)
        while not views[-1].over and len(views) < MOST_FOLLOWING:
            own = views[-1].player == self.seat
            if own and len(views[-1].actions()) > 1:
                break
            sight = Outlook(views[-1]).sole(SURE)
            if sight is None or sight.after == views[-1]:
                break
            views.append(sight.after)
            told.append(_as_own(sight.text, self.seat) if own else sight.text)
        return replace(entry, views=tuple(views), told=tuple(told))

    def _seen_before(self, text: str) -> list[str] | None:
        """What was said fits where something followed by itself: it is either that, or it must
        have been something else after all. None: it fits nowhere.
        """
        entry = self.last
        for at in range(len(entry.views) - 2, -1, -1):
            view = entry.views[at]
            there = Observation(view, self._speaker.phrases(text), text)
            fitting = there.look()
            if not fitting:
                continue
            sight = there.only(fitting)
            if sight.after == entry.views[at + 1]:
                return [entry.told[at + 1]] if entry.told[at + 1] else []
            self._cut(at + 1)
            return self._add(text, sight, own=view.player == self.seat)
        return None

    def _cut(self, kept: int) -> None:
        """Take back what followed by itself, but for the first steps."""
        entry = self.last
        cut = replace(entry, views=entry.views[:kept], told=entry.told[:kept])
        if self.entries:
            self.entries[-1] = cut
        else:
            self._opening = cut

    def undo(self, times: int = 1) -> None:
        """Take back the last entries."""
        if not 1 <= times <= len(self.entries):
            most = f"choose 1 to {len(self.entries)}" if self.entries else "there is no entry yet"
            raise BadOption(f"undo {times}: {most}")
        # Once more from the beginning: an entry may have corrected the one before it.
        said = [entry.said for entry in self.entries[:-times]]
        self._replay(said)

    def fix(self, number: int, text: str) -> None:
        """Correct an entry, counted from 1, and play the later ones again."""
        if not 1 <= number <= len(self.entries):
            most = f"choose 1 to {len(self.entries)}" if self.entries else "there is no entry yet"
            raise BadOption(f"fix {number}: {most}")
        said = [entry.said for entry in self.entries]
        said[number - 1] = text
        self._replay(said)

    def _replay(self, said: Sequence[str]) -> None:
        """Begin again with these entries; if one is refused, nothing changes."""
        again = Companion(self.game, self.seat, self.names, self.start)
        if kept := self.entries[: _alike(said, self.entries)]:
            again._opening, again.entries = self._opening, kept
        again.take(said)
        self._opening, self.entries = again._opening, again.entries

    def take(self, said: Sequence[str]) -> None:
        """Take in all entries behind those that are there."""
        for number in range(len(self.entries), len(said)):
            try:
                self.observe(said[number])
            except EminenceError as error:
                raise BadOption(f"entry {number + 1}: {error}") from None

    # --- advice ---

    def hint(
        self, limit: solver.Limit | None = None, agent: search.Agent | None = None
    ) -> solver.Analysis | solver.Solved:
        """What to play, how sure that is, and why."""
        self.refuse_advice()
        solution = solver.quick_solution(self.view)
        return solution or solver.analyse(self.view, limit, agent, record=self.record)

    def refuse_advice(self) -> None:
        """Advice is about the person's own decisions."""
        if not self.is_own:
            raise BadOption(f"hint: nothing for you to decide, next is {self.pending}")

    # --- keeping it ---

    def to_dict(self) -> dict[str, Any]:
        """The game as it was told, for JSON."""
        return {
            WRITER: __version__,
            "game": self.game.name,
            "options": self.game.options,
            "fingerprint": self.game.fingerprint,
            "follow": self.seat,
            "names": list(self.names),
            "start": None if self.start is None else self.start.to_json(),
            "said": [entry.said for entry in self.entries],
        }

    @classmethod
    def from_dict(cls, written: Any, data: str | None = None) -> Companion:
        """The same companion again; everything that was said is taken in once more."""
        entries = Entries(written)
        game = game_from(entries, data)
        writer = entries.text(WRITER, MOST_VERSION) if entries.has(WRITER) else UNNAMED
        fingerprint = entries.value("fingerprint", "the one that the game was saved with")
        if fingerprint != game.fingerprint:
            raise entries.fail("fingerprint", f"{game.name} had other rules or numbers then")
        seat = entries.number("follow", 0, game.seats - 1)
        names, said = _texts(entries, "names"), _texts(entries, "said")
        start = entries.value("start", "a position, or null")
        if start is not None and not isinstance(start, str):
            raise entries.fail("start", "expected a position, or null")
        entries.close()
        with naming_versions(writer):
            view = None if start is None else game.view_from_json(start)
            companion = cls(game, seat, names, view)
            companion.take(said)
        return companion


def _alike(said: Sequence[str], entries: Sequence[Entry]) -> int:
    """How many entries need not be taken in again: those before the first other one.

    The last of them is taken in again, because the next may have corrected it.
    """
    same = [text == entry.said for text, entry in zip(said, entries, strict=False)]
    return max(0, (*same, False).index(False) - 1)


def _as_own(text: str, seat: int) -> str:
    return text.replace(f"seat {seat}:", "you:", 1)


def _checked(text: Any) -> str:
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise BadOption(f"expected a text of {MOST_TEXT} characters at most")
    return text


def _refuse_names(names: Sequence[str], game: Game) -> None:
    """Names for all seats or for none, in one word each, and not to be taken for another seat."""
    if not names:
        return
    if len(names) != game.seats:
        raise BadOption(f"{len(names)} names, this game has {game.seats} seats")
    for name in names:
        if len(words_of(name)) != 1 or name.isdigit():
            raise BadOption(f"name {name!r}: choose one word that is no number")
    if len({name.lower() for name in names}) < len(names):
        raise BadOption("two seats have the same name: choose another for one of them")


def _texts(entries: Entries, key: str) -> tuple[str, ...]:
    values = entries.value(key, "a list of texts")
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise entries.fail(key, "expected a list of texts")
    return tuple(values)
