"""Traits of moves that name a place or a number of units."""
from libc.stdint cimport uint64_t

from eminence.engines.blood_of_kings.board cimport (
    armies_of, bit, can_raise_flag, controller, friends_of,
)
from eminence.engines.blood_of_kings.sight.classes cimport (
    Traits, add, class4, name_prize, odds_class,
)
from eminence.engines.blood_of_kings.sight.outlook cimport RELATIONS, Outlook
from eminence.engines.blood_of_kings.sight.traits cimport (
    FOR_ASSAULT, FOR_ENTERING, FOR_RAISING, N_GROUND, TRAIT_ENEMY, TRAIT_ENOUGH, TRAIT_GROUND,
    TRAIT_NO_FLAG, TRAIT_ODDS, TRAIT_OWN, TRAIT_SEA, TRAIT_TYPE,
)
from eminence.engines.blood_of_kings.state cimport State
from eminence.engines.blood_of_kings.tables cimport (
    ALL_KINGDOMS, ATTACKERS, CAPITOL, DEFENDERS, FIRST_SEA, PLACES, Rules,
)
from eminence.engines.blood_of_kings.war.odds cimport win_chance
from eminence.engines.blood_of_kings.war.sides cimport strength
from eminence.engines.blood_of_kings.war.worth cimport needed
from eminence.engines.blood_of_kings.worth cimport best_target, defence, targets_of


cdef inline void name_owner(
    const State *s, const Outlook *o, Traits *t, int purpose, int place
) noexcept nogil:
    cdef int holder
    if place < FIRST_SEA:
        holder = controller(s, place)
    else:
        holder = s.sea_owner[place - FIRST_SEA] - 1
    add(t, TRAIT_GROUND + purpose * N_GROUND + (
        o.relation[holder] if holder >= 0 else <int>RELATIONS))


cdef inline void name_armies(
    const State *s, Traits *t, int kingdom, int place
) noexcept nogil:
    """Of the kingdom, and of those that are not its friends."""
    cdef int own = s.armies[kingdom][place]
    cdef int enemies = armies_of(s, ALL_KINGDOMS & ~friends_of(s, kingdom), place)
    add(t, TRAIT_OWN + class4(own, 1, 2, 3) + (own >= 5))
    add(t, TRAIT_ENEMY + class4(enemies, 1, 2, 4))


cdef inline void name_odds(Traits *t, double odds) noexcept nogil:
    add(t, TRAIT_ODDS + odds_class(odds))


cdef inline void name_attack(
    const State *s, const Rules *r, Traits *t, int kingdom, int region, int armies
) noexcept nogil:
    """The odds of taking the region with so many armies, and whether a flag is there for it."""
    name_odds(t, win_chance(r, armies, defence(s, r, kingdom, region)))
    if r.type[region] != CAPITOL and not can_raise_flag(s, kingdom, region):
        add(t, TRAIT_NO_FLAG)


cdef inline void name_neighbours(
    const State *s, const Rules *r, Traits *t, int kingdom, int region, int armies
) noexcept nogil:
    """What so many armies could take from here."""
    cdef uint64_t targets = targets_of(s, r, kingdom) & ~bit(region)
    name_prize(t, best_target(s, r, kingdom, region, armies, targets))


cdef inline void name_place(
    const State *s, const Rules *r, const Outlook *o, Traits *t, int kingdom, int purpose,
    int place
) noexcept nogil:
    """A region or sea, by what it is to the kingdom that acts."""
    cdef int armies = s.armies[kingdom][place]
    name_owner(s, o, t, purpose, place)
    if place >= FIRST_SEA:
        add(t, TRAIT_SEA + class4(r.sea_income[place - FIRST_SEA], 2, 3, 99))
        return
    add(t, TRAIT_TYPE + r.type[place])
    name_armies(s, t, kingdom, place)
    if purpose == FOR_ENTERING and s.from_place < PLACES:
        armies += s.armies[kingdom][s.from_place] - s.moved[s.from_place]
    if targets_of(s, r, kingdom) >> place & 1 or purpose == FOR_ASSAULT:
        name_attack(s, r, t, kingdom, place, armies)
    else:
        name_neighbours(s, r, t, kingdom, place, armies + 2 * (purpose == FOR_RAISING))


cdef inline void name_march(
    const State *s, const Rules *r, Traits *t, int kingdom, int count
) noexcept nogil:
    """So many armies go to `to_place`: enough for what is there?"""
    cdef int to = s.to_place, wanted
    if to < FIRST_SEA and targets_of(s, r, kingdom) >> to & 1:
        wanted = needed(s, r, kingdom, to)
        add(t, TRAIT_ENOUGH + (count >= wanted) + (count > wanted))
        name_attack(s, r, t, kingdom, to, count + s.armies[kingdom][to])


cdef inline void name_fight(const State *s, const Rules *r, Traits *t) noexcept nogil:
    """The odds of the side that the mover leads."""
    cdef int attackers = strength(s, ATTACKERS), defenders = strength(s, DEFENDERS)
    if s.leader[DEFENDERS] == s.head.player + 1:
        name_odds(t, win_chance(r, defenders, attackers))
    else:
        name_odds(t, win_chance(r, attackers, defenders))
