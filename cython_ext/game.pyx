"""Handles over the game table: `Game`, `State` and `View`, the doors that check and explain.

The inside trusts its caller; these classes do not. Every public method validates its
input. If it is wrong, an error of one line says what would be right, and nothing changes.
"""
import numpy as np

from eminence.cython_ext.errors import BadOption, BadPosition, IllegalAction, shown
from eminence.cython_ext.fields import HEAD, Layout
from eminence.cython_ext.position_json import HeadWords, as_bytes, read_json
from eminence.cython_ext import results
from eminence.cython_ext.weights import weights_over
from eminence.cython_ext.whole_numbers import INT_MAX, whole

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset
from posix.stdlib cimport posix_memalign

from eminence.cython_ext.chance cimport Chance, checked_seed
from eminence.cython_ext.core cimport IS_DEBUG, Rng, event_rng, seed_rng

BUILD_KIND = "debug" if IS_DEBUG else "release"

CHANCE_PLAYER = CHANCE
OVER_PLAYER = OVER
PUBLIC_VIEWER = PUBLIC
MODES = {"uniform": UNIFORM, "priors": BY_PRIORS}

cdef object HEADS = HeadWords(chance=CHANCE, over=OVER, public=PUBLIC, full=FULL)

# Private token: only this module makes positions. Without a game they would have no memory.
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
    def sizes(self):
        """The constants of the table, by name."""
        return {
            "play_size": self.ops.play_size,
            "state_size": self.ops.state_size,
            "max_actions": self.ops.max_actions,
            "max_outcomes": self.ops.max_outcomes,
            "max_plies": self.ops.max_plies,
            "n_features": self.ops.n_features,
            "n_traits": self.ops.n_traits,
            "max_traits": self.ops.max_traits,
            "n_actions": self.ops.n_actions,
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
    # Not __init__: a game without a table, or with a changed one, would crash.
    def __cinit__(self, Table table not None, str name not None, dict options not None, words,
                  fields, reload, str fingerprint not None, dict weights not None,
                  dict search=None, dict levels=None, str network=None,
                  str policy=None):
        self.table = table
        self.name = name
        self.options = options
        self.words = words
        self.weights = weights
        self.search = search or {}
        self.levels = levels or {}
        self.network = network
        self.policy = policy
        self.fingerprint = fingerprint
        self.fields = Layout(table.dtype, table.ops.seats, fields)
        self.reload = reload
        if len(weights) != table.ops.n_weights:
            raise ValueError(f"{name}: {len(weights)} weights, {table.ops.n_weights} in the table")
        if table.ops.n_sources != len(words.sources) or table.ops.n_facts != len(words.facts):
            raise ValueError(f"{name}: sources or facts without a name")
        if table.ops.n_features != len(words.features) or table.ops.n_traits != len(words.traits):
            raise ValueError(f"{name}: features or traits without a name")

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
        """The game's weights overridden by an agent's own, in the form that the table takes."""
        merged = weights_over(self.name, self.weights, weights)
        # One entry more, so that a game without weights still has an address to pass.
        return np.array([*merged.values(), 0.0], dtype=np.float64)

    def from_bytes(self, data):
        """A state from its bytes, refused if it makes no sense."""
        return _filled(_blank(State, self), as_bytes(data))

    def view_from_bytes(self, data):
        """A view from its bytes, refused if it makes no sense."""
        return _filled(_blank(View, self), as_bytes(data))

    def from_json(self, text):
        """A complete state from `State.to_json` text."""
        return read_json(self, HEADS, text, lambda data: _filled(_blank(State, self), data))

    def view_from_json(self, text):
        """A view from `View.to_json` text, or as one person at the table writes it down."""
        return read_json(self, HEADS, text, lambda data: _filled(_blank(View, self), data))

    def view_from_record(self, record, dict head not None):
        """A view from the fields of its state and what `head` tells, refused if it makes no sense.

        The record may say who is to move instead.
        """
        if "player" not in head:
            head = {**head, "player": HEADS.player_word(int(record[HEAD]["player"]))}
        HEADS.fill(record[HEAD], head, self.seats)
        return _filled(_blank(View, self), record.tobytes())


cdef _blank(type kind, Game game):
    return kind.__new__(kind, MAKER, game)


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
    HEADS.check(record[HEAD], game, isinstance(position, State))
    game.fields.check_ranges(record)
    if game.table.ops.check(position.s, game.table.rules, &why):
        raise game.words.refusal(why.code, [why.number[i] for i in range(4)])
    return position


include "position.pxi"


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
            raise IllegalAction(f"the game is not over: {HEADS.who(self.player)} is to move")
        self.game.table.ops.returns(self.s, self.game.table.rules, out)
        seats = range(self.game.seats)
        return [results.Return(out[i].win, out[i].rank, out[i].score) for i in seats]

    def view(self, viewer):
        """All that a seat (or PUBLIC) may know."""
        cdef int seat = HEADS.viewer(viewer, self.game.seats)
        cdef View view = _blank(View, self.game)
        memcpy(view.s, self.s, self.game.table.ops.state_size)
        self.game.table.ops.conceal(view.s, self.game.table.rules, seat)
        return view

    def picture(self):
        """The scene that the seat to move sees; where nobody is to move, the onlooker."""
        return self.view(max(self.player, PUBLIC_VIEWER)).picture()

    def evaluate(self, weights=None):
        """Heuristic standing per seat in [0, 1]."""
        cdef double[::1] w = self.game.weight_vector(weights)
        cdef double out[MAX_SEATS]
        self.game.table.ops.evaluate(self.s, self.game.table.rules, &w[0], out)
        return [out[i] for i in range(self.game.seats)]

    def features(self, seat):
        """What a seat may know here, as `View.features` gives it."""
        cdef int viewer = HEADS.viewer(seat, self.game.seats)
        if viewer < 0:
            raise BadOption("features are those of a seat: an onlooker has none")
        return self._features(viewer)

    def features_of_all(self):
        """The features of every seat, a row each, as searches ask for them."""
        cdef Game game = self.game
        cdef int n = game.table.ops.n_features
        cdef float[:, ::1] out = np.zeros((game.seats, n), np.float32)
        if n:
            look_for_all(&game.table.ops, game.table.rules, self.s, &out[0, 0])
        return np.asarray(out)

    def facts(self, viewer):
        """The named numbers of this world that `viewer` cannot see."""
        cdef int seat = HEADS.viewer(viewer, self.game.seats)
        names = self.game.words.facts
        cdef double[::1] out = np.zeros(len(names) + 1)
        self.game.table.ops.facts(self.s, self.game.table.rules, seat, &out[0])
        return {name: out[i] for i, name in enumerate(names)}

    def playout(self, seed, limit=-1):
        """Random play in place, to the end or for `limit` decisions; returns how many were made."""
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
                f"{HEADS.viewer_word(self.seat)}, which cannot know its options"
            )
        return Position.legal(self, out)

    def features(self):
        """What the seat may know, from its side, as float32; `game.words.features` names them.

        The same for all worlds of this view. Games that no network plays have none.
        """
        if view_of(self.s) < 0:
            raise BadOption("features are those of a seat: an onlooker has none")
        return self._features(view_of(self.s))

    def picture(self):
        """What a picture of it shows, as `cython_ext/pictures/scene.py` describes it."""
        return self.game.words.picture(self)

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
