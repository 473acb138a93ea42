"""Both stores give the same answers to the same requests."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psycopg
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from carrom.base.errors import CarromError
from carrom.server.stores.postgres import PostgresStore
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import Grant, KeptItem, Store, StoredLog
from tests.depth import examples

_IDS = st.sampled_from(["a", "a.1", "a.2", "a.10", "aä", "b", "B", ""])
_KINDS = st.sampled_from(["match", "pad"])
_TEXTS = st.sampled_from(["{}", '"stroke"', "\\", "\t'\"%s", "ü\n", "\U0001f3af", ""])
_KEYS = st.none() | st.sampled_from(["k", "l", "k ", "%(log)s", ""])
_SECRETS = st.sampled_from([b"", b"\x00", b"\xff\x00s", b"t"])
_TIMES = st.sampled_from([0.0, 1.5, 1e9 / 3, 1.7948345049e9])
_UNTIL = st.none() | st.sampled_from([1.0, time.time() + 3600.0])


def test_both_stores_answer_alike(database: str, tmp_path: Path) -> None:
    second = PostgresStore(database)
    second.open()
    loop = asyncio.Runner()

    class Asking(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            with psycopg.connect(database, autocommit=True) as connection:
                connection.execute("DELETE FROM carrom.logs; DELETE FROM carrom.kept; DELETE FROM carrom.leases")
            self.first = SqliteStore(Path(tempfile.mkdtemp(dir=tmp_path)) / "s.sqlite")
            self.first.open()

        def teardown(self) -> None:
            self.first.close()

        def ask(self, what: Callable[[Store], Awaitable[Any]]) -> None:
            async def answers() -> list[Any]:
                found = []
                for store in (self.first, second):
                    try:
                        found.append(await what(store))
                    except CarromError as error:
                        found.append((type(error), str(error)))
                return found

            one, other = loop.run(answers())
            assert one == other

        @rule(id=_IDS, kind=_KINDS, created=_TIMES, setup=_TEXTS, grants=st.dictionaries(_SECRETS, _TEXTS, max_size=2))
        def create(self, id: str, kind: str, created: float, setup: str, grants: dict[bytes, str]) -> None:
            given = [Grant(*one) for one in grants.items()]
            self.ask(lambda store: store.create(StoredLog(id, kind, created, setup), given))

        @rule(id=_IDS, after=st.integers(0, 4), bodies=st.lists(_TEXTS, max_size=3), key=_KEYS, at=_TIMES)
        def append(self, id: str, after: int, bodies: list[str], key: str | None, at: float) -> None:
            self.ask(lambda store: store.append(id, after, bodies, key=key, at=at))

        @rule(id=_IDS, bodies=st.lists(_TEXTS, min_size=1, max_size=2), at=_TIMES)
        def append_behind(self, id: str, bodies: list[str], at: float) -> None:
            async def behind(store: Store) -> Any:
                return await store.append(id, len(await store.events(id)), bodies, key=None, at=at)

            self.ask(behind)

        @rule(id=_IDS, secret=_SECRETS, body=_TEXTS)
        def grant(self, id: str, secret: bytes, body: str) -> None:
            self.ask(lambda store: store.grant(id, Grant(secret, body)))

        @rule(id=_IDS, secret=_SECRETS)
        def revoke(self, id: str, secret: bytes) -> None:
            self.ask(lambda store: store.right(id, secret))
            self.ask(lambda store: store.revoke(id, secret))

        @rule(kind=_KINDS, id=_IDS, body=_TEXTS, until=_UNTIL, is_new=st.booleans())
        def keep(self, kind: str, id: str, body: str, until: float | None, is_new: bool) -> None:
            self.ask(lambda store: store.keep(KeptItem(kind, id, body, until), is_new=is_new))

        @rule(kind=_KINDS, id=_IDS)
        def drop(self, kind: str, id: str) -> None:
            self.ask(lambda store: store.drop(kind, id))

        @rule(name=_IDS, holder=st.sampled_from("xy"), seconds=st.sampled_from([0.0, 3600.0]))
        def lease(self, name: str, holder: str, seconds: float) -> None:
            self.ask(lambda store: store.lease(name, holder, seconds))

        @rule(kind=_KINDS, before=_TIMES, prefix=_IDS, without=st.none() | _TEXTS)
        def forget(self, kind: str, before: float, prefix: str, without: str | None) -> None:
            async def forgotten(store: Store) -> list[str]:
                # The order of equally old ones is not defined.
                return sorted(await store.forget(kind, before=before, most=9, prefix=prefix, without=without))

            self.ask(forgotten)

        @rule(kind=_KINDS, prefix=_IDS, after=_IDS, limit=st.integers(1, 3))
        def list_some(self, kind: str, prefix: str, after: str, limit: int) -> None:
            self.ask(lambda store: store.logs(kind, prefix=prefix, after=after, limit=limit))
            self.ask(lambda store: store.all_kept(kind, prefix))

        @invariant()
        def they_are_the_same(self) -> None:
            async def everything(store: Store) -> Any:
                logs = [log for kind in ("match", "pad") for log in await store.logs(kind)]
                inside = [(await store.events(log.id), await store.rights(log.id)) for log in logs]
                return logs, inside, await store.all_kept("match"), await store.all_kept("pad")

            self.ask(everything)

    try:
        few = settings(max_examples=examples(8), stateful_step_count=15)
        run_state_machine_as_test(Asking, settings=few)
    finally:
        second.close()
        loop.close()
