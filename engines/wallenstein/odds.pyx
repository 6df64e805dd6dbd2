"""Exact odds of a battle from the tower and the tray as they are now.

Colours fall independently of each other, so the number of cubes on each side is a convolution over
its colours. The outcome is the sum over both sides.
"""
from typing import NamedTuple

from libc.stdint cimport uint64_t

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game cimport Position
from eminence.engines.kit.counts cimport total
from eminence.engines.wallenstein.board cimport (
    action_now, attack_bonus, bit, defence_bonus, neutral_defence, origin, owner_of, reach,
)
from eminence.engines.wallenstein.combat cimport fall_chances
from eminence.engines.wallenstein.state cimport (
    AMOUNT, COLOURS, COMBAT_A, COUNTIES, MAX_CUBES, MOVE, PEASANTS, Rules, State,
)


cdef int fall_of(
    const State *s, const Rules *r, int colour, int engaged, int thrown, double *p
) noexcept nogil:
    """Chances of how many cubes of a colour fall out; returns the most that can."""
    cdef int fresh = engaged + s.tray[colour]
    fall_chances(fresh, r.fresh_out, s.tower[colour], r.stuck_out[thrown], p)
    return fresh + s.tower[colour]


# The numbers of a `BattleOdds`.
ctypedef (double, double, double, double) Odds


cdef Odds attack_odds(
    const State *s, const Rules *r, int seat, int county, int armies
) noexcept nogil:
    cdef double attack[MAX_CUBES + 1]
    cdef double own[MAX_CUBES + 1]
    cdef double peasants[MAX_CUBES + 1]
    cdef int defender = owner_of(s, r, county), thrown = total(s.tray, COLOURS)
    cdef int most, most_own = 0, most_peasants, engaged = 0, green = 0, a, d, p
    cdef double chance, win = 0, neutral = 0, hold = 0, left = 0
    armies += attack_bonus(s, r, seat)
    if defender < 0:
        green = neutral_defence(s, r)
    else:
        engaged = s.armies[county] + defence_bonus(s, r, defender, county)
    thrown += armies + engaged + green
    most = fall_of(s, r, seat, armies, thrown, attack)
    own[0] = 1
    if defender >= 0:
        most_own = fall_of(s, r, defender, engaged, thrown, own)
    most_peasants = fall_of(s, r, PEASANTS, green, thrown, peasants)
    if defender >= 0 and s.markers[county]:
        # The peasants stay out.
        most_peasants = 0
        peasants[0] = 1
    for a in range(most + 1):
        for d in range(most_own + 1):
            for p in range(most_peasants + 1):
                chance = attack[a] * own[d] * peasants[p]
                if a > d + p:
                    win += chance
                    left += chance * (a - d - p)
                elif a < d + p and d > 0:
                    hold += chance
                    left += chance * (d - max(0, a - p))
                else:
                    neutral += chance
    return win, neutral, hold, left


cdef Odds revolt_odds(
    const State *s, const Rules *r, int seat, int county, int extra
) noexcept nogil:
    cdef double own[MAX_CUBES + 1]
    cdef double peasants[MAX_CUBES + 1]
    cdef int green = min(<int>s.markers[county] + extra, <int>s.supply[PEASANTS])
    cdef int thrown = total(s.tray, COLOURS) + s.armies[county] + green
    cdef int most = fall_of(s, r, seat, s.armies[county], thrown, own)
    cdef int most_peasants = fall_of(s, r, PEASANTS, green, thrown, peasants)
    cdef int d, p
    cdef double win = 0, left = 0
    for d in range(most + 1):
        for p in range(min(d, most_peasants + 1)):
            win += own[d] * peasants[p]
            left += own[d] * peasants[p] * (d - p)
    return win, 1 - win, 0, left


class BattleOdds(NamedTuple):
    """Chances of the outcomes, and the armies that the winner has left on average.

    In a revolt, `win` is the chance that the owner keeps the county.
    """

    win: float  # the attacker takes the county
    neutral: float  # the county becomes or stays neutral
    hold: float  # the defender keeps the county
    left: float


def of_attack(Position position not None, int seat, int county, int armies) -> BattleOdds:
    """The odds if `seat` attacked a county with so many armies, with events and bonus tiles."""
    s = <const State *>position.s
    r = <const Rules *>position.game.table.rules
    cdef int most
    if not 0 <= seat < r.seats:
        raise BadOption(f"seat {seat}: choose 0 to {r.seats - 1}")
    if not 0 <= county < COUNTIES or not (r.in_play & ~s.owned[seat]) >> county & 1:
        raise BadOption(f"county {county}: choose one in play that seat {seat} does not own")
    most = r.cubes - s.supply[seat] - s.tower[seat] - s.tray[seat]
    if not 0 < armies <= most:
        raise BadOption(f"armies {armies}: choose 1 to {most}, those on the board")
    return BattleOdds(*attack_odds(s, r, seat, county, armies))


def of_revolt(Position position not None, int county, int extra=0) -> BattleOdds:
    """The odds if the peasants revolted in a county: its revolt markers and so many more."""
    s = <const State *>position.s
    r = <const Rules *>position.game.table.rules
    if not 0 <= county < COUNTIES or owner_of(s, r, county) < 0:
        raise BadOption(f"county {county}: choose one that somebody owns")
    if not 0 <= extra <= MAX_CUBES:
        raise BadOption(f"extra {extra}: choose 0 to {MAX_CUBES}")
    return BattleOdds(*revolt_odds(s, r, owner_of(s, r, county), county, extra))


# --- what the mover is asked about ---

cdef bint marching(const State *s) noexcept nogil:
    """Whether somebody is asked where armies go, or how many."""
    return s.phase == MOVE or s.phase == AMOUNT


def most_armies(Position position not None) -> int:
    """How many armies may leave the county in which the mover acts; 0: nobody is asked."""
    s = <const State *>position.s
    return s.armies[origin(s)] - 1 if marching(s) else 0


def attack_targets(Position position not None) -> list[int]:
    """The counties that the mover may attack now, or the one that it is about to attack."""
    s = <const State *>position.s
    r = <const Rules *>position.game.table.rules
    cdef uint64_t targets = 0
    if not marching(s) or action_now(s) < COMBAT_A:
        return []
    if s.phase == AMOUNT:
        targets = bit(s.target - 1)
    else:
        targets = reach(s, r, s.head.player, action_now(s), origin(s))
    targets &= ~s.owned[s.head.player]
    return [county for county in range(COUNTIES) if targets >> <int>county & 1]
