"""The whole tree of a small game, written down once so that solvers walk arrays only.

An information set holds the histories that showed its mover the same (the keys that `apply`
keeps for each seat). While the tree grows, everything is checked that the solvers rely on: an
information set has one view, one list of actions, and one way by which its seat came there, its
own earlier choices included. The last is perfect recall.
"""
import numpy as np

from cython_ext.errors import BadOption, Unsolved

from libc.math cimport fabs
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from cython_ext.core cimport combine
from cython_ext.game cimport (
    CHANCE, MAX_SEATS, OVER, Game, Head, Ops, Return, Seen, Table, player_of, step,
)
from solver.path cimport (
    Path, chances_at, free_path, new_path, options_at, reserve_levels, state_at,
)

#: what a seat may want
UTILITIES = ("score", "win")

cdef double NOTHING = 1e-9

cdef enum Problem:
    FINE
    NO_MEMORY
    TOO_LARGE
    UNLIKE_VIEWS
    UNLIKE_ACTIONS
    NO_RECALL

WHY = {
    UNLIKE_VIEWS: "was shown the same in two histories, yet its views differ",
    UNLIKE_ACTIONS: "was shown the same in two histories, yet may do different things",
    NO_RECALL: "forgets what it did or saw: without perfect recall these methods prove nothing",
}


cdef struct Growing:
    # An array that doubles when it is full.
    void *block
    int64_t count
    int64_t room
    size_t size             # of one entry


cdef struct Slot:
    # Of the index that finds information sets by key.
    uint64_t key
    int32_t info            # plus 1; 0: free


cdef struct Growth:
    const Ops *ops
    const void *rules
    Growing nodes
    Growing infos
    Growing actions
    Growing ends            # MAX_SEATS returns each
    Growing views
    Slot *index
    uint64_t mask
    Path *path
    void *view              # where a view is made
    bint capped
    int problem
    int seat                # whom the problem concerns


cdef struct Recall:
    # The slot that each seat came through last.
    int32_t slot[MAX_SEATS]


cdef int64_t extend(Growing *array, int64_t count) noexcept nogil:
    """Room for so many more entries at the end; where they begin, or -1 without memory."""
    cdef int64_t begin = array.count, room
    cdef void *block
    if begin + count > array.room:
        room = max(2 * array.room, begin + count, 64)
        block = realloc(array.block, room * array.size)
        if block == NULL:
            return -1
        array.block = block
        array.room = room
    array.count += count
    return begin


cdef inline int fail(Growth *g, int problem, int seat=0) noexcept nogil:
    g.problem = problem
    g.seat = seat
    return -1


cdef int count(Growth *g, int level, int64_t *left) noexcept nogil:
    """Walk the tree below `level` without writing anything down; -1: a problem.

    So a game that is too large is refused before its tree has filled the memory.
    """
    cdef uint8_t *s = state_at(g.path, level)
    cdef int player = player_of(s), n, i
    left[0] -= 1
    if left[0] < 0:
        return fail(g, TOO_LARGE)
    if player == OVER:
        return 0
    if player == CHANCE:
        n = g.ops.outcomes(s, g.rules, options_at(g.path, level), chances_at(g.path, level))
    else:
        n = g.ops.actions(s, g.rules, options_at(g.path, level))
    if reserve_levels(g.path, level + 2) < 0:
        return fail(g, NO_MEMORY)
    for i in range(n):
        memcpy(state_at(g.path, level + 1), state_at(g.path, level), g.ops.state_size)
        step(g.ops, g.rules, state_at(g.path, level + 1), options_at(g.path, level)[i], NULL)
        if count(g, level + 1, left) < 0:
            return -1
    return 0


