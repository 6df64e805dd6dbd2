"""The contract every game and every algorithm meets on, at C speed.

Read `game.pxd` first: it is the game table, with the meaning of each entry.
"""
