"""Where an agent's randomness comes from."""
from libc.stdint cimport uint64_t

from eminence.cython_ext.core cimport Rng
from eminence.cython_ext.game cimport View


cdef void open_stream(Rng *rng, View view, uint64_t seed)
