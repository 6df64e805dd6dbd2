"""Three in a row on a 3x3 bitboard; cell i is row i // 3, column i % 3.

A part of the rules that other games share: a `.pxd` with inline functions. Whoever cimports them
compiles them into its own loops.
"""

cdef enum:
    N_CELLS = 9
    ALL_CELLS = (1 << N_CELLS) - 1


cdef inline bint has_line(int marks) noexcept nogil:
    # In octal, a digit is a row.
    return (
        (marks & 0o007) == 0o007 or (marks & 0o070) == 0o070 or (marks & 0o700) == 0o700
        or (marks & 0o111) == 0o111 or (marks & 0o222) == 0o222 or (marks & 0o444) == 0o444
        or (marks & 0o421) == 0o421 or (marks & 0o124) == 0o124
    )
