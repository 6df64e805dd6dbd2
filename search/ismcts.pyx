"""One keyed tree search: UCT, ISMCTS in its variants, and the trees of determinized UCT.

The variants differ in the key under which the mover's node is found (`mode`):

    so   all that was played, the same for everybody: one tree
    mo   all that the mover was shown: a tree per player
    is   the same, begun with the mover's own secrets: a node per information set

Every iteration imagines a fresh world that fits the searcher's view (or copies a fixed one),
descends while edges have been visited, finishes the game outside the tree and credits the
reward to every edge on the way, each with its mover's share (max^n). Edges for all legal
actions are made when a node is first seen, and `m` counts how often each was legal, so that
with perfect information the search is UCT visit for visit.

Order of random draws in an iteration: the world, then from the root on, per decision the
selector (only where it must choose among equals or mixes) and per event the roll, then the
rollout. Nothing here takes the GIL, allocates, or names a game.
"""
from cython_ext.errors import BadOption
from search.selectors import SELECTORS

from libc.math cimport sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cython_ext.core cimport Rng, combine, hash_bytes, mix64, seed_rng, unit
from cython_ext.defaults cimport nothing_hidden
from cython_ext.game cimport (
    CHANCE, FULL, MAX_SEATS, OVER, PUBLIC, UNIFORM, Head, Ops, Seen, State, Table, View, player_of,
    step,
)
from search.arena cimport (
    NO_NODE, Arena, Edge, Node, add_node, arena_bytes, clear_arena, close_arena, find_node,
    match_edges, match_known, open_arena,
)
from search.clock cimport now_ns
from search.rollouts cimport Finisher, Rollout, finish, learn_mast, remember_played
from search.selectors cimport (
    AUTO, REGRET, SMOOTH, UCB, UCB_TUNED, Choosing, Step, best_by_score, best_of_all, by_regret,
    by_smooth_mixing, learn_regret, narrowed,
)
from search.tally cimport Count, Tally

cdef enum Mode:
    ONE_TREE
    TREE_PER_PLAYER
    INFORMATION_SETS

MODES = {"so": ONE_TREE, "mo": TREE_PER_PLAYER, "is": INFORMATION_SETS}

cdef enum:
    STOP_EVERY = 64         # iterations between looks at whether the best can still change
    LINE_LENGTH = 12        # decisions of a principal line


cdef struct Rules:
    # How to search, apart from choosing among edges.
    Mode mode
    bint closed             # chance outcomes are part of the keys
    bint paranoid           # the others play against the searcher, not for themselves
    double self_share       # iterations in worlds where the searcher's own secrets are redrawn


# Tells the movers' nodes apart; xor can be undone, which tree reuse needs.
cdef uint64_t MOVER_SALT[MAX_SEATS]
for _i in range(MAX_SEATS):
    MOVER_SALT[<int>_i] = mix64(<uint64_t>_i + 1000)


cdef int64_t edges_for(const Ops *ops, int64_t max_nodes) noexcept nogil:
    """Edges come in blocks of 2, 4, 8, ...; few nodes of a wide game need the largest one."""
    cdef int64_t block = 2, most = <int64_t>1 << 31
    while block < min(ops.max_actions, 32):
        block *= 2
    return min(max_nodes * block + 2 * ops.max_actions, most)


def tree_bytes(View view not None, int64_t max_nodes):
    """What a `Kernel` with so many nodes reserves for its tree."""
    return arena_bytes(max_nodes, edges_for(&view.game.table.ops, max_nodes))


# --- the search ---

