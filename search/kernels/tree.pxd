"""The tree's memory: nodes by key, edges in blocks that can grow; see tree.pyx."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef enum:
    NO_NODE = 0xFFFFFFFF
    SIZE_CLASSES = 16       # of blocks that have grown: 2, 4, 8, ... edges


cdef struct Edge:           # 40 bytes
    int32_t action
    uint32_t n              # visits
    uint32_t m              # sightings: visits of the node at which the action was legal
    float prior             # the game's score; read only where an option asks for it
    double w                # sum of the mover's rewards
    double w2               # sum of their squares
    double kept             # what the selector keeps: 1 / sqrt(n), or the regret


cdef struct Node:           # 40 bytes
    uint64_t key
    double w                # sum of the mover's rewards
    uint64_t view           # hash of the searcher's view here; only kept for tree reuse
    uint32_t visits
    uint32_t first          # index of its first edge; edges ascend by action
    uint16_t n_edges
    uint16_t room           # edges that its block can hold
    int8_t mover
    uint8_t _pad[3]


cdef struct Tree:
    Node *nodes
    Edge *edges
    uint32_t *slots         # open addressing: node + 1, or 0
    uint32_t n_nodes, max_nodes
    uint32_t n_edges, max_edges
    uint32_t slot_mask
    uint32_t free_block[SIZE_CLASSES]   # first edge of a free block + 1; linked by `n`


cdef int64_t reserved_bytes(uint32_t max_nodes, uint32_t max_edges) noexcept nogil
cdef bint open_tree(Tree *tree, uint32_t max_nodes, uint32_t max_edges) noexcept nogil
cdef void close_tree(Tree *tree) noexcept nogil
cdef void clear_tree(Tree *tree) noexcept nogil
cdef uint32_t find_node(const Tree *tree, uint64_t key) noexcept nogil
cdef uint32_t add_node(
    Tree *tree, uint64_t key, int mover, const int32_t *actions, int n
) noexcept nogil
cdef int match_edges(
    Tree *tree, Node *node, const int32_t *actions, int n, uint32_t *out
) noexcept nogil
cdef int match_known(
    const Tree *tree, const Node *node, const int32_t *actions, int n, uint32_t *out
) noexcept nogil
