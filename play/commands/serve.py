"""`eminence serve`: the table in a browser."""

from __future__ import annotations

import argparse
import os
import socket
from pathlib import Path

from eminence.cython_ext.whole_numbers import whole
from eminence.engines import BadOption
from eminence.play.commands.parser import Commands, add_command
from eminence.play.table.autosave import default_path

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8000
MOST_PORT, MOST_WORKERS = 65_535, 256


def add(commands: Commands) -> None:
    """`eminence serve`"""
    parser = add_command(commands, "serve", "open the table in a browser", serve)
    parser.add_argument(
        "--host",
        default=DEFAULT_HOST,
        help="0.0.0.0 lets in the whole network (default: this machine)",
    )
    parser.add_argument(
        "--port", type=int, default=DEFAULT_PORT, help="default: %(default)s; 0: any"
    )
    parser.add_argument("--file", metavar="FILE", help="where all tables are kept")
    parser.add_argument(
        "--workers",
        type=int,
        help="processes in which bots think (default: all processors but one)",
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar="HOST",
        help="a host name by which browsers may reach the server",
    )  # fmt: skip
    parser.add_argument(
        "--runs", metavar="FOLDER", help="let browsers look at the experiments in a folder"
    )
    parser.add_argument("--open", action="store_true", help="open the first page in a browser")


def serve(chosen: argparse.Namespace) -> None:
    """Serve until Ctrl-C."""
    require_extra()
    whole("--port", chosen.port, 0, MOST_PORT)
    workers = max(1, (os.cpu_count() or 1) - 1) if chosen.workers is None else chosen.workers
    whole("--workers", workers, 1, MOST_WORKERS)
    # What is imported here is not installed with everything else.
    from eminence.play.web.app import Settings
    from eminence.play.web.server import serve as run

    file = tables_path() if chosen.file is None else Path(chosen.file)
    names = [*chosen.name, chosen.host, socket.gethostname()]
    runs = None if chosen.runs is None else Path(chosen.runs)
    settings = Settings(file, workers, tuple(name for name in names if name), runs=runs)
    run(settings, chosen.host, chosen.port, lambda line: print(line, flush=True), chosen.open)


def tables_path() -> Path:
    """The usual file, beside the games at the terminal."""
    return default_path("tables").with_suffix(".sqlite")


def require_extra() -> None:
    """Refuse in one line where the packages of the extra are missing."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
        import websockets  # noqa: F401
    except ImportError as error:
        raise BadOption(
            f"the browser table needs more packages: pip install 'eminence[web]' ({error})"
        ) from None
