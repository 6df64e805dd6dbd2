"""Say in one line what this machine lacks to build Eminence; silent when all is there.

Runs before the virtual environment exists and under whatever `python3` is, so it is written
for any Python 3.
"""

import os
import shutil
import sys
import sysconfig


def missing():
    """What to install, or None."""
    if sys.version_info < (3, 11):
        return "Python 3.11 or newer is needed, {} is {}.{}; name another with PYTHON=...".format(
            sys.executable, *sys.version_info[:2]
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return "Python's venv module is missing: apt install python3-venv"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return "the C compiler {} is missing: apt install gcc".format(compiler)
    header = os.path.join(sysconfig.get_paths()["include"], "Python.h")
    if not os.path.exists(header):
        return "the header {} is missing: apt install python3-dev".format(header)
    return None


if __name__ == "__main__":
    problem = missing()
    if problem:
        sys.exit("eminence: " + problem)
