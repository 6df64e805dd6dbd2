"""What an end is worth to each seat, and a position that was judged instead; see rewards.pyx."""
from eminence.cython_ext.game cimport Return


cdef enum Reward:
    WIN
    RANK
    SCORE
    LEAD
    POINTS
    MIX


cdef struct Aim:
    Reward reward
    double beyond           # WIN: the share that rank and points have beside the win
    double center           # of the score and lead rewards' logistic curve
    double scale            # points that make a lead clear


cdef int read_aim(Aim *aim, dict how) except -1
cdef void final_reward(const Return *end, int seats, const Aim *aim, double *out) noexcept nogil
cdef void standing_reward(
    const double *standing, int seats, const Aim *aim, double *out
) noexcept nogil
