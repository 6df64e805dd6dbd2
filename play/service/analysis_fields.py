"""The fields of a query for an analysis: the view, the limits, the agent and the moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eminence import search
from eminence.cython_ext.errors import (
    BadEntry,
    BadOption,
    BadPosition,
    EminenceError,
    IllegalAction,
    shown,
)
from eminence.cython_ext.pages import Entries
from eminence.engines import CHANCE, Chance, Game, State, View
from eminence.engines.positions import NAMING, game_from, view_from
from eminence.play.service.queries import Analyse, Hint
from eminence.search import Agent
from eminence.search.beliefs.record import Record
from eminence.search.network.parameter import NONE
from eminence.search.searcher import DEFAULT_ITERATIONS
from eminence.solver import Limit, all_but

ANALYSE_FIELDS = (
    *NAMING, "position", "moves", "seed", "seat", "limits", "agent", "include", "avoid",
    "report_every", "priority",
)  # fmt: skip
#: the same about a game that is followed: its view is known
HINT_FIELDS = ("session", "limits", "agent", "include", "avoid", "report_every", "priority")
#: characters of an id
MOST_ID = 200
#: characters of a move or an agent
MOST_TEXT = 1000
MOST_SEED = 2**64 - 1
#: highest limits; seconds are separate because they need not be whole
MOST_WORK = {"iterations": 10**9, "nodes": 10**7, "rollouts": 10**9}
LEAST_SECONDS, MOST_SECONDS = 0.001, 86_400
LEAST_REPORT, MOST_REPORT = 0.01, 3600
MOST_PRIORITY = 1000
#: highest values of agent parameters that no limit of a query covers
MOST_OF_AGENT = {"threads": 16, "worlds": 10_000, "full": 100_000}


def read_analyse(id: str, query: Entries) -> Analyse:
    """The query with all its fields; errors name the field."""
    return _about(id, query, _view(query))


def read_hint(id: str, query: Entries) -> Hint:
    """The same about a game that is followed; what depends on its view is read later."""
    session = query.text("session", MOST_ID)
    return Hint(id, session, lambda record: _about(id, query, record.last, record))


def _about(id: str, query: Entries, view: View, record: Record | None = None) -> Analyse:
    return Analyse(
        id=id,
        view=view,
        limit=_limit(query),
        agent=_agent(query, view.game),
        moves=_moves(query, view),
        report_every=_optional(query, "report_every", query.real, LEAST_REPORT, MOST_REPORT),
        priority=query.number("priority", -MOST_PRIORITY, MOST_PRIORITY, default=0),
        record=record,
    )


def _view(query: Entries) -> View:
    """What is to be analysed: the position, or what a seat sees after the moves."""
    if query.has("position"):
        return _position(query)
    if query.has("moves"):
        return _record(query)
    raise query.fail("position", "missing; expected a position, or moves")


def _position(query: Entries) -> View:
    for key in ("moves", "seed", "seat"):
        if query.has(key):
            raise query.fail(key, "a position goes without; leave it out")
    _, view = position_in(query)
    if view.player < 0 or view.player != view.seat:
        raise query.fail("position", f"{_mover(view)}; expected the view of who is to move")
    return view


def position_in(query: Entries) -> tuple[Game, View]:
    """The position of a query, and the game that it or the query names."""
    inside = query.table("position").values
    for key in NAMING:
        if query.has(key) and inside.get(key, query.values[key]) != query.values[key]:
            raise query.fail(key, "differs from what the position says; leave one out")
    game = game_from(Entries({**inside, **query.values}))
    try:
        view = view_from(game, {k: v for k, v in inside.items() if k not in NAMING})
    except BadEntry as error:
        raise query.fail(f"position.{error.place}", error.message) from None
    except BadPosition as error:
        raise query.fail("position", str(error)) from None
    except RecursionError:
        raise query.fail("position", "nested too deeply") from None
    return game, view


def _record(query: Entries) -> View:
    """What a seat sees after the moves of a game from its beginning."""
    game = game_from(query)
    chance = Chance(query.number("seed", 0, MOST_SEED)) if query.has("seed") else None
    state = _played(query, game, chance)
    if state.player < 0:
        raise query.fail("moves", f"{_mover(state)} after these")
    seat = query.number("seat", 0, game.seats - 1, default=state.player)
    view = state.view(seat)
    # Where seats decide at the same time each of them is to move in its own view.
    if view.player != seat:
        raise query.fail("seat", f"{_mover(view)}; choose that one, or other moves")
    return view


def _played(query: Entries, game: Game, chance: Chance | None) -> State:
    """The state after the moves; without chance its outcomes are among them."""
    state = game.root()
    for i, move in enumerate(_listed(query, "moves")):
        if chance is not None:
            state.resolve(chance)
        if state.over:
            raise query.fail(f"moves[{i}]", f"the game is over after {i} moves")
        state.apply(_move(query, f"moves[{i}]", move, state))
    if chance is not None:
        state.resolve(chance)
    return state


def _mover(position: View | State) -> str:
    """Who is to move, in a few words."""
    if position.over:
        return "the game is over"
    if position.player == CHANCE:
        return "a chance event is pending"
    return f"seat {position.player} is to move"


def _moves(query: Entries, view: View) -> list[int] | None:
    """The moves to look at; None: all."""
    if query.has("include") and query.has("avoid"):
        raise query.fail("avoid", "include says it all; leave one of the two out")
    if query.has("include"):
        return _ids(query, "include", view)
    if query.has("avoid"):
        try:
            return all_but(view, _ids(query, "avoid", view))
        except BadOption:
            raise query.fail("avoid", "names every legal move; leave one at least") from None
    return None


def _ids(query: Entries, key: str, view: View) -> list[int]:
    moves = _listed(query, key)
    if not moves:
        raise query.fail(key, "an empty list; name a move at least, or leave it out")
    return [_move(query, f"{key}[{i}]", move, view) for i, move in enumerate(moves)]


def _listed(query: Entries, key: str) -> list[Any]:
    value = query.value(key, "a list of moves")
    if not isinstance(value, list):
        raise query.fail(key, f"expected a list of moves, got {shown(value)}")
    return value


def _move(query: Entries, place: str, written: Any, position: View | State) -> int:
    """The id of a legal move, or of an outcome at a chance event."""
    is_text = isinstance(written, str) and len(written) <= MOST_TEXT
    if isinstance(written, bool) or not (is_text or isinstance(written, int)):
        raise query.fail(place, f"expected the text or id of a move, got {shown(written)}")
    try:
        if is_text:
            return position.parse(written)
        position.text(written)  # refuses what is not legal
    except IllegalAction as error:
        raise query.fail(place, str(error)) from None
    return written


def _agent(query: Entries, game: Game) -> Agent:
    """Who searches; its limits are those of the query."""
    if not query.has("agent"):
        return search.usual(game)
    spec = query.text("agent", MOST_TEXT)
    if (file := _file_in(spec)) is not None:
        what, instead = file
        raise query.fail("agent", f"{what} from a file are not for queries; {instead}")
    try:
        agent = search.make(spec)
    except EminenceError as error:
        raise query.fail("agent", str(error)) from None
    for name in ("iterations", "seconds", "nodes"):
        if getattr(agent, name, None) is not None:
            raise query.fail("agent", f"{name} belongs to the field limits")
    for name, most in MOST_OF_AGENT.items():
        if getattr(agent, name, 0) > most:
            raise query.fail("agent", f"{name}: choose {most} at most")
    return agent


def _file_in(spec: str) -> tuple[str, str] | None:
    """What the agent would read from a file, and what to write instead; None: nothing.

    A program may ask for advice, but not have files opened.
    """
    name, _, parameters = spec.strip().partition(":")
    if name == search.Tabular.name:
        return "policies", "choose another"
    for part in parameters.split(","):
        if part.startswith("weights=") and not part.startswith("weights={"):
            return "weights", "write {name:1.5}"
        if part.startswith("network=") and part != f"network={NONE}":
            return "networks", f"choose {NONE}, or leave it out for the game's own"
    return None


def _limit(query: Entries) -> Limit:
    """The limits of a query, which always has one."""
    limits = query.table("limits", optional=True)
    given = {
        name: _optional(limits, name, limits.number, 1, most) for name, most in MOST_WORK.items()
    }
    seconds = _optional(limits, "seconds", limits.real, LEAST_SECONDS, MOST_SECONDS)
    separated = limits.flag("separated")
    limits.close()
    if given["iterations"] is None and seconds is None:
        given["iterations"] = DEFAULT_ITERATIONS
    return Limit(**given, seconds=seconds, separated=separated)


def _optional(entries: Entries, key: str, read: Callable[..., Any], *bounds: float) -> Any:
    """An optional entry; None if it is missing."""
    return read(key, *bounds) if entries.has(key) else None
