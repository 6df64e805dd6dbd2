"""`eminence hint`: what to play in a position or a saved game, how sure that is, and why."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import engines
import search
import solver
from engines.positions import from_file, position_from
from play.saved import MOVES, saved_from
from play.stopping import on_ctrl_c

#: what a person at a table waits for an answer if no limit is given
DEFAULT_SECONDS = 5.0
#: states that are looked at before an estimate has to do: a fraction of a second
SOLVED_NODES = 200_000


def add_hint_flags(parser: argparse.ArgumentParser) -> None:
    """`eminence hint table.toml`, `eminence hint game.json --at MOVE`"""
    parser.add_argument("file", help="a position file or a saved game")
    parser.add_argument("--seat", type=int, help="of a saved game: whose eyes (default: mover)")
    parser.add_argument(
        "--at", type=int, metavar="MOVE", help="of a saved game: default, the end"
    )
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
    parser.add_argument(
        "--rows", type=int, default=10, help="moves shown (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="everything, as one line of JSON")
    parser.add_argument("--png", metavar="FILE", help="write a bar chart, too")


def hint(chosen: argparse.Namespace) -> str:
    """The advice as text or JSON."""
    if chosen.rows < 1:
        raise engines.BadOption(f"--rows {chosen.rows}: choose 1 or more")
    _refuse_unwritable(chosen.png)
    view = from_file(chosen.file, lambda written: _view(written, chosen))
    moves = chosen.only
    if chosen.avoid is not None:
        moves = solver.all_but(view, chosen.avoid)
    limit, agent = _limit(chosen), _agent(view.game, chosen)
    growing = solver.Stream(view, limit, agent, moves)
    advice = (exact(view) if moves is None else None) or _finished(growing)
    if chosen.png is not None:
        Path(chosen.png).write_bytes(advice.to_png(chosen.rows))
    return json.dumps(advice.to_dict()) if chosen.json else advice.to_text(chosen.rows)


def exact(view: engines.View) -> solver.Solved | None:
    """The truth, where nothing hidden matters any more and the end is near."""
    return solver.solved(view, SOLVED_NODES) if len(view.actions()) > 1 else None


def _view(written: Any, chosen: argparse.Namespace) -> engines.View:
    """What the seat to advise knows."""
    if (
        isinstance(written, dict)
        and MOVES in written
        and "seats" in written
        and "seed" in written
    ):
        return _saved_view(written, chosen)
    for flag in ("seat", "at"):
        if getattr(chosen, flag) is not None:
            raise engines.BadOption(f"--{flag} is for saved games; this is a position file")
    return position_from(written, chosen.data)


def _saved_view(written: Any, chosen: argparse.Namespace) -> engines.View:
    saved = saved_from(written, chosen.data)
    state = saved.state(chosen.at)
    if state.over:
        raise engines.BadOption(
            f"the game is over after {len(saved.moves)} moves: choose one of them with --at"
        )
    return state.view(state.player if chosen.seat is None else chosen.seat)


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
    return agent if chosen.seed is None else agent.with_seed(chosen.seed)


def _finished(growing: solver.Stream) -> solver.Analysis:
    """The last analysis; who presses Ctrl-C gets what there is."""

    def stop() -> None:
        growing.cancel()
        print("eminence: stopped early, this is what was found until then", file=sys.stderr)

    with on_ctrl_c(stop):
        return growing.finish()


def _refuse_unwritable(picture: str | None) -> None:
    """Before the search: who has waited for an answer should get it."""
    if picture is None:
        return
    path = Path(picture)
    if path.is_dir() or not path.parent.is_dir():
        raise engines.BadOption(f"--png {picture}: choose a file in a folder that exists")
