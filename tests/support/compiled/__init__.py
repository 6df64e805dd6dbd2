"""Games, and Python access to C functions, that only tests use. Compiled, but never installed.

`make compile` (and so `make test`) compiles the .pyx files beside this one into build/, once
for each kind of build. The import finds the ones that fit the build under test.
"""

from pathlib import Path

from eminence.cython_ext.game import BUILD_KIND

_MODULES = Path(__file__).parents[3] / "build" / BUILD_KIND / "tests" / "compiled"
if not _MODULES.is_dir():
    raise ImportError(f"{_MODULES} is missing: run `make compile` or `make test-debug`")
__path__ = [str(_MODULES)]
