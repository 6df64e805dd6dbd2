from collections.abc import Sequence

SELECTORS: dict[str, int]

def ucb_door(
    q: float, n: int, m: int, c: float, bias: float = 0, prior: float = 0, variance: float = -1
) -> float: ...
def unvisited_door(mean: float, visits: int, fpu: float, bias: float, prior: float) -> float: ...
def smooth_door(visits: int, gamma: float, eta: float, d: float) -> float: ...
def regret_door(regrets: Sequence[float], gamma: float) -> list[float]: ...
def learn_regret_door(
    regrets: Sequence[float],
    means: Sequence[float],
    legal: Sequence[int],
    chosen: int,
    chance: float,
    reward: float,
    gamma: float,
) -> list[float]: ...
def widening_door(visits: int, n: int, widen: float, power: float) -> int: ...
