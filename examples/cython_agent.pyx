"""Your own agent in Cython: it works on the game table, without the GIL.

    cythonize -i examples/cython_agent.pyx
    python -c "import sys; sys.path.append('examples'); import cython_agent; cython_agent.main()"

Each action is played in imagined worlds and followed by random moves to the end; the action
with the most wins is the answer. `search/kernels/flat.pyx` is the same idea in full.
"""
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from eminence.cython_ext.core cimport Rng, seed_rng
from eminence.cython_ext.game cimport MAX_SEATS, UNIFORM, Ops, Return, Table, View, step

import eminence
from eminence.experiments.games.driver import play_game
from eminence.search.parameters import SEED, Whole
from eminence.search.streams import stream_seed


cdef double wins_after(
    Table table, const void *view, void *world, int32_t action, int seat, int worlds, Rng *rng
) noexcept nogil:
    cdef Ops *ops = &table.ops
    cdef Return end[MAX_SEATS]
    cdef double wins = 0
    for _ in range(worlds):
        memcpy(world, view, ops.state_size)
        ops.imagine(world, table.rules, rng, UNIFORM)
        step(ops, table.rules, world, action, NULL)
        ops.playout(world, table.rules, rng, -1, end)
        wins += end[seat].win
    return wins


def win_share(View view not None, int32_t action, int worlds, uint64_t seed):
    """How often the view's seat wins after this action, in so many worlds."""
    cdef Table table = view.game.table
    cdef int seat = view.seat
    cdef Rng rng
    cdef void *world = table.new_state()
    cdef double wins
    seed_rng(&rng, seed)
    with nogil:
        wins = wins_after(table, view.s, world, action, seat, worlds, &rng)
    free(world)
    return wins / worlds


class Dreamer(eminence.Agent):
    """Plays the action that won most often in imagined worlds."""

    name = "dreamer"
    parameters = {"worlds": Whole(default=200, low=1, high=1_000_000), "seed": SEED}

    def choose(self, view, actions):
        seed = stream_seed(view, self.seed, 0)
        moves = tuple(
            eminence.Move(view, a, win_share(view, a, self.worlds, seed), self.worlds)
            for a in actions
        )
        return eminence.Result(max(moves, key=lambda move: move.value).action, moves)


def main():
    game = eminence.load("connect_four")
    won = sum(
        play_game(game, [Dreamer(seed=seed), eminence.Random(seed=seed)], seed).returns[0].win
        for seed in range(10)
    )
    print(f"dreamer won {won:g} of 10 games against random")
