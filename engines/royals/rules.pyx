"""The rules of Royals, both editions; clause numbers (R..) are those of RULES.md."""
import numpy as np

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset

from cython_ext.core cimport CHECK, Rng, below, lowest_bit, popcount32, unit
from cython_ext.defaults cimport nothing_hidden as hidden
from cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, OVER, TO_ALL, Ops, Problem, Return, Seen, Table, new_table,
    rank_seats, refuse, seat_bit, show,
)
from engines.royals.board cimport (
    Leaders, cards_to_draw, has_every_title, is_everywhere, is_present, leaders_in,
    matching_intrigue, occupied, occupy, points_by_source, points_of, title_value, total,
)
from engines.royals.guidance cimport N_WEIGHTS, evaluate, priors
from engines.royals.history cimport (
    could_be_first, country_markers_given, draws_left_traces, first_round_fits, giving_fits,
    house_markers_given, intrigue_price, is_the_end, most_cards, most_intrigue, ousted_by_others,
    ousted_have_titles, period_end_fits, period_markers_fit, taken_openly, total_of,
    unscored_claims_fit,
)

cdef enum:
    MAX_MARKER = 256        # marker values are below this
    MAX_ROUND = 0xFFFF


# --- legal actions ---

cdef void start(void *state, const void *rules) noexcept nogil:
    s = <Royals *>state
    r = <const RoyalsRules *>rules
    cdef int seat, k
    memset(s, 0, sizeof(Royals))
    s.head.view_of = FULL
    s.head.player = CHANCE
    s.phase = SETUP
    for seat in range(r.seats):
        s.supply[seat] = r.cubes[seat]
    for k in range(COUNTRIES):
        s.pile[k] = r.deck[k]
    for k in range(PAIRS):
        s.intrigue_pile[k] = r.intrigue_deck[k]
    s.pile_size = total(s.pile, COUNTRIES)
    s.intrigue_pile_size = total(s.intrigue_pile, PAIRS)


cdef int actions(const void *state, const void *rules, int32_t *out) noexcept nogil:
    s = <const Royals *>state
    r = <const RoyalsRules *>rules
    if s.phase == DRAW:
        return draw_actions(s, r, out)
    if s.phase == PLAY:
        return play_actions(s, r, out)
    if s.phase == PAY_INTRIGUE or s.phase == DISCARD_INTRIGUE:
        return give_actions(
            s.intrigue[s.seat], PAIRS, payable_pairs(s, r), s, GIVE_INTRIGUE, 8, out)
    return give_actions(
        s.hand[s.seat], COUNTRIES, payable_countries(s, r), s, GIVE_COUNTRY, 16, out)


cdef inline int draw_actions(const Royals *s, const RoyalsRules *r, int32_t *out) noexcept nogil:
    """An Intrigue card chooses its option first (R6); then the pile, then the display (R7)."""
    cdef int left = cards_to_draw(s, r) - s.drawn, n = 0, k
    cdef int remaining = total(s.display, COUNTRIES)
    if s.display_from == 0:
        if s.pile_size > 0:
            out[n] = FROM_PILE
            n += 1
        if s.drawn == 0 and s.drawn_intrigue == 0 and s.round > 0:
            out[n] = INTRIGUE_CARD
            n += 1
    for k in range(COUNTRIES):
        # Taking k rules out lower countries: what remains must be enough to finish.
        if s.display[k] > 0 and k + 1 >= s.display_from and remaining >= left:
            out[n] = FROM_DISPLAY + k
            n += 1
        remaining -= s.display[k]
    return n


cdef inline int play_actions(const Royals *s, const RoyalsRules *r, int32_t *out) noexcept nogil:
    cdef uint32_t affordable = 0, occupation, claims, takes
    cdef int c, n = 1, cards = s.hand_size[s.seat]
    out[0] = END_TURN
    if s.supply[s.seat] < 2:
        return 1
    # A card of cost n with h at hand takes h + wild * (n - h) cards.
    for c in range(COUNTRIES):
        affordable |= r.up_to[c][(cards + (r.wild - 1) * s.hand[s.seat][c]) / r.wild]
    occupation = occupied(s, r)
    claims = affordable & ~occupation
    while claims:
        out[n] = CLAIM + claim_code(s, r, lowest_bit(claims))
        n += 1
        claims &= claims - 1
    if s.intrigue_size[s.seat] == 0:
        return n
    takes = affordable & occupation & ~s.held[s.seat] & intrigue_reach(s, r)
    while takes:
        out[n] = take_over_id(s, r, lowest_bit(takes))
        n += 1
        takes &= takes - 1
    return n


cdef inline int claim_code(const Royals *s, const RoyalsRules *r, int position) noexcept nogil:
    """Position and the wilds that the hand makes necessary (R11)."""
    cdef int missing = (
        r.cost[r.position_title[position]] - s.hand[s.seat][r.position_country[position]])
    if missing < 0:
        missing = 0
    return position * 8 + missing


cdef inline int take_over_id(const Royals *s, const RoyalsRules *r, int position) noexcept nogil:
    cdef int missing = intrigue_price(r, position) - matching_intrigue(
        s.intrigue[s.seat], r, r.position_country[position])
    if missing < 0:
        missing = 0
    return TAKE_OVER + claim_code(s, r, position) * 4 + missing


