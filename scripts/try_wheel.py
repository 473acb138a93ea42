"""Test a built wheel in a clean environment, away from the sources.

python scripts/try_wheel.py dist/carrom-0.2.0-py3-none-any.whl

Installs it with the server at the versions of constraints.txt; then rules on a stroke, simulates one twice (only the
first may compile), serves the page and stops.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
STROKE = {"position": "start", "stroke": {"x": 0, "y": -252.6, "direction": 0, "speed": 3}}
BEFORE = {
    "own": 5, "opponent": 3, "queen": "board", "opened": True, "owed": {"player": 0, "opponent": 0},
    "score": {"player": 10, "opponent": 22}, "break": None,
}  # fmt: skip
FACTS = {"proper": True, "touched": True, "own": 1, "opponent": 0, "queen": False, "striker": False}
RULE = {"rulebook": "icf", "before": BEFORE, "stroke": FACTS}


def main(wheel: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="carrom-wheel-") as name:
        folder = Path(name)
        python = install(wheel, folder)
        carrom = str(python.with_name("carrom"))
        env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "CARROM"))}
        env["CARROM_CACHE"] = str(folder / "cache")

        def answer(*command: str, given: object = None) -> tuple[str, str]:
            asked = None if given is None else json.dumps(given)
            done = subprocess.run(command, input=asked, capture_output=True, text=True, env=env, cwd=folder)
            assert done.returncode == 0, f"{command}: {done.stderr}"
            return done.stdout, done.stderr

        where = answer(str(python), "-c", "import carrom; print(carrom.__file__, carrom.Match.__name__)")[0]
        assert where.startswith(name), f"imported from {where}"
        ruling = json.loads(answer(carrom, "rule", given=RULE)[0])
        assert ruling["laws"] == ["48"], ruling
        print("rules and imports", flush=True)
        first, second = (answer(carrom, "simulate", given=STROKE) for _ in range(2))
        assert "compiling the physics" in first[1], "the first compile said nothing"
        assert (second[0], second[1]) == (first[0], ""), "the second stroke compiled again, or differs"
        print("simulates, and says when it compiles", flush=True)
        serve([carrom, "serve", "--port", "0", "--data", str(folder / "data")], env, folder)
        print("serves the page", flush=True)


def install(wheel: Path, folder: Path) -> Path:
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    pinned = re.findall(r"^(\S+==[^\\\n]*)", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    (folder / "pins").write_text("\n".join(pinned), encoding="utf-8")
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "-c", str(folder / "pins"), f"{wheel.resolve()}[server]"], check=True, cwd=folder)
    return python


def serve(command: list[str], env: dict[str, str], folder: Path) -> None:
    """Start the server, fetch the page and its assets, and stop it."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=folder)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        address = re.search(r"http://\S+", said)
        assert address, f"no address in {said!r}"
        page = read(address[0])
        assert '<div id="app"' in page, page
        parts = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
        assert parts, f"the page loads nothing: {page}"
        assert all(read(address[0] + part) for part in parts)
    finally:
        server.send_signal(signal.SIGINT)
        status = server.wait(timeout=30)
    assert status == 0, f"carrom serve ended with {status}"


def read(address: str) -> str:
    with urlopen(address, timeout=60) as answer:
        return str(answer.read().decode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
