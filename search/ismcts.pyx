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
import numpy as np

from cython_ext.errors import BadOption

from libc.math cimport log, pow, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from cython_ext.core cimport Rng, below, combine, hash_bytes, mix64, seed_rng, unit
from cython_ext.defaults cimport nothing_hidden
from cython_ext.game cimport (
    CHANCE, FULL, MAX_SEATS, OVER, PUBLIC, UNIFORM, Head, Ops, Seen, State, Table, View, player_of,
    step,
)
from search.arena cimport (
    NO_NODE, Arena, Edge, Node, add_node, clear_arena, close_arena, find_node, match_edges,
    match_known, open_arena,
)
from search.clock cimport now_ns
from search.rollouts cimport Finisher, Rollout, finish, learn_mast, remember_played

cdef enum Mode:
    ONE_TREE
    TREE_PER_PLAYER
    INFORMATION_SETS

cdef enum Selector:
    AUTO
    UCB
    UCB_TUNED
    SMOOTH
    REGRET

MODES = {"so": ONE_TREE, "mo": TREE_PER_PLAYER, "is": INFORMATION_SETS}
SELECTORS = {"auto": AUTO, "ucb": UCB, "tuned": UCB_TUNED, "smooth": SMOOTH, "regret": REGRET}

cdef enum:
    CLOCK_EVERY = 32        # iterations between looks at the clock
    STOP_EVERY = 64         # and between looks at whether the best can still change
    LINE_LENGTH = 12        # decisions of a principal line


cdef struct Rules:
    # How to search; constants as in docs/agents.md.
    Mode mode
    Selector selector
    bint closed             # chance outcomes are part of the keys
    bint paranoid           # the others play against the searcher, not for themselves
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
    double self_share       # iterations in worlds where the searcher's own secrets are redrawn


# Tells the movers' nodes apart; xor can be undone, which tree reuse needs.
cdef uint64_t MOVER_SALT[MAX_SEATS]
for _i in range(MAX_SEATS):
    MOVER_SALT[<int>_i] = mix64(<uint64_t>_i + 1000)


cdef struct Step:
    uint32_t node
    uint32_t edge
    double chance           # with which the selector chose it (regret matching)


# --- choosing among edges ---

cdef double ROOT_LOG[4096]
for _i in range(1, 4096):
    ROOT_LOG[<int>_i] = sqrt(log(<double>_i))


cdef inline double root_log(uint32_t m) noexcept nogil:
    """sqrt(ln m)."""
    return ROOT_LOG[m] if m < 4096 else sqrt(log(<double>m))


cdef inline double ucb_score(
    const Edge *edge, const Rules *r, double root_log_m, bint tuned
) noexcept nogil:
    """Mean reward, room for doubt by how often the action could have been played, and bias."""
    cdef double mean = edge.w / edge.n, doubt = root_log_m * edge.kept, variance, score
    if tuned:
        variance = edge.w2 / edge.n - mean * mean + sqrt(2.0) * doubt
        doubt *= sqrt(min(0.25, variance))
    score = mean + r.c * doubt
    if r.bias != 0:
        score += r.bias * edge.prior / (edge.n + 1)
    return score


cdef inline double unvisited_score(
    const Edge *edge, const Node *node, const Rules *r
) noexcept nogil:
    """Infinite, or what the node is worth and a little more."""
    cdef double mean = 0.5
    if r.infinite_fpu:
        # Above every other score, yet small enough for the bias not to be rounded away.
        return 1e6 + r.bias * edge.prior
    if node.visits:
        mean = node.w / node.visits
    return mean + r.fpu + r.bias * edge.prior


cdef int best_by_score(
    const Arena *arena, const Node *node, const uint32_t *edges, int n, const Rules *r,
    bint tuned, Rng *rng
) noexcept nogil:
    """The index of the edge with the highest score; equals alike."""
    cdef const Edge *edge
    cdef double best_score = -1e300, score, root_log_m = 0
    cdef uint32_t last_m = 0
    cdef int i, best = 0, tied = 0
    for i in range(n):
        edge = &arena.edges[edges[i]]
        if edge.n == 0:
            score = unvisited_score(edge, node, r)
        else:
            if edge.m != last_m:
                last_m = edge.m
                root_log_m = root_log(edge.m)
            score = ucb_score(edge, r, root_log_m, tuned)
        if score > best_score:
            best_score = score
            best = i
            tied = 1
        elif score == best_score:
            tied += 1
            if below(rng, tied) == 0:
                best = i
    return best


