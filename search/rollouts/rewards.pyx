"""What an end is worth to each seat, and a position that was judged instead.

Rewards lie in [0, 1], so that one exploration constant serves all games and reward modes.
"""
from libc.math cimport exp

from eminence.cython_ext.game cimport Return
from eminence.search.network.guide cimport softmax_in_place

REWARDS = {"win": WIN, "rank": RANK, "score": SCORE, "lead": LEAD, "mix": MIX,
           "points": POINTS}


cdef int read_aim(Aim *aim, dict how) except -1:
    """From an agent's parameters."""
    aim.reward = REWARDS[how["reward"]]
    aim.beyond = how["beyond"]
    aim.center = how["center"]
    aim.scale = how["scale"]
    return 0


cdef inline double logistic(double x) noexcept nogil:
    return 1 / (1 + exp(-x))


cdef inline double rank_share(double rank, int seats) noexcept nogil:
    """1 for the first, 0 for the last."""
    return (seats - rank) / (seats - 1)


cdef double lead_of(const Return *end, int seats, int seat) noexcept nogil:
    """How far a seat is ahead of the best other one, in points."""
    cdef double best = -1e300
    cdef int i
    for i in range(seats):
        if i != seat:
            best = max(best, end[i].score)
    return end[seat].score - best


cdef void points_shares(
    const Return *end, int seats, double scale, double *out
) noexcept nogil:
    """The softmax of the final points: a close loss is worth more than a clear one."""
    cdef int i
    for i in range(seats):
        out[i] = end[i].score / scale
    softmax_in_place(out, seats)


cdef void win_and_more(
    const Return *end, int seats, const Aim *aim, double *out
) noexcept nogil:
    """The win first; rank and points share a small rest, so that lost games are played on.

    Win shares, rank shares as they stand here, and points shares each sum to 1 over the seats.
    """
    cdef int i
    cdef double ranked
    if aim.beyond == 0:
        for i in range(seats):
            out[i] = end[i].win
        return
    points_shares(end, seats, aim.scale, out)
    for i in range(seats):
        ranked = 2 * rank_share(end[i].rank, seats) / seats
        out[i] = (1 - aim.beyond) * end[i].win + aim.beyond / 2 * (ranked + out[i])


cdef void final_reward(const Return *end, int seats, const Aim *aim, double *out) noexcept nogil:
    """The reward of each seat at the end of a game."""
    cdef int i
    if aim.reward == WIN:
        win_and_more(end, seats, aim, out)
        return
    if aim.reward == POINTS:
        points_shares(end, seats, aim.scale, out)
        return
    for i in range(seats):
        if aim.reward == RANK:
            out[i] = rank_share(end[i].rank, seats)
        elif aim.reward == SCORE:
            out[i] = logistic((end[i].score - aim.center) / aim.scale)
        elif aim.reward == LEAD:
            out[i] = logistic(lead_of(end, seats, i) / aim.scale)
        else:
            out[i] = 0.75 * end[i].win + 0.25 * rank_share(end[i].rank, seats)


cdef double ahead_of_others(const double *standing, int seats, int seat) noexcept nogil:
    """The rank share to expect, guessed from the chance to be ahead of each other seat."""
    cdef double ahead = 0
    cdef int i
    for i in range(seats):
        if i != seat:
            ahead += (standing[seat] + 1e-9) / (standing[seat] + standing[i] + 2e-9)
    return ahead / (seats - 1)


cdef void standing_reward(
    const double *standing, int seats, const Aim *aim, double *out
) noexcept nogil:
    """The same where a position was judged instead: its standing stands for win and points."""
    cdef double ranked = rank_part(aim, seats), ahead
    cdef int i
    for i in range(seats):
        out[i] = standing[i]
        if ranked > 0:
            ahead = ahead_of_others(standing, seats, i)
            if aim.reward == WIN:
                ahead *= 2.0 / seats
            out[i] += ranked * (ahead - standing[i])


cdef double rank_part(const Aim *aim, int seats) noexcept nogil:
    """How much the rank counts; with two seats it says no more than the win."""
    if aim.reward == WIN:
        return aim.beyond / 2 if seats > 2 else 0
    if aim.reward == RANK:
        return 1
    return 0.25 if aim.reward == MIX else 0
