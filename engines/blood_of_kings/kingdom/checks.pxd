"""What `check` asks of the kingdom phase; the general checks have looked at the kingdoms."""
from eminence.cython_ext.game cimport Problem, refuse
from eminence.engines.blood_of_kings.state cimport (
    BAD_KINGDOM_STAGE, BAD_REDUCTIONS, BAD_SHIELD, BAD_STACK, CARD_UNDER_WAY, CHOOSE_CARD,
    DYNASTY_PHASE, FINISH, KINGDOM_PHASE, LEAVE, NEGOTIATION_PHASE, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ADMINISTRATION, COUNCIL, DEVELOPMENT, EXPANSION, KINGDOMS, MAX_CARDS, MOST_UNREST, PREPARATIONS,
    Rules,
)


cdef inline int check_kingdom(const State *s, const Rules *r, Problem *why) noexcept nogil:
    cdef int k
    if s.phase == KINGDOM_PHASE or s.phase == DYNASTY_PHASE:
        for k in range(KINGDOMS):
            if s.played[k] and s.on_mat[k][s.played[k] - 1] == 0:
                return refuse(why, BAD_STACK, k)
    if s.shielded >> KINGDOMS or (
        s.shielded and not KINGDOM_PHASE <= s.phase <= NEGOTIATION_PHASE
    ):
        return refuse(why, BAD_SHIELD)
    if s.phase == KINGDOM_PHASE and not stage_fits(s, s.order[s.acting]):
        return refuse(why, BAD_KINGDOM_STAGE, s.order[s.acting], s.step)
    if s.reductions and not reductions_fit(s):
        return refuse(why, BAD_REDUCTIONS)
    return 0


cdef inline bint stage_fits(const State *s, int kingdom) noexcept nogil:
    """Whether the active kingdom can be at this stage of its action, with its card.

    Taxation and Succession are done as soon as they are played; the cards of war have stages
    of their own.
    """
    cdef int card = s.played[kingdom] - 1, stage = s.stage
    if stage == FINISH or stage == LEAVE:
        return card >= 0
    if s.ruler[kingdom] == 0:
        return False
    if stage == CHOOSE_CARD:
        return card < 0
    if card == PREPARATIONS or card == EXPANSION:
        return stage >= CARD_UNDER_WAY
    return stage == CARD_UNDER_WAY and (
        card == COUNCIL or card == DEVELOPMENT or card == ADMINISTRATION)


cdef inline bint reductions_fit(const State *s) noexcept nogil:
    """Each reduction has lowered unrest or removed a card during this Administration."""
    return s.phase == KINGDOM_PHASE and s.stage == CARD_UNDER_WAY and (
        s.played[s.order[s.acting]] == ADMINISTRATION + 1
        and s.reductions <= MOST_UNREST + MAX_CARDS)
