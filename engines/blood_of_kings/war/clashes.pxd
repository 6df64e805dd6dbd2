"""One clash: dice, casualties by turns, and surrender."""
from eminence.engines.blood_of_kings.board cimport armies_of, ask, happen, ruler_has
from eminence.engines.blood_of_kings.kingdom.realm cimport tidy_map
from eminence.engines.blood_of_kings.state cimport (
    CASUALTY, COMPARING, DICE, FOR_CLASH, LOSING_UNITS, RETREATING, State,
)
from eminence.engines.blood_of_kings.tables cimport (
    ATTACKERS, DEADLY_ARCHERS, DEFENDERS, FLOWER_OF_CHIVALRY, KINGDOMS, Rules,
)
from eminence.engines.blood_of_kings.war.odds cimport first_to_fall
from eminence.engines.blood_of_kings.war.sides cimport (
    ask_next_side, at_sea, end_fight, fighting, friends_of_side, lord_here, lose_units, side_of,
    strength,
)
from eminence.engines.kit.bits cimport lowest_bit64


# --- the dice ---

cdef inline int size(const State *s, int side) noexcept nogil:
    """Size for the table: armies aboard count too, at most as many as there are fleets (Q35)."""
    cdef int n = strength(s, side)
    if at_sea(s):
        n += min(n, armies_of(
            s, friends_of_side(s, side) & ~friends_of_side(s, side ^ 1), s.place))
    return n


cdef inline bint side_has(const State *s, int side, int tile) noexcept nogil:
    """Whether a ruler with units in the fight, or the besieged lord, has an achievement."""
    cdef int kingdoms = fighting(s, side), k
    if s.assault and side == DEFENDERS:
        kingdoms |= lord_here(s)
    for k in range(KINGDOMS):
        if kingdoms >> k & 1 and ruler_has(s, k, tile):
            return True
    return False


cdef inline bint archers_shoot(const State *s, const Rules *r) noexcept nogil:
    return not at_sea(s) and (r.archers_assaults or not s.assault) and (
        side_has(s, DEFENDERS, DEADLY_ARCHERS))


cdef inline int first_to_lose(const State *s, const Rules *r, int coloured) noexcept nogil:
    """The table decides, unless an achievement does; two of them cancel each other (Q58)."""
    cdef bint archers = archers_shoot(s, r)
    cdef bint chivalry = not at_sea(s) and not s.assault and (
        side_has(s, ATTACKERS, FLOWER_OF_CHIVALRY))
    if archers != chivalry:
        return ATTACKERS if archers else DEFENDERS
    return first_to_fall(r, size(s, ATTACKERS), size(s, DEFENDERS), coloured - 1)


cdef inline void roll_clash(State *s, const Rules *r, int coloured, int white) noexcept nogil:
    s.side = first_to_lose(s, r, coloured)
    s.casualties = white
    s.battle = LOSING_UNITS


cdef inline void resume_rolling(State *s, const Rules *r) noexcept nogil:
    """An assault that meets no defenders succeeds without dice."""
    if strength(s, DEFENDERS) == 0:
        end_fight(s, r, DEFENDERS)
    else:
        s.dice_for = FOR_CLASH
        happen(s, DICE)


# --- casualties ---

cdef inline void lose_one(State *s, int kingdom) noexcept nogil:
    """The kingdom loses a unit, or a levy is lost for -1; then it is the other side's turn."""
    if kingdom < 0:
        s.levies -= 1
    else:
        lose_units(s, kingdom, 1)
    s.casualties -= 1
    s.side ^= 1


cdef inline void resume_losing(State *s) noexcept nogil:
    """The other side's leader chooses among armies of several kingdoms; levies come last."""
    cdef int kingdoms = fighting(s, s.side), chooser = s.leader[s.side ^ 1]
    if s.casualties == 0 or strength(s, ATTACKERS) == 0 or strength(s, DEFENDERS) == 0:
        s.casualties = 0
        s.battle = COMPARING
    elif kingdoms & (kingdoms - 1) and chooser:
        ask(s, chooser - 1, CASUALTY)
    else:
        lose_one(s, lowest_bit64(kingdoms) if kingdoms else -1)


# --- surrender ---

cdef inline void surrender(State *s, const Rules *r, int side) noexcept nogil:
    """All units are taken, except that assaulting armies are only stopped (R35.8)."""
    cdef int kingdoms = side_of(s, side), k
    if not (s.assault and side == ATTACKERS):
        for k in range(KINGDOMS):
            if kingdoms >> k & 1:
                lose_units(s, k, s.force[k])
    if side == DEFENDERS:
        s.levies = 0
    end_fight(s, r, side)


cdef inline void resume_comparing(State *s, const Rules *r) noexcept nogil:
    """Real units count, at sea too (Q35). A side with none left has lost in any case."""
    cdef int attack = strength(s, ATTACKERS), defence = strength(s, DEFENDERS)
    if at_sea(s):
        tidy_map(s, r)
    if attack >= r.surrender * defence:
        surrender(s, r, DEFENDERS)
    elif defence >= r.surrender * attack:
        surrender(s, r, ATTACKERS)
    else:
        ask_next_side(s, RETREATING, ATTACKERS)
