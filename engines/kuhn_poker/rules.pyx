"""Kuhn poker for 2 to 6 seats: one card each, one bet each, highest card left wins.
The smallest game with chance and with secrets, to copy for a game that has them.

Read tic_tac_toe first: it explains what every game has. Here is what hidden cards add: `event`,
`outcomes` and `roll` deal them; `conceal` makes a seat's view of a state; `imagine` makes of a
view one state that fits it.

A card is a number from 0 on. In the state it is stored plus 1, so that 0 means "no card".
"""
from libc.stdint cimport int16_t, int32_t, int8_t, uint64_t, uint8_t

from eminence.cython_ext.core cimport Rng, below, mix64, popcount32
# No move is secret (`nothing_hidden`): everybody sees a bet, only the cards are hidden.
from eminence.cython_ext.defaults cimport (
    even_priors as priors, even_standing as evaluate, no_facts as facts, no_sources as sources,
    nothing_hidden as hidden,
)
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, MAX_SEATS, OVER, TO_ALL, Head, Ops, PrivateKeyFunction, Problem,
    Return, Seen, Table, rank_seats, refuse, seat_bit, show,
)

# Declared once, here; words.py imports these names and makes words of them.
cpdef enum Move:                # action ids
    PASS
    BET

cpdef enum Event:               # kinds of chance event
    DEAL

cpdef enum Wrong:               # what `check` finds; a comment names the numbers it gives
    OK
    CARD_MISSING                # seat
    CARD_GIVEN                  # seat
    SAME_CARD
    WRONG_PLAYER
    IMPOSSIBLE_BETS

# What a network sees: where each block of numbers begins. First what all seats share, then the
# numbers of each seat, the own one first, the others in turn order.
cpdef enum:
    SEE_CARD = 0                # one of these is 1: the own card
    SEE_PLAYERS = SEE_CARD + MAX_SEATS + 1
    SEE_HIGHER                  # share of the other cards that beat the own one
    SEE_SIDES

cpdef enum:
    SIDE_PLAYS
    SIDE_TO_MOVE
    SIDE_ACTED
    SIDE_BET
    SIDE_END

cpdef enum:
    TRAIT_MOVE = 0
    TRAIT_END = TRAIT_MOVE + BET + 1

cdef enum:
    MAX_ACTIONS = BET + 1

cdef struct State:
    Head head
    int8_t card[MAX_SEATS]      # card + 1; 0: not dealt, or not known to the viewer
    uint8_t dealt               # cards dealt so far
    uint8_t acted               # decisions made so far
    uint8_t bets                # mask of seats that paid the second chip
    int8_t bettor               # first seat that bet, plus 1; 0: nobody yet

# What `table` fills from the options and every function gets as `rules`. No function reads a
# global: two games with different options live in one process.
cdef struct Rules:
    int seats


cdef void start(State *s, const Rules *r) noexcept nogil:
    """Nothing is dealt yet: the first thing that happens is chance."""
    s.head.player = CHANCE


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    """The same two for everybody: what may be played never depends on what the mover cannot see."""
    out[0] = PASS
    out[1] = BET
    return 2


# --- chance: `event` says what happens, `outcomes` what may come, `roll` draws one of them ---

cdef inline int dealt_mask(const State *s) noexcept nogil:
    """Bit c + 1: card c is in somebody's hand as far as this state or view tells."""
    cdef int mask = 0, seat
    for seat in range(MAX_SEATS):
        mask |= 1 << s.card[seat]
    return mask & ~1


cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    """Cards are dealt one at a time, seat by seat: small events keep `outcomes` short.

    A match draws from one stream per kind of event and seat. Two games with one seed therefore
    deal the same cards to the same seats.
    """
    seat[0] = s.dealt
    return DEAL


cdef inline int free_cards(const State *s, int seats, int32_t *out) noexcept nogil:
    """The cards that nobody is known to hold, ascending. Returns how many."""
    cdef int taken = dealt_mask(s), n = 0, card
    for card in range(seats + 1):
        if not taken >> (card + 1) & 1:
            out[n] = card
            n += 1
    return n


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    """Everything that can come, ascending, with probabilities that sum to 1."""
    cdef int n = free_cards(s, r.seats, out), i
    for i in range(n):
        p[i] = 1.0 / n
    return n


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    """One outcome, drawn with those probabilities. `rng` is the only source of chance."""
    cdef int32_t cards[MAX_SEATS + 1]
    cdef int n = free_cards(s, r.seats, cards)
    return cards[below(rng, n)]


# --- play ---

cdef inline int next_player(const State *s, int seats) noexcept nogil:
    """Everybody acts once; after a bet, everybody else answers it once."""
    cdef int last = seats if s.bettor == 0 else s.bettor - 1 + seats
    if s.acted >= last:
        return OVER
    return s.acted % seats


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    """Play an action, or an outcome of the pending event: both come through here.

    A dealt card is shown to its holder alone. BY_CHANCE says that an event revealed it, not a
    player. A bet is shown to everybody.
    """
    cdef int seats = r.seats
    if s.head.player == CHANCE:
        s.card[s.dealt] = action + 1
        show(seen, seat_bit(s.dealt) | BY_CHANCE, action)
        s.dealt += 1
        if s.dealt == seats:
            s.head.player = 0
        return
    if action == BET:
        s.bets |= 1 << s.head.player
        if s.bettor == 0:
            s.bettor = s.head.player + 1
    show(seen, TO_ALL, action)
    s.acted += 1
    s.head.player = next_player(s, seats)


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    """The score is chips won or lost; `rank_seats` makes win shares and ranks of scores."""
    cdef int seats = r.seats, seat, winner = -1, pot
    cdef double strength[MAX_SEATS]
    for seat in range(seats):
        if s.bettor == 0 or s.bets >> seat & 1:
            if winner < 0 or s.card[seat] > s.card[winner]:
                winner = seat
    pot = seats + popcount32(s.bets)
    for seat in range(seats):
        out[seat].score = -1 - (s.bets >> seat & 1)
    out[winner].score += pot
    for seat in range(seats):
        strength[seat] = out[seat].score
    rank_seats(strength, seats, out)


