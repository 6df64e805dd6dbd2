"""What a network sees after each move of a position: the inputs that it is trained on.

Every move is played in the same imagined worlds and meets the same dice there, up to where a
search with that rollout would ask the network. All positions of a batch are worked through in one
call.
"""
import numpy as np

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from eminence.cython_ext.core cimport Rng, next64, seed_rng
from eminence.cython_ext.game cimport (
    MAX_SEATS, OVER, UNIFORM, Game, Head, Ops, Return, Table, list_traits, look, look_for_all,
    player_of, step,
)
from eminence.search.rollouts.rewards cimport final_reward
from eminence.search.rollouts.rollouts cimport Finisher, Rollout, play_by_policy
from eminence.search.network.guide cimport guidance_logits
from eminence.search.plans.world_pool cimport WorldPool


cdef void see_judged(
    const Ops *ops, const void *rules, void *s, Rng *dice, Rollout *how,
    float *features, float *ends, float *guessed
) noexcept nogil:
    """Play the rollout; fill in every seat's features, or its win share if the game is over."""
    cdef Return final[MAX_SEATS]
    cdef double logits[MAX_SEATS]
    cdef double worth[MAX_SEATS]
    cdef int seat
    play_by_policy(ops, rules, s, how, dice)
    if ops.settle != NULL and player_of(s) != OVER:
        ops.settle(s, rules, how.guide.weights)
    if player_of(s) == OVER:
        ops.returns(s, rules, final)
        final_reward(final, ops.seats, &how.aim, worth)
        for seat in range(ops.seats):
            ends[seat] = worth[seat]
        return
    guidance_logits(how.guide, s, logits)
    for seat in range(ops.seats):
        guessed[seat] = logits[seat]
    look_for_all(ops, rules, s, features)


def afterstates(
    Game game not None, const uint8_t[:, ::1] views, const int32_t[:, ::1] actions,
    const uint64_t[::1] seeds, int worlds, Finisher finisher not None
):
    """(features, ends, guessed) of each view, action, world and seat.

    `actions` has a row per view, filled up with -1. `ends` is the seat's reward where the game
    is over, and -1 elsewhere; where it is over there are no features. `guessed` is the logit
    of the win share that the game's own guidance sees in that world where the game goes on.
    """
    cdef Table table = game.table
    cdef Ops *ops = &table.ops
    cdef int n = views.shape[0], most = actions.shape[1], i, a, w
    if views.shape[1] != ops.state_size or actions.shape[0] != n or seeds.shape[0] != n:
        raise ValueError("views, actions or seeds that do not fit each other or the game")
    shape = (n, most, worlds, ops.seats)
    cdef float[:, :, :, :, ::1] features = np.zeros((*shape, ops.n_features), np.float32)
    cdef float[:, :, :, ::1] ends = np.full(shape, -1, np.float32)
    cdef float[:, :, :, ::1] guessed = np.zeros(shape, np.float32)
    cdef Rng rng
    cdef Rng dice
    cdef uint64_t rolled
    cdef void *world = NULL
    cdef void *child = NULL
    try:
        world = table.new_state()
        child = table.new_state()
        with nogil:
            for i in range(n):
                seed_rng(&rng, seeds[i])
                for w in range(worlds):
                    memcpy(world, &views[i, 0], ops.state_size)
                    (<Head *>world).lean = 1
                    ops.imagine(world, table.rules, &rng, UNIFORM)
                    rolled = next64(&rng)
                    for a in range(most):
                        if actions[i, a] >= 0:
                            memcpy(child, world, ops.play_size)
                            seed_rng(&dice, rolled)
                            step(ops, table.rules, child, actions[i, a], NULL)
                            see_judged(ops, table.rules, child, &dice, &finisher.how,
                                       &features[i, a, w, 0, 0], &ends[i, a, w, 0],
                                       &guessed[i, a, w, 0])
    finally:
        free(world)
        free(child)
    return np.asarray(features), np.asarray(ends), np.asarray(guessed)


def plan_afterstates(
    Game game not None, list views not None, const int32_t[:, :, ::1] plans,
    const uint64_t[::1] seeds, int worlds, Finisher finisher not None, dict how not None
):
    """The same for whole plans, as a search for plans tries them: the others' replies come after.

    `plans` has the steps of each plan of each view, filled up with -1, as is a view with fewer
    plans.
    """
    cdef Ops *ops = &game.table.ops
    cdef int n = len(views), most = plans.shape[1], slots = plans.shape[2], i, a, w, length
    if plans.shape[0] != n or seeds.shape[0] != n:
        raise ValueError("views, plans or seeds that do not fit each other")
    shape = (n, most, worlds, ops.seats)
    cdef float[:, :, :, :, ::1] features = np.zeros((*shape, ops.n_features), np.float32)
    cdef float[:, :, :, ::1] ends = np.full(shape, -1, np.float32)
    cdef float[:, :, :, ::1] guessed = np.zeros(shape, np.float32)
    cdef WorldPool pool
    cdef Rng dice
    for i in range(n):
        pool = WorldPool(views[i], finisher, how, seeds[i], worlds)
        for a in range(most):
            length = 0
            while length < slots and plans[i, a, length] >= 0:
                length += 1
            if length == 0:
                continue
            with nogil:
                for w in range(worlds):
                    pool.enter(w)
                    pool.open_dice(w, &dice)
                    pool.follow(&plans[i, a, 0], length, &dice)
                    pool.follow_replies(w, &dice)
                    see_judged(ops, pool.rules, pool.state, &dice, pool.how,
                               &features[i, a, w, 0, 0], &ends[i, a, w, 0], &guessed[i, a, w, 0])
    return np.asarray(features), np.asarray(ends), np.asarray(guessed)


def roots(
    Game game not None, const uint8_t[:, ::1] views, const int32_t[:, ::1] actions
):
    """(features of the mover, traits and priors of the actions) of each view.

    Traits are -1 where there is no action.
    """
    cdef Table table = game.table
    cdef Ops *ops = &table.ops
    cdef int n = views.shape[0], most = actions.shape[1], i, a
    cdef float[:, ::1] features = np.zeros((n, ops.n_features), np.float32)
    cdef int16_t[:, :, ::1] traits = np.full((n, most, ops.max_traits), -1, np.int16)
    cdef double[:, ::1] priors = np.zeros((n, most))
    cdef const double[::1] weights = game.weight_vector()
    if views.shape[1] != ops.state_size or actions.shape[0] != n:
        raise ValueError("views or actions that do not fit each other or the game")
    for i in range(n):
        look(ops, table.rules, &views[i, 0], player_of(&views[i, 0]), &features[i, 0])
        a = 0
        while a < most and actions[i, a] >= 0:
            a += 1
        if a:
            list_traits(ops, table.rules, &views[i, 0], &actions[i, 0], a, &traits[i, 0, 0])
            ops.priors(&views[i, 0], table.rules, &weights[0], &actions[i, 0], a, &priors[i, 0])
    return np.asarray(features), np.asarray(traits), np.asarray(priors, np.float32)
