"""What `check` asks of a state or view; each refusal has its sentence in words.py."""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcmp, memset

from eminence.cython_ext.game cimport FULL, Problem, refuse
from eminence.engines.kit.bits cimport lowest_bit64, popcount64
from eminence.engines.bruges.board cimport (
    count_cards, hand_total, has, home_colour, list_cards, lowest_card, put, total,
)
from eminence.engines.bruges.drawing cimport unplaced
from eminence.engines.bruges.knowledge cimport cards_down
from eminence.engines.bruges.state cimport (
    BAD_ASIDE, BAD_BELOW, BAD_CYCLE, BAD_DICE, BAD_DOWN, BAD_HAND, BAD_HOUSES, BAD_KNOWN, BAD_LAST,
    BAD_MAJORITIES, BAD_MARKERS, BAD_PILES, BAD_PILE_SIZES, BAD_POOL, BAD_ROUND, BAD_SEAT,
    BAD_SETUP, BAD_SHOWN, BAD_START, BAD_STATUES, BAD_THREATS, BAD_USED, CARD_NOWHERE, CARD_TWICE,
    COLOURS, DO_SUFFER, DRAWING, ENDED, EXTRA, MAX_CARDS, MISSED_STATUE, MOST_REPUTATION, NO_HOME,
    NO_TOP, N_MAJORITIES, OK, PAY_WORKER, PER_COLOUR, PICK_CARD, PILES, PLAYING, PLAY_DRAWN,
    ROLLING, ROUNDS_GRANTED, SEAT, SECTIONS, SETTING_UP, SPACES, STRAY_HOME, TASK,
    UNEARNED_MAJORITY, UNKNOWN_CARD, Rules, State,
)
from eminence.engines.bruges.threats cimport circles, markers_left

# --- cards ---

cdef inline void add_cards(uint64_t *found, uint64_t *twice, uint64_t cards) noexcept nogil:
    twice[0] |= found[0] & cards
    found[0] |= cards


cdef inline uint64_t bit_in(int card_plus_1, int colour) noexcept nogil:
    """The card's bit if it has that colour, else 0."""
    if card_plus_1 == 0 or (card_plus_1 - 1) / PER_COLOUR != colour:
        return 0
    return <uint64_t>1 << ((card_plus_1 - 1) % PER_COLOUR)


