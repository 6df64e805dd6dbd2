from eminence.cython_ext.game import State
from eminence.cython_ext.results import Perft

def perft(state: State, depth: int) -> Perft: ...
