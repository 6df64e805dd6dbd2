"""Fitting a network in JAX: the loss, one step, and the whole fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import Game
from eminence.experiments.training.dataset import Batch, Example, batch_of, finisher_for
from eminence.experiments.training.recipe import Fit, Recipe
from eminence.search.network.network_file import NetworkFile
from eminence.search.rollouts.rollouts import Finisher

Params = dict[str, Any]


Arrays = dict[str, Any]
#: which of the games, and which of its examples, make up a batch
Chosen = tuple[int, NDArray[np.int64]]
#: parts of a loss from a network, a batch and a typical margin
Loss = Callable[[Params, Arrays, float], dict[str, jax.Array]]

#: How much each part of the loss counts. The differences between the moves of a position decide
#: what is played; outlooks and margins anchor the level, which leaves far apart are compared by.
PARTS = {"value": 0.3, "difference": 4.0, "outlook": 0.5, "margin": 0.01, "policy": 0.05}
#: how much the game's own priors, from 0 to 1, count at first in the policy of a guided network
PRIORS_AT_FIRST = 5.0
#: classes of a calibration table
CLASSES = 10


def first_params(n_features: int, n_traits: int, fit: Fit, rng: np.random.Generator) -> Params:
    """A network that knows nothing, with small random weights.

    A guided one begins with no opinion: it judges as the game's own guidance does.
    """
    params: Params = {}
    inputs = n_features
    for k, width in enumerate(fit.widths):
        scale = np.sqrt(2.0 / inputs)
        params[f"weights{k}"] = rng.normal(0, scale, (inputs, width)).astype(np.float32)
        params[f"bias{k}"] = np.zeros(width, np.float32)
        inputs = width
    params["heads"] = (0.1 * rng.normal(0, 1 / np.sqrt(inputs), (inputs, 2))).astype(np.float32)
    params["head_bias"] = np.zeros(2, np.float32)
    params["traits"] = (0.1 * rng.normal(0, 1, (n_traits, inputs))).astype(np.float32)
    params["trait_bias"] = np.zeros(n_traits, np.float32)
    if fit.guided:
        params["heads"][:, 0] = 0
        params["traits"][:] = 0
        params["guidance"] = np.array([1, PRIORS_AT_FIRST], np.float32)
    return params


def hidden(params: Params, features: jax.Array) -> jax.Array:
    """The last hidden layer."""
    x, k = features, 0
    while f"weights{k}" in params:
        x = jax.nn.relu(x @ params[f"weights{k}"] + params[f"bias{k}"])
        k += 1
    return x


def predicted(params: Params, batch: Arrays) -> jax.Array:
    """(positions, moves, seats): win shares after each move, the mean over worlds."""
    return _shares(_logits(params, batch, _judged(params, batch)), batch["ends"]).mean(axis=2)


def _judged(params: Params, batch: Arrays) -> jax.Array:
    return hidden(params, batch["features"]) @ params["heads"] + params["head_bias"]


def _logits(params: Params, batch: Arrays, judged: jax.Array) -> jax.Array:
    """Win logits; those of the game's own guidance are added if the network is guided."""
    win = judged[..., 0]
    return win + params["guidance"][0] * batch["guessed"] if "guidance" in params else win


def _shares(logits: jax.Array, ends: jax.Array) -> jax.Array:
    """(positions, moves, worlds, seats): win shares after each move in each world."""
    return jnp.where(ends >= 0, ends, jax.nn.softmax(logits, axis=-1))


def square_of_mean(off: jax.Array) -> jax.Array:
    """The square of the mean over worlds (axis 2), without bias: products of different worlds.

    A search tells what a move is worth in all worlds together. The square of each world's own error
    would teach that cards that nobody has seen yet make no difference.
    """
    worlds = off.shape[2]
    return (off.sum(axis=2) ** 2 - (off**2).sum(axis=2)) / (worlds * (worlds - 1))


