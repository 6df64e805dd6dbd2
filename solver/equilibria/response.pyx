"""What policies are worth, and the best reply to them: one pass over a flattened tree each.

A reply chooses per information set, so all its nodes must be weighed before any of their parents
is. With perfect recall every information set has its level: the number of decisions that its seat
has made before. Levels are done from the last to the first.
"""
import numpy as np

from libc.stdint cimport int32_t, int64_t

from eminence.solver.equilibria.tree_builder cimport Info, Node
from eminence.solver.equilibria.tree cimport Tree

cdef enum:
    NOBODY = -1             # no seat's choices are left out


def policy_values(Tree tree not None, const double[::1] policy):
    """What all seats can expect when everybody plays the policy, given per slot."""
    cdef double[::1] value = np.empty(tree.n_nodes)
    cdef double[::1] out = np.empty(tree.seats)
    cdef int64_t k
    cdef int seat
    check_size(tree, policy)
    with nogil:
        for seat in range(tree.seats):
            fill_ends(tree, seat, &value[0])
            for k in range(tree.n_inner - 1, -1, -1):
                value[tree.inner[k]] = expected(tree, &policy[0], tree.inner[k], &value[0])
            out[seat] = value[0]
    return np.asarray(out)


def info_reach(Tree tree not None, const double[::1] policy):
    """How likely each information set is met when everybody plays the policy."""
    cdef double[::1] reach = np.empty(tree.n_nodes)
    cdef double[::1] out = np.zeros(tree.n_infos)
    cdef int64_t k
    check_size(tree, policy)
    with nogil:
        reach_nodes(tree, &policy[0], NOBODY, &reach[0])
        for k in range(tree.n_inner):
            if tree.nodes[tree.inner[k]].info >= 0:
                out[tree.nodes[tree.inner[k]].info] += reach[tree.inner[k]]
    return np.asarray(out)


def reply(Tree tree not None, const double[::1] policy, int seat):
    """The most that a seat can get against the policy, and the slots that it then plays."""
    cdef double[::1] value = np.empty(tree.n_nodes)
    cdef double[::1] others = np.empty(tree.n_nodes)
    cdef double[::1] worth = np.zeros(tree.n_slots + 1)
    cdef int32_t[::1] choice = np.zeros(tree.n_infos + 1, np.int32)
    cdef int32_t[::1] order = np.empty(tree.n_inner + 1, np.int32)
    cdef int32_t[::1] begins
    cdef int level
    check_size(tree, policy)
    begins = sort_by_level(tree, seat, order)
    with nogil:
        fill_ends(tree, seat, &value[0])
        reach_nodes(tree, &policy[0], seat, &others[0])
        for level in range(begins.shape[0] - 2, -1, -1):
            weigh(
                tree, seat, &order[begins[level]], begins[level + 1] - begins[level],
                &others[0], &value[0], &worth[0], &choice[0])
            finish_level(
                tree, &policy[0], seat, &order[begins[level]],
                begins[level + 1] - begins[level], &choice[0], &value[0])
    own = [tree.infos[i].first + choice[i] for i in range(tree.n_infos)
           if tree.infos[i].seat == seat]
    return value[0], np.array(own, np.int32)


cdef int check_size(Tree tree, const double[::1] policy) except -1:
    if policy.shape[0] != tree.n_slots:
        raise ValueError(f"{policy.shape[0]} probabilities, {tree.n_slots} slots")
    return 0


cdef void fill_ends(Tree tree, int seat, double *value) noexcept nogil:
    cdef int64_t i
    for i in range(tree.n_nodes):
        if tree.nodes[i].width == 0:
            value[i] = tree.payoffs[tree.nodes[i].first * tree.seats + seat]


cdef inline double expected(
    Tree tree, const double *policy, int64_t at, const double *value
) noexcept nogil:
    """The value of a node from its children's, if chance or a policy makes the step."""
    cdef const Node *node = &tree.nodes[at]
    cdef double here = 0
    cdef int i
    if node.info < 0:
        for i in range(node.width):
            here += tree.nodes[node.first + i].chance * value[node.first + i]
    else:
        policy += tree.infos[node.info].first
        for i in range(node.width):
            here += policy[i] * value[node.first + i]
    return here


cdef void reach_nodes(Tree tree, const double *policy, int seat, double *others) noexcept nogil:
    """How likely chance and all seats but one lead to each node."""
    cdef const Node *node
    cdef double part
    cdef int64_t k
    cdef int i
    others[0] = 1
    for k in range(tree.n_inner):
        node = &tree.nodes[tree.inner[k]]
        for i in range(node.width):
            part = tree.nodes[node.first + i].chance
            if node.info >= 0 and node.player != seat:
                part = policy[tree.infos[node.info].first + i]
            others[node.first + i] = part * others[tree.inner[k]]


cdef int32_t[::1] sort_by_level(Tree tree, int seat, int32_t[::1] order):
    """The inner nodes level by level, parents first in each; where the levels begin."""
    cdef int32_t[::1] level = np.zeros(tree.n_nodes, np.int32)
    cdef int32_t[::1] begins
    cdef int32_t[::1] next_place
    cdef int64_t k
    cdef int here, i, deepest = 0
    for k in range(tree.n_inner):
        here = level[tree.inner[k]]
        deepest = max(deepest, here)
        if tree.nodes[tree.inner[k]].player == seat:
            here += 1
        for i in range(tree.nodes[tree.inner[k]].width):
            level[tree.nodes[tree.inner[k]].first + i] = here
    begins = np.zeros(deepest + 2, np.int32)
    for k in range(tree.n_inner):
        begins[level[tree.inner[k]] + 1] += 1
    for i in range(deepest + 1):
        begins[i + 1] += begins[i]
    next_place = begins.copy()
    for k in range(tree.n_inner):
        here = level[tree.inner[k]]
        order[next_place[here]] = tree.inner[k]
        next_place[here] += 1
    return begins


cdef void weigh(
    Tree tree, int seat, const int32_t *order, int n, const double *others,
    const double *value, double *worth, int32_t *choice
) noexcept nogil:
    """What each action is worth to the seat at this level's information sets; the first best."""
    cdef const Node *node
    cdef const Info *info
    cdef int k, i, best
    for k in range(n):
        node = &tree.nodes[order[k]]
        if node.player == seat:
            info = &tree.infos[node.info]
            for i in range(info.width):
                worth[info.first + i] += others[order[k]] * value[node.first + i]
    for k in range(n):
        node = &tree.nodes[order[k]]
        if node.player == seat:
            info = &tree.infos[node.info]
            best = 0
            for i in range(1, info.width):
                if worth[info.first + i] > worth[info.first + best]:
                    best = i
            choice[node.info] = best


cdef void finish_level(
    Tree tree, const double *policy, int seat, const int32_t *order, int n,
    const int32_t *choice, double *value
) noexcept nogil:
    cdef const Node *node
    cdef int k
    for k in range(n - 1, -1, -1):
        node = &tree.nodes[order[k]]
        if node.player == seat:
            value[order[k]] = value[node.first + choice[node.info]]
        else:
            value[order[k]] = expected(tree, policy, order[k], value)
