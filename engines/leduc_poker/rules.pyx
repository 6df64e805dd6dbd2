"""Leduc poker: two seats, six cards, a private and a common card, two betting rounds.

The smallest game with a data folder, to copy for a game with numbers from a box.
The betting of a round is one of a few lines. A line is a word of the letters f(old), c(all) and
r(aise); betting.py lists them. The state keeps the index of each round's line, and a table knows
the rest. The numbers come from the data folder: numbers.py reads them and `table` puts them into
`Rules`.
"""
from libc.stdint cimport int16_t, int32_t, int8_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memset

from eminence.cython_ext.core cimport CHECK, Rng, below, mix64, popcount32
from eminence.cython_ext.defaults cimport (
    even_priors as priors, even_standing as evaluate, no_facts as facts, no_sources as sources,
    nothing_hidden as hidden,
)
from eminence.cython_ext.game cimport (
    BY_CHANCE, CHANCE, FULL, OVER, TO_ALL, Head, Ops, PlayoutFunction, PrivateKeyFunction, Problem,
    Return, Seen, Table, refuse, seat_bit, show,
)
from eminence.engines.kit.bits cimport list_evenly
from eminence.engines.kit.duel cimport settle_duel

cpdef enum Move:
    FOLD
    CALL
    RAISE

cpdef enum Event:
    DEAL
    COMMON_CARD

cpdef enum Wrong:               # what `check` finds; the sentences are in words.py
    OK
    CARD_MISSING                # seat
    CARD_GIVEN                  # seat
    SAME_CARD
    TOO_EARLY
    WRONG_PLAYER

# What the data must fit: numbers.py asks for these.
cpdef enum:
    RANKS = 3
    COPIES = 2                  # of each rank
    ROUNDS = 2
    MOST_RAISES = 4             # in a round

cdef enum:
    MAX_ACTIONS = RAISE + 1
    SEATS = 2
    N_CARDS = RANKS * COPIES
    ALL_CARDS = (1 << N_CARDS) - 1
    MAX_LINES = 32              # MOST_RAISES make 27

    NO_CARD = 0                 # a card that is not dealt, or not known to the viewer

# What a network sees: the table, then each seat, the own one first.
cpdef enum:
    SEE_CARD = 0                # one of these is 1: the own card
    SEE_COMMON = SEE_CARD + N_CARDS             # one of these is 1: the rank of the common card
    SEE_PAIR = SEE_COMMON + RANKS
    SEE_AHEAD                   # share of the cards that the other may hold which lose, as it is
    SEE_BEHIND                  # share of those which win
    SEE_TO_CALL                 # raises that the seat would have to answer
    SEE_SECOND_ROUND
    SEE_SIDES

cpdef enum:
    SIDE_TO_MOVE = 0
    SIDE_BEGINS                 # the betting of each round
    SIDE_FOLDED
    SIDE_PAID                   # raises paid, a number per round
    SIDE_END = SIDE_PAID + ROUNDS

cpdef enum:
    TRAIT_MOVE = 0
    TRAIT_ANSWER = TRAIT_MOVE + RAISE + 1       # the same moves where there is a raise to answer
    TRAIT_END = TRAIT_ANSWER + RAISE + 1

cdef struct State:
    Head head
    uint8_t card[SEATS]         # card id + 1: the lowest rank 1 2, the next 3 4, the highest 5 6
    uint8_t common              # the same; dealing it opens the second round
    uint8_t dealt               # private cards dealt so far
    uint8_t line[ROUNDS]        # the betting of each round

cdef struct Line:
    int32_t option[MAX_ACTIONS]     # legal actions
    uint8_t n_options               # 0: the round is over
    int8_t turn                     # seat to act; CHANCE: called; OVER: folded
    uint8_t next[MAX_ACTIONS]       # the line after an action
    uint8_t raises[SEATS]           # chips paid in this round, in units of its raise

cdef struct CardSet:
    uint8_t size
    uint8_t card[N_CARDS]           # its members, ascending

cdef struct Rules:
    int seats
    int ante
    int raise_by[ROUNDS]            # per round
    CardSet cards[ALL_CARDS + 1]    # by mask
    Line line[MAX_LINES]
    uint32_t moves[MAX_LINES]       # bytes: number of options, line after each; for playouts


cdef void start(State *s, const Rules *r) noexcept nogil:
    s.head.player = CHANCE


cdef inline const Line *betting(const State *s, const Rules *r) noexcept nogil:
    """The line of the round that is played."""
    return &r.line[s.line[s.common != 0]]


cdef int actions(const State *s, const Rules *r, int32_t *out) noexcept nogil:
    line = betting(s, r)
    out[0] = line.option[0]
    out[1] = line.option[1]
    out[2] = line.option[2]
    return line.n_options


cdef inline int free_cards(const State *s) noexcept nogil:
    """Bit c: this state or view does not show where card c lies."""
    cdef int known = 1 << s.card[0] | 1 << s.card[1] | 1 << s.common
    return ~(known >> 1) & ALL_CARDS


