"""The deployment files parse, name existing files, and use existing options."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shlex
import shutil
import subprocess
from importlib.metadata import requires
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from runpy import run_path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import yaml

from carrom.cli import serve
from carrom.server.stores.postgres import PostgresStore
from carrom.server.stores.store import StoredLog
from carrom.testing.postgres import Postgres, find_postgres
from tests.starter import ROOT

DEPLOY = ROOT / "deploy"
DOCS = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")


def _serve_options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    serve.configure(parser)
    return parser.parse_args(words)


def _compose() -> dict[str, Any]:
    made: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return made


@pytest.mark.parametrize("name", ["app1", "app2"])
def test_compose_servers_use_existing_options(name: str) -> None:
    server = _compose()["services"][name]
    options = _serve_options(["--host", "0.0.0.0", *server["command"]])
    assert options.bus == server["hostname"] == name
    caddy = _compose()["services"]["caddy"]["networks"]["inside"]["ipv4_address"]
    assert options.proxy == [caddy], "whom it speaks for is believed of Caddy alone"


def test_other_containers_cannot_take_the_proxys_address() -> None:
    """The engine assigns free addresses from the lowest up, and Caddy starts last."""
    made = _compose()
    (network,) = made["networks"]["inside"]["ipam"]["config"]
    caddy = IPv4Address(made["services"]["caddy"]["networks"]["inside"]["ipv4_address"])
    others = IPv4Network(network["ip_range"])
    assert others.subnet_of(IPv4Network(network["subnet"]))
    assert caddy in IPv4Network(network["subnet"])
    assert caddy not in others


def test_compose_commands_name_the_env_file() -> None:
    """Without the option the engine looks for another file name, and finds no password."""
    for text in (DOCS, (DEPLOY / "compose.yaml").read_text(encoding="utf-8")):
        (line,) = re.findall(r"podman compose .* up .*", text)
        assert "--env-file deploy/carrom.env" in line


def test_server_behind_a_proxy_has_an_origin() -> None:
    """Otherwise it answers to names of this machine only."""
    commands = re.findall(r"^ +(?:\S*/)?carrom serve ([^#\n]*--proxy[^#\n]*)", DOCS, re.MULTILINE)
    started = re.findall(r"^ExecStart=\S+ serve (.*)$", (DEPLOY / "carrom.service").read_text(), re.MULTILINE)
    assert (len(commands), len(started)) == (1, 1)
    for words in (*commands, *started):
        options = _serve_options(shlex.split(words))
        (name,) = (urlsplit(origin).hostname for origin in options.origin)
        assert name in re.findall(r"^ +(\S+) \{$", DOCS, re.MULTILINE), "Caddy's"


def test_files_of_the_compose_file_exist() -> None:
    made = _compose()
    build = made["services"]["app1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert (DEPLOY / "Caddyfile").is_file()
    names = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    given = set(re.findall(r"^(\w+)=", (DEPLOY / "carrom.env.example").read_text(encoding="utf-8"), re.MULTILINE))
    assert names == given


@pytest.mark.parametrize("name", ["app1", "app2", "database", "caddy"])
def test_containers_have_minimal_rights(name: str) -> None:
    made = _compose()["services"][name]
    assert (made["read_only"], made["cap_drop"]) == (True, ["ALL"])
    assert "no-new-privileges:true" in made["security_opt"]
    assert made["mem_limit"]
    assert ("cap_add" in made) == (not name.startswith("app"))


def test_servers_own_their_database_and_nothing_else() -> None:
    """Runs the script of the image on an empty database of the same kind."""
    mounted = [one.split(":") for one in _compose()["services"]["database"]["volumes"]]
    (script,) = [DEPLOY / here for here, there, *_ in mounted if there.startswith("/docker-entrypoint-initdb.d/")]
    assert os.access(script, os.X_OK), "one that is none would be read into the image's own shell"
    server = Postgres()
    try:
        server.start()
        with psycopg.connect(server.address("postgres"), autocommit=True) as connection:
            connection.execute("CREATE ROLE postgres SUPERUSER LOGIN PASSWORD 'one of many'")
        boss = server.address("postgres").replace("carrom@", "postgres@")
        with psycopg.connect(boss, autocommit=True) as connection:
            connection.execute("ALTER ROLE carrom RENAME TO nobody")
            given = {"POSTGRES_USER": "postgres", "CARROM_PASSWORD": "it's one", "PGHOST": "127.0.0.1"}
            path = f"{find_postgres()}{os.pathsep}{os.environ['PATH']}"
            subprocess.run([script], check=True, env={**given, "PGPORT": str(server.port), "PATH": path})
            roles = connection.execute(
                "SELECT rolname, rolsuper OR rolcreaterole OR rolcreatedb, rolpassword IS NOT NULL FROM pg_authid"
                " WHERE rolname IN ('carrom', 'postgres') ORDER BY rolname"
            ).fetchall()
        assert roles == [("carrom", False, True), ("postgres", True, False)]

        async def use() -> StoredLog | None:
            await store.create(StoredLog("one", "match", 1.0, "{}"))
            return await store.log("one")

        store = PostgresStore(server.address("carrom"))
        store.open()
        try:
            assert asyncio.run(use()) == StoredLog("one", "match", 1.0, "{}")
        finally:
            store.close()
    finally:
        server.remove()


def test_compiled_code_is_cached_between_starts() -> None:
    """The unit's user has no home, and the container's cache is in its volume."""
    unit = (DEPLOY / "carrom.service").read_text(encoding="utf-8")
    folder = re.search(r"^CacheDirectory=(\S+)$", unit, re.MULTILINE)
    assert folder
    assert f"CARROM_CACHE=/var/cache/{folder[1]}" in unit
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    volume = re.search(r"^VOLUME (\S+)$", image, re.MULTILINE)
    assert volume
    assert f"CARROM_CACHE={volume[1]}/" in image


def test_container_and_unit_use_existing_options() -> None:
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert entry
    assert _serve_options(yaml.safe_load(entry[1])[2:]).host == "0.0.0.0"
    started = re.search(r"^ExecStart=(.*)$", (DEPLOY / "carrom.service").read_text(encoding="utf-8"), re.MULTILINE)
    assert started
    assert _serve_options(shlex.split(started[1])[2:]).log == "json"


@pytest.mark.deep  # not every machine has systemd
def test_unit_is_valid(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    assert verify, "this needs systemd-analyze"
    text = (DEPLOY / "carrom.service").read_text(encoding="utf-8")
    unit = tmp_path / "carrom.service"
    unit.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    done = subprocess.run([verify, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_commands_of_the_deployment_page_exist() -> None:
    commands = re.findall(r"^ +(?:\S*/)?carrom (serve|store) ([^#\n]*)", DOCS, re.MULTILINE)
    assert len(commands) > 5
    for verb, words in commands:
        if verb == "serve":
            _serve_options(shlex.split(words))
        else:
            assert words.split()[0] in ("backup", "check", "copy")


def test_addresses_of_the_proxy_exist() -> None:
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    app = (ROOT / "carrom" / "server" / "app.py").read_text(encoding="utf-8")
    for path in set(re.findall(r"/api/\w+", caddy)) | set(re.findall(r"/api/\w+", DOCS)):
        assert f'"{path}"' in app, path


def test_container_installs_exactly_the_hashed_dependencies() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for line in text.replace("\\\n", " ").splitlines():
        for install in re.findall(r"pip install ([^&]*)", line):
            assert "--require-hashes" in install or install.split()[-1].endswith(".whl"), install
    asked = re.search(r"pins\.py \S+ constraints\.txt (\S+) >", text)
    assert asked
    extras = asked[1].split(",")
    script = run_path(str(DEPLOY / "pins.py"))
    names: set[str] = script["closure"](requires("carrom") or [], extras)
    assert {"numpy", "starlette", "uvicorn", "psycopg", "ortools", "anyio"} <= names
    assert names.isdisjoint({"pytest", "mypy", "playwright", "hatchling", "torch", "carrom"})
    found: str = script["pins"]((ROOT / "constraints.txt").read_text(encoding="utf-8"), names)
    blocks = re.split(r"\n(?=\S)", found.strip())
    assert len(blocks) == len(names)
    assert all("==" in one and "--hash=sha256:" in one for one in blocks)
    assert not any(one.rstrip().endswith("\\") for one in blocks), "each block is whole"
