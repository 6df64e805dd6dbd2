"""`eminence position`: a position file to fill in, or one from the middle of a game."""

from __future__ import annotations

import argparse

import engines
import search
from play.experimenting import add_game_flags, load_game


def add_position_flags(parser: argparse.ArgumentParser) -> None:
    """`eminence position GAME`"""
    add_game_flags(parser)
    parser.add_argument(
        "--moves", type=int, default=0, help="decisions of greedy players before (default: 0)"
    )
    parser.add_argument("--seed", type=int, default=0, help="default: %(default)s")
    parser.add_argument("--seat", type=int, help="whose eyes (default: who is to move)")
    parser.add_argument("--json", action="store_true", help="JSON, without comments")


def position(chosen: argparse.Namespace) -> str:
    """The file as text."""
    state = played(load_game(chosen), chosen.moves, chosen.seed)
    view = state.view(state.player if chosen.seat is None else chosen.seat)
    text = engines.position_json(view) if chosen.json else engines.position_toml(view)
    return text.rstrip("\n")


def played(game: engines.Game, moves: int, seed: int) -> engines.State:
    """The state at a decision, after so many others."""
    if moves < 0:
        raise engines.BadOption(f"--moves {moves}: choose 0 or more")
    state, chance = game.root(), engines.Chance(seed)
    bot = search.make(f"greedy:seed={seed}")
    state.resolve(chance)
    for made in range(moves + 1):
        if state.over:
            raise engines.BadOption(
                f"--moves {moves}: the game is over after {made} decisions, choose fewer"
            )
        if made < moves:
            state.apply(bot.search(state.view(state.player)).best)
            state.resolve(chance)
    return state
