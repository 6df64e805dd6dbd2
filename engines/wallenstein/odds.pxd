"""Exact odds of battles; see odds.pyx."""
from engines.wallenstein.rules cimport Wallenstein, WallensteinRules


cdef struct Odds:
    double win              # the attacker takes the county; of a revolt: its owner keeps it
    double neutral          # the county becomes or stays neutral
    double hold             # the defender keeps the county
    double left             # armies that stand there afterwards on average, the winner's


cdef Odds attack_odds(
    const Wallenstein *s, const WallensteinRules *r, int seat, int county, int armies
) noexcept nogil
cdef Odds revolt_odds(
    const Wallenstein *s, const WallensteinRules *r, int seat, int county, int extra
) noexcept nogil
