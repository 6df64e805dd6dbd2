"""Goofspiel for 2 to 4 seats: everybody bids a card in secret for each prize in turn.

Bidding is a simultaneous phase. A state asks the seats one after the other, and a card that
is bid stays in its hand until all have bid; a view drops the others' bids, so that nobody
can tell who has bid already.
"""
from libc.stdint cimport int32_t, int8_t, uint16_t, uint64_t, uint8_t

from eminence.cython_ext.core cimport Rng, lowest_bit, popcount32
from eminence.cython_ext.defaults cimport (
    even_priors as priors, even_standing as evaluate, no_features as features,
    no_traits as traits, no_facts as facts, unmark_view as imagine,
)
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, OVER, TO_ALL, Head, Ops, Problem, Return, Seen, Table, rank_seats,
    refuse, seat_bit, show,
)
from eminence.engines.kit.bits cimport list_bits, list_evenly, pick_bit64
from eminence.engines.kit.counts cimport total

cdef enum:
    MAX_ACTIONS = 13
    MOST_SEATS = 4

cpdef enum Event:
    PRIZE

cpdef enum Wrong:               # what `check` finds; the sentences are in words.py
    OK
    WRONG_HAND                  # seat, cards, prizes left
    PRIZE_TWICE                 # the prize
    LAST_ROUND
    TOO_MANY_POINTS             # points of all seats, what the prizes gone are worth
    WRONG_BID                   # seat
    WRONG_PLAYER
    UNEARNED_POINTS             # points, seat
    UNEARNED_TOTAL              # points of all seats

cdef struct State:
    Head head
    uint16_t hand[MOST_SEATS]   # masks of cards; card c has rank c + 1
    uint16_t prizes             # mask of prizes still to come
    uint8_t points[MOST_SEATS]
    uint8_t bid[MOST_SEATS]     # card + 1 while the bidding runs; 0: not yet
    int8_t prize                # rank of the prize that is bid for; 0: none
    uint8_t _pad[1]

cdef struct Rules:
    int seats
    int n_cards


cdef void start(State *s, const Rules *r) noexcept nogil:
    cdef int seat
    s.head.player = CHANCE
    s.prizes = (1 << r.n_cards) - 1
    for seat in range(r.seats):
        s.hand[seat] = s.prizes


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    return list_bits(s.hand[s.head.player], out)


cdef bint hidden(const State *s, const Rules *r) noexcept nogil:
    """A decision has at least two cards: the last card is played without asking."""
    return True


cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    seat[0] = -1
    return PRIZE


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    return list_evenly(s.prizes, out, p)


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    return pick_bit64(s.prizes, rng)


cdef inline int first_without_bid(const State *s, int seats) noexcept nogil:
    """The lowest seat that has not bid; `seats` if all have."""
    cdef int seat
    for seat in range(seats):
        if s.bid[seat] == 0:
            return seat
    return seats


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    cdef int seats = r.seats, seat
    if s.head.player == CHANCE:
        s.prize = action + 1
        s.prizes &= ~(1 << action)
        s.head.player = 0
        show(seen, TO_ALL | BY_CHANCE, action)
        return
    s.bid[s.head.player] = action + 1
    show(seen, seat_bit(s.head.player), action)
    seat = first_without_bid(s, seats)
    if seat < seats:
        s.head.player = seat
    else:
        open_bids(s, seats, seen)


cdef inline void open_bids(State *s, int seats, Seen *seen) noexcept nogil:
    """All have bid: show the bids, award the prize. The last round plays itself."""
    cdef uint64_t shown = 0
    cdef int seat
    for seat in range(seats):
        shown = shown << 4 | s.bid[seat]
    show(seen, TO_ALL, shown)
    award(s, seats)
    s.head.player = CHANCE
    if s.prizes & (s.prizes - 1) == 0:
        s.prize = lowest_bit(s.prizes) + 1
        s.prizes = 0
        for seat in range(seats):
            s.bid[seat] = lowest_bit(s.hand[seat]) + 1
        award(s, seats)
        s.head.player = OVER


