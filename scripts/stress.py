"""Find flaky tests: many rounds in random order, with all cores kept busy.

    python scripts/stress.py ROUNDS [PYTEST ARGUMENT …]

By default the tests of browser, server, desk and pad. Prints every test that failed, with the seed that shuffled that
round (`pytest -o addopts= --randomly-seed=17` repeats it), and exits with 1 if there is one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
TESTS = ["tests/web", "tests/server", "tests/pad", "tests/faults"]


def main(words: list[str]) -> int:
    rounds, tests = int(words[0]), words[1:] or TESTS
    failed: dict[str, list[int]] = defaultdict(list)
    with _load():
        for number in range(1, rounds + 1):
            seed = int(time.time()) % 100_000
            start = time.monotonic()
            failures, ran = _run(tests, seed)
            for test in failures:
                failed[test].append(seed)
            took = time.monotonic() - start
            print(
                f"round {number} of {rounds}, seed {seed}: {ran} tests, {len(failures)} failed, {took:.0f} s",
                flush=True,
            )
            for test in failures:
                print(f"  {test}", flush=True)
    print(f"\nTests that failed at least once in {rounds} rounds: {len(failed)}")
    for test, seeds in sorted(failed.items()):
        print(f"  {test}  ({len(seeds)} of {rounds}, seeds {', '.join(map(str, seeds))})")
    return int(bool(failed))


@contextmanager
def _load() -> Iterator[None]:
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def _run(tests: list[str], seed: int) -> tuple[list[str], int]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        workers = (os.cpu_count() or 1) + 1
        shuffled = ["-o", "addopts=--strict-markers --strict-config", f"--randomly-seed={seed}"]
        command = [sys.executable, "-m", "pytest", "-q", *shuffled, "-n", str(workers), "--dist", "worksteal"]
        done = subprocess.run([*command, f"--junitxml={report}", *tests], cwd=ROOT, capture_output=True, text=True)
        if not report.exists():
            raise SystemExit(f"pytest did not run:\n{done.stdout}{done.stderr}")
        cases = list(ElementTree.parse(report).iter("testcase"))
        failures = [
            f"{case.get('classname')}::{case.get('name')}"
            for case in cases
            if case.find("failure") is not None or case.find("error") is not None
        ]
        if failures:
            Path(ROOT, "out").mkdir(exist_ok=True)
            Path(ROOT, "out", f"stress-{seed}.log").write_text(done.stdout, encoding="utf-8")
        return failures, len(cases)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
