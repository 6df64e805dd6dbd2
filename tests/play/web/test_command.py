"""`eminence serve`: its flags, and what it needs."""

import builtins
import socket
from pathlib import Path

import pytest

from eminence.engines import BadOption
from eminence.play.commands.serve import tables_path
from eminence.play.web.server import listening, url_of


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "websockets"])
def test_without_the_extra_the_command_says_what_to_install(run, monkeypatch, package):
    real = builtins.__import__

    def missing(name, *rest, **more):
        if name == package:
            raise ImportError(f"No module named {package!r}")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    code, out, err = run("serve")
    assert (code, out) == (2, "")
    assert err == (
        "eminence: the browser table needs more packages: pip install 'eminence[web]' "
        f"(No module named '{package}')\n"
    )


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (["--port", "70000"], "--port"),
        (["--port", "-1"], "--port"),
        (["--workers", "0"], "--workers"),
        (["--host", "256.1.1.1", "--port", "0"], "--host 256.1.1.1"),
        (["--port", "0", "--file", "/dev/null/tables"], "/dev/null"),
        (["--table", "x"], "unknown argument"),
    ],
)
def test_bad_flags_get_one_line(run, flags, reason):
    code, out, err = run("serve", *flags)
    assert code == 2
    assert "the table is open" not in out
    assert reason in err
    assert err.count("\n") == 1


def test_a_port_that_is_taken_is_named():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(BadOption, match=f"--port {port}: Address already in use"):
            listening("127.0.0.1", port)


def test_it_listens_on_this_machine_alone_unless_told():
    with listening("127.0.0.1", 0) as mine, listening("0.0.0.0", 0) as everybodys:
        assert mine.getsockname()[0] == "127.0.0.1"
        assert everybodys.getsockname()[0] == "0.0.0.0"
        assert url_of(everybodys).startswith("http://127.0.0.1:")


def test_the_usual_file_lies_beside_the_games_of_the_terminal(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert tables_path() == Path(tmp_path) / "eminence" / "tables.sqlite"
