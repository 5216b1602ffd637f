"""The dashboard as a process of its own: found without being imported, started, awaited, stopped.

It listens on 127.0.0.1 only and sends nothing anywhere.
"""

import http.client
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from events.book import BOOK_VARIABLE, Book, BookError
from events.exit_codes import BUSY, INTERNAL, USAGE

HOST: Final = "127.0.0.1"
FIRST_PORT: Final = 8501
PORTS_TRIED: Final = 20
START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 10.0
_TICK: Final = 0.1


def choose_port(wanted: int | None) -> int:
    """Give a port to listen on: the one wanted, else the first that is free.

    Raises:
        BookError: it is taken.

    """
    if wanted is None:
        free = (p for p in range(FIRST_PORT, FIRST_PORT + PORTS_TRIED) if _is_free(p))
        wanted = next(free, FIRST_PORT)
    if not _is_free(wanted):
        message = f"port {wanted} of {HOST} is taken or not to be had: name another with --port"
        raise BookError(message, BUSY)
    return wanted


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def app_file() -> Path:
    """Find the dashboard's main script, and see that what it runs on is installed.

    Raises:
        BookError: one of them is missing.

    """
    found = importlib.util.find_spec("dashboard")
    if found is None or found.origin is None:
        message = "the dashboard is not installed with this program"
        raise BookError(message, USAGE)
    if importlib.util.find_spec("streamlit") is None:
        message = "the dashboard needs Streamlit: pip install streamlit"
        raise BookError(message, USAGE)
    return Path(found.origin).with_name("app.py")


@contextmanager
def serving(book: Book, port: int) -> Generator[subprocess.Popen[bytes]]:
    """Start the dashboard on a book and wait until it is up; on leaving it is stopped.

    Raises:
        BookError: it did not come up.

    """
    app = app_file()
    command = [sys.executable, "-m", "streamlit", "run", str(app), f"--server.address={HOST}"]
    command += [f"--server.port={port}", "--server.headless=true"]
    command += ["--browser.gatherUsageStats=false", "--logger.level=warning"]
    path = os.pathsep.join(filter(None, (str(app.parents[1]), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, BOOK_VARIABLE: str(book.path.absolute()), "PYTHONPATH": path}
    with subprocess.Popen(  # noqa: S603  (our own command)
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    ) as process:
        try:
            _await(process, port)
            yield process
        finally:
            _stop(process)


def _await(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < until:
        if _is_up(port):
            return
        time.sleep(_TICK)
    why = "it ended" if process.poll() is not None else f"not within {START_SECONDS:.0f} seconds"
    message = f"the dashboard did not come up on port {port}: {why}"
    raise BookError(message, INTERNAL)


def _is_up(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=1)
    try:
        connection.request("GET", "/_stcore/health")
        with connection.getresponse() as answer:
            return answer.status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()


@contextmanager
def ended_by_signals() -> Generator[None]:
    """Let a request to terminate end things as Ctrl-C does: what was started is stopped.

    Ctrl-C is listened to also where whoever has started this lets it be ignored, as shells do
    for what runs in the background.
    """
    before = {one: signal.signal(one, _interrupt) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except KeyboardInterrupt:
        pass  # the way to end it
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt
