"""`eminence play`: sit down at the table."""

from __future__ import annotations

import argparse
import secrets

from eminence import engines
from eminence.cython_ext.whole_numbers import UINT64_MAX, whole
from eminence.engines.kit.options import LEVELS, listed
from eminence.play.commands.game_flags import add_game_flags, load_game
from eminence.play.commands.parser import Commands, add_command
from eminence.play.standard_io import require_input
from eminence.play.table.autosave import Autosave
from eminence.play.table.game_loop import GameLoop, playable
from eminence.play.table.levels import DEFAULT_LEVEL
from eminence.play.table.saved_game import SavedGame
from eminence.play.table.screen import screen
from eminence.play.table.seats import seats_of, split_seats

#: a generated seed is short, because people may type it
SEED_BITS = 32
#: flags for a new game; a saved one has its own values
OF_A_NEW_GAME = ("game", "players", "option", "seats", "level", "seed")


def add(commands: Commands) -> None:
    """`eminence play GAME`, `eminence play --resume`, `eminence play --load FILE`"""
    parser = add_command(commands, "play", "play against the bots", play)
    add_game_flags(parser, optional=True)
    parser.add_argument(
        "--seats", help='such as "me,ismcts:seconds=1,hard": me, a level or an agent per seat'
    )
    parser.add_argument("--level", choices=LEVELS, help=f"of the bots (default: {DEFAULT_LEVEL})")
    parser.add_argument("--seed", type=int, help="of cards and dice (default: made up)")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--resume", action="store_true", help="go on with the last game")
    parser.add_argument("--save", metavar="FILE", help="keep the game there after every move")
    parser.add_argument(
        "--new", action="store_true", help="replace the game that is kept there now"
    )


def play(chosen: argparse.Namespace) -> None:
    """Play until the game is over or the person leaves."""
    require_input()
    autosave = Autosave.at(chosen.save)
    saved = _opening(chosen, autosave)
    loop = GameLoop(saved, screen(), autosave, chosen.data)
    autosave.begin(saved, replace=chosen.new or chosen.resume)
    loop.play()


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
        raise engines.BadOption(f"a game is missing: choose {listed(engines.names())}, or --resume")
    named = None if chosen.seats is None else split_seats(chosen.seats)
    if named is not None and chosen.level is not None:
        raise engines.BadOption(
            f"--level is for all bots: write {listed(LEVELS)} among the --seats instead"
        )
    if named is not None and chosen.players is None:
        chosen.players = len(named)
    game = load_game(chosen)
    seed = secrets.randbits(SEED_BITS) if chosen.seed is None else chosen.seed
    whole("--seed", seed, 0, UINT64_MAX)
    return SavedGame(game, seats_of(game, named, chosen.level or DEFAULT_LEVEL), seed)
