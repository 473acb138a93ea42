"""Prometheus metrics. They name no person or match."""

import asyncio
import os
import socket
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carrom.base.errors import CarromError
from carrom.server.stores.store import Appended, Grant, KeptItem, NotStoredError, Repeated, Stale, Store, StoredLog
from carrom.server.table.open_matches import OpenMatches

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_KIND = "metrics"
_LOOK = 0.5
"""Seconds between measurements of event loop lag."""
_SHARE = 5.0
"""Seconds between exchanges with other processes."""
_LATE = 3 * _SHARE
_REFUSED_FOR = 10.0
"""Seconds for which a failed write makes the store unhealthy, unless a later one succeeds. The health check's own write
proves less: it may be smaller."""
_OUTCOMES = {Appended: "appended", Repeated: "repeated", Stale: "stale", NotStoredError: "not-stored"}


class Metrics:
    """The metrics of one app."""

    def __init__(self, store: Store) -> None:
        self._raw = store
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.events = Counter("carrom_events", "Events that are on the disk", registry=self.registry)
        self.appends = Counter("carrom_appends", "What came of appending", ["outcome"], registry=self.registry)
        self.commits = Histogram(
            "carrom_append_seconds", "From asking the store to its answer", buckets=_SECONDS, registry=self.registry
        )
        self.lag = Histogram(
            "carrom_loop_lag_seconds", "How late the event loop comes", buckets=_SECONDS, registry=self.registry
        )
        self.requests = Counter("carrom_requests", "Requests by their answer", ["status"], registry=self.registry)
        self.name = f"{socket.gethostname()} {os.getpid()}"
        self.store = cast(Store, _MeasuredStore(store, self))

    def count(self, matches: OpenMatches) -> None:
        self.registry.register(_MatchCollector(matches))

    def own(self) -> str:
        return generate_latest(self.registry).decode()

    async def text(self) -> str:
        """All processes here that share the database."""
        host, _, number = self.name.partition(" ")
        texts = {number: self.own()}
        with suppress(CarromError):
            for item in await self._raw.all_kept(_KIND, f"{host} "):
                texts.setdefault(item.id.partition(" ")[2], item.body)
        return merge_metrics(texts) if len(texts) > 1 else texts[number]

    async def run(self, *, is_one_of_many: bool) -> None:
        shared = -_SHARE
        while True:
            due = time.monotonic() + _LOOK
            await asyncio.sleep(_LOOK)
            self.lag.observe(max(0.0, time.monotonic() - due))
            if is_one_of_many and time.monotonic() - shared > _SHARE:
                shared = time.monotonic()
                with suppress(CarromError):
                    await self._raw.keep(KeptItem(_KIND, self.name, self.own(), time.time() + _LATE))


class _MeasuredStore:
    """Count appends; fail checks after a failed write."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._appends = {kind: metrics.appends.labels(outcome) for kind, outcome in _OUTCOMES.items()}
        self._refused = -inf

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def check(self) -> None:
        if time.monotonic() - self._refused < _REFUSED_FOR:
            raise NotStoredError("an event was not stored just now")
        await self._store.check()

    async def create(self, log: StoredLog, grants: Sequence[Grant] = ()) -> bool:
        with self._noting():
            return await self._store.create(log, grants)

    async def append(
        self, log_id: str, after: int, bodies: Sequence[str], *, key: str | None, at: float
    ) -> Appended | Repeated | Stale:
        begun = time.perf_counter()
        try:
            with self._noting():
                answer = await self._store.append(log_id, after, bodies, key=key, at=at)
        except NotStoredError:
            self._appends[NotStoredError].inc()
            raise
        self._metrics.commits.observe(time.perf_counter() - begun)
        self._appends[type(answer)].inc()
        if isinstance(answer, Appended):
            self._metrics.events.inc(len(bodies))
        return answer

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except NotStoredError:
            self._refused = time.monotonic()
            raise
        self._refused = -inf


class _MatchCollector(Collector):
    def __init__(self, matches: OpenMatches) -> None:
        self._matches = matches

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily("carrom_matches_open", "Matches in memory", len(self._matches.all_open))
        sockets = sum(len(live.audience.listeners) for live in self._matches.all_open)
        yield GaugeMetricFamily("carrom_sockets", "Players and watchers at matches", sockets)
        waiting = self._matches.computers.waiting
        yield GaugeMetricFamily("carrom_computer_queue", "Who waits for a computer", waiting)
        refused = CounterMetricFamily("carrom_acts_refused", "Acts of players that were refused", labels=["code"])
        for code, times in self._matches.refused.items():
            refused.add_metric([code], times)
        yield refused


class CountResponses:
    """Middleware that counts answers by status."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(str(message["status"])).inc()
            await send(message)

        await self._app(scope, receive, counted if scope["type"] == "http" else send)


def merge_metrics(texts: dict[str, str]) -> str:
    """Merge processes' metrics, labelled by process."""
    families: dict[str, Metric] = {}
    for process, text in texts.items():
        for family in text_string_to_metric_families(text):
            whole = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
            for sample in family.samples:
                whole.add_sample(sample.name, {**sample.labels, "process": process}, sample.value)
    registry = CollectorRegistry()
    registry.register(_FixedCollector(list(families.values())))
    return generate_latest(registry).decode()


class _FixedCollector(Collector):
    def __init__(self, families: list[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families
