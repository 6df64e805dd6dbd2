"""A small multi-layer perceptron in C, float32: what a position is worth, which moves look good.

From the features of one seat, hidden layers with ReLU lead to a win logit and an expected final
margin; win shares are the softmax of the win logits of all seats. A network may be fitted to what
the game's own guidance gets wrong: then the logs of that guidance's shares are added. The logit of
an action is the sum over its traits of a bias and of the product of the last hidden layer with the
trait's row; here the guidance's priors may be added.

Weights are stored by input: the inputs are mostly zero, and only the rows of the others are added.
Rows are padded with zeros to a multiple of LANES, and each array begins on a cache line. Sums are
made in a fixed order, so the answer is the same on every machine.
"""
from libc.stdint cimport int16_t


cdef enum:
    MAX_LAYERS = 4
    LANES = 8               # numbers that are added side by side
    BLOCK = 32              # sums that are kept in registers, a multiple of LANES


cdef struct Layer:
    int inputs
    int outputs             # a multiple of LANES, padding included
    const float *weights    # a row of `outputs` per input
    const float *bias


cdef struct Network:
    int n_layers
    Layer layers[MAX_LAYERS]
    int width               # of the last hidden layer, padding included
    const float *win        # the row of the win logit
    float win_bias
    const float *margin     # the row of the final margin
    float margin_bias
    float own_shares        # how much the logs of the game's own win shares count; 0: not at all
    float own_priors        # how much its priors count in the logits of actions
    bint knows_moves        # whether any trait counts; else moves are the game's matter
    int n_traits
    int max_traits
    const float *traits     # a row per trait
    const float *trait_bias
    bint wide               # whether layers are added up in wide registers
    int most_inputs         # of a layer
    int room                # floats that `think` needs for its work


# The last hidden layer for one seat's features; it lies in `room` until the next call.
cdef const float *think(const Network *net, const float *features, float *room) noexcept nogil
cdef float win_logit(const Network *net, const float *hidden) noexcept nogil
cdef float final_margin(const Network *net, const float *hidden) noexcept nogil
# A logit per action, from the mover's hidden layer and `max_traits` traits per action.
cdef void score_actions(
    const Network *net, const float *hidden, const int16_t *traits, int n, float *out
) noexcept nogil


cdef class Net:
    """A network with memory of its own, made from the arrays of its file."""
    cdef Network network
    cdef void *memory
    cdef readonly int n_features
    cdef readonly double margin_scale   # the final margin times this is points
