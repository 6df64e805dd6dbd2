"""What can be played in the dynasty phase, and on whom."""
from libc.stdint cimport int32_t

from eminence.engines.blood_of_kings.dynasty.diplomacy cimport eligible_regions, list_regions
from eminence.engines.blood_of_kings.dynasty.plays cimport permitting
from eminence.engines.blood_of_kings.state cimport (
    ATTRITION, DIPLOMACY, INFLUENCE, KINGDOM, LOOK, NO, ORDER_TRACK, UNREST, USE_DIPLOMACY, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTRITION_CARD, DIPLOMACY_CARD, INTRIGUE_CARD, KINDS, KINGDOMS, MAX_PLAYERS, MAY_ATTRITION,
    MAY_DIPLOMACY, MAY_INFLUENCE, MAY_INTRIGUE, MAY_UNREST, UNREST_CARD, Rules,
)
from eminence.engines.kit.bits cimport list_bits64


cdef inline int list_influence(const State *s, int kingdoms, int seat, int32_t *out) noexcept nogil:
    """Any card may lie face down, a bluff as well (R16.4)."""
    cdef int32_t kinds[KINDS]
    cdef int n_kinds = 0, n = 0, kind, k, i
    if kingdoms == 0:
        return 0
    for kind in range(KINDS):
        if s.hand[seat][kind]:
            kinds[n_kinds] = INFLUENCE + kind
            n_kinds += 1
    for k in range(KINGDOMS):
        if kingdoms >> k & 1:
            for i in range(n_kinds):
                out[n] = kinds[i] + k * KINDS
                n += 1
    return n


cdef inline int list_diplomacy(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """Only where a region is eligible."""
    cdef int kingdoms = permitting(s, r, MAY_DIPLOMACY), n = 0, k
    for k in range(KINGDOMS):
        if kingdoms >> k & 1 and eligible_regions(s, r, k):
            out[n] = DIPLOMACY + k
            n += 1
    return n


cdef inline int list_intrigue(const State *s, int kingdoms, int seat, int32_t *out) noexcept nogil:
    """Stacks of others with cards in them, and the order track."""
    cdef int n = 0, other, k
    if kingdoms == 0:
        return 0
    for other in range(MAX_PLAYERS):
        if other != seat:
            for k in range(KINGDOMS):
                if kingdoms >> k & 1 and s.height[other][k]:
                    out[n] = LOOK + other * KINGDOMS + k
                    n += 1
    out[n] = ORDER_TRACK
    return n + 1


cdef inline int list_plays(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    cdef int seat = s.head.player, n = 1
    out[0] = NO
    n += list_influence(s, permitting(s, r, MAY_INFLUENCE), seat, out + n)
    if s.hand[seat][UNREST_CARD]:
        n += list_bits64(permitting(s, r, MAY_UNREST), UNREST, out + n)
    if s.hand[seat][ATTRITION_CARD]:
        n += list_bits64(permitting(s, r, MAY_ATTRITION), ATTRITION, out + n)
    if s.hand[seat][DIPLOMACY_CARD]:
        n += list_diplomacy(s, r, out + n)
    if s.hand[seat][INTRIGUE_CARD]:
        n += list_intrigue(s, permitting(s, r, MAY_INTRIGUE), seat, out + n)
    return n


cdef inline int second_kingdoms(const State *s, const Rules *r) noexcept nogil:
    """Popular Support: another kingdom that permits Unrest."""
    return permitting(s, r, MAY_UNREST) & ~(1 << s.target)


cdef inline int list_second(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    out[0] = NO
    if s.use == USE_DIPLOMACY:
        return 1 + list_regions(s, r, out + 1)
    return 1 + list_bits64(second_kingdoms(s, r), KINGDOM, out + 1)
