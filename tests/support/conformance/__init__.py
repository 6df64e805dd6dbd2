"""What every engine must do, as plain functions that raise AssertionError.

The tests under tests/contract run them over the registry; test_planted_leaks.py runs them
over a game with known flaws.
"""
