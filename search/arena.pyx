"""The tree's memory: nodes by key, edges in blocks that can grow.

Children are found by key, never by pointer: that makes one tree, a tree per player and
information sets the same code. An information set's node meets new actions as new worlds are
tried, so its edges lie in a block that is exchanged for one twice as large when it is full.
Nothing is allocated while a search runs: a full arena stops growing and goes on counting.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset


cdef uint32_t slots_for(uint32_t max_nodes) noexcept nogil:
    """Twice as many as nodes, or more: a power of two."""
    cdef uint32_t slots = 16
    while slots < 2 * max_nodes:
        slots *= 2
    return slots


cdef int64_t arena_bytes(uint32_t max_nodes, uint32_t max_edges) noexcept nogil:
    """What `open_arena` reserves."""
    return (
        <int64_t>max_nodes * sizeof(Node) + <int64_t>max_edges * sizeof(Edge)
        + <int64_t>slots_for(max_nodes) * sizeof(uint32_t)
    )


cdef bint open_arena(Arena *arena, uint32_t max_nodes, uint32_t max_edges) noexcept nogil:
    """Reserve memory; the system provides pages only as they are touched.

    Nodes and edges are wiped when they are taken, not before: a short search takes few.
    """
    cdef uint32_t slots = slots_for(max_nodes)
    memset(arena, 0, sizeof(Arena))
    arena.nodes = <Node *>malloc(max_nodes * sizeof(Node))
    arena.edges = <Edge *>malloc(max_edges * sizeof(Edge))
    arena.slots = <uint32_t *>calloc(slots, sizeof(uint32_t))
    arena.max_nodes = max_nodes
    arena.max_edges = max_edges
    arena.slot_mask = slots - 1
    if arena.nodes == NULL or arena.edges == NULL or arena.slots == NULL:
        close_arena(arena)
        return False
    return True


cdef void close_arena(Arena *arena) noexcept nogil:
    free(arena.nodes)
    free(arena.edges)
    free(arena.slots)
    memset(arena, 0, sizeof(Arena))


cdef inline uint32_t slot_of(const Arena *arena, uint64_t key) noexcept nogil:
    """Where the key is, or the free slot where it belongs; keys are hashes already."""
    cdef uint32_t at = <uint32_t>key & arena.slot_mask
    while arena.slots[at] != 0 and arena.nodes[arena.slots[at] - 1].key != key:
        at = (at + 1) & arena.slot_mask
    return at


cdef void clear_arena(Arena *arena) noexcept nogil:
    """Forget all nodes and keep the memory.

    The last node goes first: where it lies may hang on those before it, not the other way round.
    """
    cdef uint32_t i
    for i in range(arena.n_nodes, 0, -1):
        arena.slots[slot_of(arena, arena.nodes[i - 1].key)] = 0
    memset(arena.free_block, 0, sizeof(arena.free_block))
    arena.n_nodes = 0
    arena.n_edges = 0


cdef uint32_t find_node(const Arena *arena, uint64_t key) noexcept nogil:
    cdef uint32_t node = arena.slots[slot_of(arena, key)]
    if node == 0:
        return NO_NODE
    return node - 1


cdef inline int class_for(int n) noexcept nogil:
    """The smallest block that holds n edges."""
    cdef int size_class = 0
    while 2 << size_class < n:
        size_class += 1
    return size_class


cdef uint32_t take_edges(Arena *arena, uint32_t count) noexcept nogil:
    """The first of so many new edges, + 1; 0: no room left."""
    if count > arena.max_edges - arena.n_edges:
        return 0
    arena.n_edges += count
    return arena.n_edges - count + 1


cdef uint32_t take_block(Arena *arena, int size_class) noexcept nogil:
    """The first edge of a block for a node that has grown, + 1; 0: no room left."""
    cdef uint32_t first = arena.free_block[size_class]
    if first != 0:
        arena.free_block[size_class] = arena.edges[first - 1].n
        return first
    return take_edges(arena, 2 << size_class)


cdef void give_back(Arena *arena, const Node *node) noexcept nogil:
    """Keep a block for reuse; a node's first one, cut to fit, is too odd for that."""
    cdef int size_class = class_for(node.room)
    if 2 << size_class == node.room:
        arena.edges[node.first].n = arena.free_block[size_class]
        arena.free_block[size_class] = node.first + 1


