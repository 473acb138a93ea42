"""`carrom serve`: what it refuses before it starts."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from carrom.cli import main
from carrom.server.settings import data_folder
from carrom.server.stores.sqlite import SqliteStore


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--port", "70000"], "70000 is not a port"),
        (["--computers", "0"], "at least one process"),
        (["--tls-key", "key.pem"], "go together"),
    ],
)
def test_options_that_cannot_be(options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *options]) == 2
    assert sentence in capsys.readouterr().err


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--data", str(tmp_path)]) == 2
    assert f"cannot listen on 127.0.0.1:{port}" in capsys.readouterr().err


def test_matches_are_kept_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARROM_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    store = SqliteStore(data_folder() / "matches.sqlite")
    store.open()
    store.close()
    assert (tmp_path / "mine" / "matches.sqlite").exists()
