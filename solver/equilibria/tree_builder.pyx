"""Building the tree of a game: walk every history once, and file each decision by what was shown.

While the tree grows, everything is checked that the solvers rely on: an information set has one
view, one list of actions, and one way by which its seat came there, its own earlier choices
included. The last is perfect recall.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

from eminence.cython_ext.core cimport combine
from eminence.cython_ext.game cimport CHANCE, MAX_SEATS, OVER, Head, Return, Table, player_of, step
from eminence.solver.path cimport (
    chances_at, free_path, new_path, options_at, reserve_levels, state_at,
)


cdef int64_t extend(Array *array, int64_t count) noexcept nogil:
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


cdef inline int fail(TreeBuilder *g, int problem, int seat=0) noexcept nogil:
    g.problem = problem
    g.seat = seat
    return -1


cdef int count(TreeBuilder *g, int level, int64_t *left) noexcept nogil:
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


cdef int grow(TreeBuilder *g, int level, int64_t at, Recall recall) noexcept nogil:
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
    TreeBuilder *g, int level, int64_t at, int option, int player, Recall recall
) noexcept nogil:
    cdef uint8_t *s = state_at(g.path, level)
    cdef uint8_t *child = state_at(g.path, level + 1)
    cdef Node *node = <Node *>g.nodes.block + at
    node.chance = chances_at(g.path, level)[option] if player == CHANCE else 1.0
    memcpy(child, s, g.ops.state_size)
    g.path.seen[level + 1] = g.path.seen[level]
    step(g.ops, g.rules, child, options_at(g.path, level)[option], &g.path.seen[level + 1])
    return grow(g, level + 1, at, recall)


cdef int end_here(TreeBuilder *g, const void *s, int64_t at) noexcept nogil:
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
    TreeBuilder *g, int level, int player, int n, int32_t parent
) noexcept nogil:
    """The information set of a decision, new or known; -1: a problem."""
    cdef uint64_t key = combine(g.path.seen[level].key[player], player)
    cdef Filed *found
    memcpy(g.view, state_at(g.path, level), g.ops.state_size)
    g.ops.conceal(g.view, g.rules, player)
    found = find(g.index, g.mask, key)
    if found.info == 0:
        return new_info(g, level, player, n, parent, found)
    return known_info(g, level, player, n, parent, found.info - 1)


cdef inline Filed *find(Filed *index, uint64_t mask, uint64_t key) noexcept nogil:
    """Where this key is filed, or the free place where it belongs."""
    cdef uint64_t at = key & mask
    while index[at].info != 0 and index[at].key != key:
        at = (at + 1) & mask
    return &index[at]


cdef int64_t new_info(
    TreeBuilder *g, int level, int player, int n, int32_t parent, Filed *place
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
    place.key = combine(g.path.seen[level].key[player], player)
    place.info = at + 1
    if 2 * <uint64_t>g.infos.count > g.mask and widen_index(g) < 0:
        return fail(g, NO_MEMORY)
    return at


cdef int64_t known_info(
    TreeBuilder *g, int level, int player, int n, int32_t parent, int64_t at
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


cdef int widen_index(TreeBuilder *g) noexcept nogil:
    cdef uint64_t mask = 2 * g.mask + 1, i
    cdef Filed *wider = <Filed *>calloc(mask + 1, sizeof(Filed))
    if wider == NULL:
        return -1
    for i in range(g.mask + 1):
        if g.index[i].info != 0:
            find(wider, mask, g.index[i].key)[0] = g.index[i]
    free(g.index)
    g.index = wider
    g.mask = mask
    return 0


cdef int prepare(TreeBuilder *g, Table table) except -1:
    memset(g, 0, sizeof(TreeBuilder))
    g.ops = &table.ops
    g.rules = table.rules
    g.nodes.size = sizeof(Node)
    g.infos.size = sizeof(Info)
    g.actions.size = sizeof(int32_t)
    g.ends.size = sizeof(Return)
    g.views.size = table.ops.state_size
    g.mask = 1023
    g.index = <Filed *>calloc(g.mask + 1, sizeof(Filed))
    g.path = new_path(g.ops)
    g.view = table.new_state()
    if g.index == NULL or g.path == NULL or extend(&g.nodes, 1) < 0:
        raise MemoryError
    (<Node *>g.nodes.block).chance = 1
    return 0


cdef void take_apart(TreeBuilder *g) noexcept nogil:
    """Free what the tree does not keep."""
    free(g.index)
    free_path(g.path)
    free(g.view)
    free(g.ends.block)
    free(g.nodes.block)
    free(g.infos.block)
    free(g.actions.block)
    free(g.views.block)
