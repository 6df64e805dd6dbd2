"""The field as a network sees it: who could win which county by what lies in tower and tray.

All of it is public, and cheaper than the guidance: no exponentials, one pass over the borders.
"""
from libc.math cimport sqrtf
from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memset

from eminence.engines.kit.bits cimport take_bit64
from eminence.engines.kit.counts cimport total
from eminence.engines.wallenstein.board cimport (
    all_owned, effect_now, neutral_defence, position_of,
)
from eminence.engines.wallenstein.state cimport (
    BUILDINGS, CHURCH, CHURCH_SAFE, COLOURS, COUNTIES, MAX_PLAYERS, MAX_THROWN, PALACE,
    PALACE_DEFENDS, PEASANTS, POSITIONS, TILE_ATTACK, TILE_DEFEND, Rules, State,
)


cdef enum:
    USUAL_THROW = 8         # cubes of both sides in a battle


cdef struct Field:
    # Cubes that fall out of tower and tray by themselves: mean and variance, by colour.
    float out[COLOURS]
    float spread[COLOURS]
    float fresh, fresh_spread       # of each cube thrown in
    int attack[MAX_PLAYERS]         # armies that join an attack of the seat
    int guard[MAX_PLAYERS]          # and a defence
    int place[MAX_PLAYERS]          # in the player order; POSITIONS: none
    int tile[MAX_PLAYERS]           # bonus tile; -1: none
    int palaces                     # armies that join where there is a palace
    int peasants                    # that defend a neutral county
    uint64_t safe                   # counties that nobody else can attack
    int8_t owner[COUNTIES]          # -1: neutral
    float push[COUNTIES]            # cubes to expect if all attack that may leave
    float hold[COUNTIES]            # cubes to expect on the side of the county
    float worth[COUNTIES]           # in counties
    float threat[COUNTIES]          # the chance that the strongest neighbour would win it
    float prey[COUNTIES]            # worth of the best attack from here, times its chance
    float odds[COUNTIES]            # the chance of that attack
    float aimed[MAX_PLAYERS][MAX_PLAYERS]   # the best attack of each seat on each other one


# --- chances ---

cdef inline float smooth(float t) noexcept nogil:
    """From 0 at -1 to 1 at 1, like the chance of a normal sum within two deviations."""
    t = min(<float>1, max(<float>-1, t))
    return <float>0.5 + <float>0.5 * t * (<float>1.5 - <float>0.5 * t * t)


cdef inline float likely(float lead, float spread) noexcept nogil:
    """About the chance that a sum of cubes with this mean and variance is above 0."""
    return smooth((lead - <float>0.5) / (2 * sqrtf(spread + <float>0.01)))


cdef inline float usual(float lead) noexcept nogil:
    """`likely` for a battle of ordinary size, where the variance is about 4."""
    return smooth((lead - <float>0.5) * <float>0.25)


cdef inline float attack_chance(
    const Field *f, const State *s, int seat, int county, int armies
) noexcept nogil:
    """The chance that an attack wins the county, by what lies in tower and tray."""
    cdef int defender = f.owner[county]
    cdef float spread
    armies += f.attack[seat]
    spread = f.spread[seat] + f.fresh_spread * armies
    if defender >= 0:
        spread += f.spread[defender] + f.fresh_spread * s.armies[county]
    if defender < 0 or s.markers[county] == 0:
        spread += f.spread[PEASANTS]
    return likely(f.out[seat] + f.fresh * armies - f.hold[county], spread)


cdef inline float revolt_chance(
    const Field *f, const State *s, int seat, int county, int extra
) noexcept nogil:
    """The chance that the owner holds a county against its peasants."""
    cdef int peasants = min(<int>s.markers[county] + extra, <int>s.supply[PEASANTS])
    cdef int armies = s.armies[county]
    return likely(
        f.out[seat] + f.fresh * (armies - peasants) - f.out[PEASANTS],
        f.spread[seat] + f.spread[PEASANTS] + f.fresh_spread * (armies + peasants))


cdef inline float threat_to(
    const Field *f, const State *s, const Rules *r, int seat, int county, int armies
) noexcept nogil:
    """The chance that the strongest neighbour would win a county that the seat holds with these."""
    cdef uint64_t left = r.neighbours[county] & ~s.owned[seat]
    cdef float strongest = -1, hold
    cdef int other
    while left:
        other = take_bit64(&left)
        if f.owner[other] >= 0 and s.armies[other] > 1:
            strongest = max(strongest, f.push[other])
    if strongest < 0:
        return 0
    hold = f.out[seat] + f.fresh * (armies + f.guard[seat])
    if s.markers[county] == 0:
        hold += f.out[PEASANTS]
    return usual(strongest - hold)