cdef int best_of_all(
    Edge *edges, const Node *node, const int32_t *actions, int n, const Rules *r, Rng *rng
) noexcept nogil:
    """`best_by_score` by plain UCB in one pass with the sightings, the commonest case.

    Only where the legal actions are exactly the node's edges; else -1, and nothing changed.
    """
    cdef double best_score = -1e300, score, root_log_m = 0
    cdef uint32_t last_m = 0
    cdef int i, best = 0, tied = 0
    for i in range(n):
        if edges[i].action != actions[i]:
            return -1
    for i in range(n):
        edges[i].m += 1
        if edges[i].n == 0:
            score = unvisited_score(&edges[i], node, r)
        else:
            if edges[i].m != last_m:
                last_m = edges[i].m
                root_log_m = root_log(last_m)
            score = edges[i].w / edges[i].n + r.c * (root_log_m * edges[i].kept)
        if score > best_score:
            best_score = score
            best = i
            tied = 1
        elif score == best_score:
            tied += 1
            if below(rng, tied) == 0:
                best = i
    return best


cdef int by_visits(const Arena *arena, const uint32_t *edges, int n, Rng *rng) noexcept nogil:
    """An edge with a chance in proportion to its visits; -1 if there are none."""
    cdef int i
    cdef int64_t visits = 0, left
    for i in range(n):
        visits += arena.edges[edges[i]].n
    if visits == 0:
        return -1
    left = <int64_t>(unit(rng) * visits)
    for i in range(n):
        left -= arena.edges[edges[i]].n
        if left < 0:
            return i
    return n - 1


cdef inline double ucb_share(uint32_t visits, const Rules *r) noexcept nogil:
    return max(r.smooth_gamma, r.smooth_eta / (1 + r.smooth_d * sqrt(<double>visits)))


cdef int by_smooth_mixing(
    const Arena *arena, const Node *node, const uint32_t *edges, int n, const Rules *r, Rng *rng
) noexcept nogil:
    """UCB with a share that falls with visits; else the average strategy so far."""
    cdef int chosen
    if unit(rng) >= ucb_share(node.visits, r):
        chosen = by_visits(arena, edges, n, rng)
        if chosen >= 0:
            return chosen
    return best_by_score(arena, node, edges, n, r, False, rng)


cdef inline double regret_chance(
    const Edge *edge, int n, double positive, const Rules *r
) noexcept nogil:
    """What regret matching plays, with a share of uniform exploration."""
    cdef double share = 1.0 / n
    if positive > 0:
        share = max(0.0, edge.kept) / positive
    return (1 - r.regret_gamma) * share + r.regret_gamma / n


cdef inline double positive_regret(const Arena *arena, const uint32_t *edges, int n) noexcept nogil:
    cdef double sum = 0
    cdef int i
    for i in range(n):
        sum += max(0.0, arena.edges[edges[i]].kept)
    return sum


cdef int by_regret(
    const Arena *arena, const uint32_t *edges, int n, const Rules *r, Rng *rng, double *chance
) noexcept nogil:
    cdef double positive = positive_regret(arena, edges, n), left = unit(rng)
    cdef int i
    for i in range(n):
        chance[0] = regret_chance(&arena.edges[edges[i]], n, positive, r)
        left -= chance[0]
        if left < 0:
            return i
    return n - 1


cdef void learn_regret(
    Arena *arena, const Node *node, uint32_t chosen, double chance, double reward, const Rules *r
) noexcept nogil:
    """Regrets against the node's mix; unplayed actions stand at their mean so far."""
    cdef Edge *edges = &arena.edges[node.first]
    cdef double positive = 0, mixed = 0, worth
    cdef int i, n = node.n_edges
    for i in range(n):
        positive += max(0.0, edges[i].kept)
    for i in range(n):
        mixed += regret_chance(&edges[i], n, positive, r) * corrected(
            &edges[i], node.first + i == chosen, chance, reward)
    for i in range(n):
        worth = corrected(&edges[i], node.first + i == chosen, chance, reward)
        edges[i].kept += worth - mixed


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


cdef inline int let_in(uint32_t visits, int n, const Rules *r) noexcept nogil:
    """k(N): how many of n legal actions a node with so many visits considers."""
    cdef int k = <int>min(<double>n, r.widen * pow(visits + 1.0, r.widen_power))
    return max(1, k)


