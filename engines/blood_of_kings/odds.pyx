"""The odds of battles and assaults for callers in Python; odds.pxd works them out."""
from cython_ext.errors import BadOption
from cython_ext.game cimport Game
from engines.blood_of_kings.rules cimport BloodOfKingsRules


def of_fight(Game game not None, int attackers, int defenders) -> float:
    """That so many units beat so many, levies included, if nobody withdraws or retreats."""
    if attackers < 0 or defenders < 0:
        raise BadOption(f"units: {attackers} against {defenders}, choose 0 or more")
    return win_chance(<const BloodOfKingsRules *>game.table.rules, attackers, defenders)
