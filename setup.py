"""Compile the rooms' Cython modules; everything else about the build is in pyproject.toml.

EMINENCE_DEBUG=1 makes the checked build: bounds and overflow sanitizers, `CHECK`, and the
invariants of every state after every move. Both builds keep their files apart under build/.

EMINENCE_PREBUILT=1 leaves compiling out: `make` has compiled in place before it installs this
tree editable, and setuptools would do it all again in a temporary folder.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup

ROOT = Path(__file__).parent
ROOMS = ["cython_ext", "engines", "search", "solver", "experiments", "play"]
DEBUG = os.environ.get("EMINENCE_DEBUG", "") not in ("", "0")
KIND = "debug" if DEBUG else "release"
PREBUILT = os.environ.get("EMINENCE_PREBUILT", "") not in ("", "0")
CORES = os.cpu_count() or 1

SANITIZERS = "bounds,signed-integer-overflow,shift,null"
# Python's own flags contain -fwrapv, under which gcc finds no overflow at all.
COMPILE_ARGS = (
    ["-O1", "-g", "-fno-wrapv", f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"]
    if DEBUG
    else ["-O3", "-g0"]
)
LINK_ARGS = [f"-fsanitize={SANITIZERS}"] if DEBUG else []
MACROS = [("EMINENCE_DEBUG", "1")] if DEBUG else [("CYTHON_WITHOUT_ASSERTIONS", "1")]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "initializedcheck": DEBUG,
    "wraparound": False,
    # The same meaning of / and % in both builds.
    "cdivision": True,
}


def extensions() -> list[Extension]:
    """One extension module per .pyx file in the rooms."""
    found = []
    for room in ROOMS:
        for source in sorted((ROOT / room).rglob("*.pyx")):
            path = source.relative_to(ROOT)
            found.append(
                Extension(
                    ".".join(path.with_suffix("").parts),
                    [str(path)],
                    extra_compile_args=COMPILE_ARGS,
                    extra_link_args=LINK_ARGS,
                    define_macros=MACROS,
                    # The flags above are part of what is compiled.
                    depends=["setup.py"],
                )
            )
    return found


def compiled(found: list[Extension]) -> list[Extension]:
    """The extensions with their C written, where it is older than what it depends on."""
    return cythonize(
        found,
        build_dir=f"build/{KIND}/cython",
        compiler_directives=DIRECTIVES,
        nthreads=CORES,
    )


# Worker processes of `cythonize` may import this file again; only the first one builds.
if __name__ == "__main__":
    setup(
        packages=find_packages(include=[p for room in ROOMS for p in (room, f"{room}.*")]),
        ext_modules=[] if PREBUILT else compiled(extensions()),
        options={"build": {"build_base": f"build/{KIND}"}, "build_ext": {"parallel": CORES}},
    )
