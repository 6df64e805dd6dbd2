"""The game loop of `eminence play`: people type, bots think, every move is kept.

A person is shown its own view, told what it was shown, and advised from that view alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from eminence import engines, search
from eminence.cython_ext.text_lines import laid_out_for
from eminence.engines.kit.wording import plural, wrapped
from eminence.experiments.games.driver import seated
from eminence.play.table.advice import Advice, advise
from eminence.play.table.autosave import Autosave
from eminence.play.table.choices import Choice
from eminence.play.table.completion import completions
from eminence.play.table.decision import Decision
from eminence.play.table.explanations import (
    entries_text,
    entry_text,
    legend_text,
    map_text,
    plan_text,
    rules_text,
)
from eminence.play.table.level_worth import worth_of
from eminence.play.table.live_game import LiveGame
from eminence.play.table.plan import Plan
from eminence.play.table.results import result_text
from eminence.play.table.saved_game import PERSON, SavedGame, read_saved
from eminence.play.table.screen import Screen
from eminence.play.table.short_board import ShortBoard, is_short
from eminence.play.table.typed_input import NoMove, TypedCommand, help_text, how_many, read

#: said at the beginning of a game with a long board
BRIEFLY = "of the board you see what changes and what matters; board shows all of it"


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
            "plan": self._plan,
            "rules": self._rules,
            "card": self._card,
            "show": self._card,
            "map": self._map,
            "legend": self._legend,
            "log": self._log,
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
        self.boards: dict[int, str] = {}
        """What each person saw last."""
        self.heard: defaultdict[int, list[str]] = defaultdict(list)
        """What each person is to be told below the next board."""
        self.screen.hold_together(entry.name for entry in saved.game.words.entries)
        self.advice: Advice | None = None
        self.advised: engines.View | None = None
        """What the advice is about."""

    # --- the loop ---

    def play(self) -> None:
        """Play until the game is over or the person leaves; the game is kept either way."""
        with laid_out_for(self.screen.columns):
            self._play_on()

    def _play_on(self) -> None:
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
        label = "\n".join(
            wrapped("", line) for line in label.replace(" List: ", "\nList: ").split("\n")
        )
        worth = "\n".join(wrapped("", line) for line in worth_of(saved.game, saved.seats))
        parts = [str(saved), worth, label, made, "help lists what you may type"]
        if not is_short(self.live.state.board()):
            parts.append(BRIEFLY)
        self.screen.show("\n".join(part for part in parts if part), "dim")

    def _next(self) -> None:
        state = self.live.state
        mover = state.player
        if mover in self.bots:
            bot = self.bots[mover]
            with self.screen.thinking(f"seat {mover} ({bot.name})"):
                saved = self.live.saved
                record = saved.record(mover) if bot.remembers(saved.game) else None
                self._play(bot.search(state.view(mover), record=record).best)
        else:
            self._ask(mover)

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
        if decision.is_forced:
            self._play_forced(seat, decision.offer.open[0])
            return
        self._sit_down(seat)
        words = view.game.words
        self.screen.complete_with(lambda begun: completions(begun, decision.offer, words))
        self._show_table(view, decision)
        while not self._answer(view, decision):
            pass

    def _play_forced(self, seat: int, only: Choice) -> None:
        """Play the only move there is; the person will be told."""
        self.heard[seat] += [*self.live.news(seat), f"your only move: {only.text}"]
        self._play(only.action)

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
        """The keyboard goes to this person."""
        if self.at_keyboard != seat and len(self.live.persons) > 1:
            self.screen.hand_over(seat)
            self.boards.clear()
        self.at_keyboard = seat

    def _tell_news(self, seat: int) -> None:
        self.screen.news([*self.heard.pop(seat, []), *self.live.news(seat)])

    def _show_table(self, view: engines.View, decision: Decision, whole: bool = False) -> None:
        """The board, below it what happened, and the moves; of a long board what matters."""
        board = ShortBoard(view, self.boards.get(view.seat, ""))
        self.boards[view.seat] = board.text
        self.screen.show("")
        for line in board.lines(whole):
            self.screen.show(line.text, "bold" if line.is_new else "")
        self.screen.show("")
        self._tell_news(view.seat)
        self._show_moves(view, decision)

    def _show_moves(self, view: engines.View, decision: Decision) -> None:
        if decision.plan is not None:
            self._show_plan(decision.plan)
        else:
            self._show_kept()
        offer = decision.offer
        late = [noted(move.choice.text, move.note) for move in offer.late]
        self.screen.moves([self._with_note(view, move) for move in offer.open], late)

    def _show_kept(self) -> None:
        """Moves that are chosen and not played yet."""
        if (held := self.live.held) is not None:
            self.screen.show(f"{held.text}: nothing more can be chosen here after it")
        for choice in self.live.waiting:
            self.screen.show(f"{choice.text}: chosen, its turn comes after another choice")

    def _show_plan(self, plan: Plan) -> None:
        """The plan, once boxes are filled out of turn, or all are."""
        if plan.is_full:
            self.screen.show(plan_text(plan))
            self.screen.show("go on plays it; name a box and what goes there to change one")
        elif self.live.waiting:
            self.screen.show(plan_text(plan))

    def _with_note(self, view: engines.View, move: Choice) -> str:
        """The move with what it costs and brings, where its own words do not say so."""
        note = view.game.words.note(view, move.action) if move.action in view.actions() else ""
        return noted(move.text, note)

    # --- typed commands; True: the position has changed ---

    def _hint(self, view: engines.View, argument: str) -> bool:
        self._advise(view, argument)
        return False

    def _why(self, view: engines.View, argument: str) -> bool:
        if self.advised != view:
            self._advise(view, "")
        if self.advice is not None:
            self.screen.show(self.advice.why())
        return False

    def _advise(self, view: engines.View, argument: str) -> None:
        saved = self.live.saved
        self.advice = advise(lambda: saved.record(view.seat), argument, self.screen)
        self.advised = view

    def _board(self, view: engines.View, argument: str) -> bool:
        self._show_table(view, Decision(self.live), whole=True)
        return False

    def _plan(self, view: engines.View, argument: str) -> bool:
        plan = Decision(self.live).plan
        if plan is None:
            raise engines.BadOption("plan: this decision belongs to no plan, it is played at once")
        if not argument:
            return self._look_up(plan_text(plan))
        fitting = [choice for choice in plan.box(argument).choices if plan.fits(choice)]
        lines = [self._with_note(plan.view_at(choice), choice) for choice in fitting]
        return self._look_up("\n".join(lines))

    def _rules(self, view: engines.View, argument: str) -> bool:
        return self._look_up(rules_text(view.game.words, argument))

    def _card(self, view: engines.View, argument: str) -> bool:
        words = view.game.words
        if argument:
            return self._look_up(entry_text(words, argument, view))
        return self._look_up(entries_text(words.entries) or "nothing here needs explaining")

    def _map(self, view: engines.View, argument: str) -> bool:
        return self._look_up(map_text(view))

    def _legend(self, view: engines.View, argument: str) -> bool:
        return self._look_up(legend_text(view.game.words))

    def _log(self, view: engines.View, argument: str) -> bool:
        told = self.live.log(view.seat, how_many("log", argument))
        return self._look_up("\n".join(told) or "nothing has happened yet")

    def _look_up(self, found: str) -> bool:
        self.screen.show(f"\n{found}\n")
        return False

    def _undo(self, view: engines.View, argument: str) -> bool:
        live, times = self.live, how_many("undo", argument)
        # A move that is held is not made yet: to give it up is the first step back.
        for done in range(live.held is not None, times):
            earlier = live.before(view.seat)
            if earlier is None:
                before = f"more than {plural(done, 'time')}" if done else "anything yet"
                raise engines.BadOption(f"undo: you have not decided {before}")
            live = earlier
        live.held = None
        self.live = live
        self.heard.clear()
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
        loaded = playable(Path(argument).expanduser(), self.data)
        autosave = self.autosave.of(loaded)
        self._set_up(loaded)
        self.autosave = autosave
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
        final = state.view(viewer)
        names = [who.partition(":")[0] for who in saved.seats]
        self.screen.show(f"\n{final}\n")
        if viewer in persons:
            self._tell_news(viewer)
            self.screen.show("")
        self.screen.show(result_text(final, state.returns(), names, len(saved.moves), viewer))
        self.screen.show(f"\nthe game is saved: eminence replay {self.autosave.path}")


def noted(text: str, note: str) -> str:
    """A move with what the game says about it."""
    return f"{text}  ({note})" if note else text


def playable(path: Path, data: str | None) -> SavedGame:
    """A saved game that a person can continue."""
    saved = read_saved(path, data)
    if PERSON not in saved.seats:
        raise engines.BadOption(f"{path}: no seat for a person, name one {PERSON}")
    if saved.state().over:
        raise engines.BadOption(f"{path}: the game is over, look at it with eminence replay")
    return saved
