"""The game loop of `eminence play`: people type, bots think, every move is kept.

A person is shown its own view, told what it was shown, and advised from that view alone.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from eminence import engines, search, solver
from eminence.experiments.games.driver import seated
from eminence.play.ctrl_c import on_ctrl_c
from eminence.play.table.autosave import Autosave
from eminence.play.table.decision import Decision, Offer
from eminence.play.table.live_game import LiveGame
from eminence.play.table.results import result_text
from eminence.play.table.saved_game import PERSON, SavedGame, read_saved
from eminence.play.table.screen import Screen, folded, is_short
from eminence.play.table.typed_input import NoMove, TypedCommand, help_text, hint_seconds, read

#: width of the line on what is reconstructed, which is longer than most terminals are wide
COLUMNS = 80
#: moves that a hint lists
ROWS = 5


class Left(Exception):
    """The person has left the table."""


class GameLoop:
    """One session at the table: a game, and those that are loaded in its place."""

    def __init__(self, saved: SavedGame, screen: Screen, autosave: Autosave, data: str | None):
        self.screen = screen
        self.autosave = autosave
        self.data = data
        self.commands: dict[str, Callable[[engines.View, str], bool]] = {
            "hint": self._hint,
            "why": self._why,
            "board": self._board,
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
            "quit": self._quit,
            "help": self._help,
        }
        self._set_up(saved)

    def _set_up(self, saved: SavedGame) -> None:
        # What may be refused comes first, so that the previous game stays whole.
        bots = {
            seat: seated(search.make(who), saved.seed, seat)
            for seat, who in enumerate(saved.seats)
            if who != PERSON
        }
        self.live = LiveGame(saved)
        self.bots = bots
        self.kept = saved
        """The game as last saved in a file of the person's own."""
        self.at_keyboard: int | None = None
        self.boards: dict[int, list[str]] = {}
        """What each person saw last."""
        self.looked_at: dict[int, int] = {}
        """How many moves had been made then."""
        self.advice: solver.Analysis | solver.Solved | None = None
        self.advised: engines.View | None = None
        """What the advice is about."""

    # --- the loop ---

    def play(self) -> None:
        """Play until the game is over or the person leaves; the game is kept either way."""
        try:
            self._introduce()
            while not self.live.state.over:
                self._next()
        except (Left, EOFError):
            self._leave()
        except KeyboardInterrupt:
            self._leave()
            raise
        else:
            self._end()

    def _introduce(self) -> None:
        saved = self.live.saved
        made = f"{len(saved.moves)} moves have been made" if saved.moves else ""
        label = engines.reconstructed(saved.game.name, self.data)
        # The command that lists the numbers has a line of its own, to be copied whole.
        label = folded(label.replace(" List: ", "\nList: "), COLUMNS)
        parts = [str(saved), label, made, "help lists what you may type"]
        self.screen.show("\n".join(part for part in parts if part), "dim")

    def _next(self) -> None:
        state = self.live.state
        mover = state.player
        if mover in self.bots:
            bot = self.bots[mover]
            with self.screen.thinking(f"seat {mover} ({bot.name})"):
                self._play(bot.search(state.view(mover)).best)
        else:
            self._ask(mover)
        if self.live.persons == [self.at_keyboard] and self.live.state.player != mover:
            self._tell_news(self.live.persons[0])

    def _play(self, action: int) -> None:
        self.live.apply(action)
        self._autosave()

    def _autosave(self) -> None:
        try:
            self.live.saved.write(self.autosave.path)
        except engines.BadData as error:
            self.screen.refuse(f"the game could not be kept: {error}")

    # --- a person's decision ---

    def _ask(self, seat: int) -> None:
        view, decision = self.live.state.view(seat), Decision(self.live)
        self._sit_down(seat)
        self._show_table(view, decision.offer, whole=self._is_back(seat))
        while not self._answer(view, decision):
            pass

    def _answer(self, view: engines.View, decision: Decision) -> bool:
        """Do what the person types; True: the position has changed."""
        line = self.screen.ask(f"seat {view.seat}> ")
        try:
            wanted = read(line, decision.offer)
            if isinstance(wanted, TypedCommand):
                return self.commands[wanted.name](view, wanted.argument)
            decision.decide(wanted)
        except NoMove as error:
            self.screen.refuse(self.live.why_not(line.strip()) or str(error))
        except engines.EminenceError as error:
            self.screen.refuse(" ".join(str(error).split()))
        else:
            self._autosave()
            return True
        return False

    def _sit_down(self, seat: int) -> None:
        """The keyboard goes to this person, who is told what happened meanwhile."""
        if self.at_keyboard != seat and len(self.live.persons) > 1:
            self.screen.hand_over(seat)
            self.boards.clear()
        self.at_keyboard = seat
        self._tell_news(seat)

    def _tell_news(self, seat: int) -> None:
        self.screen.news(self.live.news(seat))

    def _is_back(self, seat: int) -> bool:
        """Has somebody else moved since this person looked at the table?"""
        if seat not in self.boards:
            return True
        movers = self.live.movers
        return movers[-1:] != [seat] and self.looked_at[seat] != len(movers)

    def _show_table(self, view: engines.View, offer: Offer, whole: bool) -> None:
        """The board and the moves; of a long board that was just seen, what has changed."""
        text = str(view)
        board, before = text.splitlines(), self.boards.get(view.seat, [])
        self.boards[view.seat] = board
        self.looked_at[view.seat] = len(self.live.movers)
        self.screen.show("")
        for line in board:
            changed = line not in before
            if whole or changed or is_short(text):
                self.screen.show(line, "bold" if changed and before else "")
        self.screen.show("")
        self._show_moves(offer)

    def _show_moves(self, offer: Offer) -> None:
        if (held := self.live.held) is not None:
            self.screen.show(f"{held.text}: nothing more can be chosen here after it")
        for choice in self.live.waiting:
            self.screen.show(f"{choice.text}: chosen, its turn comes after another choice")
        late = [move.choice.text for move in offer.late]
        self.screen.moves([move.text for move in offer.open], late)

    # --- typed commands; True: the position has changed ---

    def _hint(self, view: engines.View, argument: str) -> bool:
        self._advise(view, hint_seconds(argument))
        return False

    def _why(self, view: engines.View, argument: str) -> bool:
        if self.advised != view:
            self._advise(view, hint_seconds(""))
        if self.advice is not None:
            self.screen.show(self.advice.why())
        return False

    def _advise(self, view: engines.View, seconds: float) -> None:
        """Ask the adviser; Ctrl-C ends it early, with what it has found by then."""
        self.advice = solver.quick_solution(view) or self._estimate(view, seconds)
        self.advised = view
        self.screen.show(f"\n{self.advice.summary(ROWS)}\n")

    def _estimate(self, view: engines.View, seconds: float) -> solver.Analysis:
        growing = solver.stream(view, solver.Limit(seconds=seconds))
        with self.screen.changing() as update, on_ctrl_c(growing.cancel):
            for advice in growing:
                update(advice.summary(ROWS))
        return growing.finish()

    def _board(self, view: engines.View, argument: str) -> bool:
        self._show_table(view, Decision(self.live).offer, whole=True)
        return False

    def _undo(self, view: engines.View, argument: str) -> bool:
        if self.live.held is not None:
            self.live.held = None
            return True
        earlier = self.live.before(view.seat)
        if earlier is None:
            raise engines.BadOption("undo: you have not decided anything yet")
        self.live = earlier
        self.boards.clear()
        self._autosave()
        return True

    def _save(self, view: engines.View, argument: str) -> bool:
        path = Path(argument).expanduser()
        if path.exists() and not self._is_own(path):
            raise engines.BadOption(f"save: {path} is there already, choose another name")
        self.live.saved.write(path)
        self.kept = self.live.saved
        self.screen.show(f"saved in {path}")
        return False

    def _is_own(self, path: Path) -> bool:
        """Does the file hold an earlier state of this game?"""
        try:
            there, now = read_saved(path, self.data), self.live.saved
        except engines.EminenceError:
            return False
        return (there.game, there.seats, there.seed) == (now.game, now.seats, now.seed)

    def _load(self, view: engines.View, argument: str) -> bool:
        if self.live.saved != self.kept:
            raise engines.BadOption("load: this game would be lost, type save FILE before")
        self._set_up(playable(Path(argument).expanduser(), self.data))
        self._autosave()
        self._introduce()
        return True

    def _quit(self, view: engines.View, argument: str) -> bool:
        raise Left

    def _help(self, view: engines.View, argument: str) -> bool:
        self.screen.show(help_text())
        return False

    # --- the end ---

    def _leave(self) -> None:
        if not self.live.saved.moves:
            self.autosave.path.unlink(missing_ok=True)
            self.screen.show("\nno move was made, nothing is kept")
            return
        self._autosave()
        self.screen.show(f"\nthe game is kept: go on with {self.autosave.resume}")

    def _end(self) -> None:
        """The board as all people at the keyboard may see it, and who won."""
        state, saved = self.live.state, self.live.saved
        persons = self.live.persons
        viewer = persons[0] if len(persons) == 1 else engines.PUBLIC
        if viewer in persons:
            self._tell_news(viewer)
        final = state.view(viewer)
        names = [who.partition(":")[0] for who in saved.seats]
        self.screen.show(f"\n{final}\n")
        self.screen.show(result_text(final, state.returns(), names, len(saved.moves)))
        self.screen.show(f"\nthe game is saved: eminence replay {self.autosave.path}")


def playable(path: Path, data: str | None) -> SavedGame:
    """A saved game that a person can continue."""
    saved = read_saved(path, data)
    if PERSON not in saved.seats:
        raise engines.BadOption(f"{path}: no seat for a person, name one {PERSON}")
    if saved.state().over:
        raise engines.BadOption(f"{path}: the game is over, look at it with eminence replay")
    return saved
