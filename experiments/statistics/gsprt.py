"""A test that stops by itself: is the win share the lower or the higher of two?

The generalised sequential probability ratio test (GSPRT) on block means. After each block, in
the order of blocks, the log likelihood ratio (LLR) of the two shares is compared with Wald's
bounds, ln(beta / (1 - alpha)) and ln((1 - beta) / alpha): below the first H0 is accepted, above
the second H1. One may look after every block; the error rates allow for it.

The unit is the mean win share of a block, whatever the number of players: games of one block
share their luck, and the number of players only moves the fair share. For two players a block
is the pair of games with sides changed, as in fishtest's five-outcome model.

Nothing is assumed of the distribution of block means. Both likelihoods are the greatest that
any distribution on the values seen can reach if its mean is the share in question, p_i
proportional to count_i / (1 + x (value_i - share)) with the x that gives that mean: proposition
1.1 of M. Van den Bergh, http://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf, and what
fishtest computes. The shorter form n (m1 - m0) (2 mean - m0 - m1) / (2 variance) is its
second-order approximation (the same author's "A Practical Introduction to the GSPRT",
https://www.cantate.be/Fishtest/GSPRT_approximation.pdf, equation 2.1). It takes block means for
symmetric, which they are not where a fair share is 1/4 or 1/6: simulated with a first look
after 30 blocks it rejects a true H1 in up to 8 cases of 100 instead of 5, and needs 100 blocks
to come near that. The full form keeps both errors with a first look after 30 blocks, which
saves two thirds of the games where the case is clear.

One side that always wins, or equal games in all blocks, leave no variance at all. So two
imaginary blocks take part, one lost and one won throughout, with the weight of a hundredth
block each: every share between 0 and 1 stays possible, and the ratio stays finite and moves on
with every block.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.whole_numbers import whole
from eminence.experiments.statistics.lineup_blocks import Floats

State = Literal["undecided", "H0", "H1"]

#: blocks before which nothing is decided
FIRST_LOOK = 30
#: the weight of either imaginary block
IMAGINARY = 0.01
#: A log likelihood this close to its maximum will do.
CLOSE = 1e-13
STEPS = 200
#: Block means are rounded to this, so that three thirds are one value with one.
DIGITS = 9


def refuse_too_few(max_blocks: int) -> None:
    """Refuse a test that would end before it looks for the first time."""
    whole("max_blocks", max_blocks, 1)
    if max_blocks < FIRST_LOOK:
        raise BadOption(
            f"max_blocks={max_blocks}: the first look is after {FIRST_LOOK} blocks, "
            "with fewer nothing can be decided"
        )


def parse_shares(text: str) -> tuple[float, float]:
    """Two win shares as written on the command line, "0.25:0.30"."""
    parts = text.split(":")
    try:
        low, high = (float(part) for part in parts)
    except ValueError:
        raise BadOption(
            f"shares {text!r}: write two win shares, the lower first: 0.25:0.30"
        ) from None
    return checked_shares(low, high)


def checked_shares(low: float, high: float) -> tuple[float, float]:
    """Both shares; refused if they are not shares, or the wrong way round."""
    if not (0 < low < 1 and 0 < high < 1):
        raise BadOption(f"shares {low:g}:{high:g}: both lie between 0 and 1, as in 0.25:0.30")
    if low >= high:
        right = f", here {high:g}:{low:g}" if low > high else ", as in 0.25:0.30"
        raise BadOption(f"shares {low:g}:{high:g}: write the lower first{right}")
    return low, high


class GSPRT:
    """One running test; `add` feeds it whole batches in block order.

    The verdict falls at the first block whose LLR is out of bounds; the first look is after
    `first_look` blocks. Later blocks, of the same batch or not, change nothing, so the verdict does
    not depend on the size of batches.
    """

    def __init__(
        self,
        low: float,
        high: float,
        alpha: float = 0.05,
        beta: float = 0.05,
        first_look: int = FIRST_LOOK,
    ):
        self.low, self.high = checked_shares(low, high)
        for name, value in (("alpha", alpha), ("beta", beta)):
            if not 0 < value < 0.5:
                raise BadOption(f"{name}={value:g}: choose an error rate between 0 and 0.5")
        whole("first_look", first_look, 1)
        self.alpha, self.beta, self.first_look = alpha, beta, first_look
        self.lower = math.log(beta / (1 - alpha))
        self.upper = math.log((1 - beta) / alpha)
        self._means = np.empty(0)
        self._history = np.empty(0)
        self._state: State = "undecided"

    @property
    def state(self) -> State:
        """The accepted one of the two hypotheses."""
        return self._state

    @property
    def blocks(self) -> int:
        """How many blocks the state rests on."""
        return len(self._history)

    @property
    def history(self) -> Floats:
        """The LLR after each of these blocks."""
        return self._history.copy()

    @property
    def llr(self) -> float:
        """The LLR now; 0 before the first block."""
        return float(self._history[-1]) if self.blocks else 0.0

    def add(self, block_means: ArrayLike) -> State:
        """The mean win shares of the next blocks in block order."""
        fresh = np.atleast_1d(np.asarray(block_means, dtype=float))
        if fresh.ndim != 1 or not np.all((fresh >= 0) & (fresh <= 1)):
            raise BadOption("block means: expected a row of win shares from 0 to 1")
        if self._state != "undecided" or not len(fresh):
            return self._state
        means = np.concatenate([self._means, np.round(fresh, DIGITS)])
        ratios = _running_ratios(means, self.blocks, self.low, self.high)
        looked = np.arange(self.blocks, len(means)) + 1 >= self.first_look
        out = np.flatnonzero(looked & ((ratios <= self.lower) | (ratios >= self.upper)))
        if len(out):
            ratios = ratios[: out[0] + 1]
            self._state = "H1" if ratios[-1] > 0 else "H0"
        self._history = np.concatenate([self._history, ratios])
        self._means = means[: self.blocks]
        return self._state


def _running_ratios(means: Floats, known: int, low: float, high: float) -> Floats:
    """The LLR after each block from number `known` on."""
    values, which = np.unique(np.concatenate([[0.0, 1.0], means]), return_inverse=True)
    seen = which.ravel()[2:]
    counts = np.zeros((len(means) - known, len(values)))
    counts[0] = np.bincount(seen[: known + 1], minlength=len(values))
    counts[np.arange(1, len(counts)), seen[known + 1 :]] = 1
    counts = np.cumsum(counts, axis=0)
    counts[:, [0, -1]] += IMAGINARY
    return log_likelihood_ratio(values, counts, low, high)


def log_likelihood_ratio(values: Floats, counts: Floats, low: float, high: float) -> Floats:
    """The LLR of a mean `high` to a mean `low`, for each row of counts of the values.

    The first value must be 0 and the last 1, and both be counted, if only as a fraction.
    """
    return _cost(values - low, counts) - _cost(values - high, counts)


def _cost(offsets: Floats, counts: Floats) -> Floats:
    """How far the log likelihood falls if the mean of the offsets is held at 0.

    It is the maximum of f(x) = sum of count * ln(1 + x * offset), a concave function between
    the poles; Newton's method, and halving the bracket where that leaves it.
    """
    low = np.full(len(counts), -1 / offsets[-1])
    high = np.full(len(counts), -1 / offsets[0])
    x = np.zeros(len(counts))
    for _ in range(STEPS):
        pulls = offsets / (1 + x[:, None] * offsets)
        slope = np.einsum("ij,ij->i", counts, pulls)
        bend = np.einsum("ij,ij,ij->i", counts, pulls, pulls)
        low, high = np.where(slope > 0, x, low), np.where(slope > 0, high, x)
        # Half of slope * slope / bend is what the next step may still add.
        if np.all(slope**2 <= CLOSE * bend):
            break
        step = x + slope / bend
        x = np.where((step > low) & (step < high), step, (low + high) / 2)
    return np.einsum("ij,ij->i", counts, np.log1p(x[:, None] * offsets))
