"""What all tests share: the registered games as parameters, and --update-golden."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator

import pytest
from conformance.cases import Case, all_cases
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
    """A test with a `game` or `case` argument runs for every game and option set."""
    for name in ("game", "case"):
        if name in metafunc.fixturenames:
            full = metafunc.config.getoption("--full")
            cases = [case_parameter(case) for case in all_cases(full)]
            metafunc.parametrize(name, cases, indirect=name == "game")


def case_parameter(case: Case):
    """A game with an option set; the fast tests have only the first set of each game."""
    return pytest.param(case, id=case.id, marks=() if case.is_first else pytest.mark.slow)


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
