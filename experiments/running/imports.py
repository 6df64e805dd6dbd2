"""What other processes import: what is installed, and what a person has named.

The current folder is not included: a file there with the name of a module would run in its place,
in every worker. A user's own agents travel as values instead, wherever they come from.
"""

from __future__ import annotations

import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import eminence


def import_path() -> list[str]:
    """Where this process imports from, without the current folder unless PYTHONPATH names it.

    The folder of the running script comes last, so nothing in it hides what is installed.
    """
    script = _script_folder()
    named = {os.path.abspath(entry) for entry in _entries(os.environ.get("PYTHONPATH", ""))}
    found = [os.path.abspath(entry) for entry in sys.path if entry]
    kept = [entry for entry in found if entry in named or entry not in (os.getcwd(), script)]
    ours = os.path.dirname(os.path.abspath(eminence.__path__[0]))
    return [*dict.fromkeys([*kept, ours, *([script] if script else [])])]


def _entries(path: str) -> list[str]:
    return [entry for entry in path.split(os.pathsep) if entry]


def _script_folder() -> str | None:
    """The folder of the file on the command line; `python -m` names no file."""
    main = sys.modules.get("__main__")
    file = getattr(main, "__file__", None)
    if file is None or getattr(main, "__spec__", None) is not None:
        return None
    return os.path.dirname(os.path.abspath(file))


def importable(kind: type) -> bool:
    """Can another process import this class by its name?"""
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    if kind.__module__ == "__main__" or not file or "<locals>" in kind.__qualname__:
        return kind.__module__ == "builtins"
    depth = kind.__module__.count(".") + (Path(file).stem == "__init__")
    return str(Path(os.path.abspath(file)).parents[depth]) in import_path()


def packed(thing: Any, kinds: Iterable[type] = ()) -> bytes:
    """A pickle that any process with this project can load.

    Classes of `kinds` that are not installed go as values, with all modules beside them.
    """
    from ray import cloudpickle

    with _by_value(kinds):
        return bytes(cloudpickle.dumps(thing))


@contextmanager
def _by_value(kinds: Iterable[type]) -> Iterator[None]:
    from ray import cloudpickle

    bases = {base.__module__ for kind in kinds for base in kind.__mro__}
    folders = {folder for name in bases if (folder := _own_folder(sys.modules.get(name)))}
    known = cloudpickle.list_registry_pickle_by_value()
    modules = [
        module
        for name, module in [*sys.modules.items()]
        if _own_folder(module) in folders and module.__name__ == name not in known
    ]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


def _own_folder(module: ModuleType | None) -> str | None:
    """The place of a module that is not part of Python, of a package or of this project."""
    file = getattr(module, "__file__", None)
    if module is None or not file or not file.endswith(".py"):
        return None
    top = str(getattr(module, "__name__", "__main__")).partition(".")[0]
    if top in ("__main__", eminence.__name__):
        return None  # always sent as values, or there already
    path = Path(file).resolve()
    return None if any(path.is_relative_to(root) for root in _installed()) else str(path.parent)


def _installed() -> list[Path]:
    """Folders of what is installed."""
    places = [sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib")]
    return [Path(place).resolve() for place in [*places, *site.getsitepackages()] if place]
