"""The tree's memory: nodes by key, edges in blocks that can grow.

Children are found by key, never by pointer: that makes one tree, a tree per player and
information sets the same code. An information set's node meets new actions as new worlds are
tried, so its edges lie in a block that is exchanged for one twice as large when it is full.
Nothing is allocated while a search runs: a full tree stops growing and goes on counting.
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


cdef int64_t reserved_bytes(uint32_t max_nodes, uint32_t max_edges) noexcept nogil:
    """What `open_tree` reserves."""
    return (
        <int64_t>max_nodes * sizeof(Node) + <int64_t>max_edges * sizeof(Edge)
        + <int64_t>slots_for(max_nodes) * sizeof(uint32_t)
    )


cdef bint open_tree(Tree *tree, uint32_t max_nodes, uint32_t max_edges) noexcept nogil:
    """Reserve memory; the system provides pages only as they are touched.

    Nodes and edges are wiped when they are taken, not before: a short search takes few.
    """
    cdef uint32_t slots = slots_for(max_nodes)
    memset(tree, 0, sizeof(Tree))
    tree.nodes = <Node *>malloc(max_nodes * sizeof(Node))
    tree.edges = <Edge *>malloc(max_edges * sizeof(Edge))
    tree.slots = <uint32_t *>calloc(slots, sizeof(uint32_t))
    tree.max_nodes = max_nodes
    tree.max_edges = max_edges
    tree.slot_mask = slots - 1
    if tree.nodes == NULL or tree.edges == NULL or tree.slots == NULL:
        close_tree(tree)
        return False
    return True


cdef void close_tree(Tree *tree) noexcept nogil:
    free(tree.nodes)
    free(tree.edges)
    free(tree.slots)
    memset(tree, 0, sizeof(Tree))


cdef inline uint32_t slot_of(const Tree *tree, uint64_t key) noexcept nogil:
    """Where the key is, or the free slot where it belongs; keys are hashes already."""
    cdef uint32_t at = <uint32_t>key & tree.slot_mask
    while tree.slots[at] != 0 and tree.nodes[tree.slots[at] - 1].key != key:
        at = (at + 1) & tree.slot_mask
    return at


cdef void clear_tree(Tree *tree) noexcept nogil:
    """Forget all nodes and keep the memory.

    The last node goes first: its slot may depend on earlier nodes, not the other way round.
    """
    cdef uint32_t i
    for i in range(tree.n_nodes, 0, -1):
        tree.slots[slot_of(tree, tree.nodes[i - 1].key)] = 0
    memset(tree.free_block, 0, sizeof(tree.free_block))
    tree.n_nodes = 0
    tree.n_edges = 0


cdef uint32_t find_node(const Tree *tree, uint64_t key) noexcept nogil:
    cdef uint32_t node = tree.slots[slot_of(tree, key)]
    if node == 0:
        return NO_NODE
    return node - 1


cdef inline int class_for(int n) noexcept nogil:
    """The smallest block that holds n edges."""
    cdef int size_class = 0
    while 2 << size_class < n:
        size_class += 1
    return size_class


cdef uint32_t take_edges(Tree *tree, uint32_t count) noexcept nogil:
    """The first of so many new edges, + 1; 0: no room left."""
    if count > tree.max_edges - tree.n_edges:
        return 0
    tree.n_edges += count
    return tree.n_edges - count + 1


cdef uint32_t take_block(Tree *tree, int size_class) noexcept nogil:
    """The first edge of a block for a node that has grown, + 1; 0: no room left."""
    cdef uint32_t first = tree.free_block[size_class]
    if first != 0:
        tree.free_block[size_class] = tree.edges[first - 1].n
        return first
    return take_edges(tree, 2 << size_class)


cdef void give_back(Tree *tree, const Node *node) noexcept nogil:
    """Keep a block for reuse, unless it is a node's first one, which has an odd size."""
    cdef int size_class = class_for(node.room)
    if 2 << size_class == node.room:
        tree.edges[node.first].n = tree.free_block[size_class]
        tree.free_block[size_class] = node.first + 1


cdef inline void new_edge(Edge *edge, int action) noexcept nogil:
    memset(edge, 0, sizeof(Edge))
    edge.action = action


cdef uint32_t add_node(
    Tree *tree, uint64_t key, int mover, const int32_t *actions, int n
) noexcept nogil:
    """A node with an edge for each legal action; NO_NODE if the tree is full."""
    cdef int i
    cdef uint32_t first, at
    cdef Node *node
    if tree.n_nodes == tree.max_nodes:
        return NO_NODE
    first = take_edges(tree, n)
    if first == 0:
        return NO_NODE
    at = tree.n_nodes
    node = &tree.nodes[at]
    memset(node, 0, sizeof(Node))
    node.key = key
    node.mover = mover
    node.first = first - 1
    node.room = n
    node.n_edges = n
    for i in range(n):
        new_edge(&tree.edges[first - 1 + i], actions[i])
    tree.slots[slot_of(tree, key)] = at + 1
    tree.n_nodes += 1
    return at


cdef int match_edges(
    Tree *tree, Node *node, const int32_t *actions, int n, uint32_t *out
) noexcept nogil:
    """The edges of the legal actions, added where they are new; how many had room."""
    cdef Edge *edges = &tree.edges[node.first]
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
    if merge_new(tree, node, actions, n):
        return match_edges(tree, node, actions, n, out)
    return match_known(tree, node, actions, n, out)


cdef int match_known(
    const Tree *tree, const Node *node, const int32_t *actions, int n, uint32_t *out
) noexcept nogil:
    """Without room for new edges: those that are there."""
    cdef const Edge *edges = &tree.edges[node.first]
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


cdef bint merge_new(Tree *tree, Node *node, const int32_t *actions, int n) noexcept nogil:
    """Insert edges for new actions, from the back so that it works in place."""
    cdef Edge *source = &tree.edges[node.first]
    cdef Edge *target = source
    cdef int total = node.n_edges + count_new(source, node.n_edges, actions, n)
    cdef int size_class = class_for(total), i = n - 1, e = node.n_edges - 1, at
    cdef uint32_t first = node.first + 1
    if total > node.room:
        first = take_block(tree, size_class)
        if first == 0:
            return False
        target = &tree.edges[first - 1]
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
        give_back(tree, node)
        node.first = first - 1
        node.room = 2 << size_class
    node.n_edges = total
    return True