# --- knowledge ---

cdef void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    """Wipe what the viewer cannot know. Equal knowledge must leave equal bytes.

    A card is its holder's alone, also after the end. The onlooker, PUBLIC, is no seat: it loses
    all cards.
    """
    cdef int seat
    for seat in range(MAX_SEATS):
        if seat != viewer:
            s.card[seat] = 0
    s.head.view_of = viewer


cdef uint64_t private_key(const State *s, const Rules *r, int viewer) noexcept nogil:
    """Its own card is all that a seat alone knows.

    Optional: without this function the key is a hash of the whole view, which takes longer.
    """
    return mix64(s.card[viewer]) if viewer >= 0 else 0


cdef void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    """Fill a view with one world that fits it: deal the unseen cards, every deal equally likely.

    The viewer's view of that world must be the view that came in. `mode` matters if players have
    made hidden choices; here only chance hides something.
    """
    cdef int32_t cards[MAX_SEATS + 1]
    cdef int n = free_cards(s, r.seats, cards), seat, i
    for seat in range(s.dealt):
        if s.card[seat] == 0:
            i = below(rng, n)
            s.card[seat] = cards[i] + 1
            n -= 1
            cards[i] = cards[n]
    s.head.view_of = FULL


# --- what makes sense ---

cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    """States and views come through here: a view must hold what its viewer sees, and no more."""
    cdef int seats = r.seats, seat, held = 0, player
    for seat in range(seats):
        held += s.card[seat] != 0
        if s.card[seat] == 0 and seat < s.dealt and (
            s.head.view_of == FULL or s.head.view_of == seat
        ):
            return refuse(why, CARD_MISSING, seat)
        if s.card[seat] != 0 and (seat >= s.dealt or (
            s.head.view_of != FULL and s.head.view_of != seat
        )):
            return refuse(why, CARD_GIVEN, seat)
    if popcount32(dealt_mask(s)) != held:
        return refuse(why, SAME_CARD)
    if s.dealt < seats:
        player = CHANCE
    else:
        player = next_player(s, seats)
    if s.head.player != player:
        return refuse(why, WRONG_PLAYER)
    return check_bets(s, seats, why)


cdef int check_bets(const State *s, int seats, Problem *why) noexcept nogil:
    """The betting must be one that play could have reached."""
    cdef int first = s.bettor - 1, seat, turn
    if s.dealt < seats and (s.acted or s.bets or s.bettor):
        return refuse(why, IMPOSSIBLE_BETS)
    if s.bettor == 0:
        return refuse(why, IMPOSSIBLE_BETS) if s.bets or s.acted > seats else OK
    if s.acted <= first or s.acted > first + seats or not s.bets >> first & 1:
        return refuse(why, IMPOSSIBLE_BETS)
    for seat in range(seats):
        turn = seat if seat >= first else seat + seats
        if s.bets >> seat & 1 and turn >= s.acted:
            return refuse(why, IMPOSSIBLE_BETS)
    return OK


# --- what a network sees ---

cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    """What `seat` may know, from its side: `out` is all zero before.

    Only its own card: in a world all cards are there, and the others' must not be looked at.
    """
    cdef int side, other
    cdef float *of_side
    if s.card[seat]:
        out[SEE_CARD + s.card[seat] - 1] = 1
        out[SEE_HIGHER] = <float>(r.seats + 1 - s.card[seat]) / r.seats
    out[SEE_PLAYERS] = <float>r.seats / MAX_SEATS
    for side in range(r.seats):
        other = (seat + side) % r.seats
        of_side = &out[SEE_SIDES + side * SIDE_END]
        of_side[SIDE_PLAYS] = 1
        of_side[SIDE_TO_MOVE] = s.head.player == other
        of_side[SIDE_ACTED] = s.acted > other
        of_side[SIDE_BET] = s.bets >> other & 1


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = TRAIT_MOVE + actions[i]


include "../../cython_ext/engine.pxi"


def table(int players) -> Table:
    """The game for one number of players: `rules` is copied and kept by the table."""
    cdef Ops ops
    cdef Rules rules
    begin_table(&ops, &rules)
    ops.private_key = <PrivateKeyFunction>private_key
    rules.seats = players
    ops.max_outcomes = MAX_SEATS + 1
    # Everybody acts once; if the last to act is the first to bet, the others answer.
    ops.max_plies = 2 * players - 1
    ops.n_features = SEE_SIDES + MAX_SEATS * SIDE_END
    ops.n_traits = TRAIT_END
    ops.max_traits = 1
    ops.n_actions = MAX_ACTIONS
    return finish_table(&ops, &rules)
