"""A small multi-layer perceptron in C; network.pxd says what it computes."""
import numpy as np

from eminence.cython_ext.whole_numbers import INT64_MAX, whole

from libc.stdint cimport int16_t, int32_t, int64_t
from libc.stdlib cimport free
from libc.string cimport memcpy
from posix.stdlib cimport posix_memalign

from eminence.search.kernels.clock cimport now_ns
from eminence.search.network.layer cimport (
    add_rows_narrow, add_rows_wide, list_inputs_narrow, list_inputs_wide, open_wide,
)

cdef bint HAS_WIDE = open_wide()


# Four numbers that are added side by side on every machine. Told to the compiler, since it finds
# slower ways by itself. For Cython they are like one number.
cdef extern from *:
    """
    typedef float Four __attribute__((vector_size(16), aligned(4), may_alias));
    static const Four ZEROS = {0, 0, 0, 0};
    """
    ctypedef float Four
    const Four ZEROS


cdef inline float total(const float *sums) noexcept nogil:
    """Of LANES sums, always in the same order."""
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + (
        (sums[2] + sums[6]) + (sums[3] + sums[7]))


cdef inline float dot(const float *a, const float *b, int n) noexcept nogil:
    cdef const Four *left = <const Four *>a
    cdef const Four *right = <const Four *>b
    cdef Four sums[2]
    cdef int i
    sums[0] = sums[1] = ZEROS
    for i in range(n // LANES):
        sums[0] = sums[0] + left[2 * i] * right[2 * i]
        sums[1] = sums[1] + left[2 * i + 1] * right[2 * i + 1]
    return total(<const float *>sums)


cdef inline void run_layer(
    const Layer *layer, bint wide, const float *given, int32_t *at, float *out
) noexcept nogil:
    cdef int n
    if wide:
        n = list_inputs_wide(given, layer.inputs, at)
        add_rows_wide(layer.weights, layer.outputs, layer.bias, given, at, n, out)
    else:
        n = list_inputs_narrow(given, layer.inputs, at)
        add_rows_narrow(layer.weights, layer.outputs, layer.bias, given, at, n, out)


cdef const float *think(const Network *net, const float *features, float *room) noexcept nogil:
    cdef const float *given = features
    cdef int32_t *at = <int32_t *>room      # the inputs that are not zero
    cdef float *out = room + net.most_inputs
    cdef int k
    for k in range(net.n_layers):
        run_layer(&net.layers[k], net.wide, given, at, out)
        given = out
        out += net.layers[k].outputs
    return given


cdef float win_logit(const Network *net, const float *hidden) noexcept nogil:
    return net.win_bias + dot(net.win, hidden, net.width)


cdef float final_margin(const Network *net, const float *hidden) noexcept nogil:
    return net.margin_bias + dot(net.margin, hidden, net.width)


cdef inline void add_trait_block(
    const float *rows, int stride, const int16_t *traits, int n, const float *hidden, Four *sums
) noexcept nogil:
    """Add to LANES sums BLOCK numbers of `hidden` times the summed rows of an action's traits."""
    cdef const Four *row
    cdef Four s0 = ZEROS, s1 = ZEROS, s2 = ZEROS, s3 = ZEROS
    cdef Four s4 = ZEROS, s5 = ZEROS, s6 = ZEROS, s7 = ZEROS
    cdef int k
    for k in range(n):
        if traits[k] >= 0:
            row = <const Four *>(rows + <size_t>traits[k] * stride)
            s0 = s0 + row[0]
            s1 = s1 + row[1]
            s2 = s2 + row[2]
            s3 = s3 + row[3]
            s4 = s4 + row[4]
            s5 = s5 + row[5]
            s6 = s6 + row[6]
            s7 = s7 + row[7]
    row = <const Four *>hidden
    sums[0] = sums[0] + ((s0 * row[0] + s2 * row[2]) + (s4 * row[4] + s6 * row[6]))
    sums[1] = sums[1] + ((s1 * row[1] + s3 * row[3]) + (s5 * row[5] + s7 * row[7]))


cdef inline void add_trait_lanes(
    const float *rows, int stride, const int16_t *traits, int n, const float *hidden, Four *sums
) noexcept nogil:
    """The same for LANES numbers, where no whole block is left."""
    cdef const Four *row
    cdef Four s0 = ZEROS, s1 = ZEROS
    cdef int k
    for k in range(n):
        if traits[k] >= 0:
            row = <const Four *>(rows + <size_t>traits[k] * stride)
            s0 = s0 + row[0]
            s1 = s1 + row[1]
    sums[0] = sums[0] + s0 * (<const Four *>hidden)[0]
    sums[1] = sums[1] + s1 * (<const Four *>hidden)[1]


cdef inline float score(
    const Network *net, const float *hidden, const int16_t *traits
) noexcept nogil:
    cdef const float *rows = net.traits
    cdef Four sums[2]
    cdef float bias = 0
    cdef int k, left = net.width
    sums[0] = sums[1] = ZEROS
    while left >= BLOCK:
        add_trait_block(rows, net.width, traits, net.max_traits, hidden, sums)
        rows += BLOCK
        hidden += BLOCK
        left -= BLOCK
    while left > 0:
        add_trait_lanes(rows, net.width, traits, net.max_traits, hidden, sums)
        rows += LANES
        hidden += LANES
        left -= LANES
    for k in range(net.max_traits):
        if traits[k] >= 0:
            bias += net.trait_bias[traits[k]]
    return bias + total(<const float *>sums)


cdef void score_actions(
    const Network *net, const float *hidden, const int16_t *traits, int n, float *out
) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = score(net, hidden, traits + i * net.max_traits)


cdef inline int padded(Py_ssize_t n) noexcept:
    return <int>((n + LANES - 1) // LANES * LANES)


cdef class Net:
    def __cinit__(
        self, dict arrays not None, int max_traits, double margin_scale=1, bint wide=HAS_WIDE
    ):
        """`arrays` by their names in a network file, checked there.

        `wide`: use the processor's wide registers if it has them; the answers are the same.
        """
        cdef Network *net = &self.network
        cdef size_t total = 0
        cdef float[:, ::1] block
        cdef char *at
        n_layers = sum(name.startswith("weights") for name in arrays)
        blocks = self._blocks(arrays, n_layers)
        for each in blocks.values():
            total += (each.nbytes + 63) // 64 * 64
        if posix_memalign(&self.memory, 64, total) != 0:
            raise MemoryError
        at = <char *>self.memory
        places = {}
        for name, each in blocks.items():
            block = each
            if each.nbytes > 0:
                memcpy(at, &block[0, 0], each.nbytes)
            places[name] = <size_t>at
            at += (each.nbytes + 63) // 64 * 64
        net.n_layers = n_layers
        net.wide = wide and HAS_WIDE
        for k in range(n_layers):
            weights = blocks[f"weights{k}"]
            net.layers[<int>k].inputs, net.layers[<int>k].outputs = weights.shape
            net.layers[<int>k].weights = <const float *><size_t>places[f"weights{k}"]
            net.layers[<int>k].bias = <const float *><size_t>places[f"bias{k}"]
            net.room += net.layers[<int>k].outputs
            net.most_inputs = max(net.most_inputs, net.layers[<int>k].inputs)
        net.room += net.most_inputs
        net.width = net.layers[net.n_layers - 1].outputs
        net.win = <const float *><size_t>places["win"]
        net.margin = <const float *><size_t>places["margin"]
        net.win_bias, net.margin_bias = arrays["head_bias"]
        net.knows_moves = arrays["traits"].any() or arrays["trait_bias"].any()
        net.own_shares, net.own_priors = arrays.get("guidance", (0, 0))
        net.n_traits = arrays["traits"].shape[0]
        net.max_traits = max_traits
        net.traits = <const float *><size_t>places["traits"]
        net.trait_bias = <const float *><size_t>places["trait_bias"]
        self.n_features = net.layers[0].inputs
        self.margin_scale = margin_scale

    def __dealloc__(self):
        free(self.memory)

    def _blocks(self, arrays, n_layers):
        """The arrays as they lie in memory: rows padded, inputs that are padding weigh nothing."""
        found, inputs = {}, arrays["weights0"].shape[0]
        for k in range(n_layers):
            weights = arrays[f"weights{k}"]
            outputs = padded(weights.shape[1])
            found[f"weights{k}"] = _grown(weights, inputs, outputs)
            found[f"bias{k}"] = _grown(arrays[f"bias{k}"][None], 1, outputs)
            inputs = outputs
        found["win"] = _grown(arrays["heads"][:, 0][None], 1, inputs)
        found["margin"] = _grown(arrays["heads"][:, 1][None], 1, inputs)
        found["traits"] = _grown(arrays["traits"], len(arrays["traits"]), inputs)
        found["trait_bias"] = _grown(arrays["trait_bias"][None], 1, len(arrays["traits"]))
        return found

    @property
    def knows_moves(self):
        """Whether it has a policy; else moves are scored by the game's own priors."""
        return bool(self.network.knows_moves)

    def judge(self, const float[::1] features not None):
        """(win logit, final margin) of one seat."""
        cdef float[::1] room = np.empty(self.network.room, np.float32)
        cdef const float *hidden
        self._refuse_features(features.shape[0])
        hidden = think(&self.network, &features[0], &room[0])
        return win_logit(&self.network, hidden), final_margin(&self.network, hidden)

    def scores(self, const float[::1] features not None, const int16_t[:, ::1] traits not None):
        """A logit per action."""
        cdef float[::1] room = np.empty(self.network.room, np.float32)
        cdef float[::1] out = np.zeros(traits.shape[0], np.float32)
        cdef const float *hidden
        self._refuse_features(features.shape[0])
        self._refuse_traits(traits)
        if traits.shape[0] > 0:
            hidden = think(&self.network, &features[0], &room[0])
            score_actions(&self.network, hidden, &traits[0, 0], traits.shape[0], &out[0])
        return np.asarray(out)

    def _refuse_features(self, n):
        if n != self.n_features:
            raise ValueError(f"{n} features, the network has {self.n_features}")

    def _refuse_traits(self, const int16_t[:, ::1] traits):
        cdef int most = np.max(traits, initial=-1)
        if traits.shape[1] != self.network.max_traits:
            raise ValueError(f"{traits.shape[1]} traits per action, not {self.network.max_traits}")
        if most >= self.network.n_traits:
            raise ValueError(f"trait {most}, the network has {self.network.n_traits}")


def time_judge(Net net not None, const float[::1] features not None, n, traits=None):
    """Judge one seat `n` times, and score the actions of these traits if any: seconds."""
    cdef int64_t rounds = whole("n", n, 0, INT64_MAX)
    cdef const int16_t[:, ::1] of_actions = (
        np.zeros((0, net.network.max_traits), np.int16) if traits is None else traits)
    cdef int actions = of_actions.shape[0]
    cdef const int16_t *first = &of_actions[0, 0] if actions > 0 else NULL
    cdef float[::1] room = np.empty(net.network.room, np.float32)
    cdef float[::1] out = np.empty(actions + 1, np.float32)
    cdef const float *hidden
    cdef int64_t taken
    cdef int64_t _
    net._refuse_features(features.shape[0])
    net._refuse_traits(of_actions)
    with nogil:
        taken = now_ns()
        for _ in range(rounds):
            hidden = think(&net.network, &features[0], &room[0])
            out[0] = win_logit(&net.network, hidden) + final_margin(&net.network, hidden)
            score_actions(&net.network, hidden, first, actions, &out[1])
        taken = now_ns() - taken
    return 1e-9 * taken


def _grown(array, rows, columns):
    """The array with zeros added to its rows and columns."""
    out = np.zeros((rows, columns), np.float32)
    out[:array.shape[0], :array.shape[1]] = array
    return out
