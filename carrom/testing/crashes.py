"""Check that a store keeps acknowledged events when processes are killed."""

import asyncio
import queue
import random
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Sequence

from carrom.server.stores.store import Store, StoredEvent, StoredLog
from carrom.testing.store_writers import LOGS, WRITERS, log_of, make_store

_PATIENCE = 60.0
"""Seconds within which events must be acknowledged, whatever was killed."""
Disturbance = Callable[[], None]


class _Writers:
    """A process of writers, reporting acknowledgements to a queue."""

    def __init__(
        self, factory: str, where: str, name: str, acknowledgements: "queue.SimpleQueue[tuple[str, ...]]"
    ) -> None:
        self._command = [sys.executable, "-m", "carrom.testing.store_writers", factory, where, name]
        self._acknowledgements = acknowledgements
        self.begin = [0] * WRITERS
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen([*self._command, *map(str, self.begin)], stdout=subprocess.PIPE, text=True)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.endswith("\n"):  # ignore a line cut short
                name, writer, item, seq = line.split()
                self.begin[int(writer)] = int(item) + 1
                self._acknowledgements.put((name, writer, item, seq))

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def start_again(self) -> None:
        self.kill()
        self._start()


def crash_faults(
    factory: str,
    where: str,
    *,
    kills: int,
    processes: int = 1,
    blows: Sequence[Disturbance] = (),
    seed: int = 0,
    report: Callable[[str], None] = lambda _: None,
) -> list[str]:
    """Acknowledged events missing, duplicated or out of order after this many kills.

    `factory` makes the store, as `module:function`, from `where`; it must be empty. Processes are killed with -9 and
    restarted; each of `blows` disturbs the store once between kills. `report` receives a summary.
    """
    luck = random.Random(seed)
    asyncio.run(_prepare(make_store(factory, where)))
    acknowledgements: queue.SimpleQueue[tuple[str, ...]] = queue.SimpleQueue()
    acknowledged: list[tuple[str, ...]] = []
    writers = [_Writers(factory, where, f"p{number}", acknowledgements) for number in range(processes)]
    acts: list[Disturbance] = [*blows, *(luck.choice(writers).start_again for _ in range(kills))]
    luck.shuffle(acts)
    try:
        for act in [*acts, None]:
            acknowledged += [acknowledgements.get(timeout=_PATIENCE) for _ in range(luck.randrange(5, 60))]
            if act is not None:
                act()
    except queue.Empty:
        return [f"nothing is acknowledged any more, {len(acknowledged)} events after the beginning"]
    finally:
        for one in writers:
            one.kill()
    while not acknowledgements.empty():
        acknowledged.append(acknowledgements.get())
    faults = asyncio.run(_compare(make_store(factory, where), acknowledged))
    report(
        f"{kills} kills of writers, {len(blows)} other blows, {len(acknowledged)} acknowledged, {len(faults)} faults"
    )
    return faults


async def _prepare(store: Store) -> None:
    store.open()
    for number in range(LOGS):
        await store.create(StoredLog(log_of(number), "match", 1.0, "{}"))
    store.close()


async def _compare(store: Store, acknowledged: list[tuple[str, ...]]) -> list[str]:
    store.open()
    logs = {log_of(number): await store.events(log_of(number)) for number in range(LOGS)}
    store.close()
    faults = [fault for log, events in logs.items() for fault in _faults_of(log, events)]
    stored = {(event.body, str(event.seq)) for events in logs.values() for event in events}
    for name, writer, item, seq in acknowledged:
        if (f"{name} {writer} {item}", seq) not in stored:
            faults.append(f"event {seq} of {log_of(int(writer))} was acknowledged to {name} {writer} and is not there")
    return faults


def _faults_of(log: str, events: list[StoredEvent]) -> list[str]:
    """Numbers have no gaps, pairs are complete, each writer's items occur once in order."""
    faults = []
    if [event.seq for event in events] != list(range(1, len(events) + 1)):
        faults.append(f"{log} has a gap")
    came: defaultdict[str, list[int]] = defaultdict(list)
    for first, second in zip(events[::2], events[1::2], strict=False):
        writer, _, item = first.body.rpartition(" ")
        came[writer].append(int(item) if item.isdigit() else -1)
        if second.body != f"{first.body} more":
            faults.append(f"half of event {first.seq} of {log} is missing")
    for writer, items in came.items():
        if items != list(range(len(items))):
            faults.append(f"what {writer} wrote to {log} is doubled, missing or out of order: {items}")
    return faults
