"""Compare the two stores: durably acknowledged events a second, and how soon another process is notified."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.server.stores.opening import store_at
from carrom.server.stores.store import Appended, LogChange, Store, StoredLog
from carrom.testing.postgres import Postgres

SECONDS, ROUNDS, HEARD = 1.5, 3, 300
CALLERS = (1, 64)
BODY = '{"v":1,"n":8,"at":12.5,"kind":"stroke","by":"a1","x":0.0,"y":-252.6,"direction":3.5,"speed":6.0}' + " " * 200
"""As long as a stroke in its log."""


async def appended(store: Store, callers: int) -> tuple[float, float]:
    """Events a second, and the 99th percentile of one in milliseconds. Each caller has its own log."""
    times: list[float] = []
    begun = time.perf_counter()

    async def one(number: int) -> None:
        log = f"{time.time_ns()} {number}"
        await store.create(StoredLog(log, "match", time.time(), "{}"))
        seq = 0
        while time.perf_counter() < begun + SECONDS:
            asked = time.perf_counter()
            answer = await store.append(log, seq, [BODY], key=f"{seq}", at=time.time())
            times.append(time.perf_counter() - asked)
            assert answer == Appended(seq + 1)
            seq += 1

    await asyncio.gather(*(one(number) for number in range(callers)))
    times.sort()
    return len(times) / (time.perf_counter() - begun), times[len(times) * 99 // 100] * 1000


async def heard(make: Callable[[], Store]) -> tuple[float, float]:
    """Median and 99th percentile in milliseconds, from asking to hearing over another connection."""
    ours, theirs = make(), make()
    ours.open()
    theirs.open()
    news: asyncio.Queue[LogChange] = asyncio.Queue()
    ours.watch(news.put_nowait)
    log, times = f"{time.time_ns()} heard", []
    await theirs.create(StoredLog(log, "match", time.time(), "{}"))
    for seq in range(HEARD):
        asked = time.perf_counter()
        await theirs.append(log, seq, [BODY], key=None, at=time.time())
        while await news.get() != LogChange(log, seq + 1):
            pass
        times.append((time.perf_counter() - asked) * 1000)
    ours.close()
    theirs.close()
    times.sort()
    return statistics.median(times), times[len(times) * 99 // 100]


def report(places: dict[str, str]) -> None:
    print(f"Events on the disk, appended in turns of {SECONDS} s, {ROUNDS} rounds, medians")
    print(f"{'':24}{'callers':>8}{'a second':>10}{'p99 ms':>8}{'ratio':>8}")
    stores = {name: store_at(where) for name, where in places.items()}
    for store in stores.values():
        store.open()
    for callers in CALLERS:
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in stores}
        for _ in range(ROUNDS):
            for name, store in stores.items():
                found[name].append(asyncio.run(appended(store, callers)))
        first = statistics.median(rate for rate, _ in next(iter(found.values())))
        for name, rounds in found.items():
            rate, p99 = (statistics.median(column) for column in zip(*rounds, strict=True))
            print(f"{name:24}{callers:>8}{rate:>10.0f}{p99:>8.1f}{rate / first:>8.2f}")
    for store in stores.values():
        store.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "bench.sqlite")
        try:
            postgres = Postgres()
        except CarromError as error:
            report({"SQLite": file})
            print(error)
            return
        try:
            postgres.start()
            database = postgres.new_database()
            report({"SQLite": file, "PostgreSQL": database})
            p50, p99 = asyncio.run(heard(lambda: store_at(database)))
            print(f"another process hears of an event: p50 {p50:.1f} ms, p99 {p99:.1f} ms after it was asked for")
        finally:
            postgres.remove()


if __name__ == "__main__":
    main()
