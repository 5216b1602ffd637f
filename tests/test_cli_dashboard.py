"""The dashboard as a command: it listens at home only, tells where, and goes when it is told."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from events.book import make_book
from replay.serving import HOST, app_file, choose_port
from tests.test_cli import BUSY, DONE, NOT_FOUND

PATIENCE = 60
MODULE = (sys.executable, "-m", "replay")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")


def a_free_port() -> int:
    """Give a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def is_listened_on(host: str, port: int) -> bool:
    """Whether somebody answers there."""
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex((host, port)) == 0


def status_of(port: int, path: str) -> int:
    """Ask the server for something."""
    with closing(http.client.HTTPConnection(HOST, port, timeout=10)) as connection:
        connection.request("GET", path)
        with connection.getresponse() as answer:
            return answer.status


@pytest.fixture
def _interrupts_ignored() -> Iterator[None]:
    """Start what is started as a shell starts things in the background: deaf to Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interrupts_ignored")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_on_127_0_0_1_until_it_is_told_to_stop(
    tmp_path: Path, end: signal.Signals
) -> None:
    make_book(tmp_path / "book", "", None, "white counter")
    port = a_free_port()
    command = (*MODULE, "--book", str(tmp_path / "book"), "dashboard", "--no-browser")
    with subprocess.Popen(
        [*command, "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"http://{HOST}:{port}/\n"
        assert status_of(port, "/_stcore/health") == http.client.OK
        others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
        for other in others - {HOST, "::1"}:
            assert not is_listened_on(str(other), port)
        process.send_signal(end)
        try:
            assert process.wait(PATIENCE) == DONE
        finally:
            process.kill()
    until = time.monotonic() + PATIENCE
    while is_listened_on(HOST, port) and time.monotonic() < until:
        time.sleep(0.1)
    assert not is_listened_on(HOST, port)


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    make_book(tmp_path / "book", "", None, "white counter")
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = subprocess.run(
            [*MODULE, "--book", str(tmp_path / "book"), "dashboard", "--port", str(port)],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    assert ran.returncode == BUSY
    assert f"port {port} of {HOST} is taken" in ran.stderr
    assert "--port" in ran.stderr


def test_without_a_book_nothing_is_started(tmp_path: Path) -> None:
    ran = subprocess.run(
        [*MODULE, "--book", str(tmp_path / "none"), "dashboard", "--no-browser"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert ran.returncode == NOT_FOUND
    assert "trickbook init" in ran.stderr


def test_a_port_is_found_where_none_is_named() -> None:
    assert choose_port(None) >= 8501


def test_the_command_line_finds_the_dashboard_and_imports_none_of_it() -> None:
    code = (
        "import sys; from replay.cli import main; from replay.serving import app_file; app_file();"
        "main(['--version']); "
        "print([name for name in ('dashboard', 'streamlit', 'pandas') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"
    assert app_file().name == "app.py"
