"""Stacks: what each seat knows, what a view hides, and what is imagined for it (R15 to R18)."""
from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from eminence.cython_ext.core cimport Rng, below
from eminence.cython_ext.game cimport FULL
from eminence.engines.kit.counts cimport Count, pick_kind, total
from eminence.engines.stacks.state cimport (
    HEIGHT, HOLDERS, KINDS, ONLOOKER, ORDER, SEATS, Rules, State, at_least, closed_slots,
    count_unseen, has_limbo, holder_of, mover_of, sees_slot,
)


cdef inline void learn(State *s, int stack, int slot, int who) noexcept nogil:
    """Holders in the mask `who` see this card, which they may have known to be there (R18)."""
    cdef int kind = s.card[stack][slot] - 1, holder
    cdef int fresh = who & ~s.knows[stack][slot]
    cdef uint8_t *known
    s.knows[stack][slot] |= who
    if s.head.lean or slot >= s.mixed[stack]:
        return
    for holder in range(HOLDERS):
        if fresh >> holder & 1:
            known = at_least(s, holder, stack)
            if known[kind]:
                known[kind] -= 1


cdef inline void mix_facts(State *s, int mover, int stack) noexcept nogil:
    """What a holder knew of single cards, it now knows only of the whole stack (R17)."""
    cdef int slots[HEIGHT]
    cdef int n = closed_slots(s, stack, slots), holder, i
    cdef uint8_t *known
    for holder in range(HOLDERS):
        known = at_least(s, holder, stack)
        if holder == mover:
            memset(known, 0, KINDS)
            continue
        for i in range(n):
            if s.knows[stack][slots[i]] >> holder & 1:
                known[s.card[stack][slots[i]] - 1] += 1
    s.mixed[stack] = s.height[stack]


cdef inline void sort_loose(State *s) noexcept nogil:
    """Cards not yet put back lie sorted by kind, whatever their order was."""
    cdef int slots[HEIGHT]
    cdef int n = closed_slots(s, s.target, slots), i, j
    cdef uint8_t *card = s.card[s.target]
    cdef uint8_t moving
    for i in range(s.slot + 1, n):
        moving = card[slots[i]]
        j = i
        while j > s.slot and card[slots[j - 1]] > moving:
            card[slots[j]] = card[slots[j - 1]]
            j -= 1
        card[slots[j]] = moving


cdef inline void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    """Wipe the cards and the facts that are not the viewer's."""
    cdef int seat, slot
    for seat in range(r.seats):
        for slot in range(s.height[seat]):
            if not sees_slot(s, viewer, seat, slot):
                s.card[seat][slot] = 0
        if seat != viewer:
            memset(s.hand[seat], 0, KINDS)
            if not s.head.lean:
                memset(s.secret[seat], 0, SEATS * KINDS)
    if viewer != mover_of(s, r):
        s.limbo = 0
    s.head.view_of = viewer


cdef inline void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    """Deal the unseen cards, except those that somebody was seen to have.

    There is no guidance about hidden choices here, so both modes are the same.
    """
    cdef int viewer = s.head.view_of, mover = mover_of(s, r), stack, seat
    cdef int pool[KINDS]
    cdef int left = free_cards(s, r, pool)
    for stack in range(r.seats):
        left = imagine_stack(s, stack, pool, left, rng)
    for seat in range(r.seats):
        if seat != viewer:
            left = imagine_hand(s, seat, has_limbo(s) and seat == mover, pool, left, rng)
    if s.phase == ORDER and viewer != mover:
        sort_loose(s)
    s.head.view_of = FULL
    if not s.head.lean:
        for seat in range(r.seats):
            if seat != viewer:
                for stack in range(r.seats):
                    imagine_secret(s, seat, stack, rng)


cdef inline int draw_kind(Count *counts, int size, Rng *rng) noexcept nogil:
    """Take one of `size` cards out of the counts, each equally likely."""
    cdef int kind = pick_kind(counts, size, rng)
    counts[kind] -= 1
    return kind


cdef inline int free_cards(const State *s, const Rules *r, int *pool) noexcept nogil:
    """Per kind the cards whose place the viewer knows nothing about; returns how many."""
    cdef int viewer = s.head.view_of, seat, kind
    count_unseen(s, r, pool)
    for kind in range(KINDS):
        for seat in range(r.seats):
            if seat != viewer:
                pool[kind] -= s.openly[seat][kind]
            pool[kind] -= at_least(s, holder_of(viewer), seat)[kind]
    return total(pool, KINDS)


cdef inline int imagine_stack(State *s, int stack, int *pool, int left, Rng *rng) noexcept nogil:
    """Cards known to be in the mixed part get random places there; the pool fills the others."""
    cdef uint8_t need[KINDS]
    cdef int known, unknown = 0, slot
    memcpy(need, at_least(s, holder_of(s.head.view_of), stack), KINDS)
    known = total(need, KINDS)
    for slot in range(s.mixed[stack]):
        unknown += s.card[stack][slot] == 0
    for slot in range(s.height[stack]):
        if s.card[stack][slot]:
            continue
        if slot < s.mixed[stack]:
            unknown -= 1
            if known and below(rng, unknown + 1) < known:
                s.card[stack][slot] = draw_kind(need, known, rng) + 1
                known -= 1
                continue
        s.card[stack][slot] = draw_kind(pool, left, rng) + 1
        left -= 1
    return left


cdef inline int imagine_hand(
    State *s, int seat, bint limbo, int *pool, int left, Rng *rng
) noexcept nogil:
    """Hand and limbo are one place; any of its cards may be the one in limbo."""
    cdef int size = s.hand_size[seat] + limbo, missing = size - total(s.openly[seat], KINDS)
    s.hand[seat] = s.openly[seat]
    while missing > 0:
        s.hand[seat][draw_kind(pool, left, rng)] += 1
        left -= 1
        missing -= 1
    if limbo:
        s.limbo = draw_kind(s.hand[seat], size, rng) + 1
    return left


cdef inline int named_alone(const State *s, int holder, int stack, int kind) noexcept nogil:
    """Cards of this kind in the mixed part that the holder can place and the public cannot."""
    cdef int n = 0, slot
    for slot in range(s.mixed[stack]):
        if (s.card[stack][slot] == kind + 1 and s.knows[stack][slot] >> holder & 1
                and not s.knows[stack][slot] >> ONLOOKER & 1):
            n += 1
    return n


cdef inline int count_unplaced(const State *s, int holder, int stack, int *lies) noexcept nogil:
    """The places of the mixed part that a holder cannot name, and what is known to lie there."""
    cdef int n = 0, slot
    memset(lies, 0, KINDS * sizeof(int))
    for slot in range(s.mixed[stack]):
        if not s.knows[stack][slot] >> holder & 1:
            n += 1
            if s.card[stack][slot]:
                lies[s.card[stack][slot] - 1] += 1
    return n


cdef inline void imagine_secret(State *s, int seat, int stack, Rng *rng) noexcept nogil:
    """What a seat knows of a mixed part: all of its own stack; of others, anything that fits."""
    cdef int lies[KINDS]
    cdef int kind, least
    count_unplaced(s, seat, stack, lies)
    for kind in range(KINDS):
        least = lies[kind]
        if seat != stack:
            least = max(0, s.common[stack][kind] - named_alone(s, seat, stack, kind))
        s.secret[seat][stack][kind] = least + below(rng, lies[kind] - least + 1)
