"""Handles over the game table: `Game`, `State` and `View`, the doors that check and explain.

The inside trusts its caller; these classes do not. Every public method validates its
input, says in one line what is wrong and what would be right, and changes nothing then.
"""
import difflib
import json
import math
from collections.abc import Mapping
from operator import index

import numpy as np

from cython_ext.arguments import INT_MAX, whole
from cython_ext.errors import BadEntry, BadOption, BadPosition, IllegalAction
from cython_ext.fields import HEAD, Layout
from cython_ext.pages import shown
from cython_ext import results
from cython_ext.version import WRITER, __version__, naming_versions

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcmp, memcpy, memset
from posix.stdlib cimport posix_memalign

from cython_ext.chance cimport Chance, checked_seed
from cython_ext.core cimport IS_DEBUG, Rng, event_rng, hash_bytes, seed_rng

BUILD_KIND = "debug" if IS_DEBUG else "release"

CHANCE_PLAYER = CHANCE
OVER_PLAYER = OVER
PUBLIC_VIEWER = PUBLIC
MODES = {"uniform": UNIFORM, "priors": BY_PRIORS}

PLAYER_WORDS = {"chance": CHANCE, "over": OVER}
VIEWER_WORDS = {"public": PUBLIC, "full": FULL}

# Who has this makes positions: without a game behind them they would have no memory.
cdef object MAKER = object()


cdef void *aligned(size_t size) except NULL:
    """Zeroed memory on a cache line."""
    cdef void *block = NULL
    if posix_memalign(&block, 64, size) != 0:
        raise MemoryError
    memset(block, 0, size)
    return block


cdef class Table:
    def __dealloc__(self):
        free(self.rules)

    cdef void *new_state(self) except NULL:
        return aligned(self.ops.state_size)

    @property
    def seats(self):
        return self.ops.seats

    @property
    def sizes(self):
        """The constants of the table, by name."""
        return {
            "play_size": self.ops.play_size,
            "state_size": self.ops.state_size,
            "max_actions": self.ops.max_actions,
            "max_outcomes": self.ops.max_outcomes,
            "max_plies": self.ops.max_plies,
        }


cdef Table new_table(const Ops *ops, const void *rules, size_t rules_size, object dtype):
    """A table with its own copy of the rules."""
    cdef Table table = Table.__new__(Table)
    if dtype.itemsize != ops.state_size:
        raise ValueError(f"dtype has {dtype.itemsize} bytes, the struct {ops.state_size}")
    table.ops = ops[0]
    table.rules = aligned(rules_size)
    memcpy(table.rules, rules, rules_size)
    table.dtype = dtype
    return table


def _reload_game(reload, fingerprint):
    """Unpickle a game: load it again and make sure that it is the same one."""
    game = reload()
    if game.fingerprint != fingerprint:
        raise BadPosition(
            f"{game.name}: its rules or data changed since this was saved; "
            "load it with the version and data folder that wrote it"
        )
    return game


def _restore(game, kind, data):
    return game.from_bytes(data) if kind == "state" else game.view_from_bytes(data)


