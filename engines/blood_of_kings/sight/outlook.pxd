"""The table from the side of one seat: which kingdom is whose, who leads, what is in question.

Nothing here may depend on what the seat cannot see: of the others' face-down cards only how many
there are.
"""
from eminence.engines.blood_of_kings.board cimport friendly, total_glory
from eminence.engines.blood_of_kings.dynasty.cards cimport (
    is_legal_influence, stack_start, stack_top,
)
from eminence.engines.blood_of_kings.state cimport (
    DYNASTY_PHASE, KINGDOM_PHASE, NEGOTIATION_PHASE, USE_NOTHING, State,
)
from eminence.engines.blood_of_kings.succession.worth cimport USUAL_CARD
from eminence.engines.blood_of_kings.tables cimport KINGDOMS, MAX_PLAYERS, UNREST_CARD, Rules
from eminence.engines.blood_of_kings.worth cimport Claims

cdef enum:
    NO_KINGDOM = -1

cdef enum:                  # whose a kingdom is
    MINE
    A_FRIEND                # ruled by another, but allied to a kingdom of mine
    THE_LEADER              # ruled by the other seat with the most Glory
    ANOTHER
    NOBODYS                 # in chaos
    RELATIONS


cdef struct Outlook:
    int seat
    int leader              # the other seat with the most Glory
    int glory[MAX_PLAYERS]  # tiles included
    int kingdom[KINGDOMS]   # own ones from the front, the others from the back: see `line_up`
    int slot[KINGDOMS]      # the way back: where each kingdom is
    int relation[KINGDOMS]


# --- who is who ---

cdef inline int seat_of_side(const Rules *r, int seat, int side) noexcept nogil:
    """The seat so many places to the left."""
    return seat + side if seat + side < r.seats else seat + side - r.seats


cdef inline int side_of_seat(const Rules *r, int seat, int other) noexcept nogil:
    """How many places to the left the other seat is: 0 for the seat itself."""
    return other - seat if other >= seat else other - seat + r.seats


cdef inline int relation_to(const State *s, const Outlook *o, int kingdom) noexcept nogil:
    cdef int ruler = s.ruler[kingdom] - 1, k
    if ruler < 0:
        return NOBODYS
    if ruler == o.seat:
        return MINE
    for k in range(KINGDOMS):
        if s.ruler[k] == o.seat + 1 and friendly(s, k, kingdom):
            return A_FRIEND
    return THE_LEADER if ruler == o.leader else ANOTHER


cdef inline void put_in_slot(Outlook *o, int slot, int kingdom) noexcept nogil:
    o.kingdom[slot] = kingdom
    o.slot[kingdom] = slot


cdef inline void line_up(const State *s, const Rules *r, Outlook *o) noexcept nogil:
    """Own kingdoms take the first slots. The others take the last ones, those of the next seat at
    the very end, and those without a ruler come in between. So a slot mostly means the same.
    """
    cdef int front = 0, back = KINGDOMS - 1, side, ruler, k
    for side in range(r.seats):
        ruler = seat_of_side(r, o.seat, side) + 1
        for k in range(KINGDOMS):
            if s.ruler[k] == ruler:
                if side == 0:
                    put_in_slot(o, front, k)
                    front += 1
                else:
                    put_in_slot(o, back, k)
                    back -= 1
    for k in range(KINGDOMS):
        if s.ruler[k] == 0:
            put_in_slot(o, back, k)
            back -= 1


cdef inline void look_around(const State *s, const Rules *r, int seat, Outlook *o) noexcept nogil:
    cdef int other, k
    o.seat = seat
    o.leader = -1
    for other in range(r.seats):
        o.glory[other] = total_glory(s, r, other)
        if other != seat and (o.leader < 0 or o.glory[other] > o.glory[o.leader]):
            o.leader = other
    line_up(s, r, o)
    for k in range(KINGDOMS):
        o.relation[k] = relation_to(s, o, k)


# --- influence ---

cdef inline bint is_legal_here(const Rules *r, int kind, int kingdom) noexcept nogil:
    """Also asked of UNKNOWN, in views of other seats."""
    return kind < UNREST_CARD and is_legal_influence(r, kind, kingdom)


cdef inline void fill_claims(
    const State *s, const Rules *r, int seat, Claims *claims
) noexcept nogil:
    """The seat's own legal influence on each kingdom; the cards of the others by their number."""
    cdef int at = stack_start(s, seat, 0), k, i, other, kind
    for k in range(KINGDOMS):
        for other in range(r.seats):
            claims[k].cards[other] = s.height[other][k]
            claims[k].influence[other] = USUAL_CARD * s.height[other][k]
        claims[k].cards[seat] = claims[k].influence[seat] = 0
        for i in range(at, at + s.height[seat][k]):
            kind = s.mat[i]
            if is_legal_here(r, kind, k):
                claims[k].cards[seat] += 1
                claims[k].influence[seat] += r.value[kind]
        at += s.height[seat][k]


cdef inline int most_cards(const State *s, const Rules *r, int seat, int kingdom) noexcept nogil:
    """Of one other seat on the kingdom."""
    cdef int most = 0, other
    for other in range(r.seats):
        if other != seat:
            most = max(most, <int>s.height[other][kingdom])
    return most


cdef inline int cards_before(const State *s, const Rules *r, int seat) noexcept nogil:
    """Face-down cards of everybody that lie before the seat, bluffs included."""
    cdef int n = 0, other, top, i
    for other in range(r.seats):
        if s.committed[other]:
            top = stack_top(s, other, s.throne)
            for i in range(s.committed[other]):
                n += s.pledged[top - i] == seat + 1
    return n


# --- what is in question ---

cdef inline int kingdom_in_question(const State *s) noexcept nogil:
    """The kingdom that acts, is the target of a card, or whose throne is fought for."""
    if s.challenge:
        return s.throne
    if s.phase == KINGDOM_PHASE and s.acting < KINGDOMS:
        return s.order[s.acting]
    if s.phase == DYNASTY_PHASE and s.use != USE_NOTHING:
        return s.target
    if s.phase == NEGOTIATION_PHASE and s.giver:
        return s.giver - 1
    return NO_KINGDOM
