"""The contract between games and algorithms, at C speed.

Read `game.pxd` first: it is the game table, with the meaning of each entry.
"""
