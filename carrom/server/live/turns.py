"""Who waits for a computer's worker: matches before studies, and addresses in turn, so that nobody's many questions
hold up somebody's one."""

from collections import deque
from typing import Generic, TypeVar

J = TypeVar("J")


class Turns(Generic[J]):
    """Jobs that wait, in two lines: the second is asked only when the first is empty."""

    def __init__(self) -> None:
        self._lines: tuple[dict[str, deque[J]], dict[str, deque[J]]] = ({}, {})

    def add(self, job: J, address: str, *, is_match: bool) -> None:
        self._lines[0 if is_match else 1].setdefault(address, deque()).append(job)

    def __len__(self) -> int:
        return sum(len(jobs) for line in self._lines for jobs in line.values())

    def next(self) -> J | None:
        """The next job: the oldest one of the address whose turn it is, which then goes to the end of its line."""
        for line in self._lines:
            for address in line:
                jobs = line.pop(address)
                job = jobs.popleft()
                if jobs:
                    line[address] = jobs
                return job
        return None
