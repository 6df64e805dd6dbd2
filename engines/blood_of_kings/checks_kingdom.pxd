"""What `check` asks of kingdoms, the kingdom phase, cathedral offers and Glory on its way."""
from cython_ext.game cimport Problem, refuse
from engines.bits cimport popcount64
from engines.blood_of_kings.cathedrals cimport open_cathedrals
from engines.blood_of_kings.glory cimport (
    ASK_TROUPE, CLAIM_ONE, TAKE_ONE, payers,
)
from engines.blood_of_kings.kingdom cimport (
    CARD_UNDER_WAY, CHOOSE_CARD, FINISH, LEAVE,
)
from engines.blood_of_kings.reign cimport can_develop, can_reduce, council_has_choice
from engines.blood_of_kings.rules cimport (
    ADMINISTER, ADMINISTRATION, CARD_TYPES, CATHEDRAL_FLAG, CHOOSING, CLAIM_TILE, COUNCIL, DEVELOP,
    DEVELOPMENT, DYNASTY_PHASE, EXPANSION, FAMOUS_TROUPE, GIVE_TILE, INSTITUTIONS, KINGDOM_PHASE,
    KINGDOMS, LEVELS, MAX_CARDS, MOST, MOST_UNREST, NEGOTIATION_PHASE, N_SOURCES, PLAY_CARD,
    PREPARATIONS, RAISE, SUCCESSION, TAKE_BACK, TROUPE, BloodOfKings, BloodOfKingsRules,
)

cdef enum:
    BAD_ORDER = 21
    BAD_KINGDOM = 22            # kingdom
    BAD_KINGDOM_CARDS = 23      # kingdom, type, how many there should be
    BAD_PLAYED = 24             # kingdom
    BAD_SHIELD = 25
    BAD_CATHEDRAL_OFFER = 26
    BAD_REDUCTIONS = 27
    BAD_KINGDOM_STAGE = 28
    BAD_KINGDOM_STEP = 29
    BAD_GLORY_ON_ITS_WAY = 30


