"""What all tests share: the registered games as parameters, and --update-golden."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator

import pytest
from conformance.cases import Case, all_cases
from conformance.sizes import PART, WHOLE
from hypothesis import settings

from eminence import engines
from eminence.cython_ext.game import BUILD_KIND

# Reproducible on every machine, whatever its speed.
settings.register_profile("eminence", deadline=None, derandomize=True, database=None)
settings.load_profile("eminence")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write recorded games, tree sizes and dialogues anew instead of comparing; review",
    )
    parser.addoption(
        "--full",
        action="store_true",
        help="every combination of options of the large games, not only all pairs",
    )


def pytest_report_header(config: pytest.Config) -> str:
    return f"eminence: {BUILD_KIND} build, {', '.join(engines.names())}"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with a `game` or `case` argument runs for every game and option set.

    A costly one asks for its `sizes` too.
    """
    for name in ("game", "case"):
        if name in metafunc.fixturenames:
            full = metafunc.config.getoption("--full")
            cases, indirect = all_cases(full), ["game"] if name == "game" else False
            if "sizes" in metafunc.fixturenames:
                sized = [each for case in cases for each in sized_parameters(case, full)]
                metafunc.parametrize((name, "sizes"), sized, indirect=indirect)
            else:
                each_case = [case_parameter(case) for case in cases]
                metafunc.parametrize(name, each_case, indirect=indirect)


def case_parameter(case: Case):
    """A game with an option set; the fast tests have only the first set of each game."""
    return pytest.param(case, id=case.id, marks=() if case.is_first else pytest.mark.slow)


def sized_parameters(case: Case, full: bool) -> list:
    """The same with sizes: a part of the tests with further option sets is left to the soak."""
    if full or case.is_first:
        marks = () if case.is_first else pytest.mark.slow
        return [pytest.param(case, WHOLE, id=case.id, marks=marks)]
    soak = (pytest.mark.slow, pytest.mark.soak)
    return [
        pytest.param(case, PART, id=case.id, marks=pytest.mark.slow),
        pytest.param(case, WHOLE, id=f"{case.id}-whole", marks=soak),
    ]


@pytest.fixture(scope="session", autouse=True)
def ctrl_c() -> Iterator[None]:
    """Handle Ctrl-C, here and in all processes started here, even in a job that ignores it."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> engines.Game:
    return request.param.load()


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return request.config.getoption("--update-golden")


@pytest.fixture
def noughts() -> Callable[..., engines.State]:
    """Tic-tac-toe after the given moves."""

    def play(*moves: str) -> engines.State:
        state = engines.load("tic_tac_toe").root()
        for move in moves:
            state.apply(state.parse(move))
        return state

    return play
