"""Which edge to follow: UCB and its variants, smooth mixing, regret matching, widening.

The formulas and their sources are in docs/agents.md.
"""
from libc.math cimport log, pow, sqrt
from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.string cimport memset

from eminence.cython_ext.core cimport Rng, unit
from eminence.search.kernels.tree cimport Tree, Edge, Node
from eminence.search.kernels.best cimport Best, nothing_yet, offer

SELECTORS = {
    "auto": AUTO, "ucb": UCB, "tuned": UCB_TUNED, "smooth": SMOOTH, "regret": REGRET, "puct": PUCT,
}

cdef enum:
    TABLED = 1 << 14        # counts whose sqrt(ln m) is looked up

cdef double ROOT_LOG[TABLED]
for _i in range(1, TABLED):
    ROOT_LOG[<int>_i] = sqrt(log(<double>_i))


cdef inline double root_log(uint32_t m) noexcept nogil:
    """sqrt(ln m)."""
    return ROOT_LOG[m] if m < TABLED else sqrt(log(<double>m))


cdef inline double ucb_score(
    const Edge *edge, const Choosing *how, double root_log_m, bint tuned
) noexcept nogil:
    """Mean reward, an exploration term by how often the action was legal, and bias."""
    cdef double mean = edge.w / edge.n, doubt = root_log_m * edge.kept, variance, score
    if tuned:
        variance = edge.w2 / edge.n - mean * mean + sqrt(2.0) * doubt
        doubt *= sqrt(min(0.25, variance))
    score = mean + how.c * doubt
    if how.bias != 0:
        score += how.bias * edge.prior / (edge.n + 1)
    return score


cdef inline double unvisited_score(
    const Edge *edge, const Node *node, const Choosing *how
) noexcept nogil:
    """Infinite, or what the node is worth and a little more."""
    cdef double mean = 0.5
    if how.infinite_fpu:
        # Above every other score, yet small enough for the bias not to be rounded away.
        return 1e6 + how.bias * edge.prior
    if node.visits:
        mean = node.w / node.visits
    return mean + how.fpu + how.bias * edge.prior


cdef struct RootLog:        # sqrt(ln m) of the edge met last: neighbours mostly have the same m
    uint32_t m
    double value


cdef inline void offer_edge(
    Best *best, int i, const Edge *edge, const Node *node, const Choosing *how, bint tuned,
    RootLog *last, Rng *rng
) noexcept nogil:
    """Offer an edge under index i by its selection score."""
    if edge.n == 0:
        offer(best, i, unvisited_score(edge, node, how), rng)
        return
    if edge.m != last.m:
        last.m = edge.m
        last.value = root_log(edge.m)
    offer(best, i, ucb_score(edge, how, last.value, tuned), rng)


cdef int best_by_score(
    const Tree *tree, const Node *node, const uint32_t *edges, int n, const Choosing *how,
    bint tuned, Rng *rng
) noexcept nogil:
    """The index of the edge with the highest score; one of several equals is drawn."""
    cdef Best best
    cdef RootLog last = RootLog(0, 0)
    cdef int i
    nothing_yet(&best)
    for i in range(n):
        offer_edge(&best, i, &tree.edges[edges[i]], node, how, tuned, &last, rng)
    return best.at


cdef int best_of_all(
    Edge *edges, const Node *node, const int32_t *actions, int n, const Choosing *how, Rng *rng
) noexcept nogil:
    """`best_by_score` by plain UCB in one pass with the sightings, the commonest case.

    Only where the legal actions are exactly the node's edges; else -1, and nothing changed.
    """
    cdef Best best
    cdef RootLog last = RootLog(0, 0)
    cdef int i
    nothing_yet(&best)
    for i in range(n):
        if edges[i].action != actions[i]:
            return -1
    for i in range(n):
        edges[i].m += 1
        offer_edge(&best, i, &edges[i], node, how, False, &last, rng)
    return best.at


cdef inline double puct_score(
    const Edge *edge, const Node *node, const Choosing *how, double share
) noexcept nogil:
    """Mean reward and an exploration term in proportion to the action's share of the policy.

    An action that was never tried is taken to be worth what the node is, and `fpu` more.
    """
    cdef double mean = 0.5
    if edge.n:
        mean = edge.w / edge.n
    elif node.visits:
        mean = node.w / node.visits + how.fpu
    return mean + how.c * share * sqrt(<double>edge.m) / (1 + edge.n)


