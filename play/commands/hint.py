"""`eminence hint`: what to play in a position or a saved game, how sure that is, and why."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

from eminence import engines, search, solver
from eminence.cython_ext.pictures.marking import marked
from eminence.cython_ext.text_lines import WIDTH, laid_out_for
from eminence.engines.positions import from_file, position_from
from eminence.play.commands.output_files import (
    add_board_flags,
    refuse_bad_board,
    refuse_unwritable,
    write_board,
)
from eminence.play.commands.parser import Commands, add_command
from eminence.play.ctrl_c import on_ctrl_c
from eminence.play.table.saved_game import is_saved, saved_from
from eminence.search.beliefs.record import Record
from eminence.solver.analysis.rollout_statistics import searcher_of

#: how long a hint takes if no limit is given
DEFAULT_SECONDS = 5.0
#: moves that the numbers and the picture show if nobody says how many
ROWS = 10


def add(commands: Commands) -> None:
    """`eminence hint table.toml`, `eminence hint game.json --at MOVE`"""
    purpose = "what to play in a position or a saved game, how sure that is, and why"
    parser = add_command(commands, "hint", purpose, hint)
    parser.add_argument("file", help="a position file or a saved game")
    parser.add_argument("--seat", type=int, help="of a saved game: whose eyes (default: mover)")
    parser.add_argument("--at", type=int, metavar="MOVE", help="of a saved game: default, the end")
    parser.add_argument("--data", metavar="FOLDER", help="the game's data folder")
    parser.add_argument("--seconds", type=float, help="default: 5, if nothing else is limited")
    parser.add_argument("--iterations", type=int, help="of the search")
    parser.add_argument("--rollouts", type=int, help="default: as many as iterations")
    parser.add_argument("--separated", action="store_true", help="end with the first verdict")
    parser.add_argument("--agent", help="who searches (default: the game's usual one)")
    parser.add_argument("--seed", type=int, help="default: the agent's own, else 0")
    moves = parser.add_mutually_exclusive_group()
    moves.add_argument("--only", action="append", metavar="MOVE", help="look at no others")
    moves.add_argument("--avoid", action="append", metavar="MOVE", help="look at all others")
    parser.add_argument("--numbers", action="store_true", help="the table and the reasons, too")
    parser.add_argument("--rows", type=int, help="the numbers of so many moves (default: 10)")
    parser.add_argument("--json", action="store_true", help="everything, as one line of JSON")
    parser.add_argument("--png", metavar="FILE", help="write a bar chart, too")
    add_board_flags(parser, "a picture of the position with the move marked")


def hint(chosen: argparse.Namespace) -> str:
    """The advice as text or JSON."""
    if chosen.rows is not None and chosen.rows < 1:
        raise engines.BadOption(f"--rows {chosen.rows}: choose 1 or more")
    refuse_unwritable("--png", chosen.png)
    refuse_bad_board(chosen)
    view, record = from_file(chosen.file, lambda written: _view(written, chosen))
    moves = chosen.only if chosen.avoid is None else solver.all_but(view, chosen.avoid)
    limit, agent = _limit(chosen), _agent(view.game, chosen)
    solution = solver.quick_solution(view) if moves is None else None
    # JSON is one line about the first move; the rest of the turn is for people.
    wants_turn = not chosen.json
    advice = solution or _estimate(
        solver.Stream(view, limit, agent, moves, turn=wants_turn, record=record)
    )
    if chosen.png is not None:
        Path(chosen.png).write_bytes(advice.to_png(chosen.rows or ROWS))
    if chosen.board is not None:
        scene = view.picture()
        scene = marked(scene, scene.moves.get(_first_move(advice), ()))
        write_board(chosen, scene, advice.recommendation.sentences[0])
    if chosen.json:
        return advice.to_json()
    with laid_out_for(_columns):
        has_numbers = chosen.numbers or chosen.rows is not None
        return advice.to_text(chosen.rows or ROWS) if has_numbers else advice.in_words()


def _first_move(advice: solver.Analysis | solver.Solved) -> int:
    """The one that is recommended."""
    ranked = advice.moves if isinstance(advice, solver.Analysis) else advice.ranked
    return ranked[0].action


def _columns() -> int:
    """Of the terminal; a pipe has no width."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH


def _view(written: Any, chosen: argparse.Namespace) -> tuple[engines.View, Record | None]:
    """The view of the seat to advise, and what it has seen of the game, if that is known."""
    if is_saved(written):
        return _saved_view(written, chosen)
    for flag in ("seat", "at"):
        if getattr(chosen, flag) is not None:
            raise engines.BadOption(f"--{flag} is for saved games; this is a position file")
    return position_from(written, chosen.data), None


def _saved_view(written: Any, chosen: argparse.Namespace) -> tuple[engines.View, Record | None]:
    saved = saved_from(written, chosen.data)
    state = saved.state(chosen.at)
    if state.over:
        raise engines.BadOption(
            f"the game is over after {len(saved.moves)} moves: choose one of them with --at"
        )
    seat = state.player if chosen.seat is None else chosen.seat
    if seat != state.player:
        # Refused by the adviser, which names both seats.
        return state.view(seat), None
    return state.view(seat), saved.record(seat, chosen.at)


def _limit(chosen: argparse.Namespace) -> solver.Limit:
    seconds = chosen.seconds
    if seconds is None and chosen.iterations is None:
        seconds = DEFAULT_SECONDS
    return solver.Limit(
        iterations=chosen.iterations,
        seconds=seconds,
        rollouts=chosen.rollouts,
        separated=chosen.separated,
    )


def _agent(game: engines.Game, chosen: argparse.Namespace) -> search.Agent:
    agent = search.usual(game) if chosen.agent is None else search.make(chosen.agent)
    # An exact answer needs no agent; a wrong weight or network is refused all the same.
    searcher_of(agent).guidance(game)
    return agent if chosen.seed is None else agent.with_seed(chosen.seed)


def _estimate(growing: solver.Stream) -> solver.Analysis:
    """The last analysis; after Ctrl-C, what was found so far."""

    def stop() -> None:
        growing.cancel()
        print("eminence: stopped early, this is what was found until then", file=sys.stderr)

    with on_ctrl_c(stop):
        return growing.finish()
