"""How an edge of a node is chosen, and what a selector learns; see selectors.pyx."""
from libc.stdint cimport int32_t, uint32_t

from eminence.cython_ext.core cimport Rng
from eminence.search.kernels.tree cimport Tree, Edge, Node


cdef enum Selector:
    AUTO
    UCB
    UCB_TUNED
    SMOOTH
    REGRET
    PUCT


cdef struct Choosing:
    # Constants as in docs/agents.md.
    Selector selector
    bint infinite_fpu
    double c
    double fpu
    double bias
    double widen
    double widen_power
    double smooth_gamma
    double smooth_eta
    double smooth_d
    double regret_gamma


cdef struct Step:
    uint32_t node
    uint32_t edge
    # For regret matching alone
    double chance           # with which the selector chose it
    uint32_t *legal         # the edges it chose among
    int n_legal


cdef int best_by_score(
    const Tree *tree, const Node *node, const uint32_t *edges, int n, const Choosing *how,
    bint tuned, Rng *rng
) noexcept nogil
cdef int best_of_all(
    Edge *edges, const Node *node, const int32_t *actions, int n, const Choosing *how, Rng *rng
) noexcept nogil
cdef int by_policy(
    const Tree *tree, const Node *node, const uint32_t *edges, int n, const Choosing *how,
    Rng *rng
) noexcept nogil
cdef int by_smooth_mixing(
    const Tree *tree, const Node *node, const uint32_t *edges, int n, const Choosing *how,
    Rng *rng
) noexcept nogil
cdef int by_regret(
    const Tree *tree, const uint32_t *edges, int n, const Choosing *how, Rng *rng, double *chance
) noexcept nogil
cdef void learn_regret(
    Tree *tree, const Step *taken, double reward, const Choosing *how
) noexcept nogil
cdef int narrowed(
    const Tree *tree, const Node *node, uint32_t *edges, int n, const Choosing *how
) noexcept nogil
