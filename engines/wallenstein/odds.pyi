from typing import NamedTuple

from eminence.cython_ext.game import Position

class BattleOdds(NamedTuple):
    win: float
    neutral: float
    hold: float
    left: float

def of_attack(position: Position, seat: int, county: int, armies: int) -> BattleOdds: ...
def of_revolt(position: Position, county: int, extra: int = 0) -> BattleOdds: ...
def most_armies(position: Position) -> int: ...
def attack_targets(position: Position) -> list[int]: ...
