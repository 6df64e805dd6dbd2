"""One keyed tree search: UCT, ISMCTS in its variants, and the trees of determinized UCT.

The variants differ in the key under which the mover's node is found (search_state.pxd). Every
iteration imagines a fresh world that fits the searcher's view (or copies a fixed one), descends
while edges have been visited, finishes the game outside the tree and credits the reward to every
edge on the way, each with its mover's share (max^n); iteration.pxd has these steps. Edges for all
legal actions are made when a node is first seen, and `m` counts how often each was legal, so that
with perfect information the search is UCT visit for visit.
"""
from eminence.cython_ext.errors import BadOption
from eminence.search.kernels.selectors import SELECTORS

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from eminence.cython_ext.core cimport Rng, combine, hash_bytes, seed_rng
from eminence.cython_ext.defaults cimport nothing_hidden
from eminence.cython_ext.game cimport (
    CHANCE, MAX_SEATS, OVER, UNIFORM, Head, Ops, Seen, State, Table, View, player_of, step,
)
from eminence.search.beliefs.belief cimport Belief
from eminence.search.kernels.clock cimport now_ns
from eminence.search.network.guide cimport Guidance
from eminence.search.kernels.iteration cimport iterate, roll_outcome
from eminence.search.rollouts.rollouts cimport Finisher
from eminence.search.kernels.root_counts cimport Count, RootCounts
from eminence.search.kernels.search_state cimport (
    INFORMATION_SETS, ONE_TREE, TREE_PER_PLAYER, Search, chance_witness, first_common,
    new_root_key, node_key, open_keys, private_key, set_mover_salts,
)
from eminence.search.kernels.selectors cimport PUCT, REGRET, Choosing, Step
from eminence.search.kernels.tree cimport (
    NO_NODE, Edge, Node, clear_tree, close_tree, find_node, match_known, open_tree,
    reserved_bytes,
)

MODES = {"so": ONE_TREE, "mo": TREE_PER_PLAYER, "is": INFORMATION_SETS}

cdef enum:
    STOP_EVERY = 64         # iterations between looks at whether the best can still change
    LINE_LENGTH = 12        # decisions of a principal line


cdef int64_t edges_for(const Ops *ops, int64_t max_nodes) noexcept nogil:
    """Edges come in blocks of 2, 4, 8, ...; few nodes of a wide game need the largest one."""
    cdef int64_t block = 2, most = <int64_t>1 << 31
    while block < min(ops.max_actions, 32):
        block *= 2
    return min(max_nodes * block + 2 * ops.max_actions, most)


def tree_bytes(View view not None, int64_t max_nodes):
    """What a `Kernel` with so many nodes reserves for its tree."""
    return reserved_bytes(max_nodes, edges_for(&view.game.table.ops, max_nodes))