cdef int event(const State *s, const Rules *r, int *seat) noexcept nogil:
    if s.dealt < SEATS:
        seat[0] = s.dealt
        return DEAL
    seat[0] = -1
    return COMMON_CARD


cdef int outcomes(const State *s, const Rules *r, int32_t *out, double *p) noexcept nogil:
    return list_evenly(free_cards(s), out, p)


cdef int roll(const State *s, const Rules *r, Rng *rng) noexcept nogil:
    cdef const CardSet *free = &r.cards[free_cards(s)]
    return free.card[below(rng, free.size)]


cdef inline void deal(State *s, int card, Seen *seen) noexcept nogil:
    if s.dealt == SEATS:
        s.common = card + 1
        s.head.player = 0
        show(seen, TO_ALL | BY_CHANCE, card)
        return
    s.card[s.dealt] = card + 1
    show(seen, seat_bit(s.dealt) | BY_CHANCE, card)
    s.dealt += 1
    if s.dealt == SEATS:
        s.head.player = 0


cdef inline int player_after(const State *s, const Rules *r) noexcept nogil:
    """Who acts once both private cards are dealt. A call closes the second round for good."""
    cdef int turn = betting(s, r).turn
    return OVER if turn == CHANCE and s.common else turn


cdef void apply(State *s, const Rules *r, int action, Seen *seen) noexcept nogil:
    if s.head.player == CHANCE:
        deal(s, action, seen)
        return
    s.line[s.common != 0] = betting(s, r).next[action]
    show(seen, TO_ALL, action)
    s.head.player = player_after(s, r)


cdef inline int paid(const State *s, const Rules *rules, int seat) noexcept nogil:
    """Chips that a seat has put into the pot."""
    return (
        rules.ante
        + rules.raise_by[0] * rules.line[s.line[0]].raises[seat]
        + rules.raise_by[1] * rules.line[s.line[1]].raises[seat]
    )


cdef inline int rank_of(int card) noexcept nogil:
    """Two cards have one rank; no card (-1) has one of its own."""
    return card >> 1


cdef inline int strength_of(int card, int common) noexcept nogil:
    """A pair with the common card beats everything; else the rank of the own card counts."""
    return rank_of(card) + N_CARDS * (rank_of(card) == rank_of(common))


cdef void returns(const State *s, const Rules *r, Return *out) noexcept nogil:
    cdef int paid0 = paid(s, r, 0), paid1 = paid(s, r, 1)
    # Only a seat that folds has paid less, and that outweighs all cards. No branch to mispredict.
    cdef int ahead = (paid0 - paid1) * 4 * N_CARDS
    ahead += strength_of(s.card[0] - 1, s.common - 1) - strength_of(s.card[1] - 1, s.common - 1)
    settle_duel(paid1 * (ahead > 0) - paid0 * (ahead < 0), out)


cdef void conceal(State *s, const Rules *r, int viewer) noexcept nogil:
    """A private card is its holder's alone, also after the end."""
    cdef int seat
    for seat in range(SEATS):
        if seat != viewer:
            s.card[seat] = NO_CARD
    s.head.view_of = viewer


cdef uint64_t private_key(const State *s, const Rules *r, int viewer) noexcept nogil:
    """Its own card is all that a seat alone knows."""
    return mix64(s.card[viewer]) if viewer >= 0 else 0


cdef void imagine(State *s, const Rules *r, Rng *rng, int mode) noexcept nogil:
    cdef int seat
    for seat in range(s.dealt):
        if s.card[seat] == NO_CARD:
            s.card[seat] = roll(s, r, rng) + 1
    s.head.view_of = FULL


