"""What `check` asks of dynasty cards: where they are, and what is known of them."""
from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from eminence.cython_ext.game cimport FULL, PUBLIC, Problem, refuse
from eminence.engines.blood_of_kings.board cimport active_seat
from eminence.engines.blood_of_kings.dynasty.cards cimport cards_on_mats, certain_of, stack_start
from eminence.engines.blood_of_kings.knowledge cimport (
    Places, Taken, certain_cards, conceal, kept_in_hand, list_places, list_taken, sees,
)
from eminence.engines.blood_of_kings.state cimport (
    BAD_CARDS, BAD_CHOICE, BAD_DECK, BAD_FACTS, BAD_HAND, BAD_MAT, BAD_PUBLIC_FACTS, BAD_TAKEN,
    DRAWING, DYNASTY_PHASE, NEGOTIATION_PHASE, OK, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    KINDS, MAX_CARDS, MAX_PLAYERS, SETS, TOLD, UNKNOWN, Rules,
)
from eminence.engines.kit.counts cimport total


cdef inline bint sees_hand(const State *s, int seat) noexcept nogil:
    return s.head.view_of == FULL or s.head.view_of == seat


cdef inline int refuse_facts(Problem *why, int viewer, int seat, int kind) noexcept nogil:
    """`viewer` claims to know too many; below 0: everybody does."""
    if viewer < 0:
        return refuse(why, BAD_PUBLIC_FACTS, seat, kind)
    return refuse(why, BAD_FACTS, viewer, seat, kind)


# --- where cards are ---