cdef int narrowed(
    const Arena *arena, const Node *node, uint32_t *edges, int n, const Rules *r
) noexcept nogil:
    """Progressive widening: keep the k(N) best by prior, in front."""
    cdef int k = let_in(node.visits, n, r), i, j, best
    cdef uint32_t swap
    if k >= n:
        return n
    for i in range(k):
        best = i
        for j in range(i + 1, n):
            if arena.edges[edges[j]].prior > arena.edges[edges[best]].prior:
                best = j
        swap = edges[i]
        edges[i] = edges[best]
        edges[best] = swap
    return k


# --- the search ---

cdef class Kernel:
    """One thread's search: a tree, its buffers, and what it learned about the root."""
    cdef Table table
    cdef View view
    cdef Ops *ops
    cdef const void *game_rules
    cdef Rules rules
    cdef Finisher finisher
    cdef Rollout *rollout
    cdef Arena arena
    cdef Rng rng
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
    cdef int32_t *actions
    cdef uint32_t *edges
    cdef double *priors
    cdef Step *path
    cdef int max_path
    cdef uint64_t own_key           # the searcher's private key in its true view
    cdef uint64_t root_key
    cdef int n_root
    cdef int32_t *root_actions
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
        seed_rng(&self.rng, seed)
        self._read_rules(how)
        self.finisher = Finisher(self.table, how, weights)
        self.rollout = &self.finisher.how
        self.max_path = ops.max_plies + 1
        self.world = self.table.new_state()
        self.spare = self.table.new_state()
        self.actions = <int32_t *>calloc(ops.max_actions, sizeof(int32_t))
        self.edges = <uint32_t *>calloc(ops.max_actions, sizeof(uint32_t))
        self.priors = <double *>calloc(ops.max_actions, sizeof(double))
        self.path = <Step *>calloc(self.max_path, sizeof(Step))
        self.root_actions = <int32_t *>calloc(ops.max_actions, sizeof(int32_t))
        self.root_sums = <double *>calloc(ops.max_actions * MAX_SEATS, sizeof(double))
        self.root_before = <uint32_t *>calloc(ops.max_actions, sizeof(uint32_t))
        if self.actions == NULL or self.edges == NULL or self.priors == NULL \
                or self.path == NULL or self.root_actions == NULL or self.root_sums == NULL \
                or self.root_before == NULL:
            raise MemoryError
        # Edges come in blocks of 2, 4, 8, ...; few nodes of a wide game need the largest one.
        block = 2
        while block < min(ops.max_actions, 32):
            block *= 2
        max_edges = min(max_nodes * block + 2 * ops.max_actions, 2**31)
        self.open = open_arena(&self.arena, max_nodes, max_edges)
        if not self.open:
            raise MemoryError
        self.n_root = view.legal(self.root_actions)
        self.own_key = self._private_key(view.s)
        self.root_key = self._root_key()
        self.all_open = ops.hidden == nothing_hidden

    def __dealloc__(self):
        if self.open:
            close_arena(&self.arena)
        free(self.world)
        free(self.spare)
        free(self.fixed)
        free(self.actions)
        free(self.edges)
        free(self.priors)
        free(self.path)
        free(self.root_actions)
        free(self.root_sums)
        free(self.root_before)

    def _read_rules(self, how):
        cdef Rules *r = &self.rules
        r.mode = MODES[how["mode"]]
        r.selector = SELECTORS[how["selector"]]
        r.closed = how["loop"] == "closed"
        r.paranoid = how["backup"] == "paranoid"
        r.infinite_fpu = how["fpu"] == float("inf")
        r.fpu = 0 if r.infinite_fpu else how["fpu"]
        r.c = how["c"]
        r.bias = how["bias"]
        r.widen = how["widen"]
        r.widen_power = how["widen_power"]
        r.smooth_gamma = how["smooth_gamma"]
        r.smooth_eta = how["smooth_eta"]
        r.smooth_d = how["smooth_d"]
        r.regret_gamma = how["regret_gamma"]
        r.self_share = how["selfdet"]
        self.reuse = how["reuse"] == "yes"
        self.use_priors = r.bias != 0 or r.widen > 0
        if r.self_share > 0 and r.mode != INFORMATION_SETS:
            raise BadOption(f"selfdet={how['selfdet']}: needs mode=is, this is mode={how['mode']}")

    def fix_world(self, State world not None):
        """Search in this world alone from now on, with an empty tree."""
        if self.fixed == NULL:
            self.fixed = self.table.new_state()
        memcpy(self.fixed, world.s, self.ops.state_size)
        clear_arena(&self.arena)
        memset(self.root_sums, 0, self.ops.max_actions * MAX_SEATS * sizeof(double))

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
            if done % CLOCK_EVERY == 0 or done == 1:
                if cancel[0] or (deadline_ns >= 0 and now_ns() >= deadline_ns):
                    return False
            if later >= 0 and done % STOP_EVERY == 0:
                if self._is_settled(iterations - done + later):
                    return False
        return True

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
        if self.fixed != NULL:
            memcpy(self.world, self.fixed, self.ops.state_size)
        else:
            memcpy(self.world, self.view.s, self.ops.state_size)
            self.ops.imagine(self.world, self.game_rules, &self.rng, UNIFORM)
            if self.rules.self_share > 0 and unit(&self.rng) < self.rules.self_share:
                self.ops.conceal(self.world, self.game_rules, PUBLIC)
                self.ops.imagine(self.world, self.game_rules, &self.rng, UNIFORM)
            self.worlds += 1
        # The searcher's facts are part of its view, which reuse finds a node by.
        (<Head *>self.world).lean = not self.reuse

    cdef uint64_t _private_key(self, const void *s) noexcept nogil:
        """The searcher's secrets; `s` is a world or its own view."""
        return self._key_of(s, self.root_seat)

    cdef uint64_t _key_of(self, const void *s, int seat) noexcept nogil:
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
            n = self.ops.actions(s, self.game_rules, self.actions)
            if n == 1 and length > 0:
                # A forced move needs no node.
                common = combine(common, self.actions[0])
                if self.rollout.mast != NULL:
                    remember_played(self.rollout, player, self.actions[0])
                step(self.ops, self.game_rules, s, self.actions[0], &seen)
                continue
            at = self._reach(self._node_key(&seen, common, player), player, n)
            if at == NO_NODE:
                break
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
            at = add_node(&self.arena, key, mover, self.actions, n)
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
        self.own_key = self._private_key(view.s)
        self.n_root = view.legal(self.root_actions)
        memset(self.root_sums, 0, self.ops.max_actions * MAX_SEATS * sizeof(double))
        for i in range(node.n_edges):
            self.root_before[i] = self.arena.edges[node.first + i].n
        self.iterations = 0
        self.worlds = 0
        seed_rng(&self.rng, seed)
        return 0

    cdef void _set_priors(self, Node *node, int n) noexcept nogil:
        """A new node's edges are exactly the legal actions."""
        cdef int i
        self.ops.priors(
            self.world, self.game_rules, self.weights, self.actions, n, self.priors)
        for i in range(n):
            self.arena.edges[node.first + i].prior = <float>self.priors[i]

    cdef int _select(self, const void *s, uint32_t at, int n, Step *out) noexcept nogil:
        """Choose an edge of the node among those legal here; -1 if none could be had."""
        cdef Node *node = &self.arena.nodes[at]
        cdef Rules *r = &self.rules
        cdef int before = node.n_edges, i, chosen, selector = r.selector
        if selector == AUTO:
            selector = UCB
            if not self.all_open and n > 1 and self.ops.hidden(s, self.game_rules):
                selector = SMOOTH
        out.node = at
        out.chance = 1
        if selector == UCB and n == before and not self.use_priors:
            chosen = best_of_all(
                &self.arena.edges[node.first], node, self.actions, n, r, &self.rng)
            if chosen >= 0:
                out.edge = node.first + chosen
                return chosen
        n = match_edges(&self.arena, node, self.actions, n, self.edges)
        if n == 0:
            return -1
        if self.use_priors and node.n_edges != before:
            self._add_priors(node)
        for i in range(n):
            self.arena.edges[self.edges[i]].m += 1
        if r.widen > 0:
            n = narrowed(&self.arena, node, self.edges, n, r)
        if selector == SMOOTH:
            chosen = by_smooth_mixing(&self.arena, node, self.edges, n, r, &self.rng)
        elif selector == REGRET:
            chosen = by_regret(&self.arena, self.edges, n, r, &self.rng, &out.chance)
        else:
            chosen = best_by_score(
                &self.arena, node, self.edges, n, r, selector == UCB_TUNED, &self.rng)
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
            if self.rules.selector == REGRET:
                learn_regret(
                    &self.arena, node, self.path[i].edge, self.path[i].chance, share,
                    &self.rules)
            node.visits += 1
            node.w += share
            edge.n += 1
            edge.w += share
            edge.w2 += share * share
            if self.rules.selector != REGRET:
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

    def root(self):
        """Per legal root action: visits, sightings, sums of rewards per seat, of squares."""
        cdef uint32_t at = find_node(&self.arena, self.root_key)
        cdef Edge *edge
        n = self.n_root
        visits = np.zeros(n, np.int64)
        seen = np.zeros(n, np.int64)
        squares = np.zeros(n)
        sums = np.zeros((n, self.ops.seats))
        if at != NO_NODE:
            for i in range(n):
                edge = &self.arena.edges[self.arena.nodes[at].first + <uint32_t>i]
                visits[i], seen[i], squares[i] = edge.n, edge.m, edge.w2
                # Of earlier searches only the searcher's own rewards are known.
                fresh = edge.n - self.root_before[<int>i]
                for seat in range(self.ops.seats):
                    sums[i, seat] = self.root_sums[<int>i * MAX_SEATS + <int>seat]
                    if 0 < fresh < edge.n:
                        sums[i, seat] *= edge.n / fresh
                if fresh < edge.n:
                    sums[i, self.root_seat] = edge.w
        return visits, seen, sums, squares

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
        self.ops.imagine(self.world, self.game_rules, &self.rng, UNIFORM)
        (<Head *>self.world).lean = 1
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
        n = self.ops.actions(self.world, self.game_rules, self.actions)
        if n == 1:
            return self.actions[0]
        at = find_node(&self.arena, self._node_key(seen, common, player))
        if at == NO_NODE:
            return -1
        n = match_known(
            &self.arena, &self.arena.nodes[at], self.actions, n, self.edges)
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