cdef inline int check_cards(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Every card lies in one place."""
    cdef int c, seat
    cdef uint64_t found, twice
    for c in range(COLOURS):
        found = twice = 0
        add_cards(&found, &twice, s.pool[c])
        add_cards(&found, &twice, s.discards[c])
        add_cards(&found, &twice, bit_in(s.aside, c))
        add_cards(&found, &twice, bit_in(s.use_card, c))
        for seat in range(r.seats):
            add_cards(&found, &twice, s.hand[seat][c])
            add_cards(&found, &twice, s.down[seat][c])
            add_cards(&found, &twice, s.people[seat][c])
        if found & ~r.cards[c]:
            return refuse(why, UNKNOWN_CARD, c)
        if twice:
            return refuse(why, CARD_TWICE, lowest_card(twice, c))
        if found != r.cards[c]:
            return refuse(why, CARD_NOWHERE, lowest_card(found ^ r.cards[c], c))
    return OK


cdef inline bint sees_cards(const State *s, int seat) noexcept nogil:
    """Whether the viewer sees the seat's hand and houses."""
    return s.head.view_of == FULL or s.head.view_of == seat


cdef inline int check_places(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Counts that everybody sees fit the cards that this viewer sees."""
    cdef int seat, c, cards, expected
    cdef bint sees
    for seat in range(r.seats):
        sees = sees_cards(s, seat)
        for c in range(COLOURS):
            cards = popcount64(s.hand[seat][c])
            expected = s.hand_count[seat][c]
            if cards > expected or (sees and cards < expected):
                return refuse(why, BAD_HAND, seat, c, cards, expected)
            if not sees and s.hand[seat][c] & ~s.shown[c]:
                return refuse(why, BAD_KNOWN, seat, c)
            cards = popcount64(s.down[seat][c])
            expected = cards_down(s, seat, c) if sees else 0
            if cards != expected:
                return refuse(why, BAD_DOWN, seat, c, cards, expected)
    if (s.aside_colour > 0) != (s.step == PLAY_DRAWN or (
        s.step == PAY_WORKER and s.aside_colour == s.use_colour + 1
    )) or (s.aside > 0) != (sees_cards(s, s.seat) and s.aside_colour > 0) or (
        s.aside and (s.aside - 1) / PER_COLOUR + 1 != s.aside_colour
    ):
        return refuse(why, BAD_ASIDE)
    return OK


cdef inline int check_homes(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Each person lives in a house of its owner, and the other houses are empty."""
    cdef int32_t people[MAX_CARDS]
    cdef int lodged[COLOURS]
    cdef uint64_t below[COLOURS]
    cdef uint64_t in_play[COLOURS]
    cdef int seat, c, home, i
    memset(in_play, 0, sizeof(in_play))
    for seat in range(r.seats):
        memset(below, 0, sizeof(below))
        for c in range(COLOURS):
            lodged[c] = s.empty[seat][c]
        for i in range(list_cards(s.people[seat], 0, people)):
            put(in_play, people[i])
            home = s.home[r.row[people[i]]]
            if home == 0:
                return refuse(why, NO_HOME, people[i])
            lodged[home_colour(r, home)] += 1
            if sees_cards(s, seat) != (home <= MAX_CARDS):
                return refuse(why, BAD_BELOW, people[i])
            if home <= MAX_CARDS:
                if not has(s.down[seat], r.card_at[home - 1]) or has(below, r.card_at[home - 1]):
                    return refuse(why, BAD_BELOW, people[i])
                put(below, r.card_at[home - 1])
        for c in range(COLOURS):
            if lodged[c] != s.houses[seat][c]:
                return refuse(why, BAD_HOUSES, seat, c, lodged[c], s.houses[seat][c])
    for i in range(MAX_CARDS):
        if s.home[i] and not has(in_play, r.card_at[i]):
            return refuse(why, STRAY_HOME, r.card_at[i])
    return OK


cdef inline int check_people(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Who was activated, and which cards everybody saw return to a hand."""
    cdef int c, seat
    cdef uint64_t people, hands
    for c in range(COLOURS):
        people = hands = 0
        for seat in range(r.seats):
            people |= s.people[seat][c]
            hands |= s.hand[seat][c]
        if s.phase < PLAYING:
            people = 0
        people = s.used[c] & ~(people & r.active[c])
        if people:
            return refuse(why, BAD_USED, lowest_card(people, c))
        hands = s.shown[c] & ~hands
        if hands:
            return refuse(why, BAD_SHOWN, lowest_card(hands, c))
    return OK


cdef inline int check_piles(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The pool holds the piles, cards drawn blind, and what the viewer cannot see."""
    cdef int c, p, seat, cards, sum = 0, left = s.unnoted
    for p in range(PILES):
        sum += s.pile_size[p]
        left += s.pile_size[p] - (s.top[p] != NO_TOP)
        if s.pile_size[p] == 0 and s.top[p] != NO_TOP:
            return refuse(why, BAD_PILES)
    if s.pile_size[EXTRA] != (0 if s.extra_in else r.pile_size[EXTRA]) or (
        not s.extra_in and (s.pile_size[0] == 0 or s.pile_size[1] == 0 or s.last_round)
    ):
        return refuse(why, BAD_PILES)
    for c in range(COLOURS):
        cards = unplaced(s, c) - (s.aside_colour == c + 1 and s.aside == 0)
        for seat in range(r.seats):
            if not sees_cards(s, seat):
                cards -= s.hand_count[seat][c] - popcount64(s.hand[seat][c])
                cards -= cards_down(s, seat, c)
        if cards < 0:
            return refuse(why, BAD_POOL, c, popcount64(s.pool[c]), popcount64(s.pool[c]) - cards)
        left -= cards
    if left:
        return refuse(why, BAD_PILE_SIZES, sum, sum - left)
    # The extra pile came in phase 1 of this round, or in the round before (R6).
    if s.extra_in and not s.last_round and (s.phase == DRAWING or s.phase == ROLLING):
        return refuse(why, BAD_LAST)
    return OK


cdef inline int check_table(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Markers and dice."""
    cdef int c, seat
    for c in range(COLOURS):
        if markers_left(s, r, c) < 0:
            return refuse(
                why, BAD_MARKERS, c, r.threat_markers - markers_left(s, r, c), r.threat_markers)
        if (s.dice[c] > 0) != (c < s.rolled):
            return refuse(why, BAD_DICE)
    if (s.phase < ROLLING and s.rolled) or (s.phase > ROLLING and s.rolled < COLOURS):
        return refuse(why, BAD_DICE)
    for seat in range(r.seats):
        if circles(s, r, seat) and not suffers(s, seat):
            c = lowest_bit64(circles(s, r, seat))
            return refuse(why, BAD_THREATS, seat, c, s.threat[seat][c], r.circle - 1)
    return OK


cdef inline int check_statues(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """The topmost statues are gone, one for each section that was completed (R17)."""
    cdef int seat, section, i, held = 0, owners
    if s.statues_taken > r.statues:
        return refuse(why, BAD_STATUES)
    for seat in range(r.seats):
        for section in range(SECTIONS):
            held += s.statue[seat][section] > 0
            if s.canal[seat][section] == SPACES and s.statue[seat][section] == 0 and (
                s.statues_taken < r.statues
            ):
                return refuse(why, MISSED_STATUE, seat)
    if held != s.statues_taken:
        return refuse(why, BAD_STATUES)
    for i in range(s.statues_taken):
        owners = 0
        for seat in range(r.seats):
            for section in range(SECTIONS):
                owners += s.statue[seat][section] == r.statue_value[i]
        if owners != 1:
            return refuse(why, BAD_STATUES)
    return OK


cdef inline int check_majorities(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """One marker of each kind is won in a round at most; steps of reputation stay (R30)."""
    cdef int rounds = s.round + (s.phase == ENDED), majority, seat, winners
    for majority in range(N_MAJORITIES):
        winners = 0
        for seat in range(r.seats):
            winners += s.majority[seat] >> majority & 1
        if winners > rounds:
            return refuse(why, BAD_MAJORITIES, majority, winners, rounds)
    for seat in range(r.seats):
        if s.majority[seat] >> MOST_REPUTATION & 1 and s.reputation[seat] == 0:
            return refuse(why, UNEARNED_MAJORITY, seat)
    return OK


cdef inline int cards_used(const State *s, const Rules *r) noexcept nogil:
    """At least as many as were played or discarded, including those that Fire brought back (R36).

    A used card counts 1 on the table or 2 among the discards, and nothing lowers that: a house
    that burns is discarded, and the person in it returns.
    """
    cdef int seat, n = 2 * count_cards(s.discards)
    for seat in range(r.seats):
        n += total(s.houses[seat]) + count_cards(s.people[seat])
    return n


cdef inline int cards_to_come(const State *s, const Rules *r, int seat) noexcept nogil:
    """Cards that a seat will surely use in this round: it holds them, or is about to draw them."""
    cdef int order = (seat - s.start_seat + r.seats) % r.seats
    cdef int now = (s.seat - s.start_seat + r.seats) % r.seats
    cdef int turns = r.cards_per_round, hand = hand_total(s, seat), under_way = 0
    if s.phase == SETTING_UP or (s.phase == DRAWING and order >= now):
        return min(r.hand_size, turns)
    if s.phase == PLAYING:
        turns -= s.cycle
        if order < now or (order == now and s.begun == 1):
            turns -= 1
    if order == now:
        # A card being played lies aside, waits for its house, or is still in the hand.
        if s.use_card or s.aside_colour:
            under_way = 1
        elif s.step == PICK_CARD or s.step == PAY_WORKER:
            under_way = 1
            hand -= 1
    return under_way + min(hand, turns)


cdef inline int check_round(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Who starts the round, whose part of it is played, and how many cards were played."""
    cdef int least = r.seats * min(r.hand_size, r.cards_per_round)
    cdef int cards = cards_used(s, r) + s.unnoted + ROUNDS_GRANTED * least, seat
    if s.phase != ENDED and not s.last_round:
        # This round will be finished, too.
        cards -= least
        for seat in range(r.seats):
            cards += cards_to_come(s, r, seat)
    if s.round * least > cards:
        return refuse(why, BAD_ROUND, s.round, cards / least)
    if s.start_seat != s.round % r.seats:
        return refuse(why, BAD_START, s.round + 1, s.round % r.seats)
    if s.seat != s.start_seat and (
        s.phase == SETTING_UP or s.phase == ROLLING or s.phase == ENDED
    ):
        return refuse(why, BAD_SEAT, s.start_seat)
    if s.cycle > r.cards_per_round or (s.cycle and s.phase < PLAYING) or (
        (s.cycle == r.cards_per_round) != (s.phase == ENDED)
    ):
        return refuse(why, BAD_CYCLE)
    if s.phase == SETTING_UP and (s.round or memcmp(s.pool, r.cards, sizeof(s.pool))):
        return refuse(why, BAD_SETUP)
    return OK


cdef inline bint suffers(const State *s, int seat) noexcept nogil:
    cdef int i
    for i in range(s.depth):
        if s.frame[i][TASK] == DO_SUFFER and s.frame[i][SEAT] == seat:
            return True
    return False