cdef inline int check_mats(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Each card shows its face only to those who may see it; nothing follows the last card."""
    cdef int seat, i, n = stack_start(s, r.seats, 0)
    cdef bint seen
    if n > MAX_CARDS:
        return refuse(why, BAD_MAT, MAX_CARDS)
    for seat in range(r.seats):
        for i in range(stack_start(s, seat, 0), stack_start(s, seat + 1, 0)):
            seen = s.head.view_of == FULL or sees(s, i, seat, s.head.view_of)
            if s.pledged[i] > r.seats or (s.mat[i] >= KINDS if seen else s.mat[i] != UNKNOWN):
                return refuse(why, BAD_MAT, i)
    for i in range(n, MAX_CARDS):
        if s.mat[i] or s.pledged[i]:
            return refuse(why, BAD_MAT, i)
    return OK


cdef inline int check_lookers(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Only other seats of this game have looked at a card."""
    cdef int seat, i
    for seat in range(r.seats):
        for i in range(stack_start(s, seat, 0), stack_start(s, seat + 1, 0)):
            if s.known[i] >> r.seats or s.known[i] >> seat & 1:
                return refuse(why, BAD_MAT, i)
    for i in range(cards_on_mats(s), MAX_CARDS):
        if s.known[i]:
            return refuse(why, BAD_MAT, i)
    return OK


cdef inline int copies_in_sight(const State *s, const Rules *r, int kind) noexcept nogil:
    """Copies in all places; in a view, cards in hidden places count as part of the deck."""
    cdef int n = s.deck[kind] + s.discards[kind], i
    for i in range(SETS):
        n += s.sets[i][kind]
    for i in range(r.seats):
        n += s.hand[i][kind]
    for i in range(cards_on_mats(s)):
        n += s.mat[i] == kind
    return n


cdef inline int hidden_places(const State *s, int seat) noexcept nogil:
    """Cards of the seat that the viewer cannot see."""
    cdef int n = s.hand_count[seat], i
    for i in range(stack_start(s, seat, 0), stack_start(s, seat + 1, 0)):
        n += s.mat[i] == UNKNOWN
    return n


cdef inline int check_places(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Every card is somewhere, and the deck of a view has enough for the hidden places."""
    cdef int kind, seat, n, named, deck = total(s.deck, KINDS), left = s.deck_size
    for kind in range(KINDS):
        n = copies_in_sight(s, r, kind)
        if n != r.copies[kind]:
            return refuse(why, BAD_CARDS, kind, n, r.copies[kind])
    for seat in range(r.seats):
        named = total(s.hand[seat], KINDS)
        n = s.hand_count[seat] if sees_hand(s, seat) else hidden_places(s, seat)
        if named > n or (named < n and sees_hand(s, seat)):
            return refuse(why, BAD_HAND, seat, named, n)
        left += n - named
    return OK if deck == left else refuse(why, BAD_DECK, deck, left)


# --- what is known ---

cdef inline int owned_by(const State *s, int seat, int kind, int since) noexcept nogil:
    """Cards of the seat's hand and mat that a state, or its own view, shows.

    On the mat only those laid down after turn `since`; -1: all of them.
    """
    cdef int n = s.hand[seat][kind], i
    for i in range(stack_start(s, seat, 0), stack_start(s, seat + 1, 0)):
        if s.laid[i] > since:
            n += s.mat[i] == kind
    return n


cdef inline bint has_picked(const State *s, const Rules *r, int seat) noexcept nogil:
    """Whether the seat may have picked up its set of this turn; it lays down no card after that."""
    cdef int before = (seat + r.seats - s.first) % r.seats
    if s.phase == DYNASTY_PHASE:
        return before < s.acting + (s.stage == DRAWING)
    return s.phase > DYNASTY_PHASE


cdef inline int check_times(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Nothing was taken or laid down later than possible."""
    cdef int seat, kind, i, since, latest
    for seat in range(MAX_PLAYERS):
        latest = s.turn if seat < r.seats and has_picked(s, r, seat) else s.turn - 1
        for kind in range(KINDS):
            since = s.since[seat][kind]
            if since > latest if s.owned[seat][kind] else since > 0:
                return refuse(why, BAD_TAKEN, kind, seat, since + 1)
        if s.drawn[seat] > s.hand_count[seat]:
            return refuse(why, BAD_HAND, seat, s.drawn[seat], s.hand_count[seat])
    for i in range(MAX_CARDS):
        if s.laid[i] > (s.turn if i < cards_on_mats(s) else 0):
            return refuse(why, BAD_MAT, i)
    return OK


cdef inline int check_list(const State *s, const Rules *r, int viewer, Problem *why) noexcept nogil:
    """Entries ascend and are about other seats' cards; a view keeps only its viewer's list."""
    cdef int i, entry, before = 0
    cdef bint kept = viewer < r.seats and sees_hand(s, viewer)
    for i in range(TOLD):
        entry = s.told[viewer][i]
        if entry == 0:
            before = 255
        elif not kept or entry < before or entry > r.seats * KINDS or (
            (entry - 1) / KINDS == viewer
        ):
            return refuse_facts(why, viewer, (entry - 1) / KINDS, (entry - 1) % KINDS)
        else:
            before = entry
    return OK


cdef inline int check_truth(const State *s, const Rules *r, int seat, Problem *why) noexcept nogil:
    """For a seat whose cards are open here: what others know of them is true."""
    cdef int kind, viewer, there
    for kind in range(KINDS):
        if s.owned[seat][kind] > owned_by(s, seat, kind, s.since[seat][kind]):
            return refuse(why, BAD_PUBLIC_FACTS, seat, kind)
        there = owned_by(s, seat, kind, -1)
        for viewer in range(r.seats):
            if viewer != seat and certain_of(s, viewer, seat, kind) > there:
                return refuse_facts(why, viewer, seat, kind)
    return OK


cdef inline int check_certain(
    const State *s, const Rules *r, int seat, Problem *why
) noexcept nogil:
    """In a view, another seat's hand holds the cards that the viewer is certain of."""
    cdef uint8_t certain[KINDS]
    cdef int kind
    certain_cards(s, seat, s.head.view_of, certain)
    for kind in range(KINDS):
        if s.hand[seat][kind] != certain[kind]:
            return refuse_facts(why, s.head.view_of, seat, kind)
    return OK if has_room(s, r, seat) else refuse_facts(why, s.head.view_of, seat, 0)


cdef inline bint has_room(const State *s, const Rules *r, int seat) noexcept nogil:
    """Whether `deal_seat` finds a place for every card that the viewer is certain of."""
    cdef Places places
    cdef Taken taken
    cdef uint8_t certain[KINDS]
    cdef int room = s.hand_count[seat] - s.drawn[seat], kept = kept_in_hand(s, r, seat)
    cdef int i, next_ = 0
    memcpy(certain, s.hand[seat], KINDS)
    if kept >= 0:
        room -= 1
        certain[kept] -= certain[kept] > 0
    if room < 0:
        return False
    list_taken(s, seat, certain, kept, &taken)
    list_places(s, r, seat, &places)
    for i in range(taken.left):
        while next_ < places.hidden and (
            i >= taken.bound or s.laid[places.at[next_]] > s.since[seat][taken.kind[i]]
        ):
            next_ += 1
            room += 1
        room -= 1
        if room < 0:
            return False
    return True


cdef inline int check_views(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """For a world: what each seat knows of it can be dealt into worlds that fit."""
    cdef State view
    cdef int viewer, seat
    for viewer in range(PUBLIC, r.seats):
        memcpy(&view, s, sizeof(State))
        conceal(&view, r, viewer)
        for seat in range(r.seats):
            if seat != viewer and not has_room(&view, r, seat):
                return refuse_facts(why, viewer, seat, 0)
    return OK


cdef inline int check_facts(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat, code = check_lookers(s, r, why) or check_times(s, r, why)
    for seat in range(MAX_PLAYERS):
        code = code or check_list(s, r, seat, why)
    for seat in range(r.seats):
        code = code or (
            check_truth(s, r, seat, why) if sees_hand(s, seat) else check_certain(s, r, seat, why))
    return code


# --- cards of a hand that were named ---

cdef inline bint can_be_in_hand(
    const State *s, const Rules *r, int seat, int choice, bint is_open
) noexcept nogil:
    """`choice` is kind + 1 of a card that only some may see; 0: none."""
    if choice == 0:
        return True
    if s.hand_count[seat] == 0 or is_open != (choice != UNKNOWN):
        return False
    return not is_open or (choice <= KINDS and (
        s.hand[seat][choice - 1] or (s.deck[choice - 1] and not sees_hand(s, seat))))


cdef inline bint choices_fit(const State *s, const Rules *r) noexcept nogil:
    cdef int seat = active_seat(s, r), viewer = s.head.view_of, partner = s.partner - 1
    cdef bint is_open
    if s.card and (
        s.phase != DYNASTY_PHASE or s.acting >= r.seats
        or not can_be_in_hand(s, r, seat, s.card, sees_hand(s, seat))
    ):
        return False
    if not (s.offered or s.answered):
        return True
    if s.phase != NEGOTIATION_PHASE or s.acting >= r.seats or not 0 <= partner < r.seats or (
        partner == seat
    ):
        return False
    is_open = viewer == FULL or viewer == seat or viewer == partner
    return can_be_in_hand(s, r, seat, s.offered, is_open) and (
        can_be_in_hand(s, r, partner, s.answered, is_open))


cdef inline int check_cards(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Facts are not checked in lean copies, which a search plays on: they keep none."""
    return check_mats(s, r, why) or check_places(s, r, why) or (
        OK if choices_fit(s, r) else refuse(why, BAD_CHOICE)
    ) or (OK if s.head.lean else check_facts(s, r, why))