cdef int grow(Growth *g, int level, int64_t at, Recall recall) noexcept nogil:
    """Write down the node for the state at `level`, and all below it; -1: a problem."""
    cdef uint8_t *s = state_at(g.path, level)
    cdef int player = player_of(s), n, i
    cdef int64_t first, info = -1
    cdef Node *node
    if player == OVER:
        return end_here(g, s, at)
    if player == CHANCE:
        n = g.ops.outcomes(s, g.rules, options_at(g.path, level), chances_at(g.path, level))
    else:
        n = g.ops.actions(s, g.rules, options_at(g.path, level))
        info = file_node(g, level, player, n, recall.slot[player])
        if info < 0:
            return -1
    first = extend(&g.nodes, n)
    if first < 0 or reserve_levels(g.path, level + 2) < 0:
        return fail(g, NO_MEMORY)
    node = <Node *>g.nodes.block + at
    node.first = first
    node.width = n
    node.info = info
    node.player = player
    for i in range(n):
        if player >= 0:
            recall.slot[player] = (<Info *>g.infos.block + info).first + i
        if grow_child(g, level, first + i, i, player, recall) < 0:
            return -1
    return 0


cdef int grow_child(
    Growth *g, int level, int64_t at, int option, int player, Recall recall
) noexcept nogil:
    cdef uint8_t *s = state_at(g.path, level)
    cdef uint8_t *child = state_at(g.path, level + 1)
    cdef Node *node = <Node *>g.nodes.block + at
    node.chance = chances_at(g.path, level)[option] if player == CHANCE else 1.0
    memcpy(child, s, g.ops.state_size)
    g.path.seen[level + 1] = g.path.seen[level]
    step(g.ops, g.rules, child, options_at(g.path, level)[option], &g.path.seen[level + 1])
    return grow(g, level + 1, at, recall)


cdef int end_here(Growth *g, const void *s, int64_t at) noexcept nogil:
    cdef int64_t end = extend(&g.ends, MAX_SEATS)
    cdef Node *node = <Node *>g.nodes.block + at
    if end < 0:
        return fail(g, NO_MEMORY)
    g.ops.returns(s, g.rules, <Return *>g.ends.block + end)
    g.capped |= (<const Head *>s).capped
    node.first = end / MAX_SEATS
    node.width = 0
    node.info = -1
    node.player = OVER
    return 0


cdef int64_t file_node(
    Growth *g, int level, int player, int n, int32_t parent
) noexcept nogil:
    """The information set of a decision, new or known; -1: a problem."""
    cdef uint64_t key = combine(g.path.seen[level].key[player], player)
    cdef Slot *slot
    memcpy(g.view, state_at(g.path, level), g.ops.state_size)
    g.ops.conceal(g.view, g.rules, player)
    slot = find(g.index, g.mask, key)
    if slot.info == 0:
        return new_info(g, level, player, n, parent, slot)
    return known_info(g, level, player, n, parent, slot.info - 1)


cdef inline Slot *find(Slot *index, uint64_t mask, uint64_t key) noexcept nogil:
    """The slot of this key, or the free one where it belongs."""
    cdef uint64_t at = key & mask
    while index[at].info != 0 and index[at].key != key:
        at = (at + 1) & mask
    return &index[at]


cdef int64_t new_info(
    Growth *g, int level, int player, int n, int32_t parent, Slot *slot
) noexcept nogil:
    cdef int64_t at = extend(&g.infos, 1), first = extend(&g.actions, n)
    cdef int64_t view = extend(&g.views, 1)
    cdef Info *info
    if at < 0 or first < 0 or view < 0:
        return fail(g, NO_MEMORY)
    info = <Info *>g.infos.block + at
    info.first = first
    info.width = n
    info.parent = parent
    info.seat = player
    memcpy(<int32_t *>g.actions.block + first, options_at(g.path, level), n * sizeof(int32_t))
    memcpy(<uint8_t *>g.views.block + view * g.ops.state_size, g.view, g.ops.state_size)
    slot.key = combine(g.path.seen[level].key[player], player)
    slot.info = at + 1
    if 2 * <uint64_t>g.infos.count > g.mask and widen_index(g) < 0:
        return fail(g, NO_MEMORY)
    return at


