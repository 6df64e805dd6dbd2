"""The loop of `eminence follow`: a person says what happens, the companion keeps the view.

All that is shown is made from that one view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from eminence import engines
from eminence.cython_ext.text_lines import laid_out_for
from eminence.play.follow.companion import Companion, Entry
from eminence.play.follow.kept_game import KeptGame, write_whole
from eminence.play.follow.observation import BESIDE, Unfit
from eminence.play.follow.typed import (
    Typed,
    beginnings,
    command_meant,
    correction,
    help_text,
    how_many,
    number_in,
    read,
)
from eminence.play.table.advice import Advice, advise
from eminence.play.table.explanations import (
    entries_text,
    entry_text,
    legend_text,
    map_text,
    rules_text,
)
from eminence.play.table.game_loop import noted
from eminence.play.table.screen import Screen
from eminence.play.table.short_board import ShortBoard
from eminence.play.table.telling.story import Told, as_read_by, lines

#: so many things that may come next are listed unasked
FEW_NEXT = 8
#: so many things that fit are listed after a refusal
MOST_FITTING = 20
#: entries that `log` shows
LOGGED = 10


class Left(Exception):
    """The person has left the table."""


class FollowLoop:
    """One game that is followed."""

    def __init__(self, companion: Companion, screen: Screen, kept: KeptGame):
        self.companion = companion
        self.screen = screen
        self.kept = kept
        self.listed: Sequence[str] = ()
        """What the numbers stand for that were shown last."""
        self.board = ""
        """What the person has seen of the table last."""
        self.advice: Advice | None = None
        self.advised: engines.View | None = None
        """What the advice is about."""
        self.commands: dict[str, Callable[[str], None]] = {
            "": self._observe,
            "hint": self._hint,
            "why": self._why,
            "legal": self._legal,
            "board": self._board,
            "rules": self._rules,
            "card": self._card,
            "show": self._card,
            "map": self._map,
            "legend": self._legend,
            "log": self._log,
            "undo": self._undo,
            "fix": self._fix,
            "save": self._save,
            "quit": self._quit,
            "help": self._help,
        }

    def follow(self) -> None:
        """Follow until the game is over or the person leaves; the game is kept either way."""
        self.screen.hold_together(entry.name for entry in self.companion.game.words.entries)
        self.screen.complete_with(self._completed)
        with laid_out_for(self.screen.columns):
            self._follow_on()

    def _completed(self, begun: str) -> list[str]:
        return beginnings(begun, self.listed, self.companion.game.words)

    def _follow_on(self) -> None:
        try:
            self._introduce()
            while not self.companion.view.over:
                self._answer()
        except (Left, EOFError):
            self._leave()
        except KeyboardInterrupt:
            self._leave()
            raise
        else:
            self.screen.show(f"\n{self.companion.view}\n\nthe game is over")
            self._leave()

    def _introduce(self) -> None:
        companion = self.companion
        options = [f"{name} {value}" for name, value in companion.game.options.items()]
        seats = [
            f"seat {seat}{' (you)' if seat == companion.seat else ''}: {name}"
            for seat, name in enumerate(companion.names)
        ]
        made = f"{len(companion.entries)} entries so far" if companion.entries else ""
        head = ", ".join([companion.game.name, *options, f"you are seat {companion.seat}"])
        parts = [head, *seats, made, "say what happens at the table; help lists what else there is"]
        self.screen.show("\n".join(part for part in parts if part), "dim")
        self._tell(companion.last)
        self._show_next()

    def _answer(self) -> None:
        line = self.screen.ask(f"seat {self.companion.seat}> ")
        try:
            typed = read(line, self.listed)
            self.commands[typed.name](typed.argument)
        except Unfit as error:
            self._refuse_unfit(error, typed)
        except engines.EminenceError as error:
            self.screen.refuse(" ".join(str(error).split()))

    def _refuse_unfit(self, error: Unfit, typed: Typed) -> None:
        """Why it does not fit, and what would, with numbers to choose by."""
        self.screen.refuse(f"{error.problem}{'' if typed.name else command_meant(typed.argument)}")
        if typed.name:
            return
        self.listed = error.fitting
        seat, said = self.companion.seat, f"{error.said}{BESIDE}"
        shown = [as_read_by(text.removeprefix(said), seat) for text in error.fitting]
        self.screen.moves(shown[:MOST_FITTING])
        if len(shown) > MOST_FITTING:
            self.screen.show(f"and {len(shown) - MOST_FITTING} more", "dim")

    # --- what happens at the table ---

    def _observe(self, text: str) -> None:
        number = number_in(text)
        said = text if number is None else self._numbered(number)
        self.companion.observe(said)
        self._keep()
        self._tell(self.companion.last)
        self._show_next()

    def _numbered(self, number: int) -> str:
        if not 1 <= number <= len(self.listed):
            right = f"choose 1 to {len(self.listed)}, or " if self.listed else ""
            raise engines.BadOption(f"no number {number}: {right}say what happens")
        return self.listed[number - 1]

    def _tell(self, entry: Entry) -> None:
        """What was understood and what followed from it."""
        happened = self.companion.game.words.happened
        before = entry.before
        views = entry.views if before is None else (before, *entry.views)
        told = entry.told[-(len(views) - 1) :] if len(views) > 1 else ()
        story = [
            Told(as_read_by(text, self.companion.seat), tuple(happened(earlier, later)))
            for text, (earlier, later) in zip(told, pairwise(views), strict=True)
        ]
        self.screen.news(lines(story))

    def _show_next(self) -> None:
        """Who is next; at a decision of the person the board and the moves."""
        companion = self.companion
        if companion.view.over:
            return
        self.listed = companion.legal()
        if companion.is_own:
            self._show_board(whole=False)
            self._show_moves()
            return
        self.screen.show(f"next is {companion.pending}", "bold")
        if len(self.listed) <= FEW_NEXT:
            self.screen.moves(self.listed)
        else:
            self.screen.show(f"such as {self.listed[0]}; legal lists all", "dim")

    def _show_board(self, whole: bool) -> None:
        """The table as the seat knows it; of a long board what has changed or matters."""
        board = ShortBoard(self.companion.view, self.board)
        self.board = board.text
        self.screen.show("")
        for line in board.lines(whole):
            self.screen.show(line.text, "bold" if line.is_new else "")
        self.screen.show("")

    def _show_moves(self) -> None:
        view = self.companion.view
        note = view.game.words.note
        moves = [noted(view.text(action), note(view, action)) for action in view.actions()]
        self.screen.moves(moves)

    def _keep(self) -> None:
        try:
            self.kept.write(self.companion)
        except engines.BadData as error:
            self.screen.refuse(f"the game could not be kept: {error}")

    # --- commands ---

    def _legal(self, argument: str) -> None:
        self.listed = self.companion.legal()
        self.screen.moves(self.listed)

    def _board(self, argument: str) -> None:
        self._show_board(whole=True)
        self.screen.show(f"next is {self.companion.pending}", "bold")

    def _hint(self, argument: str) -> None:
        self.companion.refuse_advice()
        self.advice = advise(lambda: self.companion.record, argument, self.screen)
        self.advised = self.companion.view

    def _why(self, argument: str) -> None:
        self.companion.refuse_advice()
        if self.advised != self.companion.view:
            self._hint("")
        if self.advice is not None:
            self.screen.show(self.advice.why())

    def _rules(self, argument: str) -> None:
        self._look_up(rules_text(self.companion.game.words, argument))

    def _card(self, argument: str) -> None:
        words = self.companion.game.words
        if argument:
            self._look_up(entry_text(words, argument, self.companion.view))
        else:
            self._look_up(entries_text(words.entries) or "nothing here needs explaining")

    def _map(self, argument: str) -> None:
        self._look_up(map_text(self.companion.view))

    def _legend(self, argument: str) -> None:
        self._look_up(legend_text(self.companion.game.words))

    def _look_up(self, found: str) -> None:
        self.screen.show(f"\n{found}\n")

    def _log(self, argument: str) -> None:
        count = how_many("log", argument, LOGGED)
        numbered = [*enumerate(self.companion.entries, 1)][-count:]
        width = len(str(len(self.companion.entries)))
        shown = []
        for number, entry in numbered:
            heard = [as_read_by(text, self.companion.seat) for text in entry.heard]
            shown += [f"{number:>{width}}  {entry.said}"]
            shown += [f"{'':{width}}  * {text}" for text in heard]
        self._look_up("\n".join(shown) or "nothing has happened yet")

    def _undo(self, argument: str) -> None:
        self.companion.undo(how_many("undo", argument, 1))
        self._keep()
        self._show_next()

    def _fix(self, argument: str) -> None:
        number, text = correction(argument)
        self.companion.fix(number, text)
        self._keep()
        self._tell(self.companion.entries[number - 1])
        self._show_next()

    def _save(self, argument: str) -> None:
        if not argument:
            raise engines.BadOption("save: name a file")
        path = Path(argument).expanduser()
        if path.exists():
            raise engines.BadOption(f"save: {path} is there already, choose another name")
        write_whole(path, self.companion)
        self.screen.show(f"saved in {path}")

    def _quit(self, argument: str) -> None:
        raise Left

    def _help(self, argument: str) -> None:
        self.screen.show(help_text())

    def _leave(self) -> None:
        if not self.companion.entries:
            self.kept.path.unlink(missing_ok=True)
            self.screen.show("\nnothing was said, nothing is kept")
            return
        self._keep()
        self.screen.show(f"\nthe game is kept: go on with {self.kept.resume}")