cdef inline uint32_t intrigue_reach(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """Positions for which the mover's Intrigue cards suffice, wilds included (R13, R14)."""
    cdef uint32_t mask = 0
    cdef int c, reach, cards = s.intrigue_size[s.seat]
    for c in range(COUNTRIES):
        reach = (cards + (r.intrigue_wild - 1) * matching_intrigue(
            s.intrigue[s.seat], r, c)) / r.intrigue_wild
        if reach >= 1:
            mask |= r.country_positions[c] & ~r.king_positions
        if reach >= r.king_intrigue:
            mask |= r.country_positions[c] & r.king_positions
    return mask


cdef inline int payable_countries(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """Wilds are paid with the other countries: the matching cards are gone already."""
    if s.phase == PAY_COUNTRY:
        return ~(1 << r.position_country[s.target])
    return -1


cdef inline int payable_pairs(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """Matching Intrigue cards while there are any; after that any others (R13)."""
    if s.phase == PAY_INTRIGUE:
        if s.due_wild:
            return ~<int>r.pairs_of[r.position_country[s.target]]
        return r.pairs_of[r.position_country[s.target]]
    return -1


cdef inline int give_actions(
    const uint8_t *cards, int kinds, int allowed, const Royals *s, int base, int stride,
    int32_t *out,
) noexcept nogil:
    """Kind by kind in ascending order, so that a payment has one sequence only (R12)."""
    cdef int n = 0, k, amount, least, later = 0
    for k in range(s.due_next, kinds):
        if allowed >> k & 1:
            later += cards[k]
    for k in range(s.due_next, kinds):
        if not allowed >> k & 1:
            continue
        later -= cards[k]
        least = max(1, s.due - later)
        for amount in range(least, min(<int>cards[k], <int>s.due) + 1):
            out[n] = base + k * stride + amount
            n += 1
    return n


# --- chance ---

cdef int event(const void *state, const void *rules, int *seat) noexcept nogil:
    s = <const Royals *>state
    seat[0] = s.seat
    if s.phase == DRAW_COUNTRY:
        return EVENT_COUNTRY
    if s.phase == DRAW_INTRIGUE:
        return EVENT_INTRIGUE
    seat[0] = -1
    return EVENT_DISPLAY


cdef int outcomes(const void *state, const void *rules, int32_t *out, double *p) noexcept nogil:
    s = <const Royals *>state
    if s.phase == DRAW_INTRIGUE:
        return kinds_left(s.intrigue_pile, PAIRS, s.intrigue_pile_size, out, p)
    return kinds_left(s.pile, COUNTRIES, s.pile_size, out, p)


cdef inline int kinds_left(
    const uint8_t *pile, int kinds, int size, int32_t *out, double *p
) noexcept nogil:
    cdef int n = 0, k
    for k in range(kinds):
        if pile[k]:
            out[n] = k
            p[n] = <double>pile[k] / size
            n += 1
    return n


cdef inline int pick(const uint8_t *pile, int size, Rng *rng) noexcept nogil:
    """A random card's kind from a pile of `size` cards."""
    cdef int left = below(rng, size), k = 0
    while left >= pile[k]:
        left -= pile[k]
        k += 1
    return k


cdef int roll(const void *state, const void *rules, Rng *rng) noexcept nogil:
    s = <const Royals *>state
    if s.phase == DRAW_INTRIGUE:
        return pick(s.intrigue_pile, s.intrigue_pile_size, rng)
    return pick(s.pile, s.pile_size, rng)


# --- playing ---

cdef void apply(void *state, const void *rules, int action, Seen *seen) noexcept nogil:
    s = <Royals *>state
    r = <const RoyalsRules *>rules
    if s.phase == DRAW_COUNTRY or s.phase == DRAW_INTRIGUE:
        show(seen, seat_bit(s.seat) | BY_CHANCE, action)
        receive(s, r, action)
        return
    if s.phase == SETUP or s.phase == REFILL:
        show(seen, TO_ALL | BY_CHANCE, action)
        reveal(s, r, action)
        return
    show(seen, TO_ALL, action)
    if s.phase == DRAW:
        draw(s, r, action)
    elif s.phase == PLAY:
        if action == END_TURN:
            discard_excess(s, r)
        else:
            begin_payment(s, r, action, seen)
    else:
        give(s, r, action)


cdef inline void draw(Royals *s, const RoyalsRules *r, int action) noexcept nogil:
    cdef int country = action - FROM_DISPLAY
    if action == FROM_PILE:
        s.phase = DRAW_COUNTRY
        s.head.player = CHANCE
    elif action == INTRIGUE_CARD:
        s.phase = DRAW_INTRIGUE
        s.head.player = CHANCE
    else:
        s.display[country] -= 1
        s.display_from = country + 1
        s.hand[s.seat][country] += 1
        s.hand_size[s.seat] += 1
        s.drawn += 1
        if not s.head.lean:
            learn_card(s, r, s.seat, country)
        go_on_drawing(s, r)


cdef inline void receive(Royals *s, const RoyalsRules *r, int kind) noexcept nogil:
    """A face-down card arrives in the hand."""
    s.head.player = s.seat
    if s.phase == DRAW_INTRIGUE:
        s.intrigue_pile[kind] -= 1
        s.intrigue_pile_size -= 1
        s.intrigue[s.seat][kind] += 1
        s.intrigue_size[s.seat] += 1
        s.drawn_intrigue = 1
        restock_intrigue(s)
    else:
        s.hand[s.seat][kind] += 1
        s.hand_size[s.seat] += 1
        s.drawn += 1
        leave_pile(s, r, kind)
    go_on_drawing(s, r)


cdef inline void go_on_drawing(Royals *s, const RoyalsRules *r) noexcept nogil:
    if s.drawn == cards_to_draw(s, r):
        s.phase = PLAY
        s.display_from = 0
    else:
        s.phase = DRAW


cdef inline void leave_pile(Royals *s, const RoyalsRules *r, int kind) noexcept nogil:
    """A card leaves the draw pile; in one edition its last card ends the period (R21)."""
    s.pile[kind] -= 1
    s.pile_size -= 1
    if s.pile_size == 0 and r.ends_on_empty_pile:
        s.period_ending = 1
        reshuffle(s, r)


cdef void reshuffle(Royals *s, const RoyalsRules *r) noexcept nogil:
    """The discards become the new draw pile."""
    cdef int k
    CHECK(s.pile_size == 0)
    for k in range(COUNTRIES):
        s.pile[k] = s.discards[k]
        s.pile_size += s.discards[k]
        s.discards[k] = 0
    if not s.head.lean:
        count_hands(s, r)


cdef inline void restock_intrigue(Royals *s) noexcept nogil:
    """An exhausted Intrigue pile is rebuilt from its discards (R8)."""
    cdef int k
    if s.intrigue_pile_size == 0:
        for k in range(PAIRS):
            s.intrigue_pile[k] = s.intrigue_discards[k]
            s.intrigue_pile_size += s.intrigue_discards[k]
            s.intrigue_discards[k] = 0


cdef inline void begin_payment(
    Royals *s, const RoyalsRules *r, int action, Seen *seen
) noexcept nogil:
    """Give the matching cards; which others to give is asked next."""
    cdef bint ousting = action >= TAKE_OVER
    cdef int missing_intrigue = 0, code, missing, country, title
    if ousting:
        code = (action - TAKE_OVER) / 4
        missing_intrigue = (action - TAKE_OVER) % 4
    else:
        code = action - CLAIM
    missing = code % 8
    s.target = code / 8
    country = r.position_country[s.target]
    title = r.position_title[s.target]
    give_cards(s, r, country, r.cost[title] - missing)
    s.due_country = r.wild * missing
    s.due_next = 0
    s.due = 0
    if ousting:
        s.phase = PAY_INTRIGUE
        s.due_wild = missing_intrigue > 0
        if s.due_wild:
            give_all_matching(s, r, country, seen)
            s.due = r.intrigue_wild * missing_intrigue
        else:
            s.due = intrigue_price(r, s.target)
    else:
        pay_countries(s, r)


cdef inline void give_cards(Royals *s, const RoyalsRules *r, int country, int n) noexcept nogil:
    s.hand[s.seat][country] -= n
    s.hand_size[s.seat] -= n
    s.discards[country] += n
    if n and not s.head.lean:
        forget_cards(s, r, s.seat, country, n)


cdef inline void give_intrigue(Royals *s, int pair, int n) noexcept nogil:
    s.intrigue[s.seat][pair] -= n
    s.intrigue_size[s.seat] -= n
    s.intrigue_discards[pair] += n


cdef void give_all_matching(
    Royals *s, const RoyalsRules *r, int country, Seen *seen
) noexcept nogil:
    """Too few matching Intrigue cards: they all go, and everybody sees which."""
    cdef int pair, n
    for pair in range(PAIRS):
        n = s.intrigue[s.seat][pair]
        if n and r.pairs_of[country] >> pair & 1:
            show(seen, TO_ALL, GIVE_INTRIGUE + pair * 8 + n)
            give_intrigue(s, pair, n)


cdef inline void pay_countries(Royals *s, const RoyalsRules *r) noexcept nogil:
    """Ask for the cards that stand in for missing ones, if any are missing."""
    if s.due_country:
        s.phase = PAY_COUNTRY
        s.due = s.due_country
        s.due_country = 0
        s.due_next = 0
    else:
        occupy(s, r)


cdef inline void give(Royals *s, const RoyalsRules *r, int action) noexcept nogil:
    """One kind of a payment or discard; when all is given, go on with what it was for."""
    cdef int kind, amount
    if action >= GIVE_INTRIGUE:
        kind = (action - GIVE_INTRIGUE) / 8
        amount = (action - GIVE_INTRIGUE) % 8
        give_intrigue(s, kind, amount)
    else:
        kind = (action - GIVE_COUNTRY) / 16
        amount = (action - GIVE_COUNTRY) % 16
        give_cards(s, r, kind, amount)
    s.due -= amount
    s.due_next = kind + 1
    if s.due:
        return
    s.due_next = 0
    if s.phase == PAY_INTRIGUE:
        s.due_wild = 0
        pay_countries(s, r)
    elif s.phase == PAY_COUNTRY:
        occupy(s, r)
    else:
        discard_excess(s, r)


# --- the end of a turn, of a period, of the game ---

cdef inline void discard_excess(Royals *s, const RoyalsRules *r) noexcept nogil:
    """Down to the hand limits, then refill the display (R19, R20)."""
    if s.hand_size[s.seat] > r.hand_limit:
        s.phase = DISCARD_COUNTRY
        s.due = s.hand_size[s.seat] - r.hand_limit
    elif s.intrigue_size[s.seat] > r.intrigue_limit:
        s.phase = DISCARD_INTRIGUE
        s.due = s.intrigue_size[s.seat] - r.intrigue_limit
    else:
        s.phase = REFILL
        refill(s, r)


cdef inline void reveal(Royals *s, const RoyalsRules *r, int country) noexcept nogil:
    s.display[country] += 1
    leave_pile(s, r, country)
    refill(s, r)


cdef void refill(Royals *s, const RoyalsRules *r) noexcept nogil:
    """Ask chance for the next display card, or go on if the display is full."""
    if total(s.display, COUNTRIES) < r.display_size:
        if s.pile_size == 0:
            s.period_ending = 1
            reshuffle(s, r)
        s.head.player = CHANCE
    elif s.phase == SETUP:
        begin_turn(s, 0)
    else:
        finish_turn(s, r)


cdef inline void finish_turn(Royals *s, const RoyalsRules *r) noexcept nogil:
    if s.period_ending:
        s.period_ending = 0
        if s.period < PERIODS - 1:
            score_period(s, r)
            s.period += 1
        else:
            s.last_round = 1
    if s.seat + 1 < r.seats:
        begin_turn(s, s.seat + 1)
    elif s.last_round:
        score_period(s, r)
        s.phase = ENDED
        s.head.player = OVER
    else:
        # Only 0 means something; a number written by hand must not come round to it.
        s.round += s.round < MAX_ROUND
        begin_turn(s, 0)


cdef inline void begin_turn(Royals *s, int seat) noexcept nogil:
    s.seat = seat
    s.head.player = seat
    s.phase = DRAW
    s.drawn = 0
    s.drawn_intrigue = 0


cdef void score_period(Royals *s, const RoyalsRules *r) noexcept nogil:
    """Each country's two markers go to its two most influential players (R22 to R24)."""
    cdef int country
    cdef Leaders leaders
    for country in range(COUNTRIES):
        leaders = leaders_in(s, r, country)
        s.period_marker[s.period][country][0] = leaders.first + 1
        s.period_marker[s.period][country][1] = leaders.second + 1


cdef void count_markers(
    const Royals *s, const RoyalsRules *r, int seat, uint8_t *count
) noexcept nogil:
    """How many markers of each value the seat has won, for the final tie-break."""
    cdef int me = seat + 1, i, j, k
    memset(count, 0, MAX_MARKER)
    for i in range(r.cities):
        count[r.city_bonus[i]] += s.city_marker[i] == me
    for i in range(COUNTRIES):
        for j in range(2):
            count[r.country_bonus[i][j]] += s.country_marker[i][j] == me
            for k in range(PERIODS):
                count[r.period_points[k][i][j]] += s.period_marker[k][i][j] == me
    for i in range(r.house_markers):
        count[r.house_bonus[i]] += s.house_marker[i] == me
    for i in range(TITLES):
        count[title_value(s, r, i, seat)] += 1


cdef bint wins_tie(
    const Royals *s, const RoyalsRules *r, int seat, int other
) noexcept nogil:
    """Highest single marker; in one edition then the next highest, and so on (R28)."""
    cdef uint8_t mine[MAX_MARKER]
    cdef uint8_t theirs[MAX_MARKER]
    cdef int value
    count_markers(s, r, seat, mine)
    count_markers(s, r, other, theirs)
    for value in range(MAX_MARKER - 1, 0, -1):
        if mine[value] != theirs[value]:
            if r.all_markers_break_ties:
                return mine[value] > theirs[value]
            return theirs[value] == 0
        if mine[value] and not r.all_markers_break_ties:
            return False
    return False


cdef void returns(const void *state, const void *rules, Return *out) noexcept nogil:
    s = <const Royals *>state
    r = <const RoyalsRules *>rules
    cdef double beaten[MAX_PLAYERS]
    cdef int points[MAX_PLAYERS]
    cdef int seat, other
    for seat in range(r.seats):
        points[seat] = points_of(s, r, seat)
        out[seat].score = points[seat]
    for seat in range(r.seats):
        beaten[seat] = 0
        for other in range(r.seats):
            if points[seat] > points[other] or (
                points[seat] == points[other] and other != seat and wins_tie(s, r, seat, other)
            ):
                beaten[seat] += 1
    rank_seats(beaten, r.seats, out)


# --- knowledge ---

cdef inline void learn_card(
    Royals *s, const RoyalsRules *r, int holder, int country
) noexcept nogil:
    """An open card enters a hand: everybody else knows it there."""
    cdef int viewer
    for viewer in range(r.seats):
        if viewer != holder:
            s.known[viewer][holder][country] += 1
    s.known[ONLOOKER][holder][country] += 1


cdef inline void forget_cards(
    Royals *s, const RoyalsRules *r, int holder, int country, int n
) noexcept nogil:
    """Cards leave a hand openly: at least that many fewer are known to be there."""
    cdef int viewer
    for viewer in range(r.seats):
        s.known[viewer][holder][country] -= min(n, <int>s.known[viewer][holder][country])
    s.known[ONLOOKER][holder][country] -= min(n, <int>s.known[ONLOOKER][holder][country])


cdef void count_hands(Royals *s, const RoyalsRules *r) noexcept nogil:
    """After a reshuffle the new pile is known: with two players, so is the other's hand.

    With more players counting tells what the other hands hold together, which is no fact
    about any of them (R31).
    """
    cdef int viewer, k
    if r.seats == 2:
        for viewer in range(2):
            for k in range(COUNTRIES):
                s.known[viewer][1 - viewer][k] = s.hand[1 - viewer][k]


cdef void conceal(void *state, const void *rules, int viewer) noexcept nogil:
    s = <Royals *>state
    r = <const RoyalsRules *>rules
    cdef int row = viewer, holder, k
    if viewer < 0:
        row = ONLOOKER
    for holder in range(r.seats):
        if holder == viewer:
            continue
        for k in range(COUNTRIES):
            s.pile[k] += s.hand[holder][k] - s.known[row][holder][k]
            s.hand[holder][k] = s.known[row][holder][k]
        for k in range(PAIRS):
            s.intrigue_pile[k] += s.intrigue[holder][k]
            s.intrigue[holder][k] = 0
    for holder in range(MAX_PLAYERS):
        if holder != row:
            memset(s.known[holder], 0, sizeof(s.known[holder]))
    s.head.view_of = viewer


cdef struct Duty:
    # What the mover has begun to give: at least `due` cards of the kinds in `allowed`.
    int allowed
    int due


cdef inline Duty country_duty(const Royals *s, const RoyalsRules *r) noexcept nogil:
    cdef Duty duty
    duty.allowed = payable_countries(s, r) & ~((1 << s.due_next) - 1)
    duty.due = 0
    if s.phase == PAY_COUNTRY or s.phase == DISCARD_COUNTRY:
        duty.due = s.due
    elif s.phase == PAY_INTRIGUE:
        duty.allowed = ~(1 << r.position_country[s.target])
        duty.due = s.due_country
    return duty


cdef inline Duty intrigue_duty(const Royals *s, const RoyalsRules *r) noexcept nogil:
    cdef Duty duty
    duty.allowed = payable_pairs(s, r) & ~((1 << s.due_next) - 1)
    duty.due = 0
    if s.phase == PAY_INTRIGUE or s.phase == DISCARD_INTRIGUE:
        duty.due = s.due
    return duty


cdef void imagine(void *state, const void *rules, Rng *rng, int mode) noexcept nogil:
    """Deal the unplaced cards to the hands' unknown places; the rest are the piles.

    The mover comes first, since a payment under way says something about its hand.
    """
    s = <Royals *>state
    r = <const RoyalsRules *>rules
    cdef int i, holder, n, left = total(s.pile, COUNTRIES)
    cdef int intrigue_left = total(s.intrigue_pile, PAIRS)
    for i in range(r.seats):
        holder = s.seat + i
        if holder >= r.seats:
            holder -= r.seats
        if holder == s.head.view_of:
            continue
        n = s.hand_size[holder] - total(s.hand[holder], COUNTRIES)
        if i == 0:
            deal_mover(s.pile, s.hand[holder], COUNTRIES, n, left, country_duty(s, r), rng)
        else:
            deal(s.pile, s.hand[holder], n, left, rng)
        left -= n
        n = s.intrigue_size[holder]
        if i == 0:
            deal_mover(
                s.intrigue_pile, s.intrigue[holder], PAIRS, n, intrigue_left,
                intrigue_duty(s, r), rng)
        else:
            deal(s.intrigue_pile, s.intrigue[holder], n, intrigue_left, rng)
        intrigue_left -= n
    if not s.head.lean:
        share_what_all_know(s, r)
    s.head.view_of = FULL


cdef inline void share_what_all_know(Royals *s, const RoyalsRules *r) noexcept nogil:
    """The other seats know of each other's hands what the onlooker knows (R31)."""
    cdef int viewer
    for viewer in range(r.seats):
        if viewer != s.head.view_of:
            s.known[viewer] = s.known[ONLOOKER]
            memset(s.known[viewer][viewer], 0, sizeof(s.known[viewer][viewer]))


cdef inline void deal(uint8_t *pool, uint8_t *hand, int n, int left, Rng *rng) noexcept nogil:
    """n random cards from a pool of `left` into a hand."""
    cdef int k
    while n > 0:
        k = pick(pool, left, rng)
        pool[k] -= 1
        hand[k] += 1
        left -= 1
        n -= 1


cdef inline void deal_mover(
    uint8_t *pool, uint8_t *hand, int kinds, int n, int left, Duty duty, Rng *rng
) noexcept nogil:
    """`deal`, given that the hand can carry out its duty."""
    cdef int missing = duty.due - total_of(hand, kinds, duty.allowed)
    if missing > 0:
        deal_with_duty(pool, hand, kinds, n, left, duty.allowed, missing, rng)
    else:
        deal(pool, hand, n, left, rng)


cdef void deal_with_duty(
    uint8_t *pool, uint8_t *hand, int kinds, int n, int left, int allowed, int missing, Rng *rng
) noexcept nogil:
    """First how many of the allowed kinds, by the truncated hypergeometric law; then which."""
    cdef uint8_t part[PAIRS]
    cdef int good = total_of(pool, kinds, allowed), k
    cdef int count = hypergeometric_from(missing, good, left - good, n, rng)
    for k in range(kinds):
        part[k] = pool[k] if allowed >> k & 1 else 0
        pool[k] -= part[k]
    deal(part, hand, count, good, rng)
    deal(pool, hand, n - count, left - good, rng)
    for k in range(kinds):
        pool[k] += part[k]


cdef int hypergeometric_from(int least, int good, int bad, int n, Rng *rng) noexcept nogil:
    """How many good cards n draws hold, given that they hold at least `least`."""
    cdef double weight[MAX_HAND + 1]
    cdef double sum = 0, left
    cdef int first = max(least, n - bad), last = min(good, n), x
    CHECK(first <= last)
    weight[first] = 1
    for x in range(first, last):
        weight[x + 1] = weight[x] * (good - x) * (n - x) / ((x + 1.0) * (bad - n + x + 1))
    for x in range(first, last + 1):
        sum += weight[x]
    left = unit(rng) * sum
    x = first
    while x < last and left >= weight[x]:
        left -= weight[x]
        x += 1
    return x


# --- checks: each refusal has its sentence in text.py, in the order of these codes ---

cdef enum:
    OK = 0
    BAD_COUNTRY_CARDS           # country, found, in the deck
    BAD_INTRIGUE_CARDS          # pair, found, in the deck
    BAD_HAND                    # seat, named, size
    BAD_INTRIGUE_HAND           # seat, named, size
    BAD_PILE                    # found, expected
    BAD_INTRIGUE_PILE           # found, expected
    OVER_HAND_LIMIT             # seat, size, limit
    OVER_INTRIGUE_LIMIT         # seat, size, limit
    BAD_DISPLAY                 # cards, places
    BAD_POSITIONS               # seat
    BAD_CUBES                   # seat, on the board and in supply, owned
    BAD_TITLE_CUBES             # seat, title
    BAD_CITY_MARKER             # city
    BAD_COUNTRY_MARKER          # country
    BAD_HOUSE_MARKER            # marker
    BAD_PERIOD_MARKER           # period, country
    BAD_PLAYER                  # nothing
    BAD_TURN                    # nothing: the turn's fields contradict each other
    BAD_KNOWN                   # viewer row, holder
    EMPTY_PILE                  # nothing
    EMPTY_INTRIGUE_PILE         # nothing
    BAD_OUSTED                  # seat, city
    BAD_OUSTED_TITLES           # seat
    UNSCORED_CLAIMS             # nothing
    BAD_FIRST_ROUND             # nothing
    BAD_DRAWS                   # nothing
    BAD_PERIOD_END              # nothing
    BAD_GIVING                  # nothing


cdef int check(const void *state, const void *rules, Problem *why) noexcept nogil:
    s = <const Royals *>state
    r = <const RoyalsRules *>rules
    cdef int code = check_cards(s, r, why)
    if code == OK:
        code = check_hands(s, r, why)
    if code == OK:
        code = check_cubes(s, r, why)
    if code == OK:
        code = check_markers(s, r, why)
    if code == OK:
        code = check_turn(s, r, why)
    # A lean copy has let its facts go stale.
    if code == OK and not s.head.lean:
        code = check_known(s, r, why)
    return code


cdef int check_cards(const Royals *s, const RoyalsRules *r, Problem *why) noexcept nogil:
    """Every card is somewhere, exactly once."""
    cdef int k, seat, found
    for k in range(COUNTRIES):
        found = s.pile[k] + s.discards[k] + s.display[k]
        for seat in range(r.seats):
            found += s.hand[seat][k]
        if found != r.deck[k]:
            return refuse(why, BAD_COUNTRY_CARDS, k, found, r.deck[k])
    for k in range(PAIRS):
        found = s.intrigue_pile[k] + s.intrigue_discards[k]
        for seat in range(r.seats):
            found += s.intrigue[seat][k]
        if found != r.intrigue_deck[k]:
            return refuse(why, BAD_INTRIGUE_CARDS, k, found, r.intrigue_deck[k])
    found = total(s.display, COUNTRIES)
    if found > r.display_size:
        return refuse(why, BAD_DISPLAY, found, r.display_size)
    # The discards become a new pile as soon as the last card has gone (R8, R21).
    if s.pile_size == 0 and r.ends_on_empty_pile:
        return refuse(why, EMPTY_PILE)
    if s.intrigue_pile_size == 0:
        return refuse(why, EMPTY_INTRIGUE_PILE)
    return OK


cdef int check_hands(const Royals *s, const RoyalsRules *r, Problem *why) noexcept nogil:
    """Sizes, limits, and in a view how much each pile must still hold."""
    cdef int seat, cards, intrigue, unknown = 0, unknown_intrigue = 0, found
    cdef int limit, intrigue_limit
    for seat in range(r.seats):
        cards = total(s.hand[seat], COUNTRIES)
        intrigue = total(s.intrigue[seat], PAIRS)
        if s.head.view_of == FULL or s.head.view_of == seat:
            if cards != s.hand_size[seat]:
                return refuse(why, BAD_HAND, seat, cards, s.hand_size[seat])
            if intrigue != s.intrigue_size[seat]:
                return refuse(why, BAD_INTRIGUE_HAND, seat, intrigue, s.intrigue_size[seat])
        elif cards > s.hand_size[seat]:
            return refuse(why, BAD_HAND, seat, cards, s.hand_size[seat])
        elif intrigue > 0:
            return refuse(why, BAD_INTRIGUE_HAND, seat, intrigue, s.intrigue_size[seat])
        limit = most_cards(s, r, seat)
        intrigue_limit = most_intrigue(s, r, seat)
        if s.hand_size[seat] > limit:
            return refuse(why, OVER_HAND_LIMIT, seat, s.hand_size[seat], limit)
        if s.intrigue_size[seat] > intrigue_limit:
            return refuse(why, OVER_INTRIGUE_LIMIT, seat, s.intrigue_size[seat], intrigue_limit)
        unknown += s.hand_size[seat] - cards
        unknown_intrigue += s.intrigue_size[seat] - intrigue
    found = total(s.pile, COUNTRIES)
    if found != s.pile_size + unknown:
        return refuse(why, BAD_PILE, found, s.pile_size + unknown)
    found = total(s.intrigue_pile, PAIRS)
    if found != s.intrigue_pile_size + unknown_intrigue:
        return refuse(why, BAD_INTRIGUE_PILE, found, s.intrigue_pile_size + unknown_intrigue)
    return OK


cdef int check_cubes(const Royals *s, const RoyalsRules *r, Problem *why) noexcept nogil:
    """Each occupation put one cube in a city and one on the title, and both stay."""
    cdef uint32_t taken = 0
    cdef int seat, title, claims, in_cities
    for seat in range(r.seats):
        if s.held[seat] & (taken | ~r.all_positions):
            return refuse(why, BAD_POSITIONS, seat)
        taken |= s.held[seat]
        claims = total(s.title_cubes[seat], TITLES)
        if s.supply[seat] + 2 * claims != r.cubes[seat]:
            return refuse(why, BAD_CUBES, seat, s.supply[seat] + 2 * claims, r.cubes[seat])
        in_cities = popcount32(s.held[seat]) + total(s.ousted[seat], MAX_CITIES)
        if in_cities != claims or total(s.ousted[seat] + r.cities, MAX_CITIES - r.cities):
            return refuse(why, BAD_CUBES, seat, in_cities, claims)
        for title in range(TITLES):
            if popcount32(s.held[seat] & r.title_positions[title]) > s.title_cubes[seat][title]:
                return refuse(why, BAD_TITLE_CUBES, seat, title)
    return check_ousted(s, r, why)


cdef int check_ousted(const Royals *s, const RoyalsRules *r, Problem *why) noexcept nogil:
    """Ousted cubes were on positions of their cities until others took these over."""
    cdef int seat, city
    for seat in range(r.seats):
        for city in range(r.cities):
            if not ousted_by_others(s, r, seat, city):
                return refuse(why, BAD_OUSTED, seat, city)
        if total(s.ousted[seat], MAX_CITIES) and not ousted_have_titles(s, r, seat):
            return refuse(why, BAD_OUSTED_TITLES, seat)
    return OK


cdef int check_markers(const Royals *s, const RoyalsRules *r, Problem *why) noexcept nogil:
    """Bonuses are out as soon as they are won, period markers once their period is scored."""
    cdef int city, country, period, seat
    cdef bint visited
    for city in range(MAX_CITIES):
        visited = False
        for seat in range(r.seats):
            if city < r.cities and is_present(s, r, seat, city):
                visited = True
        seat = <int>s.city_marker[city] - 1
        if visited != (seat >= 0) or (visited and not could_be_first(s, r, seat, city)):
            return refuse(why, BAD_CITY_MARKER, city)
    for country in range(COUNTRIES):
        if not check_country_marker(s, r, country) or not country_markers_given(s, r, country):
            return refuse(why, BAD_COUNTRY_MARKER, country)
        for period in range(PERIODS):
            if not period_markers_fit(s, r, period, country):
                return refuse(why, BAD_PERIOD_MARKER, period, country)
    if not unscored_claims_fit(s, r):
        return refuse(why, UNSCORED_CLAIMS)
    return check_house_markers(s, r, why)


cdef int check_house_markers(const Royals *s, const RoyalsRules *r, Problem *why) noexcept nogil:
    cdef int i, seat, complete = 0
    for seat in range(r.seats):
        complete += has_every_title(s, seat)
    for i in range(MAX_HOUSE_MARKERS):
        seat = <int>s.house_marker[i] - 1
        if seat < 0:
            continue
        if i >= r.house_markers or not has_every_title(s, seat) or (
            i > 0 and s.house_marker[i - 1] == 0
        ) or (i > 0 and s.house_marker[i - 1] == s.house_marker[i]) or (
            i > 1 and s.house_marker[i - 2] == s.house_marker[i]
        ):
            return refuse(why, BAD_HOUSE_MARKER, i)
    if not house_markers_given(s, r, complete):
        return refuse(why, BAD_HOUSE_MARKER, 0)
    return OK


cdef bint check_country_marker(const Royals *s, const RoyalsRules *r, int country) noexcept nogil:
    """The higher marker goes first, to players who are in every city."""
    cdef int first = <int>s.country_marker[country][0] - 1
    cdef int second = <int>s.country_marker[country][1] - 1
    if first < 0:
        return second < 0
    if not is_everywhere(s, r, first, country):
        return False
    return second < 0 or (second != first and is_everywhere(s, r, second, country))


cdef int check_known(const Royals *s, const RoyalsRules *r, Problem *why) noexcept nogil:
    """Facts are true; a view holds its own and the public ones, and shows them as cards."""
    cdef int viewer, holder, k, mine = s.head.view_of
    cdef bint hidden_row
    for viewer in range(MAX_PLAYERS + 1):
        hidden_row = viewer != ONLOOKER and (
            viewer >= r.seats or (mine != FULL and viewer != mine))
        for holder in range(MAX_PLAYERS):
            for k in range(COUNTRIES):
                if s.known[viewer][holder][k] == 0:
                    continue
                if hidden_row or viewer == holder or holder >= r.seats:
                    return refuse(why, BAD_KNOWN, viewer, holder)
                if s.known[viewer][holder][k] > s.hand[holder][k]:
                    return refuse(why, BAD_KNOWN, viewer, holder)
            if not hidden_row and viewer != holder and holder < r.seats and (
                not knows_what_all_know(s, viewer, holder)
            ):
                return refuse(why, BAD_KNOWN, viewer, holder)
    if mine == FULL:
        return OK
    viewer = mine
    if viewer < 0:
        viewer = ONLOOKER
    for holder in range(r.seats):
        for k in range(COUNTRIES):
            if holder != mine and s.known[viewer][holder][k] != s.hand[holder][k]:
                return refuse(why, BAD_KNOWN, viewer, holder)
    return OK


cdef bint knows_what_all_know(const Royals *s, int viewer, int holder) noexcept nogil:
    """What was taken openly is known to everybody else, in this turn too (R30)."""
    cdef int k
    for k in range(COUNTRIES):
        if s.known[viewer][holder][k] < s.known[ONLOOKER][holder][k]:
            return False
    return holder != s.seat or s.phase != DRAW or s.display_from == 0 or (
        s.known[viewer][holder][s.display_from - 1] > 0)


cdef int check_turn(const Royals *s, const RoyalsRules *r, Problem *why) noexcept nogil:
    """The pending step fits the player, and can be carried out."""
    cdef int32_t options[MAX_ACTIONS]
    cdef int player = s.seat
    if s.phase == ENDED:
        player = OVER
    elif s.phase == SETUP or s.phase == REFILL:
        player = CHANCE
    elif s.phase == DRAW_COUNTRY or s.phase == DRAW_INTRIGUE:
        player = CHANCE
    if s.head.player != player or s.head.capped:
        return refuse(why, BAD_PLAYER)
    if not turn_makes_sense(s, r):
        return refuse(why, BAD_TURN)
    if s.round == 0 and not first_round_fits(s, r):
        return refuse(why, BAD_FIRST_ROUND)
    if DRAW <= s.phase <= REFILL and not draws_left_traces(s, r):
        return refuse(why, BAD_DRAWS)
    if not period_end_fits(s, r):
        return refuse(why, BAD_PERIOD_END)
    if not giving_fits(s, r):
        return refuse(why, BAD_GIVING)
    if player < 0:
        return OK
    # What can be drawn is open to all.
    if s.head.view_of == FULL or s.head.view_of == player or s.phase == DRAW:
        if actions(s, r, options) == 0 or (
            # The country cards promised in a take-over are paid after the Intrigue cards.
            total_of(s.hand[s.seat], COUNTRIES, country_duty(s, r).allowed)
            < country_duty(s, r).due
        ):
            return refuse(why, BAD_TURN)
    elif not duty_fits(s.hand[player], s.pile, COUNTRIES, s.hand_size[player],
                       country_duty(s, r)) or not duty_fits(
                           s.intrigue[player], s.intrigue_pile, PAIRS,
                           s.intrigue_size[player], intrigue_duty(s, r)):
        return refuse(why, BAD_TURN)
    return OK


cdef bint duty_fits(
    const uint8_t *hand, const uint8_t *pool, int kinds, int size, Duty duty
) noexcept nogil:
    """Whether some hand that fits the view can give what is due."""
    cdef int unknown = size - total(hand, kinds)
    return duty.due <= total_of(hand, kinds, duty.allowed) + min(
        unknown, total_of(pool, kinds, duty.allowed))


cdef bint turn_makes_sense(const Royals *s, const RoyalsRules *r) noexcept nogil:
    cdef int phase = s.phase
    cdef bint paying = phase == PAY_INTRIGUE or phase == PAY_COUNTRY
    cdef bint discarding = phase == DISCARD_COUNTRY or phase == DISCARD_INTRIGUE
    if s.last_round and (s.period != PERIODS - 1 or s.seat == 0):
        return False
    if (s.due > 0) != (paying or discarding) or (s.due_next > 0 and s.due == 0):
        return False
    if (s.target > 0 and not paying) or s.target >= r.positions:
        return False
    if (s.due_country > 0 or s.due_wild > 0) and phase != PAY_INTRIGUE:
        return False
    if s.display_from > 0 and phase != DRAW:
        return False
    if paying and (s.supply[s.seat] < 2 or s.held[s.seat] >> s.target & 1):
        return False
    if phase == PAY_INTRIGUE and not occupied(s, r) >> s.target & 1:
        return False
    if phase == PAY_INTRIGUE and s.due_country > s.hand_size[s.seat]:
        return False
    if phase == ENDED:
        return is_the_end(s, r)
    if (phase == SETUP or phase == REFILL) and (s.pile_size == 0 or taken_openly(s, r) == 0):
        return False
    if phase == SETUP:
        return s.round == 0 and s.seat == 0 and s.drawn == 0 and s.period == 0
    if phase <= DRAW_INTRIGUE:
        return draw_makes_sense(s, r)
    return s.drawn == cards_to_draw(s, r)


cdef bint draw_makes_sense(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """The display is full until a card is taken, which comes after all face-down draws (R7)."""
    if (s.display_from > 0) != (taken_openly(s, r) > 0) or s.drawn >= cards_to_draw(s, r):
        return False
    if s.phase == DRAW_COUNTRY:
        return s.pile_size > 0
    if s.phase == DRAW_INTRIGUE:
        return s.round > 0 and s.drawn == 0 and s.drawn_intrigue == 0
    return True


# --- what can no longer matter ---

cdef inline bint is_last_turn(const Royals *s, const RoyalsRules *r) noexcept nogil:
    """Whether the game ends with this turn; asked when its cards are drawn (R21, R25)."""
    cdef int missing = r.display_size - total(s.display, COUNTRIES)
    if s.period < PERIODS - 1 or s.seat + 1 < r.seats:
        return False
    if s.last_round or s.period_ending:
        return True
    # The refill will take the pile's last card, or find too few.
    if r.ends_on_empty_pile:
        return missing >= s.pile_size
    return missing > s.pile_size


cdef bint essence(void *state, const void *rules) noexcept nogil:
    """The last turn, its cards drawn: only the mover's hands and the board can matter.

    Nobody else decides any more, and no card counts at the end (R26 to R28): piles, display,
    discards and the others' hands go. Once the mover is done, so do its own.
    """
    s = <Royals *>state
    r = <const RoyalsRules *>rules
    cdef int seat
    if s.phase < PLAY or not is_last_turn(s, r):
        return False
    s.last_round = 1
    s.period_ending = s.drawn = s.drawn_intrigue = 0
    s.round = 0
    memset(s.display, 0, sizeof(s.display))
    memset(s.discards, 0, sizeof(s.discards))
    memset(s.intrigue_discards, 0, sizeof(s.intrigue_discards))
    memset(s.pile, 0, sizeof(s.pile))
    memset(s.intrigue_pile, 0, sizeof(s.intrigue_pile))
    s.pile_size = s.intrigue_pile_size = 0
    for seat in range(r.seats):
        if seat != s.seat or s.phase >= DISCARD_COUNTRY:
            memset(s.hand[seat], 0, sizeof(s.hand[seat]))
            memset(s.intrigue[seat], 0, sizeof(s.intrigue[seat]))
            s.hand_size[seat] = s.intrigue_size[seat] = 0
    if s.phase >= DISCARD_COUNTRY:
        s.phase = REFILL
        s.head.player = CHANCE
        s.due = s.due_next = 0
    return True


# --- explanations ---

cdef void sources(const void *state, const void *rules, double *out) noexcept nogil:
    r = <const RoyalsRules *>rules
    cdef int parts[N_SOURCES]
    cdef int seat, i
    for seat in range(r.seats):
        points_by_source(<const Royals *>state, r, seat, parts)
        for i in range(N_SOURCES):
            out[seat * N_SOURCES + i] = parts[i]


cdef void facts(const void *state, const void *rules, int viewer, double *out) noexcept nogil:
    """Each other seat's Country cards by country, then its Intrigue cards by pair."""
    s = <const Royals *>state
    r = <const RoyalsRules *>rules
    cdef int seat, k
    cdef double *intrigue = out + r.seats * COUNTRIES
    for seat in range(r.seats):
        for k in range(COUNTRIES):
            out[seat * COUNTRIES + k] = s.hand[seat][k] if seat != viewer else 0
        for k in range(PAIRS):
            intrigue[seat * PAIRS + k] = s.intrigue[seat][k] if seat != viewer else 0


include "../../cython_ext/engine.pxi"


# --- loading ---

cdef void fill_board(RoyalsRules *r, board):
    for i, value in enumerate(board.cost):
        r.cost[i] = value
        r.title_points[i], r.title_half[i] = board.title_points[i]
    r.cities = len(board.cities)
    for i, city in enumerate(board.cities):
        r.city_country[i] = city.country
        r.city_bonus[i] = city.bonus
    r.positions = len(board.positions)
    for i, position in enumerate(board.positions):
        r.position_city[i] = position.city
        r.position_title[i] = position.title
        r.position_country[i] = board.cities[position.city].country
        r.influence[i] = position.influence
    for i in range(COUNTRIES):
        r.country_bonus[i] = board.country_bonus[i]
        for period in range(PERIODS):
            r.period_points[period][i] = board.period_points[period][i]
    r.house_markers = len(board.house_bonus)
    for i, value in enumerate(board.house_bonus):
        r.house_bonus[i] = value


cdef void fill_numbers(RoyalsRules *r, board):
    r.display_size = board.display
    r.hand_limit = board.hand_limit
    r.intrigue_limit = board.intrigue_limit
    r.draw = board.draw
    r.wild = board.wild
    r.intrigue_wild = board.intrigue_wild
    r.king_intrigue = board.king_intrigue
    r.ends_on_empty_pile = board.ends_on_empty_pile
    r.all_markers_break_ties = board.all_markers_break_ties
    for i in range(r.seats):
        r.first_turn[i] = board.first_turn[i]
        r.cubes[i] = board.cubes[i]
    for i in range(COUNTRIES):
        r.deck[i] = board.deck[i]
    for i in range(PAIRS):
        r.intrigue_deck[i] = board.intrigue_deck[i]
        for country in board.pairs[i]:
            r.pairs_of[country] |= 1 << i


cdef void prepare_masks(RoyalsRules *r) noexcept:
    """Position masks, so that legal moves need no loop over the board."""
    cdef int p, n, title, country
    cdef uint32_t bit
    for p in range(r.positions):
        bit = <uint32_t>1 << p
        title = r.position_title[p]
        country = r.position_country[p]
        r.all_positions |= bit
        r.country_positions[country] |= bit
        r.city_positions[r.position_city[p]] |= bit
        r.title_positions[title] |= bit
        if title == KING:
            r.king_positions |= bit
        for n in range(r.cost[title], MAX_HAND + 1):
            r.up_to[country][n] |= bit


def table(board, int players) -> Table:
    """The game table for one board; `data.read` has checked every number."""
    cdef Ops ops
    cdef RoyalsRules rules
    cdef Royals blank
    memset(&blank, 0, sizeof(blank))
    memset(&rules, 0, sizeof(rules))
    fill_functions(&ops)
    ops.essence = essence
    rules.seats = players
    fill_board(&rules, board)
    fill_numbers(&rules, board)
    prepare_masks(&rules)
    ops.seats = players
    ops.state_size = sizeof(Royals)
    ops.play_size = sizeof(Royals) - sizeof(blank.known)
    ops.max_outcomes = PAIRS
    # Every turn takes a card off the pile, three times through; a turn has a few draws,
    # discards and the end, and no more than three cards' worth of claims on average.
    ops.max_plies = 36 * (PERIODS * sum(board.deck) + 2 * players)
    ops.n_weights = N_WEIGHTS
    ops.n_sources = N_SOURCES
    ops.n_facts = players * (COUNTRIES + PAIRS)
    return new_table(&ops, &rules, sizeof(rules), np.asarray(<const Royals[:1]>&blank).dtype)