# --- doors to the formulas, for tests ---

def ucb_door(double q, int n, int m, double c, double bias=0, double prior=0, double variance=-1):
    """The selection score of an edge; with a variance, UCB-Tuned's."""
    cdef Edge edge
    cdef Rules rules
    memset(&edge, 0, sizeof(edge))
    memset(&rules, 0, sizeof(rules))
    edge.n, edge.m, edge.w, edge.prior = n, m, q * n, prior
    edge.w2 = n * (max(variance, 0.0) + q * q)
    rules.c = c
    rules.bias = bias
    edge.kept = 1 / sqrt(<double>n)
    return ucb_score(&edge, &rules, root_log(m), variance >= 0)


def unvisited_door(double mean, int visits, double fpu, double bias, double prior):
    """The selection score of an edge without visits, at a node with this mean."""
    cdef Edge edge
    cdef Node node
    cdef Rules rules
    memset(&edge, 0, sizeof(edge))
    memset(&node, 0, sizeof(node))
    memset(&rules, 0, sizeof(rules))
    edge.prior = prior
    node.visits, node.w = visits, mean * visits
    rules.infinite_fpu = fpu == float("inf")
    rules.fpu, rules.bias = fpu, bias
    return unvisited_score(&edge, &node, &rules)


def smooth_door(int visits, double gamma, double eta, double d):
    """The share of UCB in smooth mixing."""
    cdef Rules rules
    memset(&rules, 0, sizeof(rules))
    rules.smooth_gamma, rules.smooth_eta, rules.smooth_d = gamma, eta, d
    return ucb_share(visits, &rules)


def regret_door(regrets, double gamma):
    """What regret matching plays."""
    cdef Edge edge
    cdef Rules rules
    memset(&edge, 0, sizeof(edge))
    memset(&rules, 0, sizeof(rules))
    rules.regret_gamma = gamma
    positive = sum(max(0.0, regret) for regret in regrets)
    shares = []
    for regret in regrets:
        edge.kept = regret
        shares.append(regret_chance(&edge, len(regrets), positive, &rules))
    return shares


def widening_door(int visits, int n, double widen, double power):
    """How many of n actions progressive widening considers."""
    cdef Rules rules
    memset(&rules, 0, sizeof(rules))
    rules.widen, rules.widen_power = widen, power
    return let_in(visits, n, &rules)
