"""Figures on docs pages are those stored by benches: none is typed by hand, and none is lost."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
import pytest

from carrom.physics import simulate_batch
from carrom.play.skill import VERSION
from tests.pages import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import page_figures
import physics
from peers import Peer, accuracy
from peers.world import EVEN


def test_pages_show_the_stored_figures() -> None:
    wrong = [path.name for path, text in page_figures.pages().items() if path.read_text(encoding="utf-8") != text]
    assert wrong == [], "make figures"


def test_markers_and_figures_match() -> None:
    kept = set(page_figures.kept())
    assert page_figures.places() == kept, "a bench with --full keeps what it measures in bench/kept"


def test_stored_figures_name_their_conditions() -> None:
    for (page, section), found in page_figures.kept().items():
        assert found["measured"].keys() >= {"by", "on"}, (page, section)
        assert any(part.get("rows") for part in found["parts"]), (page, section)


def test_tables_round_trip() -> None:
    lines = [
        "| | a | b |",
        "|---|---|---|",
        "| `x` | 1 | |",
        "",
        "Said below.",
        "Twice.",
        "",
        "| c |",
        "|---|",
        "| 2 |",
    ]
    parts = page_figures.parts_of(lines)
    assert parts[0] == {"columns": ["", "a", "b"], "rows": [["`x`", "1", ""]]}
    assert list(page_figures.lines_of(parts)) == lines


def _as_exact(places: Any, shot: Any, step: float = 1.0) -> Any:
    """Return our own engine as the other one."""
    found = simulate_batch(places[None], shot[None], profile=EVEN)
    return np.where(found.pocket[0][:, None] >= 0, np.nan, found.rest[0])


def test_engine_bench_fills_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """Compared with itself ours is as fast, and every piece rests at the same place."""
    kept = page_figures.kept()
    for is_stepping in (True, False):
        line = physics.against(Peer("ours", "It is the same.", is_stepping, _as_exact), 1000.0, 100.0)
        (table,) = page_figures.parts_of([*physics.ENGINES, line])
        assert table["columns"] == kept["docs/physics.md", "engines"]["parts"][0]["columns"]
        (cells,) = table["rows"]
        assert len(cells) == len(table["columns"])
        assert [cell == "" for cell in cells] == [False] * 5 + [is_stepping] * 2
    (table,) = page_figures.parts_of(accuracy.table({"ours": _as_exact}, *physics.mid_games(400, seed=3)))
    assert table["columns"] == kept["docs/physics.md", "steps"]["parts"][0]["columns"]
    assert table["rows"] == [[f"ours, 1/{often} s", *["0.00"] * 4, "100 %"] for often in accuracy.STEPS]


@pytest.mark.parametrize("section", ["clear", "versus"])
def test_environment_speed_meets_the_target(section: str) -> None:
    """Checks stored measurements at every stage and over whole boards, so a busy machine does not matter."""
    table = page_figures.kept()["docs/env.md", section]["parts"][0]
    made = [place for place, name in enumerate(table["columns"]) if name.startswith(("steps", "whole"))]
    wanted = table["columns"].index("wanted")
    (row,) = [row for row in table["rows"] if row[wanted]]
    assert len(made) == 4
    assert min(int(row[place].replace(",", "")) for place in made) >= int(row[wanted].replace(",", ""))


def test_accuracy_orders_levels_not_winners() -> None:
    """Beyond what good choices win, winners and lucky players are not more accurate. The limit is 1.5 margins, since
    four levels are compared."""
    table = page_figures.kept()["docs/coach.md", "rungs"]["parts"][0]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]

    def number(cell: str) -> float:
        return float(cell.replace("−", "-"))

    values = [number(row["accuracy (95 %)"].split(" ± ")[0]) for row in rows]
    assert values == sorted(set(values))
    for row in rows:
        apart, margin = map(number, row["difference"].split(" ± "))
        assert abs(apart - number(row["of that, won by choosing well"])) <= 1.5 * margin, row
        lucky, margin = map(number, row["who was luckier, less who was not"].split(" ± "))
        assert abs(lucky) <= 1.5 * margin, row


def test_figures_name_outdated_skill_versions() -> None:
    """Skill levels have a version, and figures of two versions are not comparable."""
    kept = page_figures.kept()
    for section in ("hands", "rungs", "reliability", "measures"):
        assert "hands" in kept["docs/coach.md", section]["measured"], section
    for (page, section), found in kept.items():
        version = found["measured"].get("hands", VERSION)
        if version is None:  # independent of execution
            continue
        measured = page_figures.measured_line(found["measured"])
        assert version == VERSION or f"version {version}, not today's" in measured, (page, section)
        assert measured in (ROOT / page).read_text(encoding="utf-8")
    learnt = json.loads((ROOT / "training" / "clear_policy.json").read_text(encoding="utf-8"))
    assert learnt["measured"]["hands"] == VERSION, "python training/clear_policy.py --output training/clear_policy.json"


def test_page_shows_the_trained_policy() -> None:
    learnt = json.loads((ROOT / "training" / "clear_policy.json").read_text(encoding="utf-8"))
    rows = page_figures.kept()["docs/env.md", "policy"]["parts"][0]["rows"]
    expected = [f"{learnt[name]['strokes to clear']} ± {learnt[name]['95 %']}" for name in ("policy", "greedy")]
    assert [row[-1] for row in rows[1:]] == expected, "python bench/env.py --full --only policy"


def test_lawful_figures_name_the_thinking_time() -> None:
    (table,) = page_figures.kept()["docs/players.md", "lawful"]["parts"]
    assert [name for name in table["columns"] if "20 simulations" in name]
    assert [name for name in table["columns"] if "own budget" in name]
