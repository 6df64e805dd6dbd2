"""Who wins a succession, and what follows: the new ruler or chaos."""
from libc.string cimport memset

from eminence.cython_ext.game cimport TO_ALL, Seen, show
from eminence.engines.blood_of_kings.board cimport (
    has_tile, move_to_position, ruler_has, throne_bonus,
)
from eminence.engines.blood_of_kings.dynasty.cards cimport (
    discard_from_mat, is_legal_influence, stack_top,
)
from eminence.engines.blood_of_kings.kingdom.realm cimport (
    crown, into_chaos, lower_unrest, put_on_stack,
)
from eminence.engines.blood_of_kings.state cimport CHAOTIC, NO_CHALLENGE, PEACEFUL, VIOLENT, State
from eminence.engines.blood_of_kings.tables cimport (
    KINGDOMS, LOYAL_BARONS, MAX_PLAYERS, POPULAR_SUPPORT, STRATEGIC_MARRIAGE, SUCCESSION, Rules,
)
from eminence.engines.kit.bits cimport lowest_bit64
from eminence.engines.kit.counts cimport kinds_in

cdef enum:
    NOBODY = -1


cdef struct Tally:
    # What lies before each seat once the cards of a succession are turned up.
    int cards[MAX_PLAYERS]
    int total[MAX_PLAYERS]


# --- counting ---

cdef inline int ruler_bit(const State *s) noexcept nogil:
    """Mask of the seat whose throne it is; empty in chaos."""
    return 1 << s.ruler[s.throne] >> 1


cdef inline void add_bonuses(
    const State *s, const Rules *r, int challengers, Tally *tally
) noexcept nogil:
    """Challengers add a Strategic Marriage; a ruler's total is never below 0 (R26.6)."""
    cdef int seat
    for seat in range(r.seats):
        if challengers >> seat & 1 and has_tile(s, seat, STRATEGIC_MARRIAGE):
            tally.total[seat] += r.strategic_marriage
        elif seat + 1 == s.ruler[s.throne]:
            tally.total[seat] = max(0, tally.total[seat] + throne_bonus(s, r, s.throne))


cdef inline int highest_of(const int *numbers, int among) noexcept nogil:
    """Mask of the seats that share the highest number."""
    cdef int best = -1, mask = 0, seat
    for seat in range(MAX_PLAYERS):
        if among >> seat & 1:
            if numbers[seat] > best:
                best = numbers[seat]
                mask = 0
            if numbers[seat] == best:
                mask |= 1 << seat
    return mask


cdef inline int single(int mask) noexcept nogil:
    """The only seat in the set; NOBODY if there are several or none."""
    return NOBODY if mask == 0 or mask & (mask - 1) else lowest_bit64(mask)


cdef inline void turn_up_committed(
    State *s, const Rules *r, Tally *tally, Seen *seen
) noexcept nogil:
    """All face-down cards are shown, counted if they are legal, and discarded."""
    cdef int kingdom = s.throne, seat, before, kind, at
    for seat in range(r.seats):
        while s.committed[seat]:
            at = stack_top(s, seat, kingdom)
            kind = s.mat[at]
            before = s.pledged[at] - 1 if s.challenge == VIOLENT else seat
            show(seen, TO_ALL, kind)
            if is_legal_influence(r, kind, kingdom):
                tally.cards[before] += 1
                tally.total[before] += r.value[kind]
            discard_from_mat(s, seat, kingdom)
            s.committed[seat] -= 1


# --- winners: a seat, or NOBODY ---

cdef inline int challengers_of(const State *s) noexcept nogil:
    """Peaceful: seats other than the ruler's with a legal card face up or a declaration."""
    return (s.revealed | s.declared) & ~ruler_bit(s)


cdef inline int peaceful_winner(const State *s, const Rules *r) noexcept nogil:
    cdef int challengers = challengers_of(s), seat
    cdef Tally tally
    if challengers == 0:
        return s.ruler[s.throne] - 1
    for seat in range(MAX_PLAYERS):
        tally.total[seat] = s.influence[seat]
    add_bonuses(s, r, challengers, &tally)
    return single(highest_of(tally.total, challengers | ruler_bit(s)))


cdef inline int violent_winner(const State *s, const Rules *r, Tally *tally) noexcept nogil:
    """The most cards; among tied seats the one with the highest influence of all (Q9, Q45)."""
    cdef int ruler = ruler_bit(s), tied, best, seat
    cdef int challengers = (kinds_in(tally.cards, MAX_PLAYERS) | s.declared) & ~ruler
    if challengers == 0:
        return s.ruler[s.throne] - 1
    # Loyal Barons count as legal cards without a value.
    for seat in range(r.seats):
        if (challengers | ruler) >> seat & 1 and has_tile(s, seat, LOYAL_BARONS):
            tally.cards[seat] += r.baron_cards
    tied = highest_of(tally.cards, challengers | ruler)
    if single(tied) != NOBODY:
        return single(tied)
    if tied & ruler and ruler_has(s, s.throne, POPULAR_SUPPORT):
        return s.ruler[s.throne] - 1
    add_bonuses(s, r, challengers, tally)
    best = highest_of(tally.total, challengers | ruler)
    return single(best) if best & tied else NOBODY


cdef inline int chaotic_winner(const State *s, const Rules *r, Tally *tally) noexcept nogil:
    cdef int challengers = kinds_in(tally.cards, MAX_PLAYERS) | s.declared
    add_bonuses(s, r, challengers, tally)
    return single(highest_of(tally.total, challengers))


# --- what follows ---

cdef inline void enthrone(State *s, const Rules *r, int winner) noexcept nogil:
    """A new ruler by violence brings the kingdom's Succession card into play (R27.6)."""
    cdef int kingdom = s.throne
    if winner == NOBODY:
        if s.ruler[kingdom]:
            into_chaos(s, r, kingdom)
    elif winner + 1 != s.ruler[kingdom]:
        crown(s, r, kingdom, winner)
        if s.challenge == VIOLENT:
            put_on_stack(s, kingdom, SUCCESSION)


cdef inline void conclude(State *s, const Rules *r, Seen *seen) noexcept nogil:
    cdef Tally tally
    memset(&tally, 0, sizeof(tally))
    if s.challenge == PEACEFUL:
        enthrone(s, r, peaceful_winner(s, r))
    else:
        turn_up_committed(s, r, &tally, seen)
        if s.challenge == CHAOTIC:
            enthrone(s, r, chaotic_winner(s, r, &tally))
        else:
            enthrone(s, r, violent_winner(s, r, &tally))
            move_to_position(s, s.throne, KINGDOMS - 1)
            lower_unrest(s, s.throne, r.unrest_falls)
    s.challenge = NO_CHALLENGE
    s.throne = s.called = s.caller = s.declared = s.revealed = s.added = 0
    memset(s.influence, 0, sizeof(s.influence))
