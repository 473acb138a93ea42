"""The files for those who run it: they parse, name what is there, and give options that exist."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
from importlib.metadata import requires
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
import yaml

from carrom.cli import serve
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
def test_the_servers_of_the_compose_file_know_their_options(name: str) -> None:
    server = _compose()["services"][name]
    options = _serve_options(["--host", "0.0.0.0", *server["command"]])
    assert options.bus == server["hostname"] == name
    caddy = _compose()["services"]["caddy"]["networks"]["inside"]["ipv4_address"]
    assert options.proxy == [caddy], "whom it speaks for is believed of Caddy alone"


def test_files_that_the_compose_file_names_are_there() -> None:
    made = _compose()
    build = made["services"]["app1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert (DEPLOY / "Caddyfile").is_file()
    names = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    given = set(re.findall(r"^(\w+)=", (DEPLOY / "carrom.env.example").read_text(encoding="utf-8"), re.MULTILINE))
    assert names == given


def test_the_container_and_the_unit_start_a_server_that_understands_them() -> None:
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert entry
    assert _serve_options(yaml.safe_load(entry[1])[2:]).host == "0.0.0.0"
    started = re.search(r"^ExecStart=(.*)$", (DEPLOY / "carrom.service").read_text(encoding="utf-8"), re.MULTILINE)
    assert started
    assert _serve_options(shlex.split(started[1])[2:]).log == "json"


@pytest.mark.deep  # not every machine has systemd
def test_the_unit_is_one(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    assert verify, "this needs systemd-analyze"
    text = (DEPLOY / "carrom.service").read_text(encoding="utf-8")
    unit = tmp_path / "carrom.service"
    unit.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    done = subprocess.run([verify, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_command_of_the_page_exists() -> None:
    commands = re.findall(r"^ +(?:\S*/)?carrom (serve|store) ([^#\n]*)", DOCS, re.MULTILINE)
    assert len(commands) > 5
    for verb, words in commands:
        if verb == "serve":
            _serve_options(shlex.split(words))
        else:
            assert words.split()[0] in ("backup", "check", "copy")


def test_the_proxy_asks_for_what_the_server_answers() -> None:
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    app = (ROOT / "carrom" / "server" / "app.py").read_text(encoding="utf-8")
    for path in set(re.findall(r"/api/\w+", caddy)) | set(re.findall(r"/api/\w+", DOCS)):
        assert f'"{path}"' in app, path


def test_the_container_installs_what_is_needed_and_nothing_without_a_hash() -> None:
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
