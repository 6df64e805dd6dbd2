"""Fitting a network in JAX: the loss, one step, and the whole fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from eminence.experiments.training.dataset import Batch

Params = dict[str, Any]


@dataclass(frozen=True)
class LossWeights:
    """How much each part of the loss counts."""

    value: float = 1.0
    difference: float = 4.0
    result: float = 0.05
    margin: float = 0.02
    policy: float = 0.1


def first_params(
    n_features: int, n_traits: int, widths: tuple[int, ...], rng: np.random.Generator
) -> Params:
    """A network that knows nothing, with small random weights."""
    params: Params = {}
    inputs = n_features
    for k, width in enumerate(widths):
        scale = np.sqrt(2.0 / inputs)
        params[f"weights{k}"] = rng.normal(0, scale, (inputs, width)).astype(np.float32)
        params[f"bias{k}"] = np.zeros(width, np.float32)
        inputs = width
    params["heads"] = (0.1 * rng.normal(0, 1 / np.sqrt(inputs), (inputs, 2))).astype(np.float32)
    params["head_bias"] = np.zeros(2, np.float32)
    params["traits"] = (0.1 * rng.normal(0, 1, (n_traits, inputs))).astype(np.float32)
    params["trait_bias"] = np.zeros(n_traits, np.float32)
    return params


def hidden(params: Params, features: jax.Array) -> jax.Array:
    """The last hidden layer."""
    x, k = features, 0
    while f"weights{k}" in params:
        x = jax.nn.relu(x @ params[f"weights{k}"] + params[f"bias{k}"])
        k += 1
    return x


def losses(params: Params, batch: dict[str, jax.Array], scale: float) -> dict[str, jax.Array]:
    """The parts of the loss, each a mean over positions; `scale` is a typical margin."""
    judged = hidden(params, batch["features"]) @ params["heads"] + params["head_bias"]
    log_win = jax.nn.log_softmax(judged[..., 0], axis=-1)
    over = batch["ends"] >= 0
    win = jnp.where(over, batch["ends"], jnp.exp(log_win)).mean(axis=2)
    weight = batch["weight"]
    total = jnp.maximum(weight.sum(axis=1), 1e-6)
    off = win - batch["values"]
    value = (weight[..., None] * off**2).sum(axis=(1, 2)) / total
    own = jnp.take_along_axis(off, batch["mover"][:, None, None], axis=2)[..., 0]
    centred = own - (weight * own).sum(axis=1, keepdims=True) / total[:, None]
    difference = (weight * centred**2).sum(axis=1) / total
    # The game's end teaches where the game did not end with the move itself.
    goes_on = (batch["played"][:, :, None] * ~over[..., 0]).astype(jnp.float32)
    told = jnp.maximum(goes_on.sum(axis=(1, 2)), 1e-6)
    result = -(goes_on[..., None] * log_win * batch["wins"][:, None, None, :]).sum(axis=(1, 2, 3))
    apart = judged[..., 1] - batch["margins"][:, None, None, :] / scale
    margin = (goes_on[..., None] * optax.huber_loss(apart)).sum(axis=(1, 2, 3))
    logits = policy_logits(params, batch["seen"], batch["traits"])
    log_policy = jax.nn.log_softmax(logits, axis=-1)
    aim = batch["targets"]
    policy = (aim * (jnp.log(jnp.maximum(aim, 1e-9)) - jnp.where(aim > 0, log_policy, 0))).sum(1)
    return {
        "value": value.mean(),
        "difference": difference.mean(),
        "result": (result / told).mean(),
        "margin": (margin / told).mean(),
        "policy": policy.mean(),
    }


def policy_logits(params: Params, seen: jax.Array, traits: jax.Array) -> jax.Array:
    """(positions, moves): minus infinity where there is no move."""
    last = hidden(params, seen)
    by_trait = last @ params["traits"].T + params["trait_bias"]
    index = jnp.maximum(traits, 0).reshape(len(seen), -1)
    scores = jnp.take_along_axis(by_trait, index, axis=1).reshape(traits.shape)
    logits = jnp.where(traits >= 0, scores, 0).sum(axis=-1)
    return jnp.where((traits >= 0).any(axis=-1), logits, -1e9)


class Fitter:
    """A network being fitted."""

    def __init__(
        self, params: Params, weights: LossWeights, scale: float, rate: float, steps: int,
        decay: float = 1e-4,
    ):  # fmt: skip
        schedule = optax.warmup_cosine_decay_schedule(0.0, rate, min(200, steps // 10 + 1), steps, rate / 50)
        self.optimizer = optax.adamw(schedule, weight_decay=decay)
        self.params = jax.tree.map(jnp.asarray, params)
        self.state = self.optimizer.init(self.params)
        self.parts = jax.jit(partial(losses, scale=scale))

        def whole(params: Params, batch: dict[str, jax.Array]) -> tuple[jax.Array, dict]:
            parts = losses(params, batch, scale)
            return sum(getattr(weights, name) * part for name, part in parts.items()), parts

        @jax.jit
        def step(params: Params, state: Any, batch: dict[str, jax.Array]) -> tuple:
            grads, parts = jax.grad(whole, has_aux=True)(params, batch)
            updates, state = self.optimizer.update(grads, state, params)
            return optax.apply_updates(params, updates), state, parts

        self._step = step

    def step(self, batch: Batch) -> dict[str, Any]:
        self.params, self.state, parts = self._step(self.params, self.state, vars(batch))
        return parts

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The network as its file has it."""
        return {name: np.asarray(value, np.float32) for name, value in self.params.items()}
