"""Goofspiel for 2 to 4 seats: everybody bids a card in secret for each prize in turn.

Bidding is a simultaneous phase. A state asks the seats one after the other, and a card that
is bid stays in its hand until all have bid; a view drops the others' bids, so that nobody
can tell who has bid already.
"""
from libc.stdint cimport int16_t, int32_t, int8_t, uint16_t, uint32_t, uint64_t, uint8_t

from eminence.cython_ext.core cimport Rng, lowest_bit, popcount32
from eminence.cython_ext.defaults cimport (
    even_priors as priors, even_standing as evaluate, no_facts as facts, unmark_view as imagine,
)
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, OVER, TO_ALL, Head, Ops, Problem, Return, Seen, Table, rank_seats,
    refuse, seat_bit, show,
)
from eminence.engines.kit.bits cimport list_bits, list_evenly, pick_bit64
from eminence.engines.kit.counts cimport total

cdef enum:
    MOST_CARDS = 13
    MAX_ACTIONS = MOST_CARDS
    MOST_SEATS = 4

# What a network sees: the table, then each seat, the own one first.
cpdef enum:
    SEE_PLAYERS = 0
    SEE_CARDS                   # that the game has
    SEE_LEFT                    # share of the prizes that are not given away
    SEE_TO_BID
    SEE_HIGHER                  # share of the prizes to come that are higher than the one at stake
    SEE_PRIZE                   # at stake; a number per rank, here and below
    SEE_PRIZES = SEE_PRIZE + MOST_CARDS         # to come
    SEE_BID = SEE_PRIZES + MOST_CARDS           # the own one
    SEE_SIDES = SEE_BID + MOST_CARDS

cpdef enum:
    SIDE_PLAYS = 0
    SIDE_POINTS                 # as a share of all prizes, here and below
    SIDE_LEAD                   # ahead of the best other seat
    SIDE_OUT_OF_REACH           # ahead by more than all prizes left
    SIDE_STRENGTH               # sum of the ranks in hand
    SIDE_TOPS                   # cards in hand that no other hand can beat
    SIDE_HAND                   # a number per rank
    SIDE_END = SIDE_HAND + MOST_CARDS

cpdef enum:
    TRAIT_CARD = 0
    TRAIT_PLACE = TRAIT_CARD + MOST_CARDS       # how many higher cards the hand has
    TRAIT_SAFE = TRAIT_PLACE + MOST_CARDS       # how many of the others cannot beat it
    TRAIT_OVER = TRAIT_SAFE + MOST_SEATS        # bid and prize: far below .. far above
    TRAIT_END = TRAIT_OVER + 5

cdef enum:
    MAX_TRAITS = 4

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


# --- what a network sees ---

cdef inline int above(int cards, int card) noexcept nogil:
    """How many of a set of cards are higher than this one."""
    return popcount32(<uint32_t>cards >> (card + 1))


cdef inline int cards_of_others(const State *s, int seats, int seat) noexcept nogil:
    """All cards that some other hand has. Hands are open; a bid stays in its hand until shown."""
    cdef int cards = 0, other
    for other in range(seats):
        if other != seat:
            cards |= s.hand[other]
    return cards


cdef inline int lead_of(const State *s, int seats, int seat) noexcept nogil:
    cdef int best = 0, other
    for other in range(seats):
        if other != seat:
            best = max(best, s.points[other])
    return s.points[seat] - best


cdef inline int sum_of_ranks(int cards) noexcept nogil:
    cdef int ranks = 0
    while cards:
        ranks += lowest_bit(cards) + 1
        cards &= cards - 1
    return ranks


cdef inline void mark_cards(int cards, float *out) noexcept nogil:
    while cards:
        out[lowest_bit(cards)] = 1
        cards &= cards - 1


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    """Nobody knows who has bid already: only the own bid is looked at, never who is to act."""
    cdef int seats = r.seats, left = sum_of_ranks(s.prizes) + s.prize, side
    cdef float all_ranks = r.n_cards * (r.n_cards + 1) / 2
    out[SEE_PLAYERS] = seats / <float>MOST_SEATS
    out[SEE_CARDS] = r.n_cards / <float>MOST_CARDS
    out[SEE_LEFT] = left / all_ranks
    out[SEE_TO_BID] = s.prize != 0 and s.bid[seat] == 0
    mark_cards(s.prizes, out + SEE_PRIZES)
    if s.prize:
        out[SEE_PRIZE + s.prize - 1] = 1
        out[SEE_HIGHER] = above(s.prizes, s.prize - 1) / <float>MOST_CARDS
    if s.bid[seat]:
        out[SEE_BID + s.bid[seat] - 1] = 1
    for side in range(seats):
        side_features(
            s, r, (seat + side) % seats, left, all_ranks, out + SEE_SIDES + side * SIDE_END
        )


cdef inline void side_features(
    const State *s, const Rules *r, int seat, int left, float all_ranks, float *out
) noexcept nogil:
    cdef int lead = lead_of(s, r.seats, seat), others = cards_of_others(s, r.seats, seat)
    cdef int hand = s.hand[seat]
    out[SIDE_PLAYS] = 1
    out[SIDE_POINTS] = s.points[seat] / all_ranks
    out[SIDE_LEAD] = lead / all_ranks
    out[SIDE_OUT_OF_REACH] = lead > left
    out[SIDE_STRENGTH] = sum_of_ranks(hand) / all_ranks
    mark_cards(hand, out + SIDE_HAND)
    while hand:
        out[SIDE_TOPS] += above(others, lowest_bit(hand)) == 0
        hand &= hand - 1
    out[SIDE_TOPS] /= MOST_CARDS


cdef inline int over_class(int excess) noexcept nogil:
    """A bid far below its prize is 0, equal to it 2, far above it 4."""
    if excess == 0:
        return 2
    if excess < 0:
        return 0 if excess < -3 else 1
    return 4 if excess > 3 else 3


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef int mover = s.head.player, i, card, other, safe
    cdef int16_t *of_action
    for i in range(n):
        card = actions[i]
        safe = 0
        for other in range(r.seats):
            safe += other != mover and above(s.hand[other], card) == 0
        of_action = out + i * MAX_TRAITS
        of_action[0] = TRAIT_CARD + card
        of_action[1] = TRAIT_PLACE + above(s.hand[mover], card)
        of_action[2] = TRAIT_SAFE + safe
        of_action[3] = TRAIT_OVER + over_class(card + 1 - s.prize)


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
    ops.n_features = SEE_SIDES + MOST_SEATS * SIDE_END
    ops.n_traits = TRAIT_END
    ops.max_traits = MAX_TRAITS
    ops.n_actions = MOST_CARDS
    return finish_table(&ops, &rules)
