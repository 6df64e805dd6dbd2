"""Points by source, as they would count if the game ended now (R31)."""
from libc.stdint cimport uint64_t

from engines.bits cimport lowest_bit64
from engines.bruges.board cimport total
from engines.bruges.counting cimport amount_of, count_bits
from engines.bruges.rules cimport (
    COLOURS, N_SOURCES, PER_COLOUR, SECTIONS, Bruges, BrugesRules, Clause,
)


cdef inline int laurel_points(
    const Bruges *s, const BrugesRules *r, int seat, int card
) noexcept nogil:
    """All clauses of a laurel, for its owner."""
    cdef const Clause *clause = &r.clause[r.effect[card] - 1]
    cdef int sum = amount_of(s, r, seat, clause)
    while not clause.last:
        clause += 1
        sum += amount_of(s, r, seat, clause)
    return sum


cdef inline void people_points(
    const Bruges *s, const BrugesRules *r, int seat, int *worth, int *laurels
) noexcept nogil:
    cdef int c, card
    cdef uint64_t left
    worth[0] = laurels[0] = 0
    for c in range(COLOURS):
        left = s.people[seat][c]
        while left:
            card = c * PER_COLOUR + lowest_bit64(left)
            left &= left - 1
            worth[0] += r.worth[card]
        left = s.people[seat][c] & r.laurels[c]
        while left:
            laurels[0] += laurel_points(s, r, seat, c * PER_COLOUR + lowest_bit64(left))
            left &= left - 1


cdef inline int canal_points(const Bruges *s, const BrugesRules *r, int seat) noexcept nogil:
    cdef int sum = 0, section
    for section in range(SECTIONS):
        sum += s.statue[seat][section]
        if s.canal[seat][section] >= r.canal_space:
            sum += r.canal_points
    return sum


cdef inline void points_by_source(
    const Bruges *s, const BrugesRules *r, int seat, int *out
) noexcept nogil:
    out[0] = s.points[seat]
    people_points(s, r, seat, &out[1], &out[3])
    out[2] = r.house_points * total(s.houses[seat])
    out[4] = r.majority_points * count_bits(s.majority[seat])
    out[5] = canal_points(s, r, seat)
    out[6] = r.step_points[s.reputation[seat]]


cdef inline int points_of(const Bruges *s, const BrugesRules *r, int seat) noexcept nogil:
    cdef int parts[N_SOURCES]
    cdef int sum = 0, i
    points_by_source(s, r, seat, parts)
    for i in range(N_SOURCES):
        sum += parts[i]
    return sum
