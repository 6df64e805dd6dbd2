# The class `Position`; game.pyx includes it, since all its classes are declared in one game.pxd.
from eminence.cython_ext.errors import shown
from eminence.cython_ext.pictures import svg
from eminence.cython_ext.position_json import write_json
from eminence.cython_ext.words import closest_option, nobody_to_move, option_id, refusal

from libc.stdint cimport int16_t
from libc.stdlib cimport free
from libc.string cimport memcmp

from eminence.cython_ext.core cimport hash_bytes


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
            raise nobody_to_move(self.over)

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
        chosen = option_id(action, options)
        if chosen is None:
            raise self._refusal(action, options)
        return chosen

    def _refusal(self, what, options):
        return refusal(shown(what), HEADS.who(self.player), self.over, options, self._words)

    def parse(self, str text not None):
        """The id of the option with this text, ignoring blanks and capitals."""
        options = self._options()
        found = closest_option(text, {self._words(a): a for a in options})
        if found is None:
            raise self._refusal(text, options)
        return found

    def priors(self, weights=None):
        """A cheap score in [0, 1] for each legal action, in their order."""
        cdef double[::1] w = self.game.weight_vector(weights)
        cdef int32_t[::1] ids = np.empty(self.game.table.ops.max_actions, np.int32)
        cdef double[::1] out = np.zeros(self.game.table.ops.max_actions)
        self._need_decision()
        cdef int n = self.legal(&ids[0])
        self.game.table.ops.priors(self.s, self.game.table.rules, &w[0], &ids[0], n, &out[0])
        return [out[i] for i in range(n)]

    cdef _features(self, int seat):
        """What a seat may know, as numbers; this is a state or that seat's view."""
        cdef Table table = self.game.table
        if table.ops.n_features == 0:
            raise BadOption(f"{self.game.name} has no features")
        cdef float[::1] out = np.zeros(table.ops.n_features, np.float32)
        look(&table.ops, table.rules, self.s, seat, &out[0])
        return np.asarray(out)

    def traits(self):
        """The traits of each legal action, in their order: one row each, -1 where there is none.

        `game.words.traits` names them.
        """
        cdef Table table = self.game.table
        if table.ops.n_traits == 0:
            raise BadOption(f"{self.game.name} has no traits")
        self._need_decision()
        cdef int32_t[::1] ids = np.empty(table.ops.max_actions, np.int32)
        cdef int n = self.legal(&ids[0])
        cdef int16_t[:, ::1] out = np.empty((n, table.ops.max_traits), np.int16)
        list_traits(&table.ops, table.rules, self.s, &ids[0], n, &out[0, 0])
        return np.asarray(out)

    def private_key(self, viewer):
        """Hash of what `viewer` alone knows; FULL states and own views give the same."""
        cdef Table table = self.game.table
        cdef int seat = HEADS.viewer(viewer, self.game.seats)
        cdef Position twin
        if view_of(self.s) != FULL and view_of(self.s) != seat:
            whose = HEADS.viewer_word(view_of(self.s))
            raise BadOption(f"viewer={viewer}: this view is that of {whose}")
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

    def _repr_svg_(self):
        """A notebook shows the position as a picture."""
        return svg.picture(self.picture())

    def to_json(self):
        """The position as JSON text; `game.from_json` and `view_from_json` read it back."""
        return write_json(self.game, self.head(), self.data)

    def head(self):
        """What all games have in common, as `to_json` writes it."""
        return HEADS.written(view_of(self.s), player_of(self.s), self.capped)
