"""Running a server: readiness, logs, request ids and the owner's link."""

from __future__ import annotations

import json
import logging
import signal
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from carrom.server import Settings, SqliteStore, create_app
from carrom.server.http.lan_addresses import reachable_hosts
from carrom.server.logs import request_id, set_up_logs
from tests.server.conftest import Served


def test_server_is_ready_until_it_is_told_to_end(tmp_path: Path) -> None:
    app = create_app(Settings(is_warmed=False, host="testserver"), SqliteStore(tmp_path / "s.sqlite"))
    with TestClient(app) as client:
        assert client.get("/api/ready").text == "ready"
        app.state.matches.is_ready = False
        assert client.get("/api/ready").status_code == 503
        assert client.get("/api/health").text == "ok", "it still serves those who are there"


def test_server_drains_before_it_ends(tmp_path: Path) -> None:
    server = Served(tmp_path / "data", options=["--drain", "1"])
    server.start()
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    said = 200
    while said == 200:
        try:
            with urllib.request.urlopen(f"{server.address}/api/ready") as answer:
                said = answer.status
        except urllib.error.HTTPError as error:
            error.close()
            said = error.code
    assert said == 503
    assert server.stop() in (0, -signal.SIGTERM)


def test_owners_link_is_not_in_a_json_log(tmp_path: Path) -> None:
    server = Served(tmp_path / "data", options=["--log", "json"])
    server.start()
    assert server.process is not None
    said = server.process.stdout.readline()
    server.stop(signal.SIGKILL)
    file = tmp_path / "data" / "owner-link.txt"
    assert (str(file) in said, "invite=" in said) == (True, False)
    assert file.read_text().startswith(f"{server.address}/desk#invite=")
    assert file.stat().st_mode & 0o777 == 0o600


def test_owners_link_uses_the_origin(tmp_path: Path) -> None:
    server = Served(tmp_path / "data", options=["--origin", "http://hall.test:8000"])
    server.start()
    assert server.process is not None
    said = server.process.stdout.readline()
    server.stop(signal.SIGKILL)
    assert " http://hall.test:8000/desk#invite=" in said


def test_error_is_one_line_of_json_with_its_request(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    token = request_id.set("abc")
    try:
        set_up_logs("json")
        try:
            raise ValueError("two\nlines")
        except ValueError:
            logging.getLogger("carrom.test").exception("GET /api/x")
    finally:
        request_id.reset(token)
        root.handlers[:] = before
        root.setLevel(level)
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1
    said = json.loads(lines[0])
    assert (said["level"], said["request"], said["text"]) == ("error", "abc", "GET /api/x")
    assert "ValueError" in said["fault"]


def test_invalid_requests_do_not_fill_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    before, invalid = list(logging.getLogger().handlers), "Invalid HTTP request received."
    try:
        set_up_logs("text")
        for _ in range(500):
            logging.getLogger("uvicorn.error").warning(invalid)
        for _ in range(3):
            logging.getLogger("uvicorn.error").error("a fault of ours")
    finally:
        logging.getLogger().handlers[:] = before
    said = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[1] for line in said] == [invalid, *["a fault of ours"] * 3]


def test_repeated_error_is_logged_once_and_undecodable_text_as_a_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = list(logging.getLogger().handlers)
    log = logging.getLogger("uvicorn.error")
    nothing: list[str] = []
    spoils: list[Callable[[int], str]] = [lambda n: bytes([200 - n % 50]).decode(), lambda n: nothing[n], chr]
    try:
        set_up_logs("text")
        for n in range(200):
            for spoil in spoils:
                try:
                    spoil(-1 - n)
                except (ValueError, LookupError):
                    log.exception("a message")
    finally:
        logging.getLogger().handlers[:] = before
    said = capsys.readouterr().err
    assert said.count("ERROR uvicorn.error: a message") == 2
    assert said.count("WARNING uvicorn.error: a message") == 1, "what is no text is the fault of who sent it"
    assert said.count("Traceback") == 2, "of what nobody foresaw"
    assert "IndexError" in said
    assert "ValueError" in said


def test_every_answer_has_a_request_id(client: TestClient) -> None:
    numbers = {client.get("/api/health").headers["x-request-id"] for _ in range(3)}
    assert len(numbers) == 3


def test_server_lists_its_reachable_names(client: TestClient) -> None:
    assert client.get("/api/reach").json() == {"hosts": ["testserver"], "origin": None}
    assert reachable_hosts("127.0.0.1") == (), "one that listens to its own machine alone"
    assert reachable_hosts("192.168.1.5") == ("192.168.1.5",)
    assert all(not one.startswith("127.") for one in reachable_hosts("0.0.0.0"))