cdef class Game:
    # Not __init__: a game without a table, or with another one than before, would crash.
    def __cinit__(self, Table table not None, str name not None, dict options not None, words,
                  fields, reload, str fingerprint not None, dict weights not None,
                  dict search=None, dict levels=None):
        self.table = table
        self.name = name
        self.options = options
        self.words = words
        self.weights = weights
        self.search = search or {}
        self.levels = levels or {}
        self.fingerprint = fingerprint
        self.fields = Layout(table.dtype, table.ops.seats, fields)
        self.reload = reload
        if len(weights) != table.ops.n_weights:
            raise ValueError(f"{name}: {len(weights)} weights, {table.ops.n_weights} in the table")
        if table.ops.n_sources != len(words.sources) or table.ops.n_facts != len(words.facts):
            raise ValueError(f"{name}: sources or facts without a name")

    def __reduce__(self):
        return _reload_game, (self.reload, self.fingerprint)

    def __eq__(self, other):
        return isinstance(other, Game) and self.fingerprint == other.fingerprint

    def __hash__(self):
        return hash(self.fingerprint)

    def __repr__(self):
        options = "".join(f", {k}={v!r}" for k, v in self.options.items())
        return f"engines.load({self.name!r}{options})"

    @property
    def seats(self):
        return self.table.ops.seats

    def root(self):
        """The state before anything is dealt; often at CHANCE."""
        cdef State state = _blank(State, self)
        self.table.ops.start(state.s, self.table.rules)
        return state

    def weight_vector(self, weights=None):
        """The game's weights with an agent's own put over them, as the table wants them."""
        merged = dict(self.weights)
        weights = {} if weights is None else weights
        if not isinstance(weights, Mapping):
            raise BadOption(f"weights: expected names with numbers, got {shown(weights)}")
        for name, value in weights.items():
            if name not in merged:
                allowed = f"choose from {', '.join(merged)}" if merged else "it has none"
                raise BadOption(f"{name}: no weight of {self.name}; {allowed}")
            if not _is_finite(value):
                raise BadOption(f"{name}: expected a number, got {shown(value)}")
            merged[name] = value
        # One entry more, so that a game without weights still has an address to pass.
        return np.array([*merged.values(), 0.0], dtype=np.float64)

    def from_bytes(self, data):
        """A state from its bytes, refused if it makes no sense."""
        return _filled(_blank(State, self), _as_bytes(data))

    def view_from_bytes(self, data):
        """A view from its bytes, refused if it makes no sense."""
        return _filled(_blank(View, self), _as_bytes(data))

    def from_json(self, text):
        """A complete state from `State.to_json` text."""
        return self._from_json(_blank(State, self), text)

    def view_from_json(self, text):
        """A view from `View.to_json` text, or as one person at the table writes it down."""
        return self._from_json(_blank(View, self), text)

    def _from_json(self, Position position, text):
        try:
            written = json.loads(text)
        except ValueError as error:
            raise BadPosition(f"not JSON: {error}") from None
        except RecursionError:
            raise BadPosition("not a position: nested too deeply") from None
        except TypeError:
            raise BadPosition(f"expected JSON text, got {shown(text)}") from None
        if not isinstance(written, dict):
            raise BadPosition("expected an object with game, options, view_of, player, position")
        with naming_versions(written.pop(WRITER, None)):
            return self._from_entries(position, written)

    def _from_entries(self, Position position, dict written):
        known = ("game", "options", "view_of", "player", "capped", "position")
        for key in written:
            if key not in known:
                raise BadEntry(key, f"unknown field; choose from {', '.join(known)}")
        self._check_identity(written)
        record = self.fields.decode(written.get("position", {}), "position")
        record[HEAD]["view_of"] = self._word(written, "view_of", VIEWER_WORDS)
        record[HEAD]["player"] = self._word(written, "player", PLAYER_WORDS)
        capped = written.get("capped", False)
        if not isinstance(capped, bool) or (capped and record[HEAD]["player"] != OVER):
            raise BadEntry("capped", f"{capped!r}, choose true or false; true only when over")
        record[HEAD]["capped"] = capped
        return _filled(position, record.tobytes())

    def _check_identity(self, written):
        """The file must speak of this game with these options."""
        if written.get("game", self.name) != self.name:
            raise BadPosition(f"game: {written['game']!r}, but this game is {self.name!r}")
        options = written.get("options", {})
        if not isinstance(options, dict):
            raise BadPosition("options: expected an object")
        for key, value in options.items():
            if key not in self.options:
                raise BadPosition(
                    f"options.{key}: unknown; choose from {', '.join(self.options)}"
                )
            if value != self.options[key]:
                raise BadPosition(
                    f"options.{key}: {value!r}, but this game has {self.options[key]!r}"
                )

    def _word(self, written, key, words):
        value = written.get(key)
        if isinstance(value, str) and value in words:
            return words[value]
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < self.seats:
            return value
        seats = ", ".join(str(i) for i in range(self.seats))
        raise BadEntry(key, f"expected one of {seats}, {', '.join(words)}; got {value!r}")


cdef _blank(type kind, Game game):
    return kind.__new__(kind, MAKER, game)


