"""From what a person says to what the seat has seen, or a refusal that names what would fit."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from eminence.cython_ext.text_lines import laid_out_for
from eminence.engines import BadOption, View, position_toml
from eminence.play.follow.assembled_worlds import AssembledWorlds
from eminence.play.follow.outlook import Key, Outlook, Sight, pending
from eminence.play.follow.phrases import BETWEEN, SAME, WITH_LESS, Phrase
from eminence.play.table.choices import plain

#: worlds in which to look for what was seen: at first, usually, and if nothing fits
FEW, WORLDS, MOST_WORLDS = 32, 256, 4096
#: how something fits besides the step: a secret choice that is shown now, or the board
EARLIER, ON_BOARD = WITH_LESS + 1, WITH_LESS + 2
#: width of the boards that are compared
COLUMNS = 100
#: says that nothing differs but what has been said
ALL_SAID = "nothing else"
#: between what is said of a step and what the table shows besides
BESIDE = f"{BETWEEN} "
#: how many possible things a refusal names
MOST_NAMED = 6


class Unfit(BadOption):
    """Something that cannot have been seen now.

    said: what was said.
    problem: what is wrong, without what would fit.
    fitting: what would fit.
    """

    def __init__(self, said: str, problem: str, right: str, fitting: Sequence[str]):
        super().__init__(f"{said!r}: {problem}{right}")
        self.said = said
        self.problem = f"{said!r}: {problem}"
        self.fitting = tuple(fitting)


class Ambiguous(Unfit):
    """Several things fit; `fitting` is what a person may add, or say instead."""


class Observation:
    """Something that is said about the next step that the seat sees."""

    def __init__(self, view: View, said: Sequence[Phrase], text: str):
        self.view = view
        self.said = [phrase for phrase in said if phrase.text.lower() != ALL_SAID]
        self.is_all = len(self.said) < len(said)
        self.text = " ".join(text.split())
        self.outlook = Outlook(view, self.said)
        self._lines: dict[View, list[str]] = {}

    def look(self) -> list[Sight]:
        """What fits best, in the usual number of worlds."""
        self.outlook.widen(FEW)
        self.outlook.widen(WORLDS, self._keys() or None)
        return self._fitting()

    def look_longer(self) -> list[Sight]:
        """The same in other worlds and in many more, if nothing has fitted."""
        only = self._keys() or None
        if len(self.said) > 1:
            self.outlook.add(AssembledWorlds(self.view, self.said, only, self.lines).find())
            if fitting := self._fitting():
                return fitting
        self.outlook.widen(MOST_WORLDS, only)
        return self._fitting()

    def only(self, fitting: Sequence[Sight]) -> Sight:
        """The one thing that fits, or an error that says what would."""
        if len(fitting) == 1:
            return fitting[0]
        raise self._unclear(fitting) if fitting else self._unfit()

    # --- what fits ---

    def _keys(self) -> set[Key]:
        """The steps that were said in just these words: others need not be tried any more."""
        return {
            key
            for sight in self.outlook.sights.values()
            if any(_fit_of_step(phrase, sight) == SAME for phrase in self.said)
            for key in sight.keys
        }

    def _fitting(self) -> list[Sight]:
        best = self._best_fitting()
        if not self.is_all or len(best) < 2:
            return best
        boards = telling([self.lines(sight) for sight in best])
        return [sight for sight, lines in zip(best, boards, strict=True) if self._has_said(lines)]

    def _has_said(self, lines: Sequence[str]) -> bool:
        return all(any(phrase.fits_line(line) for phrase in self.said) for line in lines)

    def _best_fitting(self) -> list[Sight]:
        sights = [*self.outlook.sights.values()]
        if len(self.said) == 1:
            # Boards take long to write, and mostly the step says it all.
            by_step = [(_fit_of_step(self.said[0], sight), sight) for sight in sights]
            fits = [([fit], sight) for fit, sight in by_step if fit is not None]
            if fits:
                return _best(fits)
        scored = ((self._score(sight), sight) for sight in sights)
        return _best([(score, sight) for score, sight in scored if score is not None])

    def _score(self, sight: Sight) -> list[int] | None:
        """How well each phrase fits; None: one of them does not, or none tells of the step.

        Of a step that the seat cannot tell from others only the board may tell something.
        """
        scores: list[int] = []
        for phrase in self.said:
            fit = _fit_of_step(phrase, sight)
            if fit is None:
                fit = self._fit_beside(phrase, sight)
            if fit is None:
                return None
            scores.append(fit)
        is_told = len(sight.steps) > 1 or any(score < ON_BOARD for score in scores)
        return scores if is_told else None

    def _fit_beside(self, phrase: Phrase, sight: Sight) -> int | None:
        """Does it tell of something that came before, or that the board shows now?"""
        if any(phrase.fit(step) == SAME for step in sight.before):
            return EARLIER
        on_board = any(phrase.fits_line(line) for line in self.lines(sight))
        return ON_BOARD if on_board else None

    def lines(self, sight: Sight) -> list[str]:
        """What the board shows that it did not show before."""
        if sight.after not in self._lines:
            self._lines[sight.after] = new_lines(self.view, sight.after)
        return self._lines[sight.after]

    # --- refusals ---

    def _unfit(self) -> Unfit:
        texts = texts_of(self.outlook.sights.values())
        close = difflib.get_close_matches(plain(self.text), [*map(plain, texts)], MOST_NAMED)
        likely = [text for text in texts if plain(text) in close]
        named = [*likely, *(text for text in texts if text not in likely)]
        known = f"as far as {self.outlook.worlds} worlds tell that fit what you know"
        if self.view.player == self.view.seat:
            known = "it is your move"
        return Unfit(self.text, f"that cannot be, {known}", f"; what can: {_listed(named)}", named)

    def _unclear(self, fitting: Sequence[Sight]) -> Ambiguous:
        texts = texts_of(fitting)
        if len(texts) > 1:
            return Ambiguous(
                self.text, "several things are meant by it", f": {_listed(texts)}", texts
            )
        shown = [f"{self.text}{BESIDE}{said}" for said in self._differences(fitting)]
        return Ambiguous(
            self.text,
            "the table shows more after it, say that too",
            f", such as {_listed(shown, ' or ')}",
            shown,
        )

    def _differences(self, fitting: Sequence[Sight]) -> list[str]:
        """What only some of these show, as the board has it or else the position file."""
        found = telling([self.lines(sight) for sight in fitting])
        if len({*map(tuple, found)}) < len(found):
            found = telling([_entries(sight.after) for sight in fitting])
        # One thing at a time: what is said then leaves fewer that fit.
        return list(dict.fromkeys(lines[0] if lines else ALL_SAID for lines in found))


def new_lines(before: View, after: View) -> list[str]:
    """What the later board shows that the earlier one did not, and what came of the step.

    The same on every screen, since what was said is read again when a game is resumed.
    """
    with laid_out_for(lambda: COLUMNS):
        old = {*_stripped(str(before))}
        shown = [line for line in _stripped(str(after)) if line not in old]
        came = before.game.words.happened(before, after)
    return [*came, next_is(after), *shown]


def next_is(view: View) -> str:
    """Who or what comes next, as a sentence."""
    return pending(view) if view.over else f"next is {pending(view)}"


def _entries(view: View) -> list[str]:
    """The lines of the position file, without what they mean."""
    return [line.partition("  #")[0] for line in position_toml(view).splitlines()]


def _stripped(board: str) -> list[str]:
    return [" ".join(line.split()) for line in board.splitlines() if line.strip()]


def telling(boards: Sequence[Sequence[str]]) -> list[list[str]]:
    """Of each board the lines that not all of them have."""
    common = set(boards[0]).intersection(*boards)
    return [
        [line.strip().replace(";", ",") for line in board if line not in common] for board in boards
    ]


def texts_of(sights: Iterable[Sight]) -> list[str]:
    """What they are in words, each once, in the rules' order."""
    in_order = sorted(sights, key=lambda sight: min(sight.keys))
    return list(dict.fromkeys(sight.text for sight in in_order if sight.text))


def _fit_of_step(phrase: Phrase, sight: Sight) -> int | None:
    """How well it fits the step that the seat sees."""
    if plain(phrase.text) == plain(sight.text):
        return SAME
    fits = (phrase.fit(step) for step in sight.steps)
    return min((fit for fit in fits if fit is not None), default=None)


def _best(scored: Sequence[tuple[list[int], Sight]]) -> list[Sight]:
    best = min((score for score, _ in scored), default=None)
    return [sight for score, sight in scored if score == best]


def _listed(texts: Sequence[str], between: str = ", ") -> str:
    left = len(texts) - MOST_NAMED
    more = f" and {left} more" if left > 0 else ""
    return (between.join(texts[:MOST_NAMED]) or "nothing") + more