cdef int by_policy(
    const Tree *tree, const Node *node, const uint32_t *edges, int n, const Choosing *how,
    Rng *rng
) noexcept nogil:
    """PUCT among the edges that are legal here; their priors are made to sum to 1."""
    cdef Best best
    cdef double sum = 1e-30
    cdef int i
    for i in range(n):
        sum += tree.edges[edges[i]].prior
    nothing_yet(&best)
    for i in range(n):
        offer(&best, i, puct_score(
            &tree.edges[edges[i]], node, how, tree.edges[edges[i]].prior / sum), rng)
    return best.at


cdef int by_visits(const Tree *tree, const uint32_t *edges, int n, Rng *rng) noexcept nogil:
    """An edge with a chance in proportion to its visits; -1 if there are none."""
    cdef int i
    cdef int64_t visits = 0, left
    for i in range(n):
        visits += tree.edges[edges[i]].n
    if visits == 0:
        return -1
    left = <int64_t>(unit(rng) * visits)
    for i in range(n):
        left -= tree.edges[edges[i]].n
        if left < 0:
            return i
    return n - 1


cdef inline double ucb_share(uint32_t visits, const Choosing *how) noexcept nogil:
    return max(how.smooth_gamma, how.smooth_eta / (1 + how.smooth_d * sqrt(<double>visits)))


cdef int by_smooth_mixing(
    const Tree *tree, const Node *node, const uint32_t *edges, int n, const Choosing *how,
    Rng *rng
) noexcept nogil:
    """UCB with a share that falls with visits; else the average strategy so far."""
    cdef int chosen
    if unit(rng) >= ucb_share(node.visits, how):
        chosen = by_visits(tree, edges, n, rng)
        if chosen >= 0:
            return chosen
    return best_by_score(tree, node, edges, n, how, False, rng)


cdef inline double regret_chance(
    const Edge *edge, int n, double positive, const Choosing *how
) noexcept nogil:
    """What regret matching plays, with a share of uniform exploration."""
    cdef double share = 1.0 / n
    if positive > 0:
        share = max(0.0, edge.kept) / positive
    return (1 - how.regret_gamma) * share + how.regret_gamma / n


cdef inline double positive_regret(
    const Tree *tree, const uint32_t *edges, int n
) noexcept nogil:
    cdef double sum = 0
    cdef int i
    for i in range(n):
        sum += max(0.0, tree.edges[edges[i]].kept)
    return sum


cdef int by_regret(
    const Tree *tree, const uint32_t *edges, int n, const Choosing *how, Rng *rng, double *chance
) noexcept nogil:
    cdef double positive = positive_regret(tree, edges, n), left = unit(rng)
    cdef int i
    for i in range(n):
        chance[0] = regret_chance(&tree.edges[edges[i]], n, positive, how)
        left -= chance[0]
        if left < 0:
            return i
    return n - 1


cdef void learn_regret(
    Tree *tree, const Step *taken, double reward, const Choosing *how
) noexcept nogil:
    """Regrets against the mix of what was legal; unplayed actions stand at their mean so far."""
    cdef double positive = positive_regret(tree, taken.legal, taken.n_legal), mixed = 0
    cdef Edge *edge
    cdef int i
    for i in range(taken.n_legal):
        edge = &tree.edges[taken.legal[i]]
        mixed += regret_chance(edge, taken.n_legal, positive, how) * corrected(
            edge, taken.legal[i] == taken.edge, taken.chance, reward)
    for i in range(taken.n_legal):
        edge = &tree.edges[taken.legal[i]]
        edge.kept += corrected(edge, taken.legal[i] == taken.edge, taken.chance, reward) - mixed


cdef inline double corrected(
    const Edge *edge, bint played, double chance, double reward
) noexcept nogil:
    """An unbiased estimate of the action's worth with its mean as control variate."""
    cdef double mean = 0.5
    if edge.n:
        mean = edge.w / edge.n
    if played:
        return mean + (reward - mean) / chance
    return mean


cdef inline int let_in(uint32_t visits, int n, const Choosing *how) noexcept nogil:
    """k(N): how many of n legal actions a node with so many visits considers."""
    cdef int k = <int>min(<double>n, how.widen * pow(visits + 1.0, how.widen_power))
    return max(1, k)