cdef bint _is_finite(value):
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


cdef bytes _as_bytes(data):
    try:
        return bytes(memoryview(data))
    except (TypeError, ValueError):
        raise BadPosition(f"state: expected bytes, got {shown(data)}") from None


cdef int _checked_viewer(Game game, viewer) except -2:
    """A seat of the game or PUBLIC, from whatever a caller passed."""
    try:
        number = index(viewer)
    except TypeError:
        number = None
    if number is None or not PUBLIC <= number < game.seats:
        raise BadOption(f"no seat {shown(viewer)}: choose 0 to {game.seats - 1}, or PUBLIC")
    return number


cdef _filled(Position position, bytes data):
    """Copy bytes in, after everything about them has been checked."""
    cdef Game game = position.game
    cdef const uint8_t *source = data
    cdef Problem why
    if len(data) != game.table.ops.state_size:
        raise BadPosition(
            f"state: {len(data)} bytes, a {game.name} state has {game.table.ops.state_size}"
        )
    memcpy(position.s, source, game.table.ops.state_size)
    record = position.data
    viewer, player = int(record[HEAD]["view_of"]), int(record[HEAD]["player"])
    if isinstance(position, State) and viewer != FULL:
        raise BadPosition(f"view_of: {viewer}, but a complete state was expected")
    if isinstance(position, View) and not PUBLIC <= viewer < game.seats:
        raise BadPosition("view_of: full, but a view was expected: a seat or public")
    if not OVER <= player < game.seats:
        raise BadPosition(f"player: {player} is no seat of {game.seats}")
    capped = int(record[HEAD]["capped"])
    if record[HEAD]["lean"] or capped > 1 or (capped and player != OVER):
        raise BadPosition("head: flags of a search copy, not of a position")
    if capped and not game.words.has_cap:
        raise BadPosition(f"capped: {game.name} has no cap on turns, so none has ended it")
    game.fields.check_ranges(record)
    if game.table.ops.check(position.s, game.table.rules, &why):
        raise BadPosition(game.words.problem(why.code, [why.number[i] for i in range(3)]))
    return position