cdef int check(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int seat, held = s.common != 0
    cdef bint visible, given
    for seat in range(SEATS):
        visible = seat < s.dealt and (s.head.view_of == FULL or s.head.view_of == seat)
        given = s.card[seat] != NO_CARD
        held += given
        if visible and not given:
            return refuse(why, CARD_MISSING, seat)
        if given and not visible:
            return refuse(why, CARD_GIVEN, seat)
    if popcount32(free_cards(s)) != N_CARDS - held:
        return refuse(why, SAME_CARD)
    # Betting needs cards; the common card and the second round need a first round called.
    if s.dealt < SEATS and s.line[0] or s.line[1] and not s.common or s.common and (
        r.line[s.line[0]].turn != CHANCE
    ):
        return refuse(why, TOO_EARLY)
    if s.head.player != (player_after(s, r) if s.dealt == SEATS else CHANCE):
        return refuse(why, WRONG_PLAYER)
    return OK


# --- what a network sees ---

cdef inline int owed(const State *s, const Rules *r, int seat) noexcept nogil:
    """Raises of this round that a seat has not answered."""
    line = betting(s, r)
    return max(0, line.raises[1 - seat] - line.raises[seat])


cdef inline bint folded(const State *s, const Rules *r, int seat) noexcept nogil:
    """Only a fold ends the betting with one seat having paid less."""
    return s.head.player == OVER and owed(s, r, seat) > 0


cdef inline void odds(const State *s, int seat, float *ahead, float *behind) noexcept nogil:
    """Of the cards that the other may hold as far as this seat knows: how many lose, how many win.

    The other's own card is one of them, in a world as in a view.
    """
    cdef int own = s.card[seat] - 1, common = s.common - 1, card, n = 0, lost = 0, won = 0
    cdef int mine = strength_of(own, common), theirs
    for card in range(N_CARDS):
        if card != own and card != common:
            theirs = strength_of(card, common)
            n += 1
            lost += theirs < mine
            won += theirs > mine
    ahead[0] = <float>lost / n
    behind[0] = <float>won / n


cdef void features(const State *s, const Rules *r, int seat, float *out) noexcept nogil:
    cdef int side, other, round
    cdef float *of_side
    if s.card[seat]:
        out[SEE_CARD + s.card[seat] - 1] = 1
        odds(s, seat, &out[SEE_AHEAD], &out[SEE_BEHIND])
    if s.common:
        out[SEE_COMMON + rank_of(s.common - 1)] = 1
        out[SEE_PAIR] = rank_of(s.common - 1) == rank_of(s.card[seat] - 1)
        out[SEE_SECOND_ROUND] = 1
    out[SEE_TO_CALL] = owed(s, r, seat)
    for side in range(SEATS):
        other = (seat + side) % SEATS
        of_side = &out[SEE_SIDES + side * SIDE_END]
        of_side[SIDE_TO_MOVE] = s.head.player == other
        of_side[SIDE_BEGINS] = other == 0
        of_side[SIDE_FOLDED] = folded(s, r, other)
        for round in range(ROUNDS):
            of_side[SIDE_PAID + round] = (
                r.line[s.line[round]].raises[other] / <float>MOST_RAISES
            )


cdef void traits(
    const State *s, const Rules *r, const int32_t *actions, int n, int16_t *out
) noexcept nogil:
    cdef int block = TRAIT_ANSWER if owed(s, r, s.head.player) else TRAIT_MOVE, i
    for i in range(n):
        out[i] = block + actions[i]


cdef int play_lines(State *s, const Rules *r, Rng *rng, int limit, Return *out) noexcept nogil:
    """The playout: the same draws as the general one, with a betting round kept in registers."""
    cdef Rng stream = rng[0]
    cdef int decisions = 0, at, second
    cdef uint32_t move
    while s.head.player == CHANCE:
        apply(s, r, roll(s, r, &stream), NULL)
    while s.head.player >= 0:
        second = s.common != 0
        at = s.line[second]
        move = r.moves[at]
        while move != 0 and decisions != limit:
            at = move >> 8 * (1 + below(&stream, move & 0xFF)) & 0xFF
            move = r.moves[at]
            decisions += 1
        s.line[second] = at
        s.head.player = player_after(s, r)
        if s.head.player >= 0:
            break
        if s.head.player == CHANCE:
            deal(s, roll(s, r, &stream), NULL)
        CHECK(check(s, r, NULL) == 0)
    rng[0] = stream
    if s.head.player == OVER:
        returns(s, r, out)
    return decisions


include "../../cython_ext/engine.pxi"


cdef void fill_line(Line *line, str word, list lines):
    """Read a line of betting letter by letter, and find the lines that follow it."""
    cdef int raises = 0, seat = 0, i
    memset(line, 0, sizeof(Line))
    for letter in word:
        if letter == "r":
            raises += 1
            line.raises[seat] = raises
        elif letter == "c":
            line.raises[seat] = raises
        seat = 1 - seat
    for i, letter in enumerate("fcr"):
        if word + letter in lines:
            line.next[i] = lines.index(word + letter)
            line.option[line.n_options] = i
            line.n_options += 1
    line.turn = seat
    if line.n_options == 0:
        line.turn = OVER if word.endswith("f") else CHANCE


cdef uint32_t packed_moves(const Line *line) noexcept nogil:
    cdef uint32_t moves = line.n_options
    cdef int i
    for i in range(line.n_options):
        moves |= <uint32_t>line.next[line.option[i]] << 8 * (1 + i)
    return moves


def table(list lines, int ante, tuple raise_by) -> Table:
    cdef Ops ops
    cdef Rules rules
    if len(lines) > MAX_LINES:
        raise ValueError(f"{len(lines)} lines of betting, room for {MAX_LINES}")
    begin_table(&ops, &rules)
    rules.seats = SEATS
    ops.private_key = <PrivateKeyFunction>private_key
    rules.ante = ante
    rules.raise_by[0], rules.raise_by[1] = raise_by
    for mask in range(1, ALL_CARDS + 1):
        for card in range(N_CARDS):
            if mask >> card & 1:
                rules.cards[mask].card[rules.cards[mask].size] = card
                rules.cards[mask].size += 1
    for i, word in enumerate(lines):
        fill_line(&rules.line[i], word, lines)
        rules.moves[i] = packed_moves(&rules.line[i])
    ops.playout = <PlayoutFunction>play_lines
    ops.max_outcomes = N_CARDS
    ops.max_plies = 2 * max(len(word) for word in lines)
    ops.n_features = SEE_SIDES + SEATS * SIDE_END
    ops.n_traits = TRAIT_END
    ops.max_traits = 1
    ops.n_actions = MAX_ACTIONS
    return finish_table(&ops, &rules)
