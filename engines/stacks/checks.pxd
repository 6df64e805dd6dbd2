"""Stacks: what makes sense. Each refusal has its sentence in words.py."""
from libc.stdint cimport uint8_t

from eminence.cython_ext.game cimport CHANCE, FULL, OVER, Problem, refuse
from eminence.engines.kit.counts cimport total
from eminence.engines.stacks.knowledge cimport count_unplaced, free_cards, named_alone
from eminence.engines.stacks.state cimport (
    BAD_AGENDA, BAD_CARD, BAD_CHALLENGER, BAD_CHALLENGES, BAD_CLAIM, BAD_COMMON, BAD_DISCARD,
    BAD_EMPTY_SLOT, BAD_HAND, BAD_HAND_SIZE, BAD_HEIGHT, BAD_KNOWERS, BAD_LIMBO, BAD_LOOSE,
    BAD_MIXED, BAD_OPENLY, BAD_OTHER_HAND, BAD_PILE, BAD_PLAYER, BAD_ROW, BAD_SECRET, BAD_SETUP,
    BAD_TURN, DEAL, DRAW, FACE_UP, FALSE_FACT, FILL, FOIL, FORGOTTEN, HEIGHT, HOLDERS, KINDS,
    NOTHING, OK, ONLOOKER, ORDER, PEEK, PLACE, PLAY, POLL, SEATS, TAKE, TOO_FEW_IN_ALL,
    TOO_FEW_TURNS, TOO_MANY, TOO_MANY_FACTS, TURN, Rules, State, at_least, challenge_stake,
    closed_slots, count_unseen, dealt_to, everybody, has_limbo, mover_of, pile_size, sees_slot,
    turns_of,
)


cdef inline int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    # Each returns OK, which is 0, or the first contradiction that it finds.
    return (
        check_turn(s, r, why) or check_stacks(s, r, why) or check_hands(s, r, why)
        or check_supply(s, r, why) or check_agenda(s, r, why)
        or (OK if s.head.lean else check_facts(s, r, why))
        or check_numbers(s, r, why) or check_challenges(s, r, why) or check_turns_spent(s, r, why)
    )


