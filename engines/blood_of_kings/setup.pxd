"""Before the first turn: tiles, cards, the First Player, and the choice of kingdoms."""
from eminence.engines.blood_of_kings.board cimport ask, gain_crowns, happen, income, ruled_by
from eminence.engines.blood_of_kings.dynasty.dealing cimport deal_hand, deal_sets
from eminence.engines.blood_of_kings.state cimport (
    CHOOSING, FIRST_PLAYER, KINGDOM_PHASE, PICK_KINGDOM, State,
)
from eminence.engines.blood_of_kings.tables cimport KINGDOMS, Rules
from eminence.engines.kit.bits cimport lowest_bit64, popcount64

cdef enum:
    TWICE_EACH = 3          # players, of whom each chooses two kingdoms


cdef inline bint pool_is_full(const State *s, const Rules *r) noexcept nogil:
    """Whether all tiles of this game are in the bag or on display."""
    return popcount64(s.bag | s.display) == r.tiles_in_game


cdef inline void resume_setup(State *s, const Rules *r) noexcept nogil:
    """Bag and display are filled already; now the sets, the hands, the First Player."""
    if s.stage == 0:
        deal_sets(s)
        s.stage = 1
    elif s.stage <= r.seats:
        deal_hand(s, s.stage - 1, r.hand_size)
        s.stage += 1
    else:
        happen(s, FIRST_PLAYER)


cdef inline void take_first_player(State *s, int seat) noexcept nogil:
    s.first = seat
    s.stage = 0
    s.phase = CHOOSING


cdef inline int choices_to_make(const Rules *r) noexcept nogil:
    return KINGDOMS if r.seats == TWICE_EACH else r.seats


cdef inline int chooser(const State *s, const Rules *r) noexcept nogil:
    """Anticlockwise with the First Player last; three players go there and back (Q3, Q4)."""
    cdef int turn = s.acting
    if r.seats != TWICE_EACH:
        return (s.first + 2 * r.seats - 1 - turn) % r.seats
    if turn >= TWICE_EACH:
        turn = KINGDOMS - 1 - turn
    return (s.first + turn) % r.seats


cdef inline void resume_choosing(State *s, const Rules *r) noexcept nogil:
    """The last kingdom needs no choice."""
    if s.acting == choices_to_make(r):
        s.acting = 0
        s.phase = KINGDOM_PHASE
    elif s.acting == KINGDOMS - 1:
        choose_kingdom(s, r, chooser(s, r), lowest_bit64(ruled_by(s, -1)))
    else:
        ask(s, chooser(s, r), PICK_KINGDOM)


cdef inline void choose_kingdom(State *s, const Rules *r, int seat, int kingdom) noexcept nogil:
    """Its treasury begins with one income."""
    s.ruler[kingdom] = seat + 1
    gain_crowns(s, kingdom, income(s, r, kingdom))
    s.acting += 1