cdef inline void new_edge(Edge *edge, int action) noexcept nogil:
    memset(edge, 0, sizeof(Edge))
    edge.action = action


cdef uint32_t add_node(
    Arena *arena, uint64_t key, int mover, const int32_t *actions, int n
) noexcept nogil:
    """A node with an edge for each legal action; NO_NODE if the arena is full."""
    cdef int i
    cdef uint32_t first, at
    cdef Node *node
    if arena.n_nodes == arena.max_nodes:
        return NO_NODE
    first = take_edges(arena, n)
    if first == 0:
        return NO_NODE
    at = arena.n_nodes
    node = &arena.nodes[at]
    memset(node, 0, sizeof(Node))
    node.key = key
    node.mover = mover
    node.first = first - 1
    node.room = n
    node.n_edges = n
    for i in range(n):
        new_edge(&arena.edges[first - 1 + i], actions[i])
    arena.slots[slot_of(arena, key)] = at + 1
    arena.n_nodes += 1
    return at


cdef int match_edges(
    Arena *arena, Node *node, const int32_t *actions, int n, uint32_t *out
) noexcept nogil:
    """The edges of the legal actions, added where they are new; how many could be had."""
    cdef Edge *edges = &arena.edges[node.first]
    cdef int i = 0, e = 0, found = 0
    while i < n and e < node.n_edges:
        if edges[e].action == actions[i]:
            out[found] = node.first + e
            found += 1
            i += 1
        elif edges[e].action > actions[i]:
            break
        e += 1
    if i == n:
        return n
    if merge_new(arena, node, actions, n):
        return match_edges(arena, node, actions, n, out)
    return match_known(arena, node, actions, n, out)


cdef int match_known(
    const Arena *arena, const Node *node, const int32_t *actions, int n, uint32_t *out
) noexcept nogil:
    """Without room for new edges: those that are there."""
    cdef const Edge *edges = &arena.edges[node.first]
    cdef int i = 0, e = 0, found = 0
    while i < n and e < node.n_edges:
        if edges[e].action == actions[i]:
            out[found] = node.first + e
            found += 1
            i += 1
            e += 1
        elif edges[e].action > actions[i]:
            i += 1
        else:
            e += 1
    return found


cdef int count_new(
    const Edge *edges, int n_edges, const int32_t *actions, int n
) noexcept nogil:
    cdef int i, e = 0, missing = 0
    for i in range(n):
        while e < n_edges and edges[e].action < actions[i]:
            e += 1
        missing += e == n_edges or edges[e].action != actions[i]
    return missing


cdef bint merge_new(Arena *arena, Node *node, const int32_t *actions, int n) noexcept nogil:
    """Insert edges for new actions, from the back so that it works in place."""
    cdef Edge *source = &arena.edges[node.first]
    cdef Edge *target = source
    cdef int total = node.n_edges + count_new(source, node.n_edges, actions, n)
    cdef int size_class = class_for(total), i = n - 1, e = node.n_edges - 1, at
    cdef uint32_t first = node.first + 1
    if total > node.room:
        first = take_block(arena, size_class)
        if first == 0:
            return False
        target = &arena.edges[first - 1]
    for at in range(total - 1, -1, -1):
        if i < 0 or (e >= 0 and source[e].action > actions[i]):
            target[at] = source[e]
            e -= 1
        elif e >= 0 and source[e].action == actions[i]:
            target[at] = source[e]
            e -= 1
            i -= 1
        else:
            new_edge(&target[at], actions[i])
            i -= 1
    if first - 1 != node.first:
        give_back(arena, node)
        node.first = first - 1
        node.room = 2 << size_class
    node.n_edges = total
    return True
