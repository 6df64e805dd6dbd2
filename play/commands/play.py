"""`eminence play`: sit down at the table."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from pathlib import Path

from eminence import engines
from eminence.cython_ext.whole_numbers import UINT64_MAX, whole
from eminence.engines.kit.options import LEVELS, listed
from eminence.play.commands.game_flags import add_game_flags, load_game
from eminence.play.commands.parser import Commands, add_command
from eminence.play.standard_io import require_input
from eminence.play.table.autosave import Autosave, last_path
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
    """`eminence play GAME`, `eminence play GAME --resume`, `eminence play --load FILE`"""
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
    saved, autosave = _opening(chosen)
    loop = GameLoop(saved, screen(), autosave, chosen.data)
    autosave.begin(saved, replace=chosen.new or chosen.resume)
    loop.play()


def _opening(chosen: argparse.Namespace) -> tuple[SavedGame, Autosave]:
    """The game to begin with, and where it is kept."""
    if chosen.resume:
        return _resumed(chosen)
    if chosen.load is None:
        saved = new_game(chosen)
    else:
        _all_from_file(chosen, "--load", OF_A_NEW_GAME)
        saved = playable(chosen.load, chosen.data)
    return saved, Autosave.at(chosen.save, saved.game.name)


def _resumed(chosen: argparse.Namespace) -> tuple[SavedGame, Autosave]:
    """The last game, that of the game that is named, or that in the file that is."""
    if chosen.load is not None:
        raise engines.BadOption("--resume and --load: choose one")
    named = chosen.save is not None
    _all_from_file(chosen, "--resume", OF_A_NEW_GAME if named else OF_A_NEW_GAME[1:])
    if chosen.game is not None:
        engines.options(chosen.game)  # refuses what is no game
    path = Path(chosen.save) if named else last_path(chosen.game)
    if not path.exists():
        raise engines.BadOption(f"--resume: there is no game in {path}")
    saved = playable(path, chosen.data)
    return saved, Autosave(path, named, saved.game.name)


def _all_from_file(chosen: argparse.Namespace, way: str, flags: Sequence[str]) -> None:
    """Refuse what only a new game may be given."""
    for name in flags:
        if getattr(chosen, name) not in (None, []):
            word = name if name == "game" else f"--{name}"
            raise engines.BadOption(f"{way} takes all from the file: leave out {word}")


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