def losses(params: Params, batch: Arrays, scale: float) -> dict[str, jax.Array]:
    """The parts of the loss and the log loss of the result, each a mean over positions.

    `scale` is a typical margin.
    """
    judged = _judged(params, batch)
    win = _shares(_logits(params, batch, judged), batch["ends"])
    weight = batch["weight"]
    total = jnp.maximum(weight.sum(axis=1), 1e-6)
    off = win - batch["values"][:, :, None]
    value = (weight[..., None] * square_of_mean(off)).sum(axis=(1, 2)) / total
    own = jnp.take_along_axis(off, batch["mover"][:, None, None, None], axis=3)[..., 0]
    mean = (weight[..., None] * own).sum(axis=1, keepdims=True) / total[:, None, None]
    difference = (weight * square_of_mean(own - mean)).sum(axis=1) / total
    later = square_of_mean(win - batch["outlook"][:, None, None]).sum(axis=2)
    log_win = jnp.log(jnp.maximum(win.mean(axis=2), 1e-9))
    result = -(log_win * batch["wins"][:, None]).sum(axis=2)
    return {
        "value": value.mean(),
        "difference": difference.mean(),
        "result": _where_it_goes_on(result, batch),
        "outlook": _where_it_goes_on(later, batch),
        "margin": _margin_loss(judged, batch, scale),
        "policy": _policy_loss(params, batch),
    }


def _where_it_goes_on(loss: jax.Array, batch: Arrays) -> jax.Array:
    """The mean over moves that were made: what comes later teaches nothing of ends."""
    over = batch["ends"][..., 0] >= 0
    goes_on = (batch["played"] * ~over.any(axis=2)).astype(jnp.float32)
    told = jnp.maximum(goes_on.sum(axis=1), 1e-6)
    return ((goes_on * loss).sum(axis=1) / told).mean()


def _margin_loss(judged: jax.Array, batch: Arrays, scale: float) -> jax.Array:
    apart = judged[..., 1] - batch["margins"][:, None, None] / scale
    return _where_it_goes_on(square_of_mean(apart).sum(axis=2), batch)


def _policy_loss(params: Params, batch: Arrays) -> jax.Array:
    """How far the policy is from its aim, as the Kullback-Leibler divergence."""
    log_policy = jax.nn.log_softmax(policy_logits(params, batch), axis=-1)
    aim = batch["targets"]
    apart = jnp.log(jnp.maximum(aim, 1e-9)) - jnp.where(aim > 0, log_policy, 0)
    return (aim * apart).sum(axis=1).mean()


def imitation(params: Params, batch: Arrays, scale: float) -> dict[str, jax.Array]:
    """How far from what the game's own guidance says of the same positions, in each world.

    Policy and margin are learned from searches and results at the same time.
    """
    judged = _judged(params, batch)
    win = _shares(judged[..., 0], batch["ends"])
    aim = jax.nn.softmax(batch["guessed"], axis=-1)
    there = (batch["weight"] > 0).astype(jnp.float32)[..., None]
    total = there.sum(axis=1)
    off = jnp.where(batch["ends"] >= 0, 0, win - aim)
    own = jnp.take_along_axis(off, batch["mover"][:, None, None, None], axis=3)[..., 0]
    apart = own - (there * own).sum(axis=1, keepdims=True) / total[:, None]
    return {
        "value": ((there[..., None] * off**2).sum(axis=(1, 3)) / total).mean(),
        "difference": ((there * apart**2).sum(axis=1) / total).mean(),
        "outlook": jnp.zeros(()),
        "margin": _margin_loss(judged, batch, scale),
        "policy": _policy_loss(params, batch),
    }


def policy_logits(params: Params, batch: Arrays) -> jax.Array:
    """(positions, moves): minus infinity where there is no move."""
    seen, traits = batch["seen"], batch["traits"]
    last = hidden(params, seen)
    by_trait = last @ params["traits"].T + params["trait_bias"]
    index = jnp.maximum(traits, 0).reshape(len(seen), -1)
    scores = jnp.take_along_axis(by_trait, index, axis=1).reshape(traits.shape)
    logits = jnp.where(traits >= 0, scores, 0).sum(axis=-1)
    if "guidance" in params:
        logits += params["guidance"][1] * batch["priors"]
    return jnp.where((traits >= 0).any(axis=-1), logits, -1e9)


