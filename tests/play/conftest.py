"""What the tests of the command share."""

import pytest

from eminence.play import main


@pytest.fixture
def run(capsys):
    """Run the command in this process; its exit code, output and errors."""

    def call(*arguments):
        code = main.main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call
