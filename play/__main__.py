"""`python -m eminence`: the command `eminence`."""

import os
import sys


def _leave_current_folder() -> None:
    """Import nothing from the folder in which `python -m` was called."""
    try:
        here = os.getcwd()
    except FileNotFoundError:
        return  # a deleted folder holds nothing
    ours = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if not sys.flags.safe_path and sys.path[:1] == [here] and here != ours:
        del sys.path[0]


# Before anything else is imported. Python itself has already imported the modules above.
_leave_current_folder()

from eminence.play.start import begin  # noqa: E402

# Worker processes of `eminence serve` import this file as well.
if __name__ == "__main__":
    begin()
