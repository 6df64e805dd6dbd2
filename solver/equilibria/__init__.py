"""Whole trees of small games: CFR, best responses, and policies in files."""
