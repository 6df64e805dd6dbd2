"""Compile the rooms' Cython modules; everything else about the build is in pyproject.toml.

EMINENCE_DEBUG=1 makes the checked build: bounds and overflow sanitizers, `CHECK`, and the
invariants of every state after every move. Both builds keep their files apart under build/.

EMINENCE_TESTS=1 compiles tests/support/compiled instead: what only tests use, never installed.

EMINENCE_PREBUILT=1 leaves compiling out: `make` has compiled in place before it installs this
tree editable, and setuptools would do it all again in a temporary folder.
"""

import contextlib
import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build import build
from setuptools.command.sdist import sdist

#: The folders of the package, and what else it is made of, by their names in it.
ROOMS = ("cython_ext", "engines", "search", "solver", "experiments", "play")
PARTS = {
    **{room: room for room in ROOMS},
    "__init__.py": "eminence.py",
    "__main__.py": "play/__main__.py",
}
#: The package: links to the parts, so that each exists only once.
NAMES = Path("build/names")
PACKAGE = NAMES / "eminence"


def link_package() -> None:
    """Make the package; another build may be making it at the same time."""
    PACKAGE.mkdir(parents=True, exist_ok=True)
    (PACKAGE / "py.typed").touch()
    for name, part in PARTS.items():
        with contextlib.suppress(FileExistsError):
            (PACKAGE / name).symlink_to(Path("../../..") / part)


link_package()


def wanted(name: str) -> bool:
    """Whether an environment variable asks for something."""
    return os.environ.get(name, "") not in ("", "0")


DEBUG = wanted("EMINENCE_DEBUG")
KIND = "debug" if DEBUG else "release"
CORES = os.cpu_count() or 1

SANITIZERS = "bounds,signed-integer-overflow,shift,null"
# Sums of floats come out the same on every machine: no product and sum in one step.
SAME_SUMS = ["-ffp-contract=off"]
# Python's own flags contain -fwrapv, under which gcc finds no overflow at all.
COMPILE_ARGS = (
    ["-O1", "-g", "-fno-wrapv", f"-fsanitize={SANITIZERS}", "-fno-sanitize-recover=all"]
    if DEBUG
    else ["-O3", "-g0"]
) + SAME_SUMS
LINK_ARGS = [f"-fsanitize={SANITIZERS}"] if DEBUG else []
MACROS = [("EMINENCE_DEBUG", "1")] if DEBUG else [("CYTHON_WITHOUT_ASSERTIONS", "1")]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "initializedcheck": DEBUG,
    "wraparound": False,
    # So that / and % mean the same in both builds.
    "cdivision": True,
}


def extensions(folder: Path, top: Path) -> list[Extension]:
    """One extension module per .pyx file in `folder`, named by its path from `top`."""
    return [
        Extension(
            ".".join(source.relative_to(top).with_suffix("").parts),
            [str(source)],
            extra_compile_args=COMPILE_ARGS,
            extra_link_args=LINK_ARGS,
            define_macros=MACROS,
            # The flags above are part of what is compiled.
            depends=["setup.py"],
        )
        for source in sorted(folder.rglob("*.pyx"))
    ]


def to_compile() -> list[Extension]:
    """The extensions that this build is for."""
    if wanted("EMINENCE_PREBUILT"):
        return []
    if wanted("EMINENCE_TESTS"):
        return extensions(Path("tests/support/compiled"), Path("tests/support"))
    return [found for room in ROOMS for found in extensions(PACKAGE / room, NAMES)]


def compiled(found: list[Extension]) -> list[Extension]:
    """The extensions with their C written, where it is older than what it depends on."""
    return cythonize(
        found,
        build_dir=f"build/{KIND}/cython",
        include_path=[str(NAMES)],
        compiler_directives=DIRECTIVES,
        nthreads=CORES,
    )


class Build(build):
    """Removes what an earlier build left: a module that has moved would be installed twice."""

    def run(self) -> None:
        super().run()
        parts = [self.get_finalized_command(name) for name in self.get_sub_commands()]
        built = {Path(file).resolve() for part in parts for file in part.get_outputs()}
        for file in Path(self.build_lib).rglob("*"):
            if file.is_file() and file.resolve() not in built:
                file.unlink()


class SourceArchive(sdist):
    """Holds each part once, in its real folder; setuptools finds it through the links."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, sorted({_without_link(file) for file in files}))


def _without_link(file: str) -> str:
    for name, part in PARTS.items():
        if Path(file).is_relative_to(PACKAGE / name):
            return str(part / Path(file).relative_to(PACKAGE / name))
    return file


# Worker processes of `cythonize` may import this file again; only the first one builds.
if __name__ == "__main__":
    setup(
        package_dir={"": str(NAMES)},
        packages=find_packages(str(NAMES)),
        cmdclass={"build": Build, "sdist": SourceArchive},
        ext_modules=compiled(to_compile()),
        options={"build": {"build_base": f"build/{KIND}"}, "build_ext": {"parallel": CORES}},
    )
