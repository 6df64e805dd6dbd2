"""How games between two seats end when one's gain is the other's loss."""
from eminence.cython_ext.game cimport Return


cdef inline void settle_duel(double score, Return *out) noexcept nogil:
    """Fill both returns from the score of seat 0: what `rank_seats` would give, but faster."""
    cdef int lead = (score > 0) - (score < 0)
    out[0].score = score
    out[1].score = -score
    out[0].win = 0.5 + 0.5 * lead
    out[1].win = 0.5 - 0.5 * lead
    out[0].rank = 1.5 - 0.5 * lead
    out[1].rank = 1.5 + 0.5 * lead
