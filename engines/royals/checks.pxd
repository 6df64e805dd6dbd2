"""What `check` asks of a state or view: cards, hands, and what is known of them.

Cubes and markers are in board_checks.pxd, the turn in turn_checks.pxd. Every test holds in each
state that play reaches, so it can only refuse what was written by hand or spoiled. The sentence
for each refusal is in words.py. Clause numbers (R..) are those of RULES.md.
"""
from eminence.cython_ext.game cimport FULL, Problem, refuse
from eminence.engines.kit.counts cimport total
from eminence.engines.royals.board cimport cards_left, intrigue_left
from eminence.engines.royals.board_checks cimport check_cubes, check_markers
from eminence.engines.royals.state cimport (
    COUNTRIES, COUNTRY_CARDS, DISCARD_COUNTRY, DISCARD_INTRIGUE, DISPLAY_SIZE, DRAW,
    EMPTY_INTRIGUE_PILE, EMPTY_PILE, HAND_DRAWN, HAND_LIMIT, HAND_NAMED, INTRIGUE_CARDS,
    INTRIGUE_DRAWN, INTRIGUE_LIMIT, INTRIGUE_NAMED, INTRIGUE_PILE_SIZE, INTRIGUE_SEEN,
    KNOWN_TOO_LITTLE, KNOWN_TOO_MUCH, KNOWN_UNNAMED, MAX_PLAYERS, OK, ONLOOKER, PAIRS, PILE_SIZE,
    STRAY_KNOWN, TAKEN_UNSEEN, TOO_MANY_CARDS, TOO_MANY_INTRIGUE, Rules, State,
)
from eminence.engines.royals.turn_checks cimport check_turn


cdef inline int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    # Each returns OK, which is 0, or the first contradiction that it finds.
    return (
        check_cards(s, r, why) or check_hands(s, r, why) or check_piles(s, r, why)
        or check_cubes(s, r, why) or check_markers(s, r, why) or check_turn(s, r, why)
        # A lean copy does not keep its facts up to date.
        or (OK if s.head.lean else check_known(s, r, why))
    )


# --- cards ---

