"""Where people sit down: the command line."""

__version__ = "0.1.0"