cdef inline int check_kingdom(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    """Kingdoms first: everything after it reads their rulers and levels."""
    cdef int code = check_kingdoms(s, r, why)
    if code == 0:
        code = check_played(s, r, why)
    if code == 0:
        code = check_kingdom_phase(s, r, why)
    if code == 0:
        code = check_glory(s, r, why)
    return code


# --- kingdoms in any phase ---

cdef inline int check_kingdoms(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    cdef int k, i, found = 0
    for k in range(KINGDOMS):
        if s.order[k] < KINGDOMS:
            found |= 1 << s.order[k]
    if found != (1 << KINGDOMS) - 1:
        return refuse(why, BAD_ORDER)
    for k in range(KINGDOMS):
        if s.ruler[k] > r.seats or s.crowns[k] > MOST or s.unrest[k] > MOST_UNREST:
            return refuse(why, BAD_KINGDOM, k)
        for i in range(INSTITUTIONS):
            if s.level[k][i] >= LEVELS:
                return refuse(why, BAD_KINGDOM, k)
    return 0


cdef inline int cards_in_play(
    const BloodOfKings *s, const BloodOfKingsRules *r, int kingdom, int card
) noexcept nogil:
    """Those of the start and those that reached levels have brought."""
    cdef int n = r.first_cards[kingdom][card], i, level
    for i in range(INSTITUTIONS):
        for level in range(1, s.level[kingdom][i] + 1):
            n += r.grant[kingdom][i][level] == card + 1
    return n


cdef inline bint is_on_stack(const BloodOfKings *s, int kingdom) noexcept nogil:
    """Whether the card of this turn lies where it was played."""
    return s.played[kingdom] == 0 or (
        s.played[kingdom] <= CARD_TYPES and s.on_mat[kingdom][s.played[kingdom] - 1] > 0)


cdef inline int check_played(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    """Kingdom cards; the Succession card is in hand before every kingdom's action."""
    cdef int k, card, n
    cdef bint in_turn = KINGDOM_PHASE <= s.phase <= NEGOTIATION_PHASE
    for k in range(KINGDOMS):
        for card in range(CARD_TYPES):
            n = cards_in_play(s, r, k, card)
            if s.in_hand[k][card] + s.on_mat[k][card] != n:
                return refuse(why, BAD_KINGDOM_CARDS, k, card, n)
        if s.played[k] > CARD_TYPES or (s.phase <= CHOOSING and s.played[k]):
            return refuse(why, BAD_PLAYED, k)
        if (s.phase == KINGDOM_PHASE or s.phase == DYNASTY_PHASE) and not is_on_stack(s, k):
            return refuse(why, BAD_PLAYED, k)
        if s.on_mat[k][SUCCESSION] and s.played[k] != SUCCESSION + 1:
            return refuse(why, BAD_PLAYED, k)
        if s.shielded >> k & 1 and not (in_turn and s.played[k] == COUNCIL + 1):
            return refuse(why, BAD_SHIELD)
    return refuse(why, BAD_SHIELD) if s.shielded >> KINGDOMS else 0


# --- the kingdom phase ---

cdef inline bint is_kingdom_step(int step) noexcept nogil:
    return PLAY_CARD <= step < RAISE


cdef inline int check_kingdom_phase(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    cdef int code
    if s.phase != KINGDOM_PHASE:
        if is_kingdom_step(s.step):
            return refuse(why, BAD_KINGDOM_STEP)
        if s.reductions:
            return refuse(why, BAD_REDUCTIONS)
        return refuse(why, BAD_CATHEDRAL_OFFER) if s.cathedral_due else 0
    code = check_stage(s, r, why)
    if code == 0:
        code = check_cathedral_offer(s, r, why)
    if code == 0 and is_kingdom_step(s.step) and s.step != CATHEDRAL_FLAG and not (
        kingdom_step_fits(s, r, s.order[s.acting])
    ):
        code = refuse(why, BAD_KINGDOM_STEP)
    return code


cdef inline bint stage_fits(const BloodOfKings *s, int kingdom) noexcept nogil:
    """Whether the active kingdom can be at this stage of its action."""
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


cdef inline int check_stage(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    """Kingdoms to the left have played, those to the right have not."""
    cdef int i
    if s.acting >= KINGDOMS or not stage_fits(s, s.order[s.acting]):
        return refuse(why, BAD_KINGDOM_STAGE)
    for i in range(KINGDOMS):
        if i != s.acting and (s.played[s.order[i]] > 0) != (i < s.acting):
            return refuse(why, BAD_PLAYED, s.order[i])
    if s.reductions > MOST_UNREST + MAX_CARDS or (s.reductions and not (
        s.stage == CARD_UNDER_WAY and s.played[s.order[s.acting]] == ADMINISTRATION + 1
    )):
        return refuse(why, BAD_REDUCTIONS)
    return 0


cdef inline int check_cathedral_offer(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    cdef int kingdom = s.order[s.acting]
    if s.cathedral_due > 1:
        return refuse(why, BAD_CATHEDRAL_OFFER)
    if s.step == CATHEDRAL_FLAG and not (
        s.cathedral_due and s.ruler[kingdom] and s.head.player == s.ruler[kingdom] - 1
        and s.glory_left == 0 and s.deal_left == 0 and open_cathedrals(s, r, kingdom)
    ):
        return refuse(why, BAD_CATHEDRAL_OFFER)
    return 0


cdef inline int types_in_hand(const BloodOfKings *s, int kingdom) noexcept nogil:
    cdef int n = 0, card
    for card in range(CARD_TYPES):
        n += s.in_hand[kingdom][card] > 0
    return n


cdef inline bint kingdom_step_fits(
    const BloodOfKings *s, const BloodOfKingsRules *r, int kingdom
) noexcept nogil:
    """Nothing else is under way, and its ruler has a choice."""
    cdef int card = s.played[kingdom] - 1, i
    if s.ruler[kingdom] == 0 or s.head.player != s.ruler[kingdom] - 1 or (
        s.cathedral_due or s.glory_left or s.deal_left or s.battle or s.challenge
    ):
        return False
    if s.step == PLAY_CARD:
        return s.stage == CHOOSE_CARD and types_in_hand(s, kingdom) > 1
    if s.stage != CARD_UNDER_WAY:
        return False
    if s.step == TAKE_BACK:
        return card == COUNCIL and council_has_choice(s, r, kingdom)
    if s.step == ADMINISTER:
        return card == ADMINISTRATION and can_reduce(s, r, kingdom)
    if s.step == DEVELOP and card == DEVELOPMENT:
        for i in range(INSTITUTIONS):
            if can_develop(s, r, kingdom, i):
                return True
    return False


# --- Glory on its way ---

cdef inline int check_glory(
    const BloodOfKings *s, const BloodOfKingsRules *r, Problem *why
) noexcept nogil:
    cdef bint fits
    if s.glory_left:
        fits = glory_fits(s, r)
    else:
        fits = not (s.glory_to or s.glory_from or s.glory_source or s.glory_stage) and not (
            CLAIM_TILE <= s.step <= GIVE_TILE)
    return 0 if fits else refuse(why, BAD_GLORY_ON_ITS_WAY)


cdef inline bint glory_fits(const BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    """Somebody gains or loses it, and whoever is asked has something to choose from."""
    if s.glory_to > r.seats or s.glory_from > r.seats or s.glory_source >= N_SOURCES or (
        s.glory_stage > ASK_TROUPE or s.glory_to + s.glory_from == 0
        or s.glory_to == s.glory_from
    ):
        return False
    if s.glory_stage >= CLAIM_ONE and (s.glory_to == 0 or not s.display | s.bag):
        return False
    if s.step == CLAIM_TILE:
        return s.glory_stage == CLAIM_ONE and s.head.player == s.glory_to - 1 and (
            popcount64(s.display) > 1)
    if s.glory_stage == ASK_TROUPE and not troupe_fits(s, r):
        return False
    if s.step == TROUPE:
        return s.glory_stage == ASK_TROUPE and s.head.player == s.glory_to - 1
    if s.step == GIVE_TILE:
        return s.glory_stage == TAKE_ONE and s.head.player == s.glory_from - 1 and (
            s.glory[s.head.player] == 0 and popcount64(s.tiles[s.head.player]) > 1)
    return True


cdef inline bint troupe_fits(const BloodOfKings *s, const BloodOfKingsRules *r) noexcept nogil:
    return s.tiles[s.glory_to - 1] >> FAMOUS_TROUPE & 1 and payers(s, r, s.glory_to - 1) > 0
