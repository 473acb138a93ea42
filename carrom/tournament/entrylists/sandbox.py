"""A workbook is read in a process of its own, with bounds for its memory and its time: whatever is in it, the server
loses nothing. The process is started when somebody sends one, and ends with it.

It is a new interpreter and no fork, since the server has threads that may hold locks. It reads the workbook alone: what
its columns mean is found out there too, and only rows come back.
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
"""Bytes of its address space; a list of 20,000 rows and twenty columns has room in it."""
TIME_LIMIT: Final = 60.0
_PROGRAM: Final = (
    "import sys; sys.path[:] = sys.argv[1:]; from carrom.tournament.entrylists.sandbox import main; main()"
)
_SINGLE_THREADED: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""What comes with the reader of workbooks would else take address space for each core of the machine."""
_TOO_MUCH: Final = "this workbook takes too much {} to read: save the list alone in a new one, or as CSV"


def read_in_sandbox(raw: bytes, choices: ColumnChoices | None = None, *, sheet: str | None = None) -> list[SheetRow]:
    """The rows of a list. What is no workbook is small inside as well, and is read here."""
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
    except subprocess.TimeoutExpired:  # and with it the process has ended
        raise CarromError("list-too-demanding", _TOO_MUCH.format("time")) from None
    if done.returncode:  # the system ended it, or it could not even say that it had no memory left
        is_late = done.returncode == -getattr(signal, "SIGXCPU", 0)
        raise CarromError("list-too-demanding", _TOO_MUCH.format("time" if is_late else "memory"))
    answer: list[SheetRow] | CarromError = pickle.loads(done.stdout)  # our own words: nothing of the list runs
    if isinstance(answer, CarromError):
        raise answer
    return answer


def main() -> None:
    """In the process itself."""
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
    """No more memory, processor and files than this, where the system knows such bounds."""
    try:
        import resource
    except ImportError:  # Windows: there the time alone is bounded, by who waits
        return
    bounds = {
        resource.RLIMIT_AS: (memory, memory),
        resource.RLIMIT_CPU: (int(seconds), int(seconds) + 1),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_FSIZE: (0, 0),
    }
    for what, bound in bounds.items():
        with suppress(ValueError, OSError):  # it is bounded more closely already, or the system does not take it
            resource.setrlimit(what, bound)