class Fitter:
    """A network being fitted."""

    def __init__(self, params: Params, fit: Fit, scale: float, steps: int, loss: Loss = losses):
        warm = min(200, steps // 10 + 1)
        rates = optax.warmup_cosine_decay_schedule(0.0, fit.rate, warm, steps + 1, fit.rate / 50)
        self._optimizer = optax.adamw(rates, weight_decay=fit.decay)
        self.params = jax.tree.map(jnp.asarray, params)
        self._state = self._optimizer.init(self.params)
        self._loss = loss
        self._shares = {name: PARTS[name] for name in PARTS if fit.moves or name != "policy"}
        self._advance = jax.jit(partial(self._stepped, scale=scale))
        self._losses = jax.jit(partial(losses, scale=scale))
        self._predicted = jax.jit(predicted)

    def _stepped(self, params: Params, state: Any, batch: Arrays, scale: float) -> tuple:
        def whole(params: Params) -> jax.Array:
            parts = self._loss(params, batch, scale)
            return sum((share * parts[name] for name, share in self._shares.items()), jnp.zeros(()))

        updates, state = self._optimizer.update(jax.grad(whole)(params), state, params)
        return optax.apply_updates(params, updates), state

    def step(self, batch: Batch) -> None:
        """Change the network a little, so that it fits these positions better."""
        self.params, self._state = self._advance(self.params, self._state, vars(batch))

    def losses(self, batch: Batch) -> dict[str, float]:
        """The parts of the loss, unweighted, and the log loss of the result."""
        return {name: float(part) for name, part in self._losses(self.params, vars(batch)).items()}

    def predicted(self, batch: Batch) -> NDArray[np.float32]:
        """(positions, moves, seats): win shares after each move."""
        return np.asarray(self._predicted(self.params, vars(batch)))

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The network as its file has it."""
        return {name: np.asarray(value, np.float32) for name, value in self.params.items()}


def fit_network(
    recipe: Recipe,
    number: int,
    lessons: Sequence[Sequence[Example]],
    before: Mapping[str, NDArray[np.float32]] | None,
) -> tuple[NetworkFile, dict[str, Any]]:
    """A network for generation `number`, and figures of it on games that it was not fitted to.

    `lessons`: those of each of the recipe's games. It begins where the last network ended.
    """
    rng = np.random.default_rng([recipe.seed, number])
    games, fit = recipe.games, recipe.fit
    parts = [divided(examples, fit.held_out) for examples in lessons]
    scale = margin_scale([example for fitted, _ in parts for example in fitted])
    sizes = games[0].table.sizes
    params = dict(before or first_params(sizes["n_features"], sizes["n_traits"], fit, rng))
    finishers = [finisher_for(game, recipe) for game in games]
    order = batches_of([fitted for fitted, _ in parts], fit, rng)
    if not order:
        most = max(len(fitted) for fitted, _ in parts)
        raise BadOption(
            f"generation {number} has {most} positions to fit, less than one batch={fit.batch}: "
            "choose more games, a higher share deep, or a smaller batch"
        )

    def fitted_to(order: Sequence[Chosen], params: Params, loss: Loss) -> Fitter:
        fitter = Fitter(params, fit, scale, len(order), loss)
        for which, chosen in order:
            examples = [parts[which][0][i] for i in chosen]
            fitter.step(batch_of(games[which], examples, rng, fit.temperature, finishers[which]))
        return fitter

    if before is None and fit.imitate:
        params = fitted_to([*islice(cycle(order), fit.imitate)], params, imitation).arrays()
    fitter = fitted_to(order, params, losses)
    figures = Figures(fitter, fit, np.random.default_rng([recipe.seed, number, 1]))
    for game, finisher, (_, unseen) in zip(games, finishers, parts, strict=True):
        figures.add(game, finisher, unseen)
    told = {"lessons": sum(len(fitted) for fitted, _ in parts), **figures.told()}
    written = {key: value for key, value in recipe.identity().items() if key != "games"}
    network = NetworkFile.of(
        games,
        fitter.arrays(),
        margin_scale=scale,
        search=recipe.search,
        recipe={**written, "generation": number},
        results=told,
    )
    return network, told


def divided(examples: Sequence[Example], held_out: float) -> tuple[list[Example], list[Example]]:
    """Those to fit and those to test on: whole blocks, the same ones in every generation."""
    limit = int(held_out * 2**64)
    unseen = [example for example in examples if example.seed < limit]
    return [example for example in examples if example.seed >= limit], unseen


def margin_scale(examples: Sequence[Example]) -> float:
    """A typical margin in points, so that the network's own margins are of ordinary size."""
    margins = [abs(float(margin)) for example in examples for margin in example.margins]
    return max(1.0, float(np.mean(margins))) if margins else 1.0


def batches_of(
    fitted: Sequence[Sequence[Example]], fit: Fit, rng: np.random.Generator
) -> list[Chosen]:
    """Which game's examples make up each batch, in the order of the fit.

    All batches have the same size: another size would be compiled again.
    """
    order = []
    for which, examples in enumerate(fitted):
        for _ in range(fit.epochs):
            mixed = rng.permutation(len(examples))
            for first in range(0, len(mixed) - fit.batch + 1, fit.batch):
                order.append((which, mixed[first : first + fit.batch]))
    return [order[i] for i in rng.permutation(len(order))]


class Figures:
    """How well a network predicts unseen games."""

    def __init__(self, fitter: Fitter, fit: Fit, rng: np.random.Generator):
        self._fitter, self._fit, self._rng = fitter, fit, rng
        self._parts: list[dict[str, float]] = []
        self._differences: list[NDArray[np.float64]] = []
        self._chances: list[NDArray[np.float64]] = []

    def add(self, game: Game, finisher: Finisher, unseen: Sequence[Example]) -> None:
        """Add the examples of one game; what does not fill a batch is left out."""
        size = self._fit.batch
        for first in range(0, len(unseen) - size + 1, size):
            examples = unseen[first : first + size]
            batch = batch_of(game, examples, self._rng, self._fit.temperature, finisher)
            self._parts.append(self._fitter.losses(batch))
            self._note(batch, self._fitter.predicted(batch))

    def _note(self, batch: Batch, found: NDArray[np.float32]) -> None:
        rows = np.arange(len(found))
        own, aim = found[rows, :, batch.mover], batch.values[rows, :, batch.mover]
        there = batch.weight > 0
        for predicted_values, searched, legal in zip(own, aim, there, strict=True):
            if legal.sum() > 1:
                pair = np.stack([predicted_values[legal], searched[legal]]).astype(np.float64)
                self._differences.append(pair - pair.mean(axis=1, keepdims=True))
        made = batch.played.argmax(axis=1)
        for i in rows[batch.played.any(axis=1)]:
            self._chances.append(np.stack([found[i, made[i]], batch.wins[i]]).astype(np.float64))

    def told(self) -> dict[str, Any]:
        """Means of all parts, the correlation of differences between moves, and calibration."""
        if not self._parts:
            return {"unseen": {}, "calibration": ()}
        means = {
            name: float(np.mean([part[name] for part in self._parts])) for name in self._parts[0]
        }
        pairs = np.concatenate(self._differences, axis=1)
        spread = np.sqrt((pairs**2).mean(axis=1)).prod()
        means["correlation"] = float((pairs[0] * pairs[1]).mean() / max(spread, 1e-12))
        return {"unseen": means, "calibration": _classes(np.concatenate(self._chances, axis=1))}


def _classes(chances: NDArray[np.float64]) -> tuple[tuple[float, float, int], ...]:
    """Ten classes of the predicted win share: its mean, the actual one, and how many."""
    which = np.minimum((chances[0] * CLASSES).astype(int), CLASSES - 1)
    return tuple(
        (float(chances[0][which == k].mean()), float(chances[1][which == k].mean()), int(n))
        for k, n in enumerate(np.bincount(which, minlength=CLASSES))
        if n
    )