cdef inline void award(State *s, int seats) noexcept nogil:
    """The highest bid takes the prize; if two are highest, nobody does. Bids are spent."""
    cdef int seat, best = 0, winner = -1
    for seat in range(seats):
        if s.bid[seat] > best:
            best = s.bid[seat]
            winner = seat
        elif s.bid[seat] == best:
            winner = -1
    if winner >= 0:
        s.points[winner] += s.prize
    for seat in range(seats):
        s.hand[seat] &= ~(1 << (s.bid[seat] - 1))
        s.bid[seat] = 0
    s.prize = 0


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    """Winners share 1, losers share -1; 0 for all if nobody lost."""
    cdef int seats = r.seats, seat, winners = 0
    cdef double strength[MOST_SEATS]
    for seat in range(seats):
        strength[seat] = s.points[seat]
    rank_seats(strength, seats, out)
    for seat in range(seats):
        winners += out[seat].win > 0
    for seat in range(seats):
        if winners == seats:
            out[seat].score = 0
        elif out[seat].win > 0:
            out[seat].score = 1.0 / winners
        else:
            out[seat].score = -1.0 / (seats - winners)


cdef inline int mover_in_view(const State *s, int viewer, int seats) noexcept nogil:
    """The viewer if it has not bid yet; else the first other seat, whether or not it has bid."""
    if viewer >= 0 and s.bid[viewer] == 0:
        return viewer
    return first_without_bid(s, seats)


cdef void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    cdef int seat
    for seat in range(MOST_SEATS):
        if seat != viewer:
            s.bid[seat] = 0
    if s.head.player >= 0:
        s.head.player = mover_in_view(s, viewer, r.seats)
    s.head.view_of = viewer


cdef void sources(const State *s, const Rules *r, double *out) noexcept nogil:
    cdef int seat
    for seat in range(r.seats):
        out[seat] = s.points[seat]


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seats = r.seats, seat
    cdef int rounds = popcount32(s.prizes) + (s.prize != 0)
    for seat in range(seats):
        if popcount32(s.hand[seat]) != rounds:
            return refuse(why, WRONG_HAND, seat, popcount32(s.hand[seat]), rounds)
    if s.prize != 0 and s.prizes >> (s.prize - 1) & 1:
        return refuse(why, PRIZE_TWICE, s.prize)
    if rounds == 1:
        return refuse(why, LAST_ROUND)
    for seat in range(seats):
        # Bids are cards in hand, for a prize; a view holds the viewer's only.
        if s.bid[seat] and (
            s.prize == 0 or not s.hand[seat] >> (s.bid[seat] - 1) & 1
            or s.head.view_of != FULL and s.head.view_of != seat
        ):
            return refuse(why, WRONG_BID, seat)
    if not player_fits(s, seats, rounds):
        return refuse(why, WRONG_PLAYER)
    return check_points(s, r, why)


cdef struct Sums:
    # Bit n: some of the prizes that are gone are worth n together.
    uint64_t low
    uint64_t high               # from 64 on


cdef inline Sums with_prize(Sums sums, int prize) noexcept nogil:
    sums.high |= sums.high << prize | sums.low >> (64 - prize)
    sums.low |= sums.low << prize
    return sums


cdef inline bint has_sum(Sums sums, int n) noexcept nogil:
    return (sums.low >> n if n < 64 else sums.high >> (n - 64)) & 1


cdef int check_points(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """Prizes that are gone went to somebody or nobody, but each as a whole."""
    cdef int won = total(s.points, r.seats), gone = 0, seat, card
    cdef Sums sums
    sums.low = 1
    sums.high = 0
    for card in range(r.n_cards):
        if not s.prizes >> card & 1 and card + 1 != s.prize:
            gone += card + 1
            sums = with_prize(sums, card + 1)
    if won > gone:
        return refuse(why, TOO_MANY_POINTS, won, gone)
    for seat in range(r.seats):
        if not has_sum(sums, s.points[seat]):
            return refuse(why, UNEARNED_POINTS, s.points[seat], seat)
    return OK if has_sum(sums, won) else refuse(why, UNEARNED_TOTAL, won)


cdef bint player_fits(const State *s, int seats, int rounds) noexcept nogil:
    cdef int player = s.head.player
    if s.prize == 0:
        return player == (OVER if rounds == 0 else CHANCE)
    if player < 0 or s.bid[player] != 0:
        return False
    if s.head.view_of != FULL:
        return player == mover_in_view(s, s.head.view_of, seats)
    # A world imagined for a seat begins with that seat; the others follow in order.
    return player == first_without_bid(s, seats) or total(s.bid, seats) == 0


include "../../cython_ext/engine.pxi"


def table(int players, int num_cards) -> Table:
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    rules.seats = players
    rules.n_cards = num_cards
    ops.max_outcomes = num_cards
    ops.max_plies = players * (num_cards - 1)
    ops.n_sources = 1
    return finish_table(&ops, &rules)
