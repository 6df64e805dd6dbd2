"""What one tree search keeps, and the keys under which it finds its nodes.

`Mode` says what the key of a node is made of:

    ONE_TREE            all that was played, the same for everybody: one tree
    TREE_PER_PLAYER     all that the mover was shown: a tree per player
    INFORMATION_SETS    the same, begun with the mover's own secrets: a node per information set

The mover is part of every key, because who acts may depend on what is hidden.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from eminence.cython_ext.core cimport Rng, combine, hash_bytes, mix64
from eminence.cython_ext.game cimport FULL, MAX_SEATS, Head, Ops, Seen
from eminence.search.beliefs.belief cimport Pool
from eminence.search.rollouts.rollouts cimport Rollout
from eminence.search.kernels.selectors cimport Choosing, Step
from eminence.search.kernels.tree cimport Tree


cdef enum Mode:
    ONE_TREE
    TREE_PER_PLAYER
    INFORMATION_SETS

cdef enum:
    CHANCE_RECORD = 7           # the entry of `Seen.key` that tells of all events


cdef struct Search:
    # The game
    const Ops *ops
    const void *rules
    # Options
    Mode mode
    bint closed                 # chance outcomes are part of the keys
    bint paranoid               # the others play against the searcher, not for themselves
    bint reuse                  # own nodes remember their view
    double self_share           # iterations in worlds where the searcher's own secrets are redrawn
    Choosing choosing
    bint use_priors
    bint all_open               # the game hides no choice from anybody
    # The root
    const void *view            # the searcher's
    int root_seat               # the searcher
    uint64_t own_key            # the searcher's private key in its true view
    uint64_t root_key
    bint moved_on               # the root was a node of an earlier search
    bint restricted             # other root actions are legal and must not be tried
    int forced                  # the root action to follow, by its index; -1: choose
    int n_root
    int32_t *root_actions
    double *root_sums           # [action][seat] of rewards
    uint32_t *root_before       # visits that the root's actions had before this search
    # What was learned
    Tree tree
    Rollout *rollout
    int64_t iterations
    int64_t worlds
    # Randomness
    Rng rng
    uint64_t seed
    uint64_t mover_salt[MAX_SEATS]  # tells the movers' nodes apart; xor undoes it, for tree reuse
    # Buffers
    void *world                 # the world of this iteration
    void *spare                 # for private keys and worlds of other views
    void *fixed                 # the one world to search in, or NULL
    Pool believed               # worlds by what others' play says; without any they are imagined
    int32_t *legal_now
    uint32_t *edges
    double *priors
    Step *path
    uint32_t *legal             # what each step of the path points to, for regret matching
    int max_path


cdef inline void set_mover_salts(Search *search) noexcept nogil:
    cdef int seat
    for seat in range(MAX_SEATS):
        search.mover_salt[seat] = mix64(seat + 1000)


cdef inline uint64_t private_key(Search *search, const void *s, int seat) noexcept nogil:
    """Hash of the seat's secrets; `s` is a world or the seat's own view."""
    cdef Head *head = <Head *>search.spare
    if search.ops.private_key != NULL:
        return search.ops.private_key(s, search.rules, seat)
    memcpy(search.spare, s, search.ops.state_size)
    head.lean = 0
    if head.view_of == FULL:
        search.ops.conceal(search.spare, search.rules, seat)
    return hash_bytes(<const uint8_t *>search.spare, search.ops.play_size)


cdef inline uint64_t world_view_hash(Search *search) noexcept nogil:
    """Hash of what the searcher would see in this world; equal views have equal hashes."""
    memcpy(search.spare, search.world, search.ops.state_size)
    search.ops.conceal(search.spare, search.rules, search.root_seat)
    return hash_bytes(<const uint8_t *>search.spare, search.ops.state_size)


cdef inline uint64_t new_root_key(const Search *search) noexcept nogil:
    """The key of a new tree's root, as `node_key` gives it before anything was played."""
    cdef uint64_t key = mix64(search.root_seat + 1)
    if search.mode == ONE_TREE:
        key = 0
    elif search.mode == INFORMATION_SETS:
        key = combine(key, search.own_key)
    return key ^ search.mover_salt[search.root_seat]


cdef inline uint64_t node_key(
    const Search *search, const Seen *seen, uint64_t common, int mover
) noexcept nogil:
    """The key of the mover's node; `common` is what was played so far in one tree."""
    if search.mode == ONE_TREE:
        return common ^ search.mover_salt[mover]
    return seen.key[mover] ^ search.mover_salt[mover]


cdef inline uint64_t first_common(const Search *search) noexcept nogil:
    """What one tree had seen before the root."""
    if search.mode == ONE_TREE:
        return search.root_key ^ search.mover_salt[search.root_seat]
    return 0


cdef inline int chance_witness(const Search *search) noexcept nogil:
    """Whose key records events in one tree: in a fixed world all, else what the searcher saw."""
    if search.fixed != NULL:
        return CHANCE_RECORD
    return search.root_seat


cdef inline void open_keys(Search *search, Seen *seen) noexcept nogil:
    """What each seat was shown before the root; after tree reuse the searcher's goes on."""
    cdef int seat
    memset(seen, 0, sizeof(Seen))
    # Needed are the seats' keys and the one that tells of chance.
    seen.skip = ~(((1 << search.ops.seats) - 1) | (1 << chance_witness(search)))
    for seat in range(search.ops.seats):
        seen.key[seat] = mix64(seat + 1)
        if search.moved_on:
            seen.key[seat] = combine(seen.key[seat], search.root_key)
        if search.mode != INFORMATION_SETS:
            continue
        if seat != search.root_seat or search.self_share > 0:
            seen.key[seat] = combine(seen.key[seat], private_key(search, search.world, seat))
    if search.mode == ONE_TREE:
        return
    if search.self_share == 0 \
            or private_key(search, search.world, search.root_seat) == search.own_key:
        seen.key[search.root_seat] = search.root_key ^ search.mover_salt[search.root_seat]