cdef inline int check_turn(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The turn count, the end, and who is to act in this phase."""
    cdef int mover = mover_of(s, r), full = 0, seat
    for seat in range(r.seats):
        if s.height[seat] == r.height:
            full += 1
            if s.head.player != OVER or seat != (s.turn + r.seats - 1) % r.seats:
                return refuse(why, BAD_HEIGHT, seat, s.height[seat])
        if s.height[seat] > turns_of(s, r, seat) or s.height[seat] > r.height:
            return refuse(why, BAD_HEIGHT, seat, s.height[seat])
    if s.turn > r.last_turn or s.head.capped != (s.head.player == OVER and not full) or (
        (s.phase != TURN or (not full and s.turn != r.last_turn)) if s.head.player == OVER
        else s.turn == r.last_turn
    ):
        return refuse(why, BAD_TURN, s.turn)
    if s.phase == DEAL or s.phase == FILL:
        if s.head.player != CHANCE:
            return refuse(why, BAD_PLAYER)
    elif s.phase == POLL:
        if s.head.player < 0 or s.head.player == mover:
            return refuse(why, BAD_PLAYER)
    elif s.head.player != OVER and s.head.player != mover:
        return refuse(why, BAD_PLAYER)
    return OK


cdef inline int check_stacks(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int stack, slot, who
    for stack in range(r.seats):
        for slot in range(HEIGHT):
            who = s.knows[stack][slot]
            if slot >= s.height[stack]:
                if s.card[stack][slot] or s.claims[stack][slot] or who:
                    return refuse(why, BAD_EMPTY_SLOT, stack, slot)
                continue
            if s.claims[stack][slot] == 0:
                return refuse(why, BAD_CLAIM, stack, slot)
            if not knowers_fit(r, who):
                return refuse(why, BAD_KNOWERS, stack, slot)
            if (s.card[stack][slot] != 0) != sees_slot(s, s.head.view_of, stack, slot):
                return refuse(why, BAD_CARD, stack, slot)
    return OK


cdef inline bint knowers_fit(const Rules *r, int who) noexcept nogil:
    """Known to some seats, or to everybody and the onlooker; face-up cards are known to all."""
    return who & ~FACE_UP == everybody(r) or 0 < who < 1 << r.seats


cdef inline int check_hands(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int viewer = s.head.view_of, mover = mover_of(s, r), seat, kind, place, own
    cdef bint sees_limbo = has_limbo(s) and (viewer == FULL or viewer == mover)
    if (s.limbo != 0) != sees_limbo:
        return refuse(why, BAD_LIMBO)
    for seat in range(r.seats):
        if s.hand_size[seat] > r.hand_limit:
            return refuse(why, BAD_HAND_SIZE, seat, s.hand_size[seat])
        place = s.hand_size[seat] + (has_limbo(s) and seat == mover)
        if total(s.openly[seat], KINDS) > place:
            return refuse(why, BAD_OPENLY, seat)
        if viewer != FULL and viewer != seat:
            if total(s.hand[seat], KINDS):
                return refuse(why, BAD_OTHER_HAND, seat)
            continue
        if total(s.hand[seat], KINDS) != s.hand_size[seat]:
            return refuse(why, BAD_HAND, seat, s.hand_size[seat])
        for kind in range(KINDS):
            own = s.hand[seat][kind] + (seat == mover and s.limbo == kind + 1)
            if s.openly[seat][kind] > own:
                return refuse(why, BAD_OPENLY, seat)
    return OK


cdef inline int check_supply(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The row is full while there is a pile to fill it from."""
    cdef int pile = pile_size(s, r), row = total(s.row, KINDS)
    if pile < 0:
        return refuse(why, BAD_PILE, -pile)
    if s.phase == FILL:
        if pile == 0 or row >= r.row or (s.use == TAKE and row != r.row - 1):
            return refuse(why, BAD_ROW, row)
    elif s.phase == DEAL and s.use == NOTHING:
        if row:
            return refuse(why, BAD_ROW, row)
    elif row > r.row or (row < r.row and pile > 0):
        return refuse(why, BAD_ROW, row)
    return OK


cdef inline int check_agenda(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """What the turn is spent on must fit the phase and be allowed."""
    cdef int mover = mover_of(s, r), closed
    cdef int slots[HEIGHT]
    cdef bint fits
    if (s.phase == DEAL or s.phase == FILL) and s.use == NOTHING:
        return check_setup(s, r, why)
    if s.use == NOTHING:
        fits = s.phase == TURN
    elif s.use == DRAW:
        fits = (s.phase == DEAL and s.hand_size[mover] < r.hand_limit and pile_size(s, r) > 0)
    elif s.use == TAKE:
        fits = s.phase == FILL and s.hand_size[mover] > 0
    elif s.use == PLACE:
        fits = s.claim > 0 and (
            s.phase == POLL and s.hand_size[mover] < r.hand_limit
            or s.phase == PLAY and s.hand_size[mover] > 0
        )
    elif s.use == PEEK:
        fits = (s.phase == POLL and s.slot < s.height[s.target]
                and not s.knows[s.target][s.slot] >> mover & 1)
    else:
        closed = closed_slots(s, s.target, slots)
        fits = s.target != mover and closed >= 2 and (
            s.phase == POLL and s.slot == 0 or s.phase == ORDER and s.slot < closed - 1
        )
    if s.use != PLACE and s.claim or s.use < PEEK and (s.target or s.slot):
        fits = False
    if not fits:
        return refuse(why, BAD_AGENDA)
    return check_loose(s, r, why) if s.phase == ORDER else OK


cdef inline int check_setup(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """While the first cards are dealt, seat by seat, nothing else has happened."""
    cdef int seat, first = dealt_to(s, r)
    cdef bint fits = s.turn == 0 and total(s.discard, KINDS) == 0
    for seat in range(r.seats):
        if s.challenges[seat] or total(s.openly[seat], KINDS) or (
            seat != first and s.hand_size[seat] != (r.deal if seat < first else 0)
        ):
            fits = False
    if (first == r.seats) != (s.phase == FILL) or s.target or s.slot or s.claim:
        fits = False
    return OK if fits else refuse(why, BAD_SETUP)


cdef inline int check_loose(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """While a stack is put in order only the mover knows it; loose cards lie sorted."""
    cdef int slots[HEIGHT]
    cdef int n = closed_slots(s, s.target, slots), i
    for i in range(n):
        if s.knows[s.target][slots[i]] != 1 << mover_of(s, r) or (
            i > s.slot and s.card[s.target][slots[i]] < s.card[s.target][slots[i - 1]]
        ):
            return refuse(why, BAD_LOOSE, s.target)
    if not s.head.lean and s.mixed[s.target] != s.height[s.target]:
        return refuse(why, BAD_LOOSE, s.target)
    return OK


cdef inline int check_facts(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int viewer = s.head.view_of, holder, stack, slot, code
    for stack in range(r.seats):
        if s.mixed[stack] > (0 if s.head.player == OVER else s.height[stack]) or (
            s.mixed[stack] == 1
        ):
            return refuse(why, BAD_MIXED, stack)
        for slot in range(s.height[stack]):
            # Only a reorder makes an owner stop knowing a card.
            if (s.head.player != OVER and slot >= s.mixed[stack]
                    and not s.knows[stack][slot] >> stack & 1):
                return refuse(why, BAD_KNOWERS, stack, slot)
        for holder in range(HOLDERS):
            if holder < SEATS and holder >= r.seats:
                continue
            if viewer == FULL or holder == viewer or holder == ONLOOKER:
                code = check_at_least(s, holder, stack, why)
                if code:
                    return code
            elif total(at_least(s, holder, stack), KINDS):
                return refuse(why, BAD_SECRET, holder, stack)
    return OK


cdef inline int check_at_least(const State *s, int holder, int stack, Problem *why) noexcept nogil:
    """What a holder knows of a mixed part fits there, is true, and includes the common part."""
    cdef uint8_t *known = at_least(s, holder, stack)
    cdef int lies[KINDS]
    cdef int unknown = count_unplaced(s, holder, stack, lies), kind
    if total(known, KINDS) > unknown:
        return refuse(why, TOO_MANY_FACTS, stack, holder)
    if holder == stack and total(known, KINDS) < unknown:
        return refuse(why, FORGOTTEN, stack)
    for kind in range(KINDS):
        if s.head.view_of == FULL and known[kind] > lies[kind]:
            return refuse(why, FALSE_FACT, stack, kind, holder)
        if holder != ONLOOKER and s.common[stack][kind] > (
            known[kind] + named_alone(s, holder, stack, kind)
        ):
            return refuse(why, BAD_COMMON, stack, kind, holder)
    return OK


cdef inline int check_numbers(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """No kind has more cards than were printed."""
    cdef int pool[KINDS]
    cdef int kind
    if s.head.view_of == FULL or s.head.lean:
        count_unseen(s, r, pool)
    else:
        free_cards(s, r, pool)
    for kind in range(KINDS):
        if pool[kind] < 0:
            return refuse(why, TOO_MANY, kind, -pool[kind], r.copies)
    return OK


cdef struct Challenges:
    int n                           # cards that lie face up
    int owner[SEATS * HEIGHT]
    int stake[SEATS * HEIGHT]       # what the challenger got
    int points[SEATS]               # points of a seat that no card explains yet
    int turns[SEATS]                # turns in which it may have challenged


cdef inline int check_challenges(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Every face-up card was challenged in some turn, by a seat that is not its owner."""
    cdef Challenges open
    cdef int seat, slot, unpaid = 0
    open.n = 0
    for seat in range(r.seats):
        open.points[seat] = s.challenges[seat]
        open.turns[seat] = turns_of(s, r, seat) - s.height[seat]
        unpaid += s.challenges[seat]
        for slot in range(s.height[seat]):
            if s.knows[seat][slot] & FACE_UP:
                open.owner[open.n] = seat
                open.stake[open.n] = challenge_stake(s, r, seat, slot)
                unpaid -= open.stake[open.n]
                open.n += 1
    if unpaid:
        return refuse(why, BAD_CHALLENGES)
    if not are_explained(&open, r.seats, 0):
        return refuse(why, BAD_CHALLENGER)
    return OK


cdef inline bint are_explained(Challenges *open, int seats, int at) noexcept nogil:
    """Whether some choice of challengers for the cards from `at` on explains all points."""
    cdef int seat
    cdef bint found = False
    if at == open.n:
        for seat in range(seats):
            if open.points[seat]:
                return False
        return True
    for seat in range(seats):
        if not found and seat != open.owner[at] and open.turns[seat] > 0:
            open.turns[seat] -= 1
            open.points[seat] -= open.stake[at]
            found = are_explained(open, seats, at + 1)
            open.turns[seat] += 1
            open.points[seat] += open.stake[at]
    return found


cdef inline int check_turns_spent(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """What lies in discards, hands and stacks took turns; one thing a turn (R2)."""
    cdef int seat, spent, had, mover = mover_of(s, r), thrown = total(s.discard, KINDS)
    # The current turn counts if its gain is there already.
    cdef bint begun = s.use == TAKE or s.phase == ORDER
    cdef int gained = thrown - r.seats * r.deal, others = 0
    # A foiled turn discards the foil and at most the card that was to be placed (R9).
    if thrown > 2 * s.discard[FOIL]:
        return refuse(why, BAD_DISCARD, thrown, s.discard[FOIL])
    for seat in range(r.seats):
        had = turns_of(s, r, seat) + (begun and seat == mover)
        spent = s.hand_size[seat] + s.height[seat] + (has_limbo(s) and seat == mover)
        gained += spent
        spent = max(0, spent - r.deal, total(s.openly[seat], KINDS))
        spent += s.height[seat] + has_looked(s, r, seat)
        others += s.height[seat] + has_looked(s, r, seat)
        if spent > had:
            return refuse(why, TOO_FEW_TURNS, seat, had)
    if max(0, gained) + others + (thrown + 1) / 2 > s.turn + begun:
        return refuse(why, TOO_FEW_IN_ALL, s.turn)
    return OK


cdef inline bint has_looked(const State *s, const Rules *r, int seat) noexcept nogil:
    """Whether a seat knows a card of another's stack that not all know: by a peek or reorder."""
    cdef int stack, slot
    for stack in range(r.seats):
        for slot in range(s.height[stack]):
            if (stack != seat and s.knows[stack][slot] >> seat & 1
                    and not s.knows[stack][slot] >> ONLOOKER & 1):
                return True
    return False
