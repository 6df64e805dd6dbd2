"""What `check` asks of a succession."""
from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.blood_of_kings.board cimport seat_after
from eminence.engines.blood_of_kings.dynasty.cards cimport stack_top
from eminence.engines.blood_of_kings.state cimport (
    BAD_CALLED, BAD_COMMITTED, BAD_DECLARED, BAD_FACE_UP, BAD_IDLE_SUCCESSION, BAD_PLEDGED,
    BAD_PROGRESS, BAD_THRONE, CHAOTIC, DYNASTY_PHASE, FINISH, KINGDOM_PHASE, OK, PEACEFUL, VIOLENT,
    State,
)
from eminence.engines.blood_of_kings.succession.calls cimport callable_seats, can_declare
from eminence.engines.blood_of_kings.succession.throne cimport challengers_of, ruler_bit
from eminence.engines.blood_of_kings.tables cimport (
    KINGDOMS, MAX_CARDS, MAX_PLAYERS, MOST, SUCCESSION, Rules,
)
from eminence.engines.kit.counts cimport total


cdef inline int check_succession(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The general checks run before; at their end they test that the rules ask what is pending."""
    if s.challenge == 0:
        return refuse(why, BAD_IDLE_SUCCESSION) if something_left(s) else OK
    if s.challenge > CHAOTIC or s.throne >= KINGDOMS or not throne_fits(s):
        return refuse(why, BAD_THRONE, s.throne)
    return check_masks(s, r, why) or check_committed(s, r, why) or (
        OK if progress_fits(s, r) else refuse(why, BAD_PROGRESS, s.throne))


cdef inline bint something_left(const State *s) noexcept nogil:
    cdef int i, found = s.throne | s.called | s.caller | s.declared | s.revealed | s.added
    for i in range(MAX_PLAYERS):
        found |= s.committed[i] | s.influence[i]
    return found or total(s.pledged, MAX_CARDS)


cdef inline bint throne_fits(const State *s) noexcept nogil:
    """Violence comes in the dynasty phase, the others are the active kingdom's action."""
    if (s.ruler[s.throne] == 0) != (s.challenge == CHAOTIC):
        return False
    if s.challenge == VIOLENT:
        return s.phase == DYNASTY_PHASE
    return s.phase == KINGDOM_PHASE and s.order[s.acting] == s.throne and (
        s.stage == FINISH and s.played[s.throne] == SUCCESSION + 1)


# --- who was called, who challenges ---

cdef inline int check_masks(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat
    if s.called >> r.seats or s.caller > r.seats or (
        s.caller and not s.called >> (s.caller - 1) & 1
    ):
        return refuse(why, BAD_CALLED)
    if s.declared >> r.seats:
        return refuse(why, BAD_DECLARED)
    for seat in range(MAX_PLAYERS):
        if s.declared >> seat & 1 and not can_declare(s, seat):
            return refuse(why, BAD_DECLARED)
        if not face_up_fits(s, r, seat):
            return refuse(why, BAD_FACE_UP, seat)
    return OK


cdef inline bint face_up_fits(const State *s, const Rules *r, int seat) noexcept nogil:
    """Only those called in a peaceful succession have cards face up."""
    if s.influence[seat] == 0:
        return not s.revealed >> seat & 1
    return s.challenge == PEACEFUL and s.influence[seat] <= MOST and (
        s.revealed >> seat & s.called >> seat & 1)


# --- cards face down ---

cdef inline int check_committed(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The committed cards lie on top of their stacks; only violence puts them before somebody."""
    cdef int seat, i, end, marked = 0
    for seat in range(MAX_PLAYERS):
        if s.committed[seat] and (
            seat >= r.seats or s.challenge == PEACEFUL
            or s.committed[seat] > s.height[seat][s.throne]
        ):
            return refuse(why, BAD_COMMITTED, seat)
        if s.challenge == VIOLENT:
            end = stack_top(s, seat, s.throne) + 1
            for i in range(end - s.committed[seat], end):
                if s.pledged[i] == 0 or s.pledged[i] > r.seats:
                    return refuse(why, BAD_PLEDGED, i)
            marked += s.committed[seat]
    for i in range(MAX_CARDS):
        marked -= s.pledged[i] > 0
    return refuse(why, BAD_PLEDGED, MAX_CARDS) if marked else OK


# --- how far it has got ---

cdef inline bint progress_fits(const State *s, const Rules *r) noexcept nogil:
    """The ruler answers last; in a peaceful succession only to challengers."""
    cdef int seat = s.caller - 1
    if s.called & ruler_bit(s):
        if s.caller != s.ruler[s.throne] or callable_seats(s, r) or (
            s.challenge == PEACEFUL and challengers_of(s) == 0
        ):
            return False
    if s.caller == 0:
        return s.added == 0
    if s.challenge == PEACEFUL:
        return s.added <= MAX_CARDS
    if s.challenge == VIOLENT:
        return s.added <= s.committed[seat]
    return s.added == 0 and s.committed[seat] == 0 and called_in_order(s, r, seat)


cdef inline bint called_in_order(const State *s, const Rules *r, int seat) noexcept nogil:
    """Nobody after the seat was called, and nobody before it was left out."""
    cdef int i, other, left = callable_seats(s, r)
    cdef bint before = True
    for i in range(r.seats):
        other = seat_after(r, s.first, i)
        if other == seat:
            before = False
        elif left >> other & 1 if before else s.called >> other & 1 or s.committed[other]:
            return False
    return True
