"""Worlds for plans to be tried in, each with what the others do after the plan.

A *run* is what a seat decides, unseen by some other seat, before anybody else moves. A plan fills
the run of the searcher; the runs of others that come right after it are their *replies*, which
cannot have seen it. A world, its replies and its dice are the same for every plan (common random
numbers), so that what differs between two plans in one world is the plan.
"""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from eminence.cython_ext.core cimport Rng, below, combine, seed_rng, unit
from eminence.cython_ext.game cimport BY_PRIORS, UNIFORM, Head, Seen, Table, View, player_of, step
from eminence.search.network.guide cimport has_policy, judge_actions
from eminence.search.rollouts.rollouts cimport (
    Finisher, draw_by_weight, finish, learn_mast, remember_played,
)

GUESSES = {"uniform": UNIFORM, "priors": BY_PRIORS}

cdef enum:
    # Worlds that are tried to find out whether there is a run.
    PROBES = 8

# The streams of one world.
cdef enum:
    TO_IMAGINE
    TO_REPLY
    TO_ROLL
    STREAMS


cdef class WorldPool:
    """At most `size` worlds that fit the view; world k is imagined when it is first entered."""

    def __cinit__(
        self, View view not None, Finisher finisher not None, dict how not None, uint64_t seed,
        int size
    ):
        cdef Table table = view.game.table
        self.view, self.finisher = view, finisher
        self.ops, self.rules, self.how = &table.ops, table.rules, &finisher.how
        self.seat = view.seat
        self.guess, self.heat = GUESSES[how["guess"]], how["heat"]
        self.seed, self.size = seed, size
        self.worlds = <uint8_t *>calloc(size, self.ops.play_size)
        self.replies = <int32_t *>calloc(<size_t>size * MAX_REPLIES, sizeof(int32_t))
        self.n_replies = <int32_t *>calloc(size, sizeof(int32_t))
        if self.worlds == NULL or self.replies == NULL or self.n_replies == NULL:
            raise MemoryError
        self.state = table.new_state()

    def __dealloc__(self):
        free(self.worlds)
        free(self.replies)
        free(self.n_replies)
        free(self.state)

    # --- worlds ---

    cdef void enter(self, int world) noexcept nogil:
        """Go to the beginning of the plan in this world; worlds are built in their order."""
        while self.built <= world:
            self._build(self.built)
            self.built += 1
        memcpy(self.state, &self.worlds[<size_t>world * self.ops.play_size], self.ops.play_size)

    cdef void _build(self, int world) noexcept nogil:
        cdef Rng rng
        seed_rng(&rng, combine(self.seed, STREAMS * <uint64_t>world + TO_IMAGINE))
        memcpy(self.state, self.view.s, self.ops.state_size)
        (<Head *>self.state).lean = 1
        self.ops.imagine(self.state, self.rules, &rng, self.guess)
        memcpy(&self.worlds[<size_t>world * self.ops.play_size], self.state, self.ops.play_size)
        self._draw_replies(world)

    cdef void _draw_replies(self, int world) noexcept nogil:
        """What the others will do, by priors. Any plan will do before it, since they see none."""
        cdef int32_t *replies = &self.replies[<size_t>world * MAX_REPLIES]
        cdef Rng rng
        cdef int i = 0, action
        seed_rng(&rng, combine(self.seed, STREAMS * <uint64_t>world + TO_REPLY))
        self.follow(NULL, 0, &rng)
        while i < MAX_REPLIES and self.goes_on(False):
            action = self.how.actions[self.by_priors(&rng)]
            replies[i] = action
            self.play(action)
            i += 1
        self.n_replies[world] = i
        self.forget_played()

    # --- steps ---

    cdef bint goes_on(self, bint ours) noexcept nogil:
        """Is it one of our own, or of the others', hidden decisions? Lists its actions.

        A decision without a choice is part of the run that it lies in.
        """
        cdef int player = player_of(self.state)
        if player < 0 or (player == self.seat) != ours:
            return False
        self.n = self.ops.actions(self.state, self.rules, self.how.actions)
        return self.n == 1 or self.ops.hidden(self.state, self.rules)

    cdef int index_of(self, int action) noexcept nogil:
        """Its place among the legal actions; -1: it is none."""
        cdef int low = 0, high = self.n - 1, middle
        while low < high:
            middle = (low + high) // 2
            if self.how.actions[middle] < action:
                low = middle + 1
            else:
                high = middle
        return low if self.how.actions[low] == action else -1

    cdef void score_by_priors(self) noexcept nogil:
        """Write the priors of the legal actions to `how.scores`."""
        judge_actions(self.how.guide, self.state, self.how.actions, self.n, self.how.scores)

    cdef int by_priors(self, Rng *rng) noexcept nogil:
        """The index of a legal action: softmax of the priors, but any with chance epsilon."""
        cdef double *scores = self.how.scores
        cdef double top = 0
        cdef int i
        if self.n == 1:
            return 0
        if unit(rng) < self.how.epsilon:
            return below(rng, self.n)
        self.score_by_priors()
        if has_policy(self.how.guide):
            return draw_by_weight(scores, self.n, rng)
        for i in range(self.n):
            top = max(top, scores[i])
        for i in range(self.n):
            scores[i] = exp((scores[i] - top) / self.heat)
        return draw_by_weight(scores, self.n, rng)

    cdef void play(self, int action) noexcept nogil:
        remember_played(self.how, player_of(self.state), action)
        step(self.ops, self.rules, self.state, action, NULL)

    cdef void forget_played(self) noexcept nogil:
        """What was played was no simulation: MAST learns nothing from it."""
        self.how.n_played = 0

    cdef void open_dice(self, int world, Rng *dice) noexcept nogil:
        seed_rng(dice, combine(self.seed, STREAMS * <uint64_t>world + TO_ROLL))

    cdef int planned(
        self, const int32_t *actions, int length, int i, Rng *dice
    ) noexcept nogil:
        """The index of the i-th action of a list; priors stand in for one that is not legal.

        That happens only where what is legal depends on what the seat cannot see.
        """
        cdef int at = self.index_of(actions[i]) if i < length else -1
        return self.by_priors(dice) if at < 0 else at

    cdef int usual_reply(self, int world, int i, Rng *dice) noexcept nogil:
        return self.planned(
            &self.replies[<size_t>world * MAX_REPLIES], self.n_replies[world], i, dice)

    cdef void follow(self, const int32_t *actions, int length, Rng *dice) noexcept nogil:
        """Play a plan of our own as long as the run lasts."""
        cdef int i = 0
        while i < MAX_SLOTS and self.goes_on(True):
            self.play(self.how.actions[self.planned(actions, length, i, dice)])
            i += 1

    cdef void follow_replies(self, int world, Rng *dice) noexcept nogil:
        cdef int i = 0
        while i < MAX_REPLIES and self.goes_on(False):
            self.play(self.how.actions[self.usual_reply(world, i, dice)])
            i += 1

    cdef void end(self, Rng *dice, double *reward) noexcept nogil:
        """Finish the game after the replies, by the rollout policy."""
        finish(self.ops, self.rules, self.state, self.how, dice, reward)
        learn_mast(self.how, reward)

    cdef void try_plan(
        self, int world, const int32_t *actions, int length, double *reward
    ) noexcept nogil:
        """What the plan brings every seat in a world."""
        cdef Rng dice
        self.enter(world)
        self.open_dice(world, &dice)
        self.follow(actions, length, &dice)
        self.follow_replies(world, &dice)
        self.end(&dice, reward)

    # --- is there anything to plan ---

    def has_run(self, const int32_t[::1] actions):
        """Is there an action after which the seat decides again, unseen and no wiser?

        In every world: if the seat learns something in between, it should wait for that.
        """
        cdef int i
        for i in range(actions.shape[0]):
            if self._leads_on(actions[i]):
                return True
        return False

    cdef bint _leads_on(self, int action) noexcept nogil:
        cdef Seen seen
        cdef uint64_t known = 0
        cdef int world
        for world in range(min(PROBES, self.size)):
            self.enter(world)
            memset(&seen, 0, sizeof(seen))
            step(self.ops, self.rules, self.state, action, &seen)
            while self.goes_on(True) and self.n == 1:
                step(self.ops, self.rules, self.state, self.how.actions[0], &seen)
            if not self.goes_on(True) or (world > 0 and seen.key[self.seat] != known):
                return False
            known = seen.key[self.seat]
        return True