cdef class Position:
    def __cinit__(self, maker=None, Game game=None):
        if maker is not MAKER:
            raise TypeError("positions come from a Game: game.root(), state.view(seat)")
        self.game = game
        self.s = game.table.new_state()

    def __dealloc__(self):
        free(self.s)

    cdef int legal(self, int32_t *out) except -1:
        """Fill `out` (room for max_actions) and return how many."""
        if player_of(self.s) < 0:
            return 0
        return self.game.table.ops.actions(self.s, self.game.table.rules, out)

    @property
    def player(self):
        """The seat to act, CHANCE or OVER."""
        return player_of(self.s)

    @property
    def over(self):
        return player_of(self.s) == OVER

    @property
    def capped(self):
        """Whether the turn cap ended the game."""
        return bool((<Head *>self.s).capped)

    @property
    def data(self):
        """The state struct as a read-only numpy record (a copy)."""
        return np.frombuffer(self.to_bytes(), self.game.table.dtype)[0]

    def to_bytes(self):
        return (<uint8_t *>self.s)[:self.game.table.ops.state_size]

    def __eq__(self, other):
        cdef Position right
        if type(self) is not type(other):
            return NotImplemented
        right = other
        return self.game == right.game and memcmp(
            self.s, right.s, self.game.table.ops.state_size) == 0

    def __hash__(self):
        return hash(self.to_bytes())

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        kind = "state" if isinstance(self, State) else "view"
        return _restore, (self.game, kind, self.to_bytes())

    def copy(self):
        cdef Position twin = _blank(type(self), self.game)
        memcpy(twin.s, self.s, self.game.table.ops.state_size)
        return twin

    def actions(self):
        """Legal action ids, ascending; empty at CHANCE and OVER."""
        cdef int32_t[::1] out = np.empty(self.game.table.ops.max_actions, np.int32)
        cdef int n = self.legal(&out[0])
        return [out[i] for i in range(n)]

    def hidden(self):
        """Whether some opponent cannot tell two of the legal actions apart."""
        self._need_decision()
        return bool(self.game.table.ops.hidden(self.s, self.game.table.rules))

    def _need_decision(self):
        if player_of(self.s) < 0:
            raise IllegalAction(
                "nobody is to move: " + ("the game is over" if self.over
                                         else "a chance event is pending")
            )

    def text(self, action):
        """A legal action, or an outcome at CHANCE, in words."""
        return self._words(self._need_option(action))

    def _words(self, int action):
        if player_of(self.s) == CHANCE:
            return self.game.words.outcome(self, action)
        return self.game.words.action(self, action)

    def _options(self):
        return self.actions()

    def _need_option(self, action):
        """The action's id, if it is one of the options."""
        options = self._options()
        try:
            chosen = index(action)
        except TypeError:
            chosen = None
        if chosen not in options:
            raise IllegalAction(self._refusal(shown(action), options))
        return chosen

    def _refusal(self, what, options):
        if self.over:
            return f"illegal action {what}: the game is over"
        if not options:
            return f"illegal action {what}: chance is next, and a view has no outcomes to choose"
        choices = ", ".join(f"{a} ({self._words(a)})" for a in options[:6])
        more = f" and {len(options) - 6} more" if len(options) > 6 else ""
        return f"illegal action {what} for {_who(self.player)}: choose {choices}{more}"

    def parse(self, str text not None):
        """The id of the option whose text this is, blanks and capitals aside."""
        wanted = _plain(text)
        options = self._options()
        texts = {_plain(self._words(a)): a for a in options}
        if wanted in texts:
            return texts[wanted]
        close = difflib.get_close_matches(wanted, texts, n=3, cutoff=0.5)
        if close:
            raise IllegalAction(f"illegal action {shown(text)}: did you mean {' or '.join(close)}?")
        raise IllegalAction(self._refusal(shown(text), options))

    def priors(self, weights=None):
        """A cheap score in [0, 1] for each legal action, in their order."""
        cdef double[::1] w = self.game.weight_vector(weights)
        cdef int32_t[::1] ids = np.empty(self.game.table.ops.max_actions, np.int32)
        cdef double[::1] out = np.zeros(self.game.table.ops.max_actions)
        self._need_decision()
        cdef int n = self.legal(&ids[0])
        self.game.table.ops.priors(self.s, self.game.table.rules, &w[0], &ids[0], n, &out[0])
        return [out[i] for i in range(n)]

    def private_key(self, viewer):
        """Hash of what `viewer` alone knows; FULL states and own views give the same."""
        cdef Table table = self.game.table
        cdef int seat = _checked_viewer(self.game, viewer)
        cdef Position twin
        if view_of(self.s) != FULL and view_of(self.s) != seat:
            raise BadOption(
                f"viewer={viewer}: this view is that of {_reverse(VIEWER_WORDS, view_of(self.s))}"
            )
        if table.ops.private_key != NULL:
            return table.ops.private_key(self.s, table.rules, seat)
        twin = self.copy()
        if view_of(twin.s) == FULL:
            table.ops.conceal(twin.s, table.rules, seat)
        return hash_bytes(<uint8_t *>twin.s, table.ops.play_size)

    def sources(self):
        """Points so far, as far as known here: per seat a dict of source name to points."""
        cdef Table table = self.game.table
        names = self.game.words.sources
        cdef double[::1] out = np.zeros(table.ops.seats * len(names) + 1)
        table.ops.sources(self.s, table.rules, &out[0])
        return [
            {name: out[seat * len(names) + i] for i, name in enumerate(names)}
            for seat in range(table.ops.seats)
        ]

    def board(self):
        """The position as text."""
        return self.game.words.board(self)

    def __str__(self):
        return self.board()

    def to_json(self):
        """The position as JSON text; `game.from_json` and `view_from_json` read it back."""
        return json.dumps({
            "game": self.game.name,
            "options": self.game.options,
            WRITER: __version__,
            **self.head(),
            "position": self.game.fields.encode(self.data),
        })

    def head(self):
        """What all games have in common, as `to_json` writes it."""
        written = {
            "view_of": _reverse(VIEWER_WORDS, view_of(self.s)),
            "player": _reverse(PLAYER_WORDS, player_of(self.s)),
        }
        return {**written, "capped": True} if self.capped else written


