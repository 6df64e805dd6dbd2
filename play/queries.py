"""Queries of `eminence analyse`: from a line of JSON to something that can be run.

Pure: no clock, no thread, no output. docs/protocol.md says what each field means; an error
names the field and what would be right there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import search
from cython_ext.errors import BadEntry, BadOption, BadPosition, EminenceError, IllegalAction
from cython_ext.pages import Entries, shown
from engines import CHANCE, Chance, Game, State, View
from engines.positions import NAMING, game_from, view_from
from experiments.match import one_line
from search import Agent
from search.searcher import DEFAULT_ITERATIONS
from solver import Limit, all_but

#: bytes of a line
MOST_LINE = 2**20
#: characters of an id, and of a move or an agent
MOST_ID, MOST_TEXT = 200, 1000
#: digits of a number: no field takes so many, so none has to be read in full
MOST_DIGITS = 30
MOST_SEED = 2**64 - 1

#: what the limits may be; seconds are apart because they need not be whole
MOST_WORK = {"iterations": 10**9, "nodes": 10**7, "rollouts": 10**9}
LEAST_SECONDS, MOST_SECONDS = 0.001, 86_400
LEAST_REPORT, MOST_REPORT = 0.01, 3600
MOST_PRIORITY = 1000
#: what no limit of a query covers, and an agent could be told to do without end
MOST_OF_AGENT = {"threads": 16, "worlds": 10_000}


class BadQuery(EminenceError):
    """A query that makes no sense: whose it is, as far as that is known, and where."""

    def __init__(self, id: str | None, field: str | None, message: str):
        super().__init__(id, field, message)
        self.id = id
        self.field = field
        self.message = message


@dataclass(frozen=True)
class Analyse:
    """A view to analyse."""

    id: str
    view: View
    limit: Limit
    agent: Agent
    moves: list[int] | None
    """The only ones to look at."""
    report_every: float | None
    """Seconds."""
    priority: int


@dataclass(frozen=True)
class Terminate:
    """An end to one query, or to all that are alive."""

    id: str
    target: str | None


@dataclass(frozen=True)
class Ask:
    """A question about this program: `version` or `games`."""

    id: str
    about: str


Query = Analyse | Terminate | Ask


def parse(line: bytes) -> Query:
    """What a line asks for; `BadQuery` whatever is wrong with it."""
    query = Entries(_decoded(line))
    id = None
    try:
        id = query.text("id", MOST_ID)
        action = query.choice("action", list(ACTIONS), default=0)
        fields, read = list(ACTIONS.values())[action]
        # A misspelt field before what may be missing because of it.
        for field in fields:
            query.has(field)
        query.close()
        return read(id, query)
    except Exception as error:
        raise refusal(id, error) from error


def refusal(id: str | None, error: Exception) -> BadQuery:
    """What to answer to an error; a mistake of ours must not end the queries of others."""
    if isinstance(error, BadQuery):
        return error
    if isinstance(error, BadEntry):
        return BadQuery(id, error.place, error.message)
    if isinstance(error, EminenceError):
        # All other fields have been read by then, and errors about them name an entry.
        return BadQuery(id, "agent", str(error))
    return BadQuery(id, None, f"internal error: {one_line(error)}")


def _decoded(line: bytes) -> dict[str, Any]:
    if len(line) > MOST_LINE:
        raise BadQuery(None, None, f"a line of more than {MOST_LINE} bytes")
    if not line.strip():
        raise BadQuery(None, None, "an empty line: expected a query, a JSON object")
    try:
        written = json.loads(
            line.decode("utf-8"), parse_int=_whole, object_pairs_hook=_without_doubles
        )
    except BadQuery:
        raise
    except UnicodeDecodeError as error:
        raise BadQuery(None, None, f"not UTF-8 text: {error.reason}") from None
    except RecursionError:
        raise BadQuery(None, None, "nested too deeply for a query") from None
    except ValueError as error:
        raise BadQuery(None, None, f"not JSON: {error}") from None
    if not isinstance(written, dict):
        raise BadQuery(None, None, f"expected a JSON object, got {shown(written)}")
    return written


def _whole(digits: str) -> int:
    return int(digits[:MOST_DIGITS])


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadQuery(None, name, "given twice in one object")
        found[name] = value
    return found


# --- the actions ---


def _analyse(id: str, query: Entries) -> Analyse:
    view = _view(query)
    return Analyse(
        id=id,
        view=view,
        limit=_limit(query),
        agent=_agent(query, view.game),
        moves=_moves(query, view),
        report_every=_optional(query, "report_every", query.real, LEAST_REPORT, MOST_REPORT),
        priority=query.number("priority", -MOST_PRIORITY, MOST_PRIORITY, default=0),
    )


ANALYSE_FIELDS = (
    *NAMING, "position", "moves", "seed", "seat", "limits", "agent", "include", "avoid",
    "report_every", "priority",
)  # fmt: skip
#: The fields of each action beside `id` and `action`, and its reader. A query that names no
#: action means the first one.
ACTIONS: dict[str, tuple[Sequence[str], Callable[[str, Entries], Query]]] = {
    "analyse": (ANALYSE_FIELDS, _analyse),
    "terminate": (
        ("terminate_id",),
        lambda id, query: Terminate(id, query.text("terminate_id", MOST_ID)),
    ),
    "terminate_all": ((), lambda id, _: Terminate(id, None)),
    "version": ((), lambda id, _: Ask(id, "version")),
    "games": ((), lambda id, _: Ask(id, "games")),
}

# --- the fields of an analysis ---


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
    if view.player < 0 or view.player != view.seat:
        raise query.fail("position", f"{_mover(view)}; expected the view of who is to move")
    return view


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
    """A few words on who is to move."""
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
    spec = _optional(query, "agent", query.text, MOST_TEXT) or str(search.usual(game))
    if spec.partition(":")[0].strip() == search.Tabular.name:
        raise query.fail("agent", "policies from a file are not for queries; choose another")
    if _names_file(spec):
        raise query.fail("agent", "weights from a file are not for queries; write {name:1.5}")
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


def _names_file(spec: str) -> bool:
    """A program that may ask for advice need not be one that may open files."""
    parts = spec.partition(":")[2].split(",")
    return any(p.startswith("weights=") and not p.startswith("weights={") for p in parts)


def _limit(query: Entries) -> Limit:
    """Never without an end."""
    limits = query.table("limits", optional=True)
    given = {
        name: _optional(limits, name, limits.number, 1, most)
        for name, most in MOST_WORK.items()
    }
    seconds = _optional(limits, "seconds", limits.real, LEAST_SECONDS, MOST_SECONDS)
    separated = limits.flag("separated")
    limits.close()
    if given["iterations"] is None and seconds is None:
        given["iterations"] = DEFAULT_ITERATIONS
    return Limit(**given, seconds=seconds, separated=separated)


def _optional(entries: Entries, key: str, read: Callable[..., Any], *bounds: float) -> Any:
    """An entry that may be left out; None then."""
    return read(key, *bounds) if entries.has(key) else None