cdef int64_t known_info(
    Growth *g, int level, int player, int n, int32_t parent, int64_t at
) noexcept nogil:
    cdef Info *info = <Info *>g.infos.block + at
    cdef uint8_t *view = <uint8_t *>g.views.block + at * g.ops.state_size
    if memcmp(view, g.view, g.ops.state_size) != 0:
        return fail(g, UNLIKE_VIEWS, player)
    if info.width != n or memcmp(
        <int32_t *>g.actions.block + info.first, options_at(g.path, level), n * sizeof(int32_t)
    ) != 0:
        return fail(g, UNLIKE_ACTIONS, player)
    if info.parent != parent:
        return fail(g, NO_RECALL, player)
    return at


cdef int widen_index(Growth *g) noexcept nogil:
    cdef uint64_t mask = 2 * g.mask + 1, i
    cdef Slot *wider = <Slot *>calloc(mask + 1, sizeof(Slot))
    if wider == NULL:
        return -1
    for i in range(g.mask + 1):
        if g.index[i].info != 0:
            find(wider, mask, g.index[i].key)[0] = g.index[i]
    free(g.index)
    g.index = wider
    g.mask = mask
    return 0


cdef int prepare(Growth *g, Table table) except -1:
    memset(g, 0, sizeof(Growth))
    g.ops = &table.ops
    g.rules = table.rules
    g.nodes.size = sizeof(Node)
    g.infos.size = sizeof(Info)
    g.actions.size = sizeof(int32_t)
    g.ends.size = sizeof(Return)
    g.views.size = table.ops.state_size
    g.mask = 1023
    g.index = <Slot *>calloc(g.mask + 1, sizeof(Slot))
    g.path = new_path(g.ops)
    g.view = table.new_state()
    if g.index == NULL or g.path == NULL or extend(&g.nodes, 1) < 0:
        raise MemoryError
    (<Node *>g.nodes.block).chance = 1
    return 0


cdef void take_apart(Growth *g) noexcept nogil:
    """Free what the tree does not keep."""
    free(g.index)
    free_path(g.path)
    free(g.view)
    free(g.ends.block)
    free(g.nodes.block)
    free(g.infos.block)
    free(g.actions.block)
    free(g.views.block)


cdef int refuse(Game game, const Growth *g, int64_t nodes) except -1:
    if g.problem == NO_MEMORY:
        raise MemoryError
    if g.problem == TOO_LARGE:
        raise Unsolved(
            f"{game.name}: its tree has more than {nodes} nodes; choose smaller options, "
            "or more nodes if there is memory for them"
        )
    raise Unsolved(f"{game.name}: seat {g.seat} {WHY[g.problem]}")


cdef int keep(Tree tree, Growth *g) except -1:
    """Keep the arrays, and list the nodes that are no ends."""
    cdef int64_t i, n = 0
    tree.nodes = <Node *>g.nodes.block
    tree.infos = <Info *>g.infos.block
    tree.actions = <int32_t *>g.actions.block
    tree.views = <uint8_t *>g.views.block
    g.nodes.block = g.infos.block = g.actions.block = g.views.block = NULL
    tree.n_nodes = g.nodes.count
    tree.n_infos = g.infos.count
    tree.n_slots = g.actions.count
    tree.n_ends = g.ends.count / MAX_SEATS
    tree.n_inner = tree.n_nodes - tree.n_ends
    tree.capped = g.capped
    tree.inner = <int32_t *>malloc((tree.n_inner + 1) * sizeof(int32_t))
    if tree.inner == NULL:
        raise MemoryError
    for i in range(tree.n_nodes):
        if tree.nodes[i].width:
            tree.inner[n] = i
            n += 1
    return 0