# --- the survey ---

cdef inline void look_into_tower(const State *s, const Rules *r, Field *f) noexcept nogil:
    cdef int thrown = min(total(s.tray, COLOURS) + USUAL_THROW, <int>MAX_THROWN)
    cdef float stuck = r.stuck_out[thrown]
    cdef int colour
    f.fresh = r.fresh_out
    f.fresh_spread = f.fresh * (1 - f.fresh)
    for colour in range(COLOURS):
        f.out[colour] = f.fresh * s.tray[colour] + stuck * s.tower[colour]
        f.spread[colour] = (
            f.fresh_spread * s.tray[colour] + stuck * (1 - stuck) * s.tower[colour])


cdef inline void note_bonuses(const State *s, const Rules *r, Field *f) noexcept nogil:
    """Event, bonus tiles and favors of this round."""
    cdef int effect = effect_now(s, r), seat
    f.palaces = r.amount[s.event - 1] if effect == PALACE_DEFENDS else 0
    f.peasants = neutral_defence(s, r)
    f.safe = s.built[CHURCH] if effect == CHURCH_SAFE else 0
    for seat in range(r.seats):
        f.place[seat] = position_of(s, seat)
        f.tile[seat] = s.tile[f.place[seat]] - 1 if f.place[seat] < POSITIONS else -1
        f.attack[seat] = f.guard[seat] = 0
        if f.tile[seat] == TILE_ATTACK:
            f.attack[seat] = min(r.bonus[TILE_ATTACK], <int>s.supply[seat])
        elif f.tile[seat] == TILE_DEFEND:
            f.guard[seat] = min(r.bonus[TILE_DEFEND], <int>s.supply[seat])
        if s.kept[seat] & r.shields[0] and s.kept[seat] & r.shields[1]:
            f.safe |= s.owned[seat]


cdef inline int buildings_in(const State *s, int county) noexcept nogil:
    cdef int kind, n = 0
    for kind in range(BUILDINGS):
        n += s.built[kind] >> county & 1
    return n


cdef inline void man_counties(const State *s, const Rules *r, Field *f) noexcept nogil:
    """Who stands where, and with what strength."""
    cdef uint64_t left
    cdef int seat, county, guard
    for seat in range(r.seats):
        left = s.owned[seat]
        while left:
            county = take_bit64(&left)
            guard = f.guard[seat] + (f.palaces if s.built[PALACE] >> county & 1 else 0)
            f.owner[county] = seat
            f.push[county] = f.out[seat] + f.fresh * (s.armies[county] - 1 + f.attack[seat])
            f.hold[county] = f.out[seat] + f.fresh * (s.armies[county] + guard)
            if s.markers[county] == 0:
                f.hold[county] += f.out[PEASANTS]
            f.worth[county] = 1 + <float>1.7 * buildings_in(s, county)
    left = r.in_play & ~all_owned(s, r)
    while left:
        county = take_bit64(&left)
        f.hold[county] = f.out[PEASANTS] + f.fresh * f.peasants
        f.worth[county] = 1 + <float>0.15 * r.sites[county]


cdef inline void cross_borders(const State *s, const Rules *r, Field *f) noexcept nogil:
    """Every attack that is possible now, with all armies that may leave."""
    cdef uint64_t left, targets
    cdef int seat, county, target, defender
    cdef float chance, gain
    for seat in range(r.seats):
        left = s.owned[seat]
        while left:
            county = take_bit64(&left)
            if s.armies[county] < 2:
                continue
            targets = r.neighbours[county] & ~(s.owned[seat] | f.safe)
            while targets:
                target = take_bit64(&targets)
                defender = f.owner[target]
                chance = usual(f.push[county] - f.hold[target])
                gain = chance * f.worth[target]
                if gain > f.prey[county]:
                    f.prey[county] = gain
                    f.odds[county] = chance
                if defender >= 0:
                    f.threat[target] = max(f.threat[target], chance)
                    f.aimed[seat][defender] = max(f.aimed[seat][defender], gain)


cdef inline void survey(const State *s, const Rules *r, Field *f) noexcept nogil:
    memset(f.owner, -1, sizeof(f.owner))
    memset(f.threat, 0, sizeof(f.threat))
    memset(f.prey, 0, sizeof(f.prey))
    memset(f.odds, 0, sizeof(f.odds))
    memset(f.aimed, 0, sizeof(f.aimed))
    look_into_tower(s, r, f)
    note_bonuses(s, r, f)
    man_counties(s, r, f)
    cross_borders(s, r, f)
