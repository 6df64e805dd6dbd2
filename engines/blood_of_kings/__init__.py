"""Blood of Kings by Deron J. Dorna: six kingdoms, three kinds of succession, and bluffing.

For 3 to 6 players. The components were not published with the rulebook: map, mats, card counts
and some tiles are reconstructed, RULES.md says which, and `data` may name a folder with your
own.
"""