cdef _reverse(dict words, int value):
    for word, number in words.items():
        if number == value:
            return word
    return value


cdef str _plain(str text):
    return " ".join(text.lower().split())


cdef str _who(int player):
    return "chance" if player == CHANCE else f"seat {player}"


cdef class Sink:
    """What each viewer was shown so far, as hashes: the search's node keys."""
    cdef Seen seen

    @property
    def keys(self):
        """One number per seat 0..5, then the onlooker's, then the record of chance."""
        return tuple(self.seen.key[i] for i in range(8))

    def copy(self):
        cdef Sink twin = Sink()
        twin.seen = self.seen
        return twin


cdef class State(Position):
    """A complete state: rules, matches and tests use it. Agents get a `View`."""

    def _options(self):
        return [o for o, _ in self.outcomes()] if self.player == CHANCE else self.actions()

    def apply(self, action, Sink sink=None):
        """Play an action, or at CHANCE an outcome, in place."""
        cdef int chosen = self._need_option(action)
        cdef Seen *seen = NULL if sink is None else &sink.seen
        step(&self.game.table.ops, self.game.table.rules, self.s, chosen, seen)

    def outcomes(self):
        """At CHANCE: every outcome with its probability."""
        cdef Table table = self.game.table
        if player_of(self.s) != CHANCE:
            raise IllegalAction("no chance event is pending")
        cdef int32_t[::1] ids = np.empty(table.ops.max_outcomes, np.int32)
        cdef double[::1] p = np.empty(table.ops.max_outcomes)
        cdef int n = table.ops.outcomes(self.s, table.rules, &ids[0], &p[0])
        return [(ids[i], p[i]) for i in range(n)]

    def event(self):
        """At CHANCE: (kind, seat), seat -1 when it happens to nobody in particular."""
        cdef int seat = -1
        if player_of(self.s) != CHANCE:
            raise IllegalAction("no chance event is pending")
        kind = self.game.table.ops.event(self.s, self.game.table.rules, &seat)
        return kind, seat

    def roll(self, Chance chance not None):
        """At CHANCE: the outcome that the match's stream has for this event."""
        cdef Rng rng
        kind, seat = self.event()
        event_rng(&rng, chance.seed, kind, seat, chance.count(kind, seat))
        return self.game.table.ops.roll(self.s, self.game.table.rules, &rng)

    def resolve(self, Chance chance not None, Sink sink=None):
        """Play pending events up to the next decision or the end; returns the outcomes."""
        rolled = []
        while player_of(self.s) == CHANCE:
            outcome = self.roll(chance)
            self.apply(outcome, sink)
            rolled.append(outcome)
        return rolled

    def returns(self):
        """At the end: win share, rank and score per seat."""
        cdef Return out[MAX_SEATS]
        if not self.over:
            raise IllegalAction(f"the game is not over: {_who(self.player)} is to move")
        self.game.table.ops.returns(self.s, self.game.table.rules, out)
        return [
            results.Return(out[i].win, out[i].rank, out[i].score)
            for i in range(self.game.seats)
        ]

    def view(self, viewer):
        """All that a seat (or PUBLIC) may know."""
        cdef int seat = _checked_viewer(self.game, viewer)
        cdef View view = _blank(View, self.game)
        memcpy(view.s, self.s, self.game.table.ops.state_size)
        self.game.table.ops.conceal(view.s, self.game.table.rules, seat)
        return view

    def evaluate(self, weights=None):
        """Heuristic standing per seat in [0, 1]."""
        cdef double[::1] w = self.game.weight_vector(weights)
        cdef double out[MAX_SEATS]
        self.game.table.ops.evaluate(self.s, self.game.table.rules, &w[0], out)
        return [out[i] for i in range(self.game.seats)]

    def facts(self, viewer):
        """The named numbers of this world that `viewer` cannot see."""
        cdef int seat = _checked_viewer(self.game, viewer)
        names = self.game.words.facts
        cdef double[::1] out = np.zeros(len(names) + 1)
        self.game.table.ops.facts(self.s, self.game.table.rules, seat, &out[0])
        return {name: out[i] for i, name in enumerate(names)}

    def playout(self, seed, limit=-1):
        """Random play in place, to the end or through `limit` decisions; how many."""
        cdef int most = whole("limit", limit, -1, INT_MAX)
        cdef Return out[MAX_SEATS]
        cdef Rng rng
        cdef int decisions
        # Other threads may use this state meanwhile: play on a copy without the GIL.
        cdef State twin = self.copy()
        seed_rng(&rng, checked_seed(seed))
        with nogil:
            decisions = twin.game.table.ops.playout(
                twin.s, twin.game.table.rules, &rng, most, out)
        memcpy(self.s, twin.s, self.game.table.ops.state_size)
        return decisions


