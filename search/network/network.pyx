"""A small multi-layer perceptron in C; network.pxd says what it computes."""
import numpy as np

from libc.stdint cimport int16_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset
from posix.stdlib cimport posix_memalign


cdef inline void add_row(float *sums, const float *row, float times, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        sums[i] += times * row[i]


cdef inline float dot(const float *a, const float *b, int n) noexcept nogil:
    """In LANES sums side by side, then those in order: one order for all machines."""
    cdef float sums[LANES]
    cdef float total = 0
    cdef int i, j
    memset(sums, 0, sizeof(sums))
    for i in range(n // LANES):
        for j in range(LANES):
            sums[j] += a[i * LANES + j] * b[i * LANES + j]
    for j in range(LANES):
        total += sums[j]
    return total


cdef const float *think(const Network *net, const float *features, float *room) noexcept nogil:
    cdef const float *given = features
    cdef const Layer *layer
    cdef float *sums = room
    cdef int i, k
    for k in range(net.n_layers):
        layer = &net.layers[k]
        memcpy(sums, layer.bias, layer.outputs * sizeof(float))
        for i in range(layer.inputs):
            if given[i] != 0:
                add_row(sums, layer.weights + <size_t>i * layer.outputs, given[i], layer.outputs)
        for i in range(layer.outputs):
            sums[i] = sums[i] if sums[i] > 0 else 0
        given = sums
        sums += layer.outputs
    return given


cdef float win_logit(const Network *net, const float *hidden) noexcept nogil:
    return net.win_bias + dot(net.win, hidden, net.width)


cdef float final_margin(const Network *net, const float *hidden) noexcept nogil:
    return net.margin_bias + dot(net.margin, hidden, net.width)


cdef void score_actions(
    const Network *net, const float *hidden, const int16_t *traits, int n, float *out
) noexcept nogil:
    cdef int i, k, trait
    cdef float sum
    for i in range(n):
        sum = 0
        for k in range(net.max_traits):
            trait = traits[i * net.max_traits + k]
            if trait >= 0:
                sum += net.trait_bias[trait] + dot(
                    net.traits + <size_t>trait * net.width, hidden, net.width)
        out[i] = sum


cdef inline int padded(Py_ssize_t n) noexcept:
    return <int>((n + LANES - 1) // LANES * LANES)


cdef class Net:
    def __cinit__(self, dict arrays not None, int max_traits):
        """`arrays` by their names in a network file, checked there."""
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
            memcpy(at, &block[0, 0], each.nbytes)
            places[name] = <size_t>at
            at += (each.nbytes + 63) // 64 * 64
        net.n_layers = n_layers
        for k in range(n_layers):
            weights = blocks[f"weights{k}"]
            net.layers[<int>k].inputs, net.layers[<int>k].outputs = weights.shape
            net.layers[<int>k].weights = <const float *><size_t>places[f"weights{k}"]
            net.layers[<int>k].bias = <const float *><size_t>places[f"bias{k}"]
            net.room += net.layers[<int>k].outputs
        net.width = net.layers[net.n_layers - 1].outputs
        net.win = <const float *><size_t>places["win"]
        net.margin = <const float *><size_t>places["margin"]
        net.win_bias, net.margin_bias = arrays["head_bias"]
        net.n_traits = arrays["traits"].shape[0]
        net.max_traits = max_traits
        net.traits = <const float *><size_t>places["traits"]
        net.trait_bias = <const float *><size_t>places["trait_bias"]
        self.n_features = net.layers[0].inputs

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

    def judge(self, const float[::1] features):
        """(win logit, final margin) of one seat."""
        cdef float[::1] room = np.empty(self.network.room, np.float32)
        cdef const float *hidden
        self._refuse_features(features.shape[0])
        hidden = think(&self.network, &features[0], &room[0])
        return win_logit(&self.network, hidden), final_margin(&self.network, hidden)

    def scores(self, const float[::1] features, const int16_t[:, ::1] traits):
        """A logit per action."""
        cdef float[::1] room = np.empty(self.network.room, np.float32)
        cdef float[::1] out = np.zeros(traits.shape[0], np.float32)
        cdef const float *hidden
        self._refuse_features(features.shape[0])
        if traits.shape[1] != self.network.max_traits:
            raise ValueError(f"{traits.shape[1]} traits per action, not {self.network.max_traits}")
        hidden = think(&self.network, &features[0], &room[0])
        score_actions(&self.network, hidden, &traits[0, 0], traits.shape[0], &out[0])
        return np.asarray(out)

    def _refuse_features(self, n):
        if n != self.n_features:
            raise ValueError(f"{n} features, the network has {self.n_features}")


def _grown(array, rows, columns):
    """The array with zeros added to its rows and columns."""
    out = np.zeros((rows, columns), np.float32)
    out[:array.shape[0], :array.shape[1]] = array
    return out
