"""Where people sit down: the command line."""

from cython_ext.version import __version__

__all__ = ["__version__"]
