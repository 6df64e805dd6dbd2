"""`eminence demo`: watch the bots play a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import engines
import search
from engines import Return, State, View
from experiments.match import play_game
from play.tables import number, table
from play.telling import said

DEFAULT_GAME = "royals"
#: as many players as sit down where the game allows it; else the game's own default
USUAL_PLAYERS = 4
#: a board of more lines is shown once a round, not for every seat
SHORT_BOARD = 12
#: agents of the seats after the game's usual one, in turn
OTHERS = ("greedy", "flat", "random")


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
    write(result_table(played.final, played.returns, names, played.decisions))


def _load(name: str, players: int | None) -> engines.Game:
    if players is not None:
        return engines.load(name, players=players)
    if USUAL_PLAYERS in engines.options(name)["players"].choices:
        return engines.load(name, players=USUAL_PLAYERS)
    return engines.load(name)


class Commentator:
    """Writes every step, and the board when another seat comes to move.

    A long board appears only when the turn goes back to an earlier seat.
    """

    def __init__(self, bots: Sequence[search.Agent], write: Callable[[str], None]):
        self.bots = bots
        self.write = write
        self.mover: int | None = None
        self.board = ""

    def __call__(self, state: engines.State, action: int, result: search.Result | None) -> None:
        if result is None:
            self.write(str(said(state, action)))
            return
        if state.player != self.mover:
            self._show_board(state)
            self.mover = state.player
        bot = self.bots[state.player].name
        self.write(f"seat {state.player} ({bot}): {state.text(action)}")

    def _show_board(self, state: engines.State) -> None:
        board = state.board()
        next_round = self.mover is None or state.player < self.mover
        short = board.count("\n") < SHORT_BOARD
        if board != self.board and (short or next_round):
            self.write(f"\n{board}\n")
            self.board = board


def result_table(
    final: State | View, returns: Sequence[Return], players: Sequence[str], decisions: int
) -> str:
    """One line per seat, the winner first, with the points by source where a game has them."""
    points = final.sources()
    kinds = [*final.game.words.sources]
    rows = [["rank", "seat", "player", "win", "score", *kinds]]
    for seat in sorted(range(len(players)), key=lambda s: returns[s].rank):
        end = returns[seat]
        rows.append(
            [
                number(end.rank),
                str(seat),
                players[seat],
                number(end.win),
                number(end.score),
                *(number(points[seat][kind]) for kind in kinds),
            ]
        )
    ended = " (stopped by the turn cap)" if final.capped else ""
    right = (0, 1, *range(3, len(rows[0])))
    return f"{table(rows, right)}\n{decisions} decisions{ended}"
