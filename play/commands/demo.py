"""`eminence demo`: watch the bots play a game."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from eminence import engines, search
from eminence.cython_ext.whole_numbers import read_whole, whole_problem
from eminence.experiments.games.driver import play_game
from eminence.play.commands.parser import Commands, add_command
from eminence.play.table.results import result_text
from eminence.play.table.short_board import is_short
from eminence.play.table.telling.story import told

DEFAULT_GAME = "royals"
#: number of players where the game allows it; else the game's default
USUAL_PLAYERS = 4
#: agents of the other seats, in turn, after the game's usual agent
OTHERS = ("greedy", "flat", "random")


def add(commands: Commands) -> None:
    """`eminence demo`"""
    parser = add_command(commands, "demo", "watch the bots play a game", run)
    parser.add_argument("--game", default=DEFAULT_GAME, help="default: %(default)s")
    parser.add_argument("--players", type=_whole, help="default: 4 where the game allows it")
    parser.add_argument("--seed", type=_whole, default=0, help="default: %(default)s")
    parser.add_argument("--quiet", action="store_true", help="only the result")


def _whole(text: str) -> int:
    number: Any = read_whole(text)
    problem = whole_problem(number, 0)
    if problem:
        raise argparse.ArgumentTypeError(problem)
    return number


def run(chosen: argparse.Namespace) -> None:
    """Print the game while it is played."""
    demo(chosen.game, chosen.players, chosen.seed, chosen.quiet, print)


def demo(
    name: str, players: int | None, seed: int, quiet: bool, write: Callable[[str], None]
) -> None:
    """Play one game between the bots and write down what happens."""
    game = _load(name, players)
    kinds = [search.usual(game), *map(search.make, OTHERS)]
    bots = [kinds[i % len(kinds)].with_seed(seed) for i in range(game.seats)]
    if not quiet:
        write(f"{game!r}, seed {seed}")
        if label := engines.reconstructed(name):
            write(label)
        for seat, bot in enumerate(bots):
            write(f"seat {seat}: {bot}")
    commentator = None if quiet else Commentator(bots, write)
    played = play_game(game, bots, seed, commentator)
    if not quiet:
        write(f"\n{played.final}\n")
    names = [bot.name for bot in bots]
    write(result_text(played.final, played.returns, names, played.decisions))


def _load(name: str, players: int | None) -> engines.Game:
    if players is not None:
        return engines.load(name, players=players)
    if USUAL_PLAYERS in engines.options(name)["players"].choices:
        return engines.load(name, players=USUAL_PLAYERS)
    return engines.load(name)


class Commentator:
    """Writes every step with what came of it, and the board when another seat comes to move.

    A long board appears only when the turn goes back to an earlier seat.
    """

    def __init__(self, bots: Sequence[search.Agent], write: Callable[[str], None]):
        self.bots = bots
        self.write = write
        self.mover: int | None = None
        self.board = ""

    def __call__(self, state: engines.State, action: int, result: search.Result | None) -> None:
        story = told(state, action, None)
        if result is None:
            self.write(story.step)
        else:
            self._write_move(state, action)
        for sentence in story.results:
            self.write(f"  {sentence}")

    def _write_move(self, state: engines.State, action: int) -> None:
        if state.player != self.mover:
            self._show_board(state)
            self.mover = state.player
        bot = self.bots[state.player].name
        self.write(f"seat {state.player} ({bot}): {state.text(action)}")

    def _show_board(self, state: engines.State) -> None:
        board = state.board()
        next_round = self.mover is None or state.player < self.mover
        if board != self.board and (is_short(board) or next_round):
            self.write(f"\n{board}\n")
            self.board = board
