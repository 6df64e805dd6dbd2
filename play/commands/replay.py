"""`eminence replay`: the moves of a saved game, and the board at any of them."""

from __future__ import annotations

import argparse
import shlex

from eminence import engines
from eminence.cython_ext.whole_numbers import whole
from eminence.engines.kit.wording import plural
from eminence.play.commands.output_files import add_board_flags, refuse_bad_board, write_board
from eminence.play.commands.parser import Commands, add_command
from eminence.play.table.saved_game import PERSON, SavedGame, read_saved
from eminence.play.table.telling.story import told


def add(commands: Commands) -> None:
    """`eminence replay game.json --at MOVE`"""
    purpose = "the moves of a saved game, and the board at any of them"
    parser = add_command(commands, "replay", purpose, replay)
    parser.add_argument("file", help="a saved game")
    parser.add_argument(
        "--at", type=int, metavar="MOVE", help="stop before this move; they count from 1"
    )
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", type=int, help="whose eyes (default: the first person's)")
    eyes.add_argument("--open", action="store_true", help="all cards on the table")
    parser.add_argument("--data", metavar="FOLDER", help="the game's data folder")
    add_board_flags(parser, "a picture of the position")


def replay(chosen: argparse.Namespace) -> str:
    """The moves, the board after them, and how to ask for a hint there."""
    refuse_bad_board(chosen)
    if chosen.board is not None and chosen.open:
        raise engines.BadOption("--board shows what one seat may know: leave out --open")
    saved = read_saved(chosen.file, chosen.data)
    viewer = _viewer(saved, chosen.seat)
    log = StepLog(None if chosen.open else viewer)
    state, _ = saved.opened(chosen.at, log)
    view = state.view(viewer)
    board = state if chosen.open else view
    head = f"{saved}\n{_eyes(chosen.open, viewer)}"
    parts = [head, "\n".join(log.lines), str(board)]
    if chosen.board is not None:
        played = plural(log.moves, "move")
        write_board(chosen, view.picture(), f"{played} played, {_eyes(False, viewer)}.")
    if not state.over:
        parts.append(_next(chosen, state.player, log.moves + 1))
    return "\n\n".join(part for part in parts if part)


class StepLog:
    """Writes down each step as a viewer may know it, or in full, and what came of it.

    Moves get their numbers.
    """

    def __init__(self, viewer: int | None):
        self.viewer = viewer
        self.moves = 0
        self.lines: list[str] = []

    def __call__(self, state: engines.State, step: int) -> None:
        story = told(state, step, self.viewer)
        number = ""
        if state.player != engines.CHANCE:
            self.moves += 1
            number = str(self.moves)
        if story.step:
            self.lines.append(f"{number:>4}  {story.step}")
        self.lines += [f"{'':6}  {sentence}" for sentence in story.results]


def _viewer(saved: SavedGame, seat: int | None) -> int:
    if seat is None:
        return saved.seats.index(PERSON) if PERSON in saved.seats else engines.PUBLIC
    return whole("--seat", seat, 0, saved.game.seats - 1)


def _eyes(is_open: bool, viewer: int) -> str:
    if is_open:
        return "all cards open"
    return f"as {'an onlooker' if viewer == engines.PUBLIC else f'seat {viewer}'} may know it"


def _next(chosen: argparse.Namespace, seat: int, move: int) -> str:
    """Whose move comes next, and the command that says what to play."""
    data = [] if chosen.data is None else ["--data", chosen.data]
    hint = ["eminence", "hint", chosen.file, "--seat", str(seat), "--at", str(move), *data]
    return f"move {move} is seat {seat}'s: {shlex.join(hint)}"
