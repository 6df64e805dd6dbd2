"""Draws the maps of the games: `make maps` writes the `engines/<game>/shapes.toml`.

A game says in `places.csv` where its places lie, and in `map.toml` how large the map is and which
of its data say who touches whom. Neighbours then share an edge and all others do not. Where
`outlines.toml` says how the countries look, the places are dots in them.
"""