cdef class Kernel:
    """One thread's search: a tree, its buffers, and what it learned about the root."""
    cdef Table table
    cdef View view
    cdef Ops *ops
    cdef const void *game_rules
    cdef Rules rules
    cdef Choosing choosing
    cdef Finisher finisher
    cdef Rollout *rollout
    cdef Arena arena
    cdef Rng rng
    cdef uint64_t seed
    cdef int forced                 # the root action to follow, by its index; -1: choose
    cdef bint open
    cdef bint use_priors
    cdef bint all_open              # the game hides no choice from anybody
    cdef bint reuse                 # own nodes remember their view
    cdef bint moved_on              # the root was a node of an earlier search
    cdef int root_seat
    cdef object weights_kept
    cdef const double *weights
    cdef void *world                # the world of this iteration
    cdef void *spare                # for private keys and worlds of other views
    cdef void *fixed                # the one world to search in, or NULL
    cdef int32_t *legal_now
    cdef uint32_t *edges
    cdef double *priors
    cdef Step *path
    cdef uint32_t *legal            # what each step of the path points to, for regret matching
    cdef int max_path
    cdef uint64_t own_key           # the searcher's private key in its true view
    cdef uint64_t root_key
    cdef int n_root
    cdef int32_t *root_actions
    cdef bint restricted            # other root actions are legal and must not be tried
    cdef double *root_sums          # [action][seat] of rewards
    cdef uint32_t *root_before      # visits that the root's actions had before this search
    cdef readonly int64_t iterations
    cdef readonly int64_t worlds

    def __cinit__(self, View view not None, dict how, uint64_t seed, weights, int64_t max_nodes):
        cdef Ops *ops = &view.game.table.ops
        self.table = view.game.table
        self.view = view
        self.ops = ops
        self.game_rules = self.table.rules
        self.root_seat = view.seat
        self.weights_kept = weights
        cdef double[::1] vector = weights
        self.weights = &vector[0]
        self._open_stream(seed)
        self._read_rules(how)
        self._read_choosing(how)
        self.finisher = Finisher(self.table, how, weights)
        self.rollout = &self.finisher.how
        self.max_path = ops.max_plies + 1
        self.world = self.table.new_state()
        self.spare = self.table.new_state()
        self.legal_now = <int32_t *>calloc(ops.max_actions, sizeof(int32_t))
        self.edges = <uint32_t *>calloc(ops.max_actions, sizeof(uint32_t))
        self.priors = <double *>calloc(ops.max_actions, sizeof(double))
        self.path = <Step *>calloc(self.max_path, sizeof(Step))
        self.root_actions = <int32_t *>calloc(ops.max_actions, sizeof(int32_t))
        self.root_sums = <double *>calloc(ops.max_actions * MAX_SEATS, sizeof(double))
        self.root_before = <uint32_t *>calloc(ops.max_actions, sizeof(uint32_t))
        if self.legal_now == NULL or self.edges == NULL or self.priors == NULL \
                or self.path == NULL or self.root_actions == NULL or self.root_sums == NULL \
                or self.root_before == NULL:
            raise MemoryError
        if self.choosing.selector == REGRET:
            self._make_room_for_legal_edges()
        self.open = open_arena(&self.arena, max_nodes, edges_for(ops, max_nodes))
        if not self.open:
            raise MemoryError
        self.n_root = view.legal(self.root_actions)
        self.own_key = self._key_of(view.s, self.root_seat)
        self.root_key = self._root_key()
        self.all_open = ops.hidden == nothing_hidden

    def __dealloc__(self):
        if self.open:
            close_arena(&self.arena)
        free(self.world)
        free(self.spare)
        free(self.fixed)
        free(self.legal_now)
        free(self.edges)
        free(self.priors)
        free(self.path)
        free(self.legal)
        free(self.root_actions)
        free(self.root_sums)
        free(self.root_before)

    cdef void _open_stream(self, uint64_t seed) noexcept nogil:
        self.seed = seed
        self.forced = -1
        seed_rng(&self.rng, seed)

    cdef int _make_room_for_legal_edges(self) except -1:
        cdef int i
        self.legal = <uint32_t *>calloc(
            <size_t>self.max_path * self.ops.max_actions, sizeof(uint32_t))
        if self.legal == NULL:
            raise MemoryError
        for i in range(self.max_path):
            self.path[i].legal = &self.legal[<size_t>i * self.ops.max_actions]
        return 0

    def _read_rules(self, how):
        cdef Rules *r = &self.rules
        r.mode = MODES[how["mode"]]
        r.closed = how["loop"] == "closed"
        r.paranoid = how["backup"] == "paranoid"
        r.self_share = how["selfdet"]
        self.reuse = how["reuse"] == "yes"
        if r.self_share > 0 and r.mode != INFORMATION_SETS:
            raise BadOption(f"selfdet={how['selfdet']}: needs mode=is, this is mode={how['mode']}")

    def _read_choosing(self, how):
        cdef Choosing *c = &self.choosing
        c.selector = SELECTORS[how["selector"]]
        c.infinite_fpu = how["fpu"] == float("inf")
        c.fpu = 0 if c.infinite_fpu else how["fpu"]
        c.c = how["c"]
        c.bias = how["bias"]
        c.widen = how["widen"]
        c.widen_power = how["widen_power"]
        c.smooth_gamma = how["smooth_gamma"]
        c.smooth_eta = how["smooth_eta"]
        c.smooth_d = how["smooth_d"]
        c.regret_gamma = how["regret_gamma"]
        self.use_priors = c.bias != 0 or c.widen > 0

    def fix_world(self, State world not None):
        """Search in this world alone from now on, with an empty tree."""
        if self.fixed == NULL:
            self.fixed = self.table.new_state()
        memcpy(self.fixed, world.s, self.ops.state_size)
        clear_arena(&self.arena)
        memset(self.root_sums, 0, self.ops.max_actions * MAX_SEATS * sizeof(double))

    def restrict(self, const int32_t[::1] actions):
        """Play only these of the root's actions, ascending; before the first iteration."""
        cdef int n = actions.shape[0]
        if self.iterations or self.moved_on or self.rules.self_share > 0:
            # In worlds with other secrets of its own the searcher is not at the root.
            raise BadOption("root moves can be chosen in a new tree only, with selfdet=0")
        self.n_root = n
        self.restricted = True
        memcpy(self.root_actions, &actions[0], n * sizeof(int32_t))

    def run(
        self, int64_t iterations, int64_t deadline_ns, uint8_t[::1] cancel, int64_t later=-1
    ):
        """Search for so many iterations, until the deadline (-1: none) or a cancel; go on?

        May be called again to go on. `later` says how many iterations would still follow:
        then the search ends as soon as they cannot change the most visited action.
        """
        cdef bint more
        with nogil:
            more = self._run(iterations, deadline_ns, &cancel[0], later)
        return more

    cdef bint _run(
        self, int64_t iterations, int64_t deadline_ns, const uint8_t *cancel, int64_t later
    ) noexcept nogil:
        cdef int64_t done
        for done in range(1, iterations + 1):
            self._iterate()
            if cancel[0] or 0 <= deadline_ns <= now_ns():
                return False
            if later >= 0 and done % STOP_EVERY == 0:
                if self._is_settled(iterations - done + later):
                    return False
        return True

    def run_actions(
        self, const int32_t[::1] indices, int64_t first, int64_t count, int64_t deadline_ns,
        uint8_t[::1] cancel
    ):
        """Follow each of these root actions once in worlds first .. first + count; how many.

        They meet the same world and the same dice in it (common random numbers), so that what
        differs between two of them is the action and not the luck. Below the root the tree
        grows as ever.
        """
        cdef int64_t done = 0
        with nogil:
            while done < count:
                self._try_each(&indices[0], indices.shape[0], first + done)
                done += 1
                if cancel[0] or (deadline_ns >= 0 and now_ns() >= deadline_ns):
                    break
        return done

    cdef void _try_each(self, const int32_t *indices, int n, int64_t world) noexcept nogil:
        cdef int i
        for i in range(n):
            self.forced = indices[i]
            seed_rng(&self.rng, combine(self.seed, world))
            self._iterate()
        self.forced = -1

    cdef bint _is_settled(self, int64_t left) noexcept nogil:
        """The most visited root action cannot be caught any more."""
        cdef uint32_t at = find_node(&self.arena, self.root_key)
        cdef int64_t first = 0, second = 0, n
        cdef int i
        if at == NO_NODE:
            return False
        for i in range(self.arena.nodes[at].n_edges):
            n = self.arena.edges[self.arena.nodes[at].first + i].n
            if n > first:
                second = first
                first = n
            elif n > second:
                second = n
        return first - second > left

    # --- one iteration ---

    cdef void _iterate(self) noexcept nogil:
        cdef double reward[MAX_SEATS]
        cdef int length
        self._open_world()
        length = self._descend()
        finish(self.ops, self.game_rules, self.world, self.rollout, &self.rng, reward)
        self._back_up(length, reward)
        learn_mast(self.rollout, reward)
        self.iterations += 1

    cdef void _open_world(self) noexcept nogil:
        """A fresh world, or another copy of the fixed one."""
        cdef const void *source = self.view.s if self.fixed == NULL else self.fixed
        memcpy(self.world, source, self.ops.state_size)
        # The searcher's facts are part of its view, which reuse finds a node by.
        (<Head *>self.world).lean = not self.reuse
        if self.fixed != NULL:
            return
        self.ops.imagine(self.world, self.game_rules, &self.rng, UNIFORM)
        if self.rules.self_share > 0 and unit(&self.rng) < self.rules.self_share:
            self.ops.conceal(self.world, self.game_rules, PUBLIC)
            self.ops.imagine(self.world, self.game_rules, &self.rng, UNIFORM)
        self.worlds += 1

    cdef uint64_t _key_of(self, const void *s, int seat) noexcept nogil:
        """The seat's secrets; `s` is a world or the seat's own view."""
        cdef Head *head = <Head *>self.spare
        if self.ops.private_key != NULL:
            return self.ops.private_key(s, self.game_rules, seat)
        memcpy(self.spare, s, self.ops.state_size)
        head.lean = 0
        if head.view_of == FULL:
            self.ops.conceal(self.spare, self.game_rules, seat)
        return hash_bytes(<const uint8_t *>self.spare, self.ops.play_size)

    cdef void _open_keys(self, Seen *seen) noexcept nogil:
        """What each seat was shown before the root; after tree reuse the searcher's goes on."""
        cdef int seat
        memset(seen, 0, sizeof(Seen))
        # Asked for are the seats' keys and the one that tells of chance.
        seen.skip = ~(((1 << self.ops.seats) - 1) | (1 << self._told_of_chance()))
        for seat in range(self.ops.seats):
            seen.key[seat] = mix64(seat + 1)
            if self.moved_on:
                seen.key[seat] = combine(seen.key[seat], self.root_key)
            if self.rules.mode != INFORMATION_SETS:
                continue
            if seat != self.root_seat or self.rules.self_share > 0:
                seen.key[seat] = combine(seen.key[seat], self._key_of(self.world, seat))
        if self.rules.mode == ONE_TREE:
            return
        if self.rules.self_share == 0 or self._key_of(self.world, self.root_seat) == self.own_key:
            seen.key[self.root_seat] = self.root_key ^ MOVER_SALT[self.root_seat]

    cdef uint64_t _root_key(self) noexcept nogil:
        """The key of a new tree's root, as `_node_key` finds it before anything was played."""
        cdef uint64_t key = mix64(self.root_seat + 1)
        if self.rules.mode == ONE_TREE:
            key = 0
        elif self.rules.mode == INFORMATION_SETS:
            key = combine(key, self.own_key)
        return key ^ MOVER_SALT[self.root_seat]

    cdef inline uint64_t _node_key(
        self, const Seen *seen, uint64_t common, int mover
    ) noexcept nogil:
        """The mover is part of every key: who acts may hang on what is hidden."""
        if self.rules.mode == ONE_TREE:
            return common ^ MOVER_SALT[mover]
        return seen.key[mover] ^ MOVER_SALT[mover]

    cdef inline uint64_t _first_common(self) noexcept nogil:
        """What one tree had seen before the root."""
        if self.rules.mode == ONE_TREE:
            return self.root_key ^ MOVER_SALT[self.root_seat]
        return 0

    cdef inline int _told_of_chance(self) noexcept nogil:
        """What one tree knows of chance: all of it in a fixed world, else what the searcher saw."""
        if self.fixed != NULL:
            return 7
        return self.root_seat

    cdef int _descend(self) noexcept nogil:
        """Walk down the tree and one step out of it; how many edges that were chosen."""
        cdef Seen seen
        cdef uint64_t common = self._first_common(), before
        cdef void *s = self.world
        cdef int length = 0, player, n, chosen, told = self._told_of_chance()
        cdef uint32_t at
        cdef Edge *edge
        self._open_keys(&seen)
        while length < self.max_path:
            player = player_of(s)
            if player == OVER:
                break
            if player == CHANCE:
                before = seen.key[told]
                self._roll(s, &seen)
                if seen.key[told] != before:
                    common = combine(common, seen.key[told])
                continue
            n = self.ops.actions(s, self.game_rules, self.legal_now)
            if length == 0 and self.restricted:
                memcpy(self.legal_now, self.root_actions, self.n_root * sizeof(int32_t))
                n = self.n_root
            if n == 1 and length > 0:
                # A forced move needs no node.
                common = combine(common, self.legal_now[0])
                if self.rollout.mast != NULL:
                    remember_played(self.rollout, player, self.legal_now[0])
                step(self.ops, self.game_rules, s, self.legal_now[0], &seen)
                continue
            at = self._reach(self._node_key(&seen, common, player), player, n)
            if at == NO_NODE:
                break
            if length == 0 and self.forced >= 0:
                chosen = self._follow(at)
            else:
                chosen = self._select(s, at, n, &self.path[length])
            if chosen < 0:
                break
            edge = &self.arena.edges[self.path[length].edge]
            length += 1
            if self.rollout.mast != NULL:
                remember_played(self.rollout, player, edge.action)
            common = combine(common, edge.action)
            step(self.ops, self.game_rules, s, edge.action, &seen)
            if edge.n == 0:
                break
        return length

    cdef inline int _roll(self, void *s, Seen *seen) noexcept nogil:
        """Play one outcome; open-loop keys take no notice of it."""
        cdef int outcome = self.ops.roll(s, self.game_rules, &self.rng)
        if self.rules.closed:
            step(self.ops, self.game_rules, s, outcome, seen)
        else:
            step(self.ops, self.game_rules, s, outcome, NULL)
        return outcome

    cdef inline uint32_t _reach(self, uint64_t key, int mover, int n) noexcept nogil:
        cdef uint32_t at = find_node(&self.arena, key)
        if at == NO_NODE:
            at = add_node(&self.arena, key, mover, self.legal_now, n)
            if at != NO_NODE and self.use_priors:
                self._set_priors(&self.arena.nodes[at], n)
            if at != NO_NODE and self.reuse and mover == self.root_seat:
                self.arena.nodes[at].view = self._view_hash()
        return at

    cdef uint64_t _view_hash(self) noexcept nogil:
        """Of what the searcher would see in this world; equal views have equal hashes."""
        memcpy(self.spare, self.world, self.ops.state_size)
        self.ops.conceal(self.spare, self.game_rules, self.root_seat)
        return hash_bytes(<const uint8_t *>self.spare, self.ops.state_size)

    def move_on(self, View view not None, uint64_t seed):
        """Make the node of a later view the root and keep what is below it; can it be had?

        The others' nodes begin anew: what they were shown since is not known.
        """
        cdef uint64_t wanted = hash_bytes(<const uint8_t *>view.s, self.ops.state_size)
        cdef uint32_t i
        cdef Node *node
        if 4 * self.arena.n_nodes > 3 * self.arena.max_nodes:
            return False
        for i in range(self.arena.n_nodes):
            node = &self.arena.nodes[i]
            if node.view == wanted and node.mover == self.root_seat:
                self._make_root(view, node, seed)
                return True
        return False

    cdef int _make_root(self, View view, const Node *node, uint64_t seed) except -1:
        cdef int i
        self.view = view
        self.root_key = node.key
        self.moved_on = True
        self.own_key = self._key_of(view.s, self.root_seat)
        self.n_root = view.legal(self.root_actions)
        memset(self.root_sums, 0, self.ops.max_actions * MAX_SEATS * sizeof(double))
        for i in range(node.n_edges):
            self.root_before[i] = self.arena.edges[node.first + i].n
        self.iterations = 0
        self.worlds = 0
        self._open_stream(seed)
        return 0

    cdef void _set_priors(self, Node *node, int n) noexcept nogil:
        """A new node's edges are exactly the legal actions."""
        cdef int i
        self.ops.priors(
            self.world, self.game_rules, self.weights, self.legal_now, n, self.priors)
        for i in range(n):
            self.arena.edges[node.first + i].prior = <float>self.priors[i]

    cdef int _follow(self, uint32_t at) noexcept nogil:
        """The forced action of the root, whose edges are exactly its legal actions."""
        cdef Node *node = &self.arena.nodes[at]
        cdef int i
        for i in range(node.n_edges):
            self.arena.edges[node.first + i].m += 1
        self.path[0].node = at
        self.path[0].edge = node.first + self.forced
        return self.forced

    cdef int _select(self, const void *s, uint32_t at, int n, Step *out) noexcept nogil:
        """Choose an edge of the node among those legal here; -1 if none could be had."""
        cdef Node *node = &self.arena.nodes[at]
        cdef const Choosing *how = &self.choosing
        cdef int before = node.n_edges, i, chosen, selector = how.selector
        if selector == AUTO:
            selector = UCB
            if not self.all_open and n > 1 and self.ops.hidden(s, self.game_rules):
                selector = SMOOTH
        out.node = at
        out.chance = 1
        if selector == UCB and n == before and not self.use_priors:
            chosen = best_of_all(
                &self.arena.edges[node.first], node, self.legal_now, n, how, &self.rng)
            if chosen >= 0:
                out.edge = node.first + chosen
                return chosen
        n = match_edges(&self.arena, node, self.legal_now, n, self.edges)
        if n == 0:
            return -1
        if self.use_priors and node.n_edges != before:
            self._add_priors(node)
        for i in range(n):
            self.arena.edges[self.edges[i]].m += 1
        if how.widen > 0:
            n = narrowed(&self.arena, node, self.edges, n, how)
        if selector == SMOOTH:
            chosen = by_smooth_mixing(&self.arena, node, self.edges, n, how, &self.rng)
        elif selector == REGRET:
            chosen = by_regret(&self.arena, self.edges, n, how, &self.rng, &out.chance)
            memcpy(out.legal, self.edges, n * sizeof(uint32_t))
            out.n_legal = n
        else:
            chosen = best_by_score(
                &self.arena, node, self.edges, n, how, selector == UCB_TUNED, &self.rng)
        out.edge = self.edges[chosen]
        return chosen

    cdef void _add_priors(self, Node *node) noexcept nogil:
        """Priors of edges that were added to a known node: those never seen before."""
        cdef Edge *edges = &self.arena.edges[node.first]
        cdef int i, n = 0
        cdef int32_t fresh
        for i in range(node.n_edges):
            if edges[i].m == 0:
                fresh = edges[i].action
                self.ops.priors(self.world, self.game_rules, self.weights, &fresh, 1, self.priors)
                edges[i].prior = <float>self.priors[0]
                n += 1

    cdef void _back_up(self, int length, const double *reward) noexcept nogil:
        cdef Node *node
        cdef Edge *edge
        cdef double share
        cdef int i
        for i in range(length):
            node = &self.arena.nodes[self.path[i].node]
            edge = &self.arena.edges[self.path[i].edge]
            share = reward[node.mover]
            if self.rules.paranoid and node.mover != self.root_seat:
                share = 1 - reward[self.root_seat]
            if self.choosing.selector == REGRET:
                learn_regret(&self.arena, &self.path[i], share, &self.choosing)
            node.visits += 1
            node.w += share
            edge.n += 1
            edge.w += share
            edge.w2 += share * share
            if self.choosing.selector != REGRET:
                edge.kept = 1 / sqrt(<double>edge.n)
        if length > 0:
            self._credit_root(reward)

    cdef void _credit_root(self, const double *reward) noexcept nogil:
        """All seats' rewards for the root's actions; only where the path began at the root."""
        cdef Node *node = &self.arena.nodes[self.path[0].node]
        cdef int seat, i
        if node.key != self.root_key:
            return
        i = <int>(self.path[0].edge - node.first)
        for seat in range(self.ops.seats):
            self.root_sums[i * MAX_SEATS + seat] += reward[seat]

    # --- what was learned ---

    @property
    def actions(self):
        """How many the root has."""
        return self.n_root

    @property
    def seats(self):
        return self.ops.seats

    @property
    def seat(self):
        """The searcher's."""
        return self.root_seat

    @property
    def nodes(self):
        return self.arena.n_nodes

    @property
    def edges(self):
        """Actions that some node holds; blocks have room for more."""
        cdef uint32_t i
        cdef int64_t count = 0
        for i in range(self.arena.n_nodes):
            count += self.arena.nodes[i].n_edges
        return count

    @property
    def memory(self):
        """Bytes of nodes and edges in use."""
        return (self.arena.n_nodes * (sizeof(Node) + 2 * sizeof(uint32_t))
                + self.arena.n_edges * sizeof(Edge))

    def add_to(self, Tally tally not None):
        """Add what was learned of the legal root actions."""
        cdef uint32_t at = find_node(&self.arena, self.root_key)
        cdef const Edge *edge
        cdef const double *sums
        cdef Count *count
        cdef double grown
        cdef uint32_t fresh
        cdef int i, seat
        if at == NO_NODE:
            return
        for i in range(self.n_root):
            edge = &self.arena.edges[self.arena.nodes[at].first + i]
            sums = &self.root_sums[i * MAX_SEATS]
            count = tally.at(i)
            count.visits += edge.n
            count.available += edge.m
            count.square += edge.w2
            # Of earlier searches only the searcher's own rewards are known; the others' are
            # taken to have been as they are now.
            fresh = edge.n - self.root_before[i]
            grown = <double>edge.n / fresh if fresh else 0
            for seat in range(self.ops.seats):
                count.sums[seat] += edge.w if seat == self.root_seat else grown * sums[seat]

    def line(self, int action, uint64_t seed):
        """A root action and the most visited replies, in the world that `seed` imagines.

        Pairs (id, whether a player chose it): outcomes of chance are in between.
        """
        cdef Seen seen
        cdef uint64_t common = self._first_common(), before
        cdef Rng kept = self.rng
        cdef int next_action = action, outcome, decisions = 0, told = self._told_of_chance()
        line = []
        seed_rng(&self.rng, seed)
        memcpy(self.world, self.view.s, self.ops.state_size)
        (<Head *>self.world).lean = 1
        self.ops.imagine(self.world, self.game_rules, &self.rng, UNIFORM)
        self._open_keys(&seen)
        while next_action >= 0 and decisions < LINE_LENGTH:
            line.append((next_action, True))
            decisions += 1
            common = combine(common, next_action)
            step(self.ops, self.game_rules, self.world, next_action, &seen)
            while player_of(self.world) == CHANCE:
                before = seen.key[told]
                outcome = self._roll(self.world, &seen)
                line.append((outcome, False))
                if seen.key[told] != before:
                    common = combine(common, seen.key[told])
            next_action = self._most_visited(&seen, common)
        self.rng = kept
        return line

    cdef int _most_visited(self, const Seen *seen, uint64_t common) noexcept nogil:
        """The mover's most visited legal action in the world; -1: the tree ends here."""
        cdef int player = player_of(self.world), n, i
        cdef uint32_t at
        cdef const Edge *edge
        cdef const Edge *best = NULL
        if player == OVER:
            return -1
        n = self.ops.actions(self.world, self.game_rules, self.legal_now)
        if n == 1:
            return self.legal_now[0]
        at = find_node(&self.arena, self._node_key(seen, common, player))
        if at == NO_NODE:
            return -1
        n = match_known(
            &self.arena, &self.arena.nodes[at], self.legal_now, n, self.edges)
        for i in range(n):
            edge = &self.arena.edges[self.edges[i]]
            if edge.n > 0 and (best == NULL or edge.n > best.n):
                best = edge
        if best == NULL:
            return -1
        return best.action


def clock_ns():
    """The clock that deadlines are measured on."""
    return now_ns()
