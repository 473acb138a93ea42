"""A bar on standard error for whoever waits at a terminal; silent for scripts."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO


@contextmanager
def progress(what: str, stream: TextIO | None = None) -> Iterator[Callable[[int, int], None]]:
    """`with progress("matches") as show: show(3, 80)`"""
    stream = sys.stderr if stream is None else stream
    if not stream.isatty():
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), "{task.description}", TimeRemainingColumn())
    # What the verb itself prints goes where it is sent, not through the bar.
    with Progress(*columns, console=Console(file=stream), redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
