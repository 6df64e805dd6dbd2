"""Bot opponents, hints and experiments for board games with hidden information.

>>> import eminence
>>> game = eminence.load("tic_tac_toe")
>>> eminence.make("random").search(game.root().view(0)).iterations
0

The rooms are `eminence.engines`, `eminence.search` and so on. The names that most programs need
are offered here as well, each imported when somebody asks for it: so importing one room imports
no other, and `python -m eminence` imports nothing from the current folder.

An installed package has this file as its `__init__.py`. In the source tree the package is
build/names/eminence, made of links to the folders here; setup.py makes it.
"""

TYPE_CHECKING = False

if "__path__" not in globals():
    # Imported as a module: the repository is the current folder.
    __path__ = [__file__.removesuffix("eminence.py") + "build/names/eminence"]

# What this module offers, for type checkers; `_declared` reads the same lines.
if TYPE_CHECKING:
    from eminence import cython_ext as cython_ext
    from eminence import engines as engines
    from eminence import experiments as experiments
    from eminence import play as play
    from eminence import search as search
    from eminence import solver as solver
    from eminence.cython_ext.version import __version__ as __version__
    from eminence.engines import CHANCE as CHANCE
    from eminence.engines import OVER as OVER
    from eminence.engines import PUBLIC as PUBLIC
    from eminence.engines import BadData as BadData
    from eminence.engines import BadOption as BadOption
    from eminence.engines import BadPosition as BadPosition
    from eminence.engines import Chance as Chance
    from eminence.engines import EminenceError as EminenceError
    from eminence.engines import Game as Game
    from eminence.engines import IllegalAction as IllegalAction
    from eminence.engines import Return as Return
    from eminence.engines import State as State
    from eminence.engines import Unsolved as Unsolved
    from eminence.engines import View as View
    from eminence.engines import load as load
    from eminence.engines import parse_position as parse_position
    from eminence.engines import perft as perft
    from eminence.engines import position_from as position_from
    from eminence.engines import position_json as position_json
    from eminence.engines import position_toml as position_toml
    from eminence.engines import read_position as read_position
    from eminence.experiments import Findings as Findings
    from eminence.experiments import Gate as Gate
    from eminence.experiments import Match as Match
    from eminence.experiments import Place as Place
    from eminence.experiments import SequentialTest as SequentialTest
    from eminence.experiments import Sweep as Sweep
    from eminence.experiments import Tournament as Tournament
    from eminence.play.follow.companion import Companion as Companion
    from eminence.search import Agent as Agent
    from eminence.search import Move as Move
    from eminence.search import Random as Random
    from eminence.search import Result as Result
    from eminence.search import make as make
    from eminence.solver import Analysis as Analysis
    from eminence.solver import Limit as Limit
    from eminence.solver import Policy as Policy
    from eminence.solver import RankedMove as RankedMove
    from eminence.solver import Solved as Solved
    from eminence.solver import Stream as Stream
    from eminence.solver import all_but as all_but
    from eminence.solver import analyse as analyse
    from eminence.solver import best_response as best_response
    from eminence.solver import exploitability as exploitability
    from eminence.solver import load_policy as load_policy
    from eminence.solver import policy_of as policy_of
    from eminence.solver import solve as solve
    from eminence.solver import solved as solved
    from eminence.solver import stream as stream
    from eminence.solver import uniform_policy as uniform_policy
    from eminence.solver.equilibria.equilibrium import cfr as cfr

_modules: dict[str, str] = {}


def _declared() -> dict[str, str]:
    """Which module each name comes from; a room comes from this package."""
    if not _modules:
        import ast
        from pathlib import Path

        for node in ast.walk(ast.parse(Path(__file__).read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("eminence"):
                _modules.update((name.name, str(node.module)) for name in node.names)
    return _modules


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "__all__":
        return list(_declared())
    module = _declared().get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if module == "eminence":
        return import_module(f"eminence.{name}")
    globals()[name] = value = getattr(import_module(module), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_declared()})


if __name__ == "__main__":
    import runpy

    runpy.run_path(__path__[0] + "/__main__.py", run_name="__main__")
