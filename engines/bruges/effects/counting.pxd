"""What effects count, and whether an effect would do anything now."""
from libc.stdint cimport uint64_t

from eminence.engines.bruges.board cimport (
    canal_price, canal_total, cards_left, colours_in, count_cards, hand_total, is_warded,
    seat_after, step_price, total,
)
from eminence.engines.bruges.state cimport (
    ANY_COLOUR, AT_DOUBLE, CANAL_TOKEN, COLOURS, DRAW_CARDS, FOR_FREE, FROM_PILE, GIVE_GUILDERS,
    GUILDERS_GAIN, HOUSE_CARD, N_MAJORITIES, OPP_CANAL, OPP_CARDS, OPP_GUILDERS, OPP_HOUSE, OPP_VP,
    PER_CANAL, PER_DIE_LOW, PER_GROUP, PER_GUILDER, PER_HOUSE, PER_HOUSE_ANY, PER_HOUSE_EMPTY,
    PER_MAJORITY, PER_NOTHING, PER_PERSON, PER_PERSON_ANY, PER_REP, PER_STATUE, PER_THREAT,
    PER_WORKER, PLAY_CARD, RECRUIT_PERSON, REPUTATION_STEPS, SECTIONS, SPACES, STEAL_GUILDERS,
    STEAL_WORKERS, TRADE_GOODS, UNTHREAT_MARKERS, VP, WORKERS_GAIN, Clause, Rules, State,
)

cdef inline bint shows_high(const State *s, const Rules *r, int colour) noexcept nogil:
    return s.dice[colour] >= r.threat_from


cdef inline bint shows_low(const State *s, const Rules *r, int colour) noexcept nogil:
    return 0 < s.dice[colour] <= r.price_up_to


cdef inline int count_dice(const State *s, const Rules *r, bint low) noexcept nogil:
    cdef int n = 0, c
    for c in range(COLOURS):
        n += shows_low(s, r, c) if low else shows_high(s, r, c)
    return n


cdef inline int count_group(const State *s, const Rules *r, int seat, int group) noexcept nogil:
    cdef int n = 0, c
    cdef uint64_t members
    for c in range(COLOURS):
        members = s.people[seat][c] & r.group_cards[group][c]
        while members:
            members &= members - 1
            n += 1
    return n


cdef inline int count_groups(const State *s, const Rules *r, int seat) noexcept nogil:
    """Different groups among the seat's people."""
    cdef int n = 0, g, c
    for g in range(r.groups):
        for c in range(COLOURS):
            if s.people[seat][c] & r.group_cards[g][c]:
                n += 1
                break
    return n


cdef inline int majorities_won(const State *s, int seat) noexcept nogil:
    cdef int n = 0, i
    for i in range(N_MAJORITIES):
        n += s.majority[seat] >> i & 1
    return n


cdef inline int count_per(
    const State *s, const Rules *r, int seat, const Clause *clause
) noexcept nogil:
    """How many the owner has of what the clause counts (R28)."""
    cdef int per = clause.per
    if per == PER_HOUSE_ANY:
        return total(s.houses[seat])
    if per == PER_HOUSE_EMPTY:
        return total(s.empty[seat])
    if per == PER_HOUSE:
        return s.houses[seat][clause.per_index]
    if per == PER_PERSON_ANY:
        return count_cards(s.people[seat])
    if per == PER_PERSON:
        return count_group(s, r, seat, clause.per_index)
    if per == PER_CANAL:
        return canal_total(s, seat)
    if per == PER_STATUE:
        return (s.statue[seat][0] > 0) + (s.statue[seat][1] > 0)
    if per == PER_THREAT:
        return total(s.threat[seat])
    if per == PER_WORKER:
        return total(s.workers[seat])
    if per == PER_GUILDER:
        return s.guilders[seat]
    if per == PER_GROUP:
        return count_groups(s, r, seat)
    if per == PER_REP:
        return s.reputation[seat]
    if per == PER_MAJORITY:
        return majorities_won(s, seat)
    return count_dice(s, r, per == PER_DIE_LOW)


