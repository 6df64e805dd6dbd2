"""`eminence play`: sit down at the table."""

from __future__ import annotations

import argparse
import secrets

import engines
from engines.options import LEVELS, listed
from play.autosave import Autosave
from play.experimenting import add_game_flags, load_game
from play.levels import DEFAULT_LEVEL
from play.saved import SEEDS, SavedGame
from play.screen import screen
from play.seating import seats_of, split_seats
from play.sitting import Sitting, playable

#: a seed that is made up is shorter than it could be, for people to type
SEED_BITS = 32
#: what a new game needs and a saved one has
OF_A_NEW_GAME = ("game", "players", "option", "seats", "level", "seed")


def add_play_flags(parser: argparse.ArgumentParser) -> None:
    """`eminence play GAME`, `eminence play --resume`, `eminence play --load FILE`"""
    add_game_flags(parser, optional=True)
    parser.add_argument(
        "--seats", help='such as "me,ismcts:seconds=1,hard": me, a level or an agent per seat'
    )
    parser.add_argument(
        "--level",
        choices=LEVELS,
        help=f"of the bots (default: {DEFAULT_LEVEL})",
    )
    parser.add_argument("--seed", type=int, help="of cards and dice (default: made up)")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--resume", action="store_true", help="go on with the last game")
    parser.add_argument("--save", metavar="FILE", help="keep the game there after every move")
    parser.add_argument(
        "--new", action="store_true", help="replace the game that is kept there now"
    )


def play(chosen: argparse.Namespace) -> None:
    """Play until the game is over or the person leaves."""
    autosave = Autosave.at(chosen.save)
    saved = _opening(chosen, autosave)
    sitting = Sitting(saved, screen(), autosave, chosen.data)
    autosave.begin(saved, replace=chosen.new or chosen.resume)
    sitting.play()


def _opening(chosen: argparse.Namespace, autosave: Autosave) -> SavedGame:
    """The game to begin with."""
    if not chosen.resume and chosen.load is None:
        return new_game(chosen)
    if chosen.resume and chosen.load is not None:
        raise engines.BadOption("--resume and --load: choose one")
    way = "--resume" if chosen.resume else "--load"
    for name in OF_A_NEW_GAME:
        if getattr(chosen, name) not in (None, []):
            word = name if name == "game" else f"--{name}"
            raise engines.BadOption(f"{way} takes all from the file: leave out {word}")
    if chosen.load is not None:
        return playable(chosen.load, chosen.data)
    if not autosave.path.exists():
        raise engines.BadOption(f"--resume: there is no game in {autosave.path}")
    return playable(autosave.path, chosen.data)


def new_game(chosen: argparse.Namespace) -> SavedGame:
    """The game that the flags describe, before its first move."""
    if chosen.game is None:
        raise engines.BadOption(
            f"a game is missing: choose {listed(engines.names())}, or --resume"
        )
    named = None if chosen.seats is None else split_seats(chosen.seats)
    if named is not None and chosen.level is not None:
        raise engines.BadOption(
            f"--level is for all bots: write {listed(LEVELS)} among the --seats instead"
        )
    if named is not None and chosen.players is None:
        chosen.players = len(named)
    game = load_game(chosen)
    seed = secrets.randbits(SEED_BITS) if chosen.seed is None else chosen.seed
    if not 0 <= seed < SEEDS:
        raise engines.BadOption(f"--seed {seed}: choose a whole number from 0 to 2**64 - 1")
    return SavedGame(game, seats_of(game, named, chosen.level or DEFAULT_LEVEL), seed)