cdef class Kernel:
    """One thread's search: a tree, its buffers, and what it learned about the root."""
    cdef Table table
    cdef View view
    cdef Finisher finisher
    cdef Search search
    cdef Belief belief          # whose worlds the search draws from; None: they are imagined
    cdef bint open              # the tree has its memory

    def __cinit__(
        self, View view not None, dict how, uint64_t seed, Guidance guidance not None,
        int64_t max_nodes
    ):
        cdef Search *search = &self.search
        self.table = view.game.table
        self.finisher = Finisher(self.table, how, guidance)
        search.ops = &self.table.ops
        search.rules = self.table.rules
        search.rollout = &self.finisher.how
        search.root_seat = view.seat
        search.all_open = search.ops.hidden == nothing_hidden
        self._open_stream(seed)
        set_mover_salts(search)
        self._read_options(how)
        self._read_choosing(how)
        self._make_buffers()
        self.open = open_tree(&search.tree, max_nodes, edges_for(search.ops, max_nodes))
        if not self.open:
            raise MemoryError
        self._look_from(view)
        search.root_key = new_root_key(search)

    cdef int _make_buffers(self) except -1:
        cdef Search *search = &self.search
        cdef int most = search.ops.max_actions
        search.max_path = search.ops.max_plies + 1
        search.world = self.table.new_state()
        search.spare = self.table.new_state()
        search.legal_now = <int32_t *>calloc(most, sizeof(int32_t))
        search.edges = <uint32_t *>calloc(most, sizeof(uint32_t))
        search.priors = <double *>calloc(most, sizeof(double))
        search.path = <Step *>calloc(search.max_path, sizeof(Step))
        search.root_actions = <int32_t *>calloc(most, sizeof(int32_t))
        search.root_sums = <double *>calloc(most * MAX_SEATS, sizeof(double))
        search.root_before = <uint32_t *>calloc(most, sizeof(uint32_t))
        if search.legal_now == NULL or search.edges == NULL or search.priors == NULL \
                or search.path == NULL or search.root_actions == NULL \
                or search.root_sums == NULL or search.root_before == NULL:
            raise MemoryError
        if search.choosing.selector == REGRET:
            self._make_room_for_legal_edges()
        return 0

    cdef int _make_room_for_legal_edges(self) except -1:
        cdef Search *search = &self.search
        cdef int i
        search.legal = <uint32_t *>calloc(
            <size_t>search.max_path * search.ops.max_actions, sizeof(uint32_t))
        if search.legal == NULL:
            raise MemoryError
        for i in range(search.max_path):
            search.path[i].legal = &search.legal[<size_t>i * search.ops.max_actions]
        return 0

    def __dealloc__(self):
        cdef Search *search = &self.search
        if self.open:
            close_tree(&search.tree)
        free(search.world)
        free(search.spare)
        free(search.fixed)
        free(search.legal_now)
        free(search.edges)
        free(search.priors)
        free(search.path)
        free(search.legal)
        free(search.root_actions)
        free(search.root_sums)
        free(search.root_before)

    cdef void _open_stream(self, uint64_t seed) noexcept nogil:
        self.search.seed = seed
        self.search.forced = -1
        seed_rng(&self.search.rng, seed)

    cdef int _look_from(self, View view) except -1:
        """Make this view the root's."""
        cdef Search *search = &self.search
        self.view = view
        search.view = view.s
        search.n_root = view.legal(search.root_actions)
        search.own_key = private_key(search, view.s, search.root_seat)
        return 0

    def _read_options(self, how):
        cdef Search *search = &self.search
        search.mode = MODES[how["mode"]]
        search.closed = how["loop"] == "closed"
        search.paranoid = how["backup"] == "paranoid"
        search.self_share = how["selfdet"]
        search.reuse = how["reuse"] == "yes"
        if search.self_share > 0 and search.mode != INFORMATION_SETS:
            raise BadOption(f"selfdet={how['selfdet']}: needs mode=is, this is mode={how['mode']}")

    def _read_choosing(self, how):
        cdef Choosing *c = &self.search.choosing
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
        self.search.use_priors = c.bias != 0 or c.widen > 0 or c.selector == PUCT

    cdef void _forget_root_sums(self) noexcept nogil:
        memset(
            self.search.root_sums, 0,
            self.search.ops.max_actions * MAX_SEATS * sizeof(double))

    # --- where to search ---

    def fix_world(self, State world not None):
        """Search in this world alone from now on, with an empty tree."""
        if self.search.fixed == NULL:
            self.search.fixed = self.table.new_state()
        memcpy(self.search.fixed, world.s, self.search.ops.state_size)
        clear_tree(&self.search.tree)
        self._forget_root_sums()

    def believe(self, Belief belief):
        """Draw worlds from a belief from now on; None: imagine them, all alike."""
        self.belief = belief
        self.search.believed.n = 0
        if belief is not None:
            self.search.believed = belief.pool()

    def restrict(self, const int32_t[::1] actions):
        """Play only these of the root's actions, ascending; before the first iteration."""
        cdef Search *search = &self.search
        cdef int n = actions.shape[0]
        if search.iterations or search.moved_on or search.self_share > 0:
            # If the searcher's own secrets are redrawn, it is not at the root.
            raise BadOption("root moves can be chosen in a new tree only, with selfdet=0")
        search.n_root = n
        search.restricted = True
        memcpy(search.root_actions, &actions[0], n * sizeof(int32_t))

    def move_on(self, View view not None, uint64_t seed):
        """Make the node of a later view the root and keep what is below it; False: there is none.

        The others' nodes start empty, because it is not known what they were shown since.
        """
        cdef Search *search = &self.search
        cdef uint64_t wanted = hash_bytes(<const uint8_t *>view.s, search.ops.state_size)
        cdef uint32_t i
        cdef Node *node
        if 4 * search.tree.n_nodes > 3 * search.tree.max_nodes:
            return False
        for i in range(search.tree.n_nodes):
            node = &search.tree.nodes[i]
            if node.view == wanted and node.mover == search.root_seat:
                self._make_root(view, node, seed)
                return True
        return False

    cdef int _make_root(self, View view, const Node *node, uint64_t seed) except -1:
        cdef Search *search = &self.search
        cdef int i
        search.root_key = node.key
        search.moved_on = True
        self._look_from(view)
        self._forget_root_sums()
        for i in range(node.n_edges):
            search.root_before[i] = search.tree.edges[node.first + i].n
        search.iterations = 0
        search.worlds = 0
        self._open_stream(seed)
        return 0

    # --- searching ---

    def run(
        self, int64_t iterations, int64_t deadline_ns, uint8_t[::1] cancel, int64_t later=-1
    ):
        """Search for so many iterations, or until the deadline (-1: none) or a cancel; False: done.

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
            iterate(&self.search)
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
        grows as usual.
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
        cdef Search *search = &self.search
        cdef int i
        for i in range(n):
            search.forced = indices[i]
            seed_rng(&search.rng, combine(search.seed, world))
            iterate(search)
        search.forced = -1

    cdef bint _is_settled(self, int64_t left) noexcept nogil:
        """No other root action can still catch up with the most visited one."""
        cdef Search *search = &self.search
        cdef uint32_t at = find_node(&search.tree, search.root_key)
        cdef int64_t first = 0, second = 0, n
        cdef int i
        if at == NO_NODE:
            return False
        for i in range(search.tree.nodes[at].n_edges):
            n = search.tree.edges[search.tree.nodes[at].first + i].n
            if n > first:
                second = first
                first = n
            elif n > second:
                second = n
        return first - second > left

    # --- what was learned ---

    @property
    def iterations(self):
        return self.search.iterations

    @property
    def worlds(self):
        """Worlds that were imagined."""
        return self.search.worlds

    @property
    def actions(self):
        """How many actions the root has."""
        return self.search.n_root

    @property
    def seats(self):
        return self.search.ops.seats

    @property
    def seat(self):
        """The searcher's seat."""
        return self.search.root_seat

    @property
    def nodes(self):
        return self.search.tree.n_nodes

    @property
    def edges(self):
        """Actions that some node holds; blocks have room for more."""
        cdef uint32_t i
        cdef int64_t count = 0
        for i in range(self.search.tree.n_nodes):
            count += self.search.tree.nodes[i].n_edges
        return count

    @property
    def memory(self):
        """Bytes of nodes and edges in use."""
        return (self.search.tree.n_nodes * (sizeof(Node) + 2 * sizeof(uint32_t))
                + self.search.tree.n_edges * sizeof(Edge))

    def add_to(self, RootCounts counts not None):
        """Add what was learned of the legal root actions."""
        cdef Search *search = &self.search
        cdef uint32_t at = find_node(&search.tree, search.root_key)
        cdef const Edge *edge
        cdef const double *sums
        cdef Count *count
        cdef double grown
        cdef uint32_t fresh
        cdef int i, seat
        if at == NO_NODE:
            return
        for i in range(search.n_root):
            edge = &search.tree.edges[search.tree.nodes[at].first + i]
            sums = &search.root_sums[i * MAX_SEATS]
            count = counts.at(i)
            count.visits += edge.n
            count.available += edge.m
            count.square += edge.w2
            # Of earlier searches only the searcher's own rewards are known; the others' are
            # taken to have been as they are now.
            fresh = edge.n - search.root_before[i]
            grown = <double>edge.n / fresh if fresh else 0
            for seat in range(search.ops.seats):
                count.sums[seat] += edge.w if seat == search.root_seat else grown * sums[seat]

    def line(self, int action, uint64_t seed):
        """A root action and the most visited replies, in the world that `seed` imagines.

        Pairs (id, whether a player chose it): outcomes of chance are in between.
        """
        cdef Search *search = &self.search
        cdef Seen seen
        cdef uint64_t common = first_common(search), before
        cdef Rng kept = search.rng
        cdef int next_action = action, outcome, decisions = 0, told = chance_witness(search)
        line = []
        seed_rng(&search.rng, seed)
        memcpy(search.world, search.view, search.ops.state_size)
        (<Head *>search.world).lean = 1
        search.ops.imagine(search.world, search.rules, &search.rng, UNIFORM)
        open_keys(search, &seen)
        while next_action >= 0 and decisions < LINE_LENGTH:
            line.append((next_action, True))
            decisions += 1
            common = combine(common, next_action)
            step(search.ops, search.rules, search.world, next_action, &seen)
            while player_of(search.world) == CHANCE:
                before = seen.key[told]
                outcome = roll_outcome(search, search.world, &seen)
                line.append((outcome, False))
                if seen.key[told] != before:
                    common = combine(common, seen.key[told])
            next_action = self._most_visited(&seen, common)
        search.rng = kept
        return line

    cdef int _most_visited(self, const Seen *seen, uint64_t common) noexcept nogil:
        """The mover's most visited legal action in the world; -1: the tree ends here."""
        cdef Search *search = &self.search
        cdef int player = player_of(search.world), n, i
        cdef uint32_t at
        cdef const Edge *edge
        cdef const Edge *best = NULL
        if player == OVER:
            return -1
        n = search.ops.actions(search.world, search.rules, search.legal_now)
        if n == 1:
            return search.legal_now[0]
        at = find_node(&search.tree, node_key(search, seen, common, player))
        if at == NO_NODE:
            return -1
        n = match_known(
            &search.tree, &search.tree.nodes[at], search.legal_now, n, search.edges)
        for i in range(n):
            edge = &search.tree.edges[search.edges[i]]
            if edge.n > 0 and (best == NULL or edge.n > best.n):
                best = edge
        if best == NULL:
            return -1
        return best.action


def clock_ns():
    """The clock that deadlines are measured on."""
    return now_ns()
