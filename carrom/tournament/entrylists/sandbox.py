"""Read an uploaded workbook in a separate process with limits on memory and time.

A new interpreter, not a fork: the server's threads may hold locks.
"""

import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any, Final

from carrom.base.errors import CarromError
from carrom.tournament.entrylists.headings import ColumnChoices
from carrom.tournament.entrylists.spreadsheet import SheetRow, looks_like_workbook, rows_from_bytes

MEMORY_LIMIT: Final = 1024**3
"""bytes: enough for 20,000 rows and 20 columns"""
TIME_LIMIT: Final = 60.0
_PROGRAM: Final = (
    "import sys; sys.path[:] = sys.argv[1:]; from carrom.tournament.entrylists.sandbox import main; main()"
)
_SINGLE_THREADED: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""numpy reserves address space for each core otherwise."""
_TOO_MUCH: Final = "this workbook takes too much {} to read: save the list alone in a new one, or as CSV"


def read_in_sandbox(raw: bytes, choices: ColumnChoices | None = None, *, sheet: str | None = None) -> list[SheetRow]:
    """Rows of a list; only workbooks need the process."""
    if not looks_like_workbook(raw):
        return rows_from_bytes(raw, choices, sheet=sheet)
    try:
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM, *sys.path],
            input=pickle.dumps((raw, choices, sheet)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_SINGLE_THREADED},
            timeout=TIME_LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CarromError("list-too-demanding", _TOO_MUCH.format("time")) from None
    if done.returncode:
        is_late = done.returncode == -getattr(signal, "SIGXCPU", 0)
        raise CarromError("list-too-demanding", _TOO_MUCH.format("time" if is_late else "memory"))
    answer: list[SheetRow] | CarromError = pickle.loads(done.stdout)
    if isinstance(answer, CarromError):
        raise answer
    return answer


def main() -> None:
    """Read a list from standard input, write its rows to standard output."""
    limit_process(MEMORY_LIMIT, TIME_LIMIT)
    raw, choices, sheet = pickle.load(sys.stdin.buffer)
    answer: Any
    try:
        answer = rows_from_bytes(raw, choices, sheet=sheet)
    except CarromError as error:
        answer = error
    except MemoryError:
        answer = CarromError("list-too-demanding", _TOO_MUCH.format("memory"))
    pickle.dump(answer, sys.stdout.buffer)


def limit_process(memory: int, seconds: float) -> None:
    """Limit this process, where the system supports it."""
    try:
        import resource
    except ImportError:  # Windows: the caller limits the time only
        return
    bounds = {
        resource.RLIMIT_AS: (memory, memory),
        resource.RLIMIT_CPU: (int(seconds), int(seconds) + 1),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_FSIZE: (0, 0),
    }
    for what, bound in bounds.items():
        with suppress(ValueError, OSError):  # a tighter limit exists, or no support
            resource.setrlimit(what, bound)