cdef int value_ends(Tree tree, const Growth *g, utility) except -1:
    """Write down what the ends are worth."""
    cdef const Return *ends = <const Return *>g.ends.block
    cdef int64_t i
    cdef int seat
    cdef bint by_score
    cdef double sum
    cdef bint even = True
    for i in range(tree.n_ends):
        sum = 0
        for seat in range(tree.seats):
            sum += ends[i * MAX_SEATS + seat].score
        even &= fabs(sum) < NOTHING
    by_score = utility == "score" or (utility is None and even)
    tree.utility = "score" if by_score else "win"
    # Win shares sum to 1, which is as good as 0.
    tree.zero_sum = even or not by_score
    tree.payoffs = <double *>malloc(tree.n_ends * tree.seats * sizeof(double))
    if tree.payoffs == NULL:
        raise MemoryError
    for i in range(tree.n_ends):
        for seat in range(tree.seats):
            tree.payoffs[i * tree.seats + seat] = (
                ends[i * MAX_SEATS + seat].score if by_score
                else ends[i * MAX_SEATS + seat].win)
    return 0


cdef class Tree:
    """A small game, flattened; `utility` is what its seats want, score or win share.

    None: the score where it sums to zero at every end, so that published values can be
    compared; else the win share. Refuses a game with more than `nodes` nodes.
    """

    def __cinit__(self, Game game not None, utility=None, int64_t nodes=4_000_000):
        cdef Growth g
        cdef Recall nowhere
        # Nodes have numbers of 32 bits.
        cdef int64_t left = min(nodes, 2**31 - 1)
        cdef int i, failed
        if utility is not None and utility not in UTILITIES:
            raise BadOption(f"utility={utility!r}: choose {' or '.join(UTILITIES)}, or None")
        if nodes < 1:
            raise BadOption(f"nodes={nodes}: choose a number above 0")
        self.game = game
        self.seats = game.table.ops.seats
        self.view_size = game.table.ops.state_size
        for i in range(MAX_SEATS):
            nowhere.slot[i] = -1
        try:
            prepare(&g, game.table)
            game.table.ops.start(g.path.states, game.table.rules)
            memset(g.path.seen, 0, sizeof(Seen))
            with nogil:
                failed = count(&g, 0, &left)
                if not failed:
                    failed = grow(&g, 0, 0, nowhere)
            if failed:
                refuse(game, &g, nodes)
            keep(self, &g)
            value_ends(self, &g, utility)
        finally:
            take_apart(&g)

    def __dealloc__(self):
        free(self.nodes)
        free(self.infos)
        free(self.inner)
        free(self.actions)
        free(self.payoffs)
        free(self.views)

    def __reduce__(self):
        return Tree, (self.game, self.utility, self.n_nodes)

    def info_arrays(self):
        """Per information set: its seat, where its slots begin, and the slot before it."""
        cdef int64_t i
        seats = np.empty(self.n_infos, np.int8)
        first = np.empty(self.n_infos + 1, np.int32)
        parents = np.empty(self.n_infos, np.int32)
        cdef signed char[::1] seat = seats
        cdef int32_t[::1] begin = first
        cdef int32_t[::1] parent = parents
        for i in range(self.n_infos):
            seat[i] = self.infos[i].seat
            begin[i] = self.infos[i].first
            parent[i] = self.infos[i].parent
        begin[self.n_infos] = self.n_slots
        return seats, first, parents

    def slot_actions(self):
        """The action of every slot."""
        cdef int64_t i
        found = np.empty(self.n_slots, np.int32)
        cdef int32_t[::1] out = found
        for i in range(self.n_slots):
            out[i] = self.actions[i]
        return found

    def view_bytes(self):
        """The view of every information set, as rows of bytes."""
        if self.n_infos == 0:
            return np.empty((0, self.view_size), np.uint8)
        cdef uint8_t[::1] all_bytes = <uint8_t[:self.n_infos * self.view_size]>self.views
        return np.array(all_bytes).reshape(self.n_infos, self.view_size)
