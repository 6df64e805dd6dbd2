"""What falls out of the tower: exact chances."""


cdef inline void add_cubes(double *p, int have, int cubes, double chance) noexcept nogil:
    """Let `cubes` more cubes fall, each with this chance; p has the chances of 0 .. have out."""
    cdef int i, k
    for i in range(have + 1, have + cubes + 1):
        p[i] = p[i - 1] * chance
        for k in range(i - 1, 0, -1):
            p[k] = p[k] * (1 - chance) + p[k - 1] * chance
        p[0] *= 1 - chance


cdef inline void fall_chances(
    int fresh, double fresh_out, int stuck, double stuck_out, double *p
) noexcept nogil:
    """p[k]: that k of the cubes of one colour fall out, those thrown in and those inside."""
    p[0] = 1
    add_cubes(p, 0, fresh, fresh_out)
    add_cubes(p, fresh, stuck, stuck_out)
