"""Figures for Prometheus, and the permission to read them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from carrom.server.metrics import Metrics, merge_metrics
from carrom.server.stores.postgres import PostgresStore
from carrom.server.stores.store import StoredLog
from tests.server.talk import begun, connect, do, hear, secret, stroke_for


def _figures(text: str) -> dict[str, float]:
    """Every figure, by its name and labels."""
    return {
        sample.name + "".join(f" {name}={value}" for name, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_matches_events_and_requests_are_counted(make_client: Callable[..., TestClient]) -> None:
    client = make_client(metrics_from=("testclient",))
    made, told = begun(client)
    view = told[-1]["view"]
    with connect(client, made, secret(made)) as player:
        hear(player, "welcome")
        before = _figures(client.get("/api/metrics").text)
        player.send_text(do(view["seq"] + 5, "a1", stroke_for(view)))
        assert hear(player, "nack")["code"] == "stale"
        player.send_text(do(view["seq"], view["todo"]["players"][0], stroke_for(view)))
        hear(player, "ack")
        after = _figures(client.get("/api/metrics").text)
    assert before["carrom_matches_open"] == before["carrom_sockets"] == 1
    assert before["carrom_events_total"] == len(told)
    assert after["carrom_events_total"] > before["carrom_events_total"]
    assert after["carrom_append_seconds_count"] == before["carrom_append_seconds_count"] + 1
    assert after["carrom_acts_refused_total code=stale"] == 1
    assert after["carrom_requests_total status=200"] > before["carrom_requests_total status=200"]
    assert "carrom_loop_lag_seconds_sum" in after
    assert made["id"] not in client.get("/api/metrics").text


def test_strangers_cannot_read_metrics(make_client: Callable[..., TestClient]) -> None:
    assert make_client().get("/api/metrics").status_code == 404


@pytest.mark.parametrize(("headers", "status"), [({}, 200), ({"x-forwarded-for": "1.2.3.4"}, 404)])
def test_metrics_through_a_proxy_are_refused(
    headers: dict[str, str], status: int, make_client: Callable[..., TestClient]
) -> None:
    there = TestClient(make_client().app, client=("127.0.0.1", 50000))
    assert there.get("/api/metrics", headers=headers).status_code == status


def test_processes_of_one_machine_are_merged(database: str) -> None:
    """Each process reports the figures of all, each under its number."""

    async def run() -> None:
        store = PostgresStore(database)
        store.open()
        one, other = Metrics(store), Metrics(store)
        other.name = f"{one.name}0"
        await store.create(StoredLog("m", "match", 1.0, "{}"))
        await one.store.append("m", 0, ["a", "b"], key=None, at=1.0)
        await other.store.append("m", 2, ["c"], key=None, at=1.0)
        task = asyncio.create_task(other.run(is_one_of_many=True))
        number = one.name.partition(" ")[2]
        while f"carrom_events_total process={number}0" not in (figures := _figures(await one.text())):
            await asyncio.sleep(0.05)
        task.cancel()
        assert figures[f"carrom_events_total process={number}"] == 2
        assert figures[f"carrom_events_total process={number}0"] == 1
        store.close()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_merged_metrics_can_be_parsed() -> None:
    text = merge_metrics({"1": "# TYPE a counter\na_total 3\n", "2": "# TYPE a counter\na_total 4\n"})
    assert _figures(text) == {"a_total process=1": 3.0, "a_total process=2": 4.0}