cdef class View(Position):
    """What one seat knows; all that an agent ever gets."""

    @property
    def seat(self):
        """Whose view it is: a seat or PUBLIC."""
        return view_of(self.s)

    cdef int legal(self, int32_t *out) except -1:
        if player_of(self.s) >= 0 and player_of(self.s) != view_of(self.s):
            raise IllegalAction(
                f"seat {self.player} is to move; this is the view of "
                f"{_reverse(VIEWER_WORDS, self.seat)}, which cannot know its options"
            )
        return Position.legal(self, out)

    def rewound(self):
        """This view before the mover's run of hidden decisions; None: the game cannot say."""
        cdef Table table = self.game.table
        cdef View twin
        if table.ops.rewind == NULL or player_of(self.s) < 0 or self.player != self.seat:
            return None
        twin = self.copy()
        table.ops.rewind(twin.s, table.rules)
        return twin

    def sample(self, seed, mode="uniform"):
        """One complete state that fits this view; the same for the same view and seed."""
        cdef State state = _blank(State, self.game)
        cdef Rng rng
        if not isinstance(mode, str) or mode not in MODES:
            raise BadOption(f"unknown mode {shown(mode)}: choose {' or '.join(MODES)}")
        seed_rng(&rng, checked_seed(seed))
        memcpy(state.s, self.s, self.game.table.ops.state_size)
        self.game.table.ops.imagine(state.s, self.game.table.rules, &rng, MODES[mode])
        return state


def perft(State state not None, depth):
    """Count the states of the tree below `state`, itself included, down to `depth` plies."""
    cdef Table table = state.game.table
    cdef uint64_t counts[3]
    cdef int plies = whole("depth", depth, 0, INT_MAX)
    memset(counts, 0, sizeof(counts))
    # Room for a path of that length; the product needs more than an int.
    cdef size_t rows = <size_t>plies + 1
    width = max(table.ops.max_actions, table.ops.max_outcomes)
    cdef uint8_t[::1] states
    cdef int32_t[::1] options
    try:
        states = np.empty(rows * table.ops.state_size, np.uint8)
        options = np.empty(rows * <size_t>width, np.int32)
    except MemoryError:
        raise BadOption(f"depth={plies}: no room for so long a path; choose less") from None
    cdef double[::1] p = np.empty(table.ops.max_outcomes + 1)
    cdef int c_width = width
    memcpy(&states[0], state.s, table.ops.state_size)
    with nogil:
        _count(table, &states[0], &options[0], &p[0], c_width, plies, counts)
    return results.Perft(counts[0], counts[1], counts[2])


cdef void _count(
    Table table, uint8_t *s, int32_t *options, double *p, int width, int depth, uint64_t *counts
) noexcept nogil:
    cdef int player = player_of(s), n, i
    cdef uint8_t *child = s + table.ops.state_size
    if player == OVER:
        counts[2] += 1
        return
    counts[0 if player == CHANCE else 1] += 1
    if depth == 0:
        return
    if player == CHANCE:
        n = table.ops.outcomes(s, table.rules, options, p)
    else:
        n = table.ops.actions(s, table.rules, options)
    for i in range(n):
        memcpy(child, s, table.ops.state_size)
        step(&table.ops, table.rules, child, options[i], NULL)
        _count(table, child, options + width, p, width, depth - 1, counts)