cdef inline int amount_of(
    const State *s, const Rules *r, int seat, const Clause *clause
) noexcept nogil:
    if clause.per == PER_NOTHING:
        return clause.amount
    return clause.amount * (count_per(s, r, seat, clause) / clause.each)


cdef inline bint die_allows(const State *s, const Rules *r, const Clause *clause) noexcept nogil:
    return clause.die == 0 or (
        shows_low(s, r, clause.die - 1) if clause.low_faces
        else shows_high(s, r, clause.die - 1))


# --- whether a clause does anything: told from what everybody sees ---

cdef inline int canal_times(const Clause *clause) noexcept nogil:
    """How often the printed price is paid."""
    if clause.option == FOR_FREE:
        return 0
    return 1 + (clause.option == AT_DOUBLE)


cdef inline int canal_options(const State *s, const Rules *r, int seat, int times) noexcept nogil:
    """Mask of the sections that the seat can pay the next space of."""
    cdef int mask = 0, section
    for section in range(SECTIONS):
        if s.canal[seat][section] < SPACES:
            mask |= (canal_price(s, r, seat, section, times) <= s.guilders[seat]) << section
    return mask


cdef inline int markers_of(const State *s, int seat, const Clause *clause, int low) noexcept nogil:
    """Mask of the colours, from `low` on, that the clause can return a marker of."""
    cdef int mask = colours_in(s.threat[seat]) >> low << low
    return mask if clause.colour == ANY_COLOUR else mask & 1 << clause.colour


cdef inline bint can_give(const State *s, int seat, const Clause *clause, int low) noexcept nogil:
    """Whether the seat has what the trade costs; of workers, colours from `low` on."""
    if clause.option == GIVE_GUILDERS:
        return s.guilders[seat] >= clause.price
    return colours_in(s.workers[seat]) >> low != 0


cdef inline bint has_for(const State *s, int seat, int verb) noexcept nogil:
    """Whether the seat has anything that the verb could take."""
    if verb == STEAL_GUILDERS or verb == OPP_GUILDERS:
        return s.guilders[seat] > 0
    if verb == STEAL_WORKERS:
        return total(s.workers[seat]) > 0
    if verb == OPP_VP:
        return s.points[seat] > 0
    if verb == OPP_CANAL:
        return canal_total(s, seat) > 0
    if verb == OPP_HOUSE:
        return total(s.houses[seat]) > 0
    if verb == OPP_CARDS:
        return hand_total(s, seat) > 0
    return True


cdef inline int victims(const State *s, const Rules *r, int seat, int verb) noexcept nogil:
    """Mask of the opponents without a ward that have something to lose."""
    cdef int mask = 0, i, other
    for i in range(1, r.seats):
        other = seat_after(r, seat, i)
        if has_for(s, other, verb) and not is_warded(s, r, other):
            mask |= 1 << other
    return mask


cdef inline bint does_something(
    const State *s, const Rules *r, int seat, const Clause *clause
) noexcept nogil:
    cdef int verb = clause.verb
    if not die_allows(s, r, clause):
        return False
    if verb == VP or verb == GUILDERS_GAIN or verb == WORKERS_GAIN:
        return amount_of(s, r, seat, clause) > 0
    if verb == DRAW_CARDS:
        return cards_left(s)
    if verb == PLAY_CARD or verb == HOUSE_CARD:
        return cards_left(s) if clause.option == FROM_PILE else hand_total(s, seat) > 0
    if verb == UNTHREAT_MARKERS:
        return markers_of(s, seat, clause, 0) != 0
    if verb == TRADE_GOODS:
        return can_give(s, seat, clause, 0)
    if verb == REPUTATION_STEPS:
        return s.reputation[seat] < r.steps and (
            step_price(s, r, seat, clause.price) <= s.guilders[seat])
    if verb == CANAL_TOKEN:
        return canal_options(s, r, seat, canal_times(clause)) != 0
    if verb == RECRUIT_PERSON:
        return hand_total(s, seat) > 0 and total(s.empty[seat]) > 0
    return victims(s, r, seat, verb) != 0
