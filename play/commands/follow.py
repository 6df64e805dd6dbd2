"""`eminence follow`: a companion at a real table."""

from __future__ import annotations

import argparse

from eminence import engines
from eminence.cython_ext.errors import shown
from eminence.engines.kit.options import listed
from eminence.play.commands.game_flags import add_game_flags, load_game
from eminence.play.commands.parser import Commands, add_command
from eminence.play.follow.companion import Companion
from eminence.play.follow.follow_loop import FollowLoop
from eminence.play.follow.kept_game import KeptGame, read_kept
from eminence.play.standard_io import require_input
from eminence.play.table.screen import screen

#: flags for a game from its beginning; a file has its own values
OF_A_NEW_GAME = ("game", "players", "option", "seat")


def add(commands: Commands) -> None:
    """`eminence follow GAME --seat I`, `eminence follow --from table.toml`"""
    purpose = "follow a game at a real table, with hints for one seat"
    parser = add_command(commands, "follow", purpose, follow)
    add_game_flags(parser, optional=True)
    parser.add_argument("--seat", type=int, help="yours (default: 0)")
    parser.add_argument("--names", help="of all seats, such as Anna,Ben,Cleo")
    parser.add_argument(
        "--from", dest="start", metavar="FILE", help="begin in mid-game, with a position file"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the last game")
    parser.add_argument("--save", metavar="FILE", help="keep the game there after every entry")
    parser.add_argument(
        "--new", action="store_true", help="replace the game that is kept there now"
    )


def follow(chosen: argparse.Namespace) -> None:
    """Follow until the game is over or the person leaves."""
    require_input()
    kept = KeptGame.at(chosen.save)
    companion = _opening(chosen, kept)
    loop = FollowLoop(companion, screen(), kept)
    kept.begin(companion, replace=chosen.new or chosen.resume)
    loop.follow()


def _opening(chosen: argparse.Namespace, kept: KeptGame) -> Companion:
    """The game to follow."""
    if chosen.resume:
        return _resumed(chosen, kept)
    names = [] if chosen.names is None else [name.strip() for name in chosen.names.split(",")]
    if chosen.start is not None:
        _refuse_flags(chosen, "--from")
        view = engines.read_position(chosen.start, chosen.data)
        if view.seat < 0:
            raise engines.BadOption(f"{chosen.start}: view_of: expected a seat, got an onlooker")
        return Companion(view.game, view.seat, names, view)
    if chosen.game is None:
        raise engines.BadOption(
            f"a game is missing: choose {listed(engines.names())}, or --from FILE, or --resume"
        )
    return Companion(load_game(chosen), chosen.seat or 0, names)


def _resumed(chosen: argparse.Namespace, kept: KeptGame) -> Companion:
    _refuse_flags(chosen, "--resume")
    for name, flag in (("start", "--from"), ("names", "--names")):
        if getattr(chosen, name) is not None:
            raise engines.BadOption(f"--resume takes all from the file: leave out {flag}")
    if not kept.path.exists():
        raise engines.BadOption(f"--resume: there is no game in {kept.path}")
    return read_kept(kept.path, chosen.data)


def _refuse_flags(chosen: argparse.Namespace, way: str) -> None:
    for name in OF_A_NEW_GAME:
        value = getattr(chosen, name)
        if value not in (None, []):
            word = f"game {shown(value)}" if name == "game" else f"--{name}"
            raise engines.BadOption(f"{way} takes all from the file: leave out {word}")