cdef inline int check_cards(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Every card is somewhere, exactly once."""
    cdef int k, seat, found
    for k in range(COUNTRIES):
        found = s.pile[k] + s.discards[k] + s.display[k]
        for seat in range(r.seats):
            found += s.hand[seat][k]
        if found != r.deck[k]:
            return refuse(why, COUNTRY_CARDS, k, found, r.deck[k])
    for k in range(PAIRS):
        found = s.intrigue_pile[k] + s.intrigue_discards[k]
        for seat in range(r.seats):
            found += s.intrigue[seat][k]
        if found != r.intrigue_deck[k]:
            return refuse(why, INTRIGUE_CARDS, k, found, r.intrigue_deck[k])
    found = total(s.display, COUNTRIES)
    if found > r.display_size:
        return refuse(why, DISPLAY_SIZE, found, r.display_size)
    return OK


cdef inline int check_piles(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """A pile has what is neither open nor in a hand; used up, it is rebuilt at once (R8, R21)."""
    cdef int held = total(s.hand_size, r.seats), left = cards_left(s, r)
    cdef int shown = total(r.deck, COUNTRIES) - left - held
    if left < 0:
        return refuse(why, TOO_MANY_CARDS, shown, held, shown + held + left)
    if s.pile_size != left:
        return refuse(why, PILE_SIZE, s.pile_size, shown, held, left)
    if left == 0 and r.ends_on_empty_pile:
        return refuse(why, EMPTY_PILE)
    held = total(s.intrigue_size, r.seats)
    left = intrigue_left(s, r)
    shown = total(r.intrigue_deck, PAIRS) - left - held
    if left < 0:
        return refuse(why, TOO_MANY_INTRIGUE, shown, held, shown + held + left)
    if s.intrigue_pile_size != left:
        return refuse(why, INTRIGUE_PILE_SIZE, s.intrigue_pile_size, shown, held, left)
    if left == 0:
        return refuse(why, EMPTY_INTRIGUE_PILE)
    return OK


# --- hands ---

cdef inline int check_hands(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Hands have as many cards as are named, and keep within the limits."""
    cdef int seat, cards, intrigue, code
    cdef bint seen
    for seat in range(r.seats):
        cards = total(s.hand[seat], COUNTRIES)
        intrigue = total(s.intrigue[seat], PAIRS)
        seen = s.head.view_of == FULL or s.head.view_of == seat
        if cards > s.hand_size[seat] or (seen and cards < s.hand_size[seat]):
            return refuse(why, HAND_NAMED, seat, cards, s.hand_size[seat])
        if seen and intrigue != s.intrigue_size[seat]:
            return refuse(why, INTRIGUE_NAMED, seat, intrigue, s.intrigue_size[seat])
        if not seen and intrigue > 0:
            return refuse(why, INTRIGUE_SEEN, seat)
        code = check_limits(s, r, seat, why)
        if code:
            return code
    return OK


cdef inline int check_limits(const State *s, const Rules *r, int seat, Problem *why) noexcept nogil:
    """A hand exceeds its limit at most by what was drawn in this turn (R19)."""
    cdef int cards = s.hand_size[seat], intrigue = s.intrigue_size[seat]
    if seat == s.seat and DRAW <= s.phase <= DISCARD_COUNTRY:
        if cards > r.hand_limit + s.drawn:
            return refuse(why, HAND_DRAWN, seat, cards, s.drawn, r.hand_limit + s.drawn)
    elif cards > r.hand_limit:
        return refuse(why, HAND_LIMIT, seat, cards, r.hand_limit)
    if seat == s.seat and DRAW <= s.phase <= DISCARD_INTRIGUE:
        if intrigue > r.intrigue_limit + s.drawn_intrigue:
            return refuse(
                why, INTRIGUE_DRAWN, seat, intrigue, s.drawn_intrigue,
                r.intrigue_limit + s.drawn_intrigue)
    elif intrigue > r.intrigue_limit:
        return refuse(why, INTRIGUE_LIMIT, seat, intrigue, r.intrigue_limit)
    return OK


# --- what is known of hands ---

cdef inline int check_known(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Facts are true; a view holds its own and the public ones, and shows them as cards."""
    cdef int viewer, holder, k, code, mine = s.head.view_of
    for viewer in range(MAX_PLAYERS + 1):
        for holder in range(MAX_PLAYERS):
            for k in range(COUNTRIES):
                if s.known[viewer][holder][k] == 0:
                    continue
                if not may_know(s, r, viewer, holder):
                    return refuse(why, STRAY_KNOWN, holder, viewer)
                if s.known[viewer][holder][k] > s.hand[holder][k]:
                    return refuse(
                        why, KNOWN_TOO_MUCH, holder, k, s.known[viewer][holder][k],
                        s.hand[holder][k])
    for viewer in range(MAX_PLAYERS + 1):
        for holder in range(r.seats):
            if may_know(s, r, viewer, holder):
                code = check_seen_by_all(s, viewer, holder, why)
                if code:
                    return code
    if mine == FULL:
        return OK
    viewer = mine if mine >= 0 else ONLOOKER
    for holder in range(r.seats):
        for k in range(COUNTRIES):
            if holder != mine and s.known[viewer][holder][k] != s.hand[holder][k]:
                return refuse(
                    why, KNOWN_UNNAMED, holder, k, s.known[viewer][holder][k], s.hand[holder][k])
    return OK


cdef inline bint may_know(const State *s, const Rules *r, int viewer, int holder) noexcept nogil:
    """Whether this state or view holds what the viewer knows of the holder."""
    if viewer == holder or holder >= r.seats:
        return False
    return viewer == ONLOOKER or (
        viewer < r.seats and (s.head.view_of == FULL or s.head.view_of == viewer))


cdef inline int check_seen_by_all(
    const State *s, int viewer, int holder, Problem *why
) noexcept nogil:
    """What was taken openly is known to everybody else, also in this turn (R30)."""
    cdef int k
    for k in range(COUNTRIES):
        if s.known[viewer][holder][k] < s.known[ONLOOKER][holder][k]:
            return refuse(why, KNOWN_TOO_LITTLE, holder, k, viewer)
    k = <int>s.display_from - 1
    if holder == s.seat and s.phase == DRAW and k >= 0 and s.known[viewer][holder][k] == 0:
        return refuse(why, TAKEN_UNSEEN, holder, k)
    return OK
