"""Starting `carrom serve`: invalid options, occupied ports, data folders, owner links, a lost database."""

from __future__ import annotations

import argparse
import json
import re
import socket
import sys
import urllib.request
from pathlib import Path

import platformdirs
import psycopg
import pytest
from platformdirs.api import PlatformDirsABC
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from carrom.cli import main, serve
from carrom.server.settings import data_folder
from carrom.server.stores.sqlite import SqliteStore
from tests.refusals import refuses
from tests.server.conftest import Served
from tests.starter import starter


def serve_options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    serve.configure(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize(
    ("options", "code", "quoted"),
    [
        (["--port", "70000"], "bad-port", "70000"),
        (["--computers", "0"], "bad-option", ""),
        (["--tls-key", "key.pem"], "options-go-together", "--tls-certificate"),
        (["--data", "here", "--database", "postgresql://db/halls"], "options-exclude", "--data"),
        (["--database", "mysql://db/halls"], "bad-database-address", "postgresql://"),
    ],
)
def test_invalid_options_are_refused(
    options: list[str], code: str, quoted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with refuses(code):
        serve.run(serve_options(options))
    assert main(["serve", *options]) == 2
    assert quoted in capsys.readouterr().err


def test_occupied_port_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        options = ["--port", port, "--data", str(tmp_path)]
        with refuses("port-taken", f"127.0.0.1:{port}"):
            serve.run(serve_options(options))


def test_data_folder_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARROM_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    store = SqliteStore(data_folder() / "matches.sqlite")
    store.open()
    store.close()
    assert (tmp_path / "mine" / "matches.sqlite").exists()


@pytest.mark.parametrize(
    ("system", "home", "folder"),
    [
        (Unix, {"HOME": "/home/asha"}, "/home/asha/.local/share/carrom"),
        (Unix, {"HOME": "/home/asha", "XDG_DATA_HOME": "/data"}, "/data/carrom"),
        (MacOS, {"HOME": "/Users/asha"}, "/Users/asha/Library/Application Support/carrom"),
    ],
)
def test_default_data_folder(
    monkeypatch: pytest.MonkeyPatch, system: type[PlatformDirsABC], home: dict[str, str], folder: str
) -> None:
    """The folders of the first versions, so that existing matches are found."""
    monkeypatch.delenv("CARROM_DATA", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(platformdirs, "PlatformDirs", system)
    for name, value in home.items():
        monkeypatch.setenv(name, value)
    assert data_folder() == Path(folder)


def test_owner_is_invited_while_the_server_runs(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    """For an owner who has forgotten the password."""
    with refuses("in-use", str(served.data)):
        serve.run(serve_options(["--data", str(served.data), "--port", str(served.port)]))
    secrets = []
    for _ in range(2):
        assert main(["serve", "--data", str(served.data), "--port", str(served.port), "--invite-owner"]) == 0
        found = re.search(rf"{served.address}/desk#invite=(\S+)", capsys.readouterr().out)
        assert found
        secrets.append(found[1])
    for number, secret in enumerate(secrets):
        body = {"invite": secret, "name": f"Owner {number}", "password": "a long sentence"}
        asked = urllib.request.Request(
            f"{served.address}/api/session/join", json.dumps(body).encode(), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(asked) as answer:
            assert json.load(answer) == {"name": f"Owner {number}", "is_host": True}


def serve_without(words: list[str]) -> int:
    """Serve in a process whose database disappears while the server gets ready."""
    from carrom.base.errors import CarromError
    from carrom.server import Settings, create_app
    from carrom.server.runner import serve
    from carrom.server.stores.opening import store_at

    address, changes = words[0], json.loads(words[1])
    settings = Settings(port=0, is_warmed=False, **changes)
    store = store_at(address)
    store.open()
    name = address.rpartition("/")[2]
    with psycopg.connect(address.removesuffix(name) + "postgres", autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false".encode())
    try:
        return serve(create_app(settings, store), settings)
    except CarromError as error:
        print(f"carrom serve: {error.code}: {error}", file=sys.stderr)
        return 2


def _ended(address: str, tmp_path: Path, **changes: object) -> tuple[int, list[str]]:
    with (tmp_path / "said").open("w") as errors:
        call = "tests.server.test_serve:serve_without"
        process = starter().start(call, [address, json.dumps(changes)], errors=errors.fileno())
        status = process.wait(60)
        assert process.stdout.read() == ""
        process.stdout.close()
    return status, (tmp_path / "said").read_text().splitlines()


def test_database_lost_at_start_is_reported_in_one_line(database: str, tmp_path: Path) -> None:
    for changes in ({}, {"bus": "127.0.0.1"}):
        with psycopg.connect(database.rpartition("/")[0] + "/postgres", autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {database.rpartition('/')[2]} ALLOW_CONNECTIONS true".encode())
        status, said = _ended(database, tmp_path, **changes)
        assert status == 2
        assert "Traceback" not in "\n".join(said)
        assert said[-1].startswith("carrom serve: not-stored: ")
