"""Files that a command is asked to write."""

from __future__ import annotations

import argparse
from pathlib import Path

from eminence import engines
from eminence.cython_ext.pictures import svg
from eminence.cython_ext.pictures.scene import Scene
from eminence.play.commands.parser import Parser

#: what a picture of a position may be, by the ending of its file
PICTURES = (".svg", ".png")


def refuse_unwritable(flag: str, file: str | None) -> None:
    """Checked before the work: nobody should wait for a result that cannot be written."""
    if file is None:
        return
    path = Path(file)
    if path.is_dir() or not path.parent.is_dir():
        raise engines.BadOption(f"{flag} {file}: choose a file in a folder that exists")


def add_board_flags(parser: Parser, what: str) -> None:
    """A picture of the position as a file."""
    parser.add_argument("--board", metavar="FILE", help=f"write {what}: .svg or .png")
    parser.add_argument("--dark", action="store_true", help="that picture in dark colours")


def refuse_bad_board(chosen: argparse.Namespace) -> None:
    """The ending decides what is written, so another one cannot be."""
    if chosen.board is None:
        if chosen.dark:
            raise engines.BadOption("--dark is for the picture that --board writes")
        return
    if Path(chosen.board).suffix.lower() not in PICTURES:
        raise engines.BadOption(
            f"--board {chosen.board}: choose a file that ends in {' or '.join(PICTURES)}"
        )
    refuse_unwritable("--board", chosen.board)


def write_board(chosen: argparse.Namespace, scene: Scene, heading: str) -> None:
    """The picture that `add_board_flags` asks for, in place of any file that is there."""
    path = Path(chosen.board)
    if path.suffix.lower() == ".png":
        # Imported here, because what draws it takes longer to load than most commands take.
        from eminence.cython_ext.pictures import png

        path.write_bytes(png.picture(scene, chosen.dark, heading))
    else:
        path.write_text(svg.picture(scene, chosen.dark, heading), "utf-8")