cdef int narrowed(
    const Tree *tree, const Node *node, uint32_t *edges, int n, const Choosing *how
) noexcept nogil:
    """Progressive widening: keep the k(N) best by prior, in front."""
    cdef int k = let_in(node.visits, n, how), i, j, best
    cdef uint32_t swap
    if k >= n:
        return n
    for i in range(k):
        best = i
        for j in range(i + 1, n):
            if tree.edges[edges[j]].prior > tree.edges[edges[best]].prior:
                best = j
        swap = edges[i]
        edges[i] = edges[best]
        edges[best] = swap
    return k


# --- doors to the formulas, for tests ---

def ucb_door(double q, int n, int m, double c, double bias=0, double prior=0, double variance=-1):
    """The selection score of an edge; with a variance, UCB-Tuned's."""
    cdef Edge edge
    cdef Choosing how
    memset(&edge, 0, sizeof(edge))
    memset(&how, 0, sizeof(how))
    edge.n, edge.m, edge.w, edge.prior = n, m, q * n, prior
    edge.w2 = n * (max(variance, 0.0) + q * q)
    how.c = c
    how.bias = bias
    edge.kept = 1 / sqrt(<double>n)
    return ucb_score(&edge, &how, root_log(m), variance >= 0)


def unvisited_door(double mean, int visits, double fpu, double bias, double prior):
    """The selection score of an edge without visits, at a node with this mean."""
    cdef Edge edge
    cdef Node node
    cdef Choosing how
    memset(&edge, 0, sizeof(edge))
    memset(&node, 0, sizeof(node))
    memset(&how, 0, sizeof(how))
    edge.prior = prior
    node.visits, node.w = visits, mean * visits
    how.infinite_fpu = fpu == float("inf")
    how.fpu, how.bias = fpu, bias
    return unvisited_score(&edge, &node, &how)


def puct_door(double q, int n, int m, double share, double c, double fpu, double node_mean):
    """The selection score of an edge by PUCT; without visits its worth is guessed."""
    cdef Edge edge
    cdef Node node
    cdef Choosing how
    memset(&edge, 0, sizeof(edge))
    memset(&node, 0, sizeof(node))
    memset(&how, 0, sizeof(how))
    edge.n, edge.m, edge.w = n, m, q * n
    node.visits, node.w = 1, node_mean
    how.c, how.fpu = c, fpu
    return puct_score(&edge, &node, &how, share)


def smooth_door(int visits, double gamma, double eta, double d):
    """The share of UCB in smooth mixing."""
    cdef Choosing how
    memset(&how, 0, sizeof(how))
    how.smooth_gamma, how.smooth_eta, how.smooth_d = gamma, eta, d
    return ucb_share(visits, &how)


def regret_door(regrets, double gamma):
    """What regret matching plays."""
    cdef Edge edge
    cdef Choosing how
    memset(&edge, 0, sizeof(edge))
    memset(&how, 0, sizeof(how))
    how.regret_gamma = gamma
    positive = sum(max(0.0, regret) for regret in regrets)
    shares = []
    for regret in regrets:
        edge.kept = regret
        shares.append(regret_chance(&edge, len(regrets), positive, &how))
    return shares


def learn_regret_door(
    regrets, means, legal, int chosen, double chance, double reward, double gamma
):
    """Regrets after one visit at which only some of the actions were legal; 8 at most."""
    cdef Edge edges[8]
    cdef uint32_t indices[8]
    cdef Tree tree
    cdef Step taken
    cdef Choosing how
    memset(edges, 0, sizeof(edges))
    memset(&how, 0, sizeof(how))
    how.regret_gamma = gamma
    for i, (regret, mean) in enumerate(zip(regrets, means, strict=True)):
        edges[<int>i].kept, edges[<int>i].w, edges[<int>i].n = regret, mean, 1
    for i, index in enumerate(legal):
        indices[<int>i] = index
    tree.edges = edges
    taken.legal, taken.n_legal, taken.edge, taken.chance = indices, len(legal), chosen, chance
    learn_regret(&tree, &taken, reward, &how)
    return [edges[<int>i].kept for i in range(len(regrets))]


def widening_door(int visits, int n, double widen, double power):
    """How many of n actions progressive widening considers."""
    cdef Choosing how
    memset(&how, 0, sizeof(how))
    how.widen, how.widen_power = widen, power
    return let_in(visits, n, &how)
