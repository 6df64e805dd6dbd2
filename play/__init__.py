"""The command line, the table to play at, and the service for programs.

Imports nothing: `python -m eminence` must first leave the folder that it was called in.
"""
