"""Figures in docs pages: measured by benches, stored as JSON in `bench/kept`, and written into the pages.

A bench stores its results with `keep`; `make figures` rewrites every marked section, and a test checks that they agree.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from carrom.base.files import write_whole
from carrom.play.skill import VERSION as HANDS

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "bench" / "kept"
PLAYERS, COACH, ENV, PHYSICS = (ROOT / "docs" / name for name in ("players.md", "coach.md", "env.md", "physics.md"))
_MARKED = re.compile(r"<!-- figures: (?P<name>[^>]+?) -->\n(?P<text>.*?)<!-- end -->", re.DOTALL)


def wilson(made: int, tried: int) -> tuple[float, float]:
    """95 % interval of a rate."""
    z, p = 1.96, made / tried
    middle = (p + z * z / (2 * tried)) / (1 + z * z / tried)
    half = z * (p * (1 - p) / tried + z * z / (4 * tried * tried)) ** 0.5 / (1 + z * z / tried)
    return max(0.0, middle - half), min(1.0, middle + half)


def keep(name: str, lines: Iterable[str], page: Path = PLAYERS, *, by: str, has_hands: bool = True) -> None:
    """Store a section just measured by this command, and write it into its page.

    `has_hands`: player skills affect it.
    """
    found = {
        "page": page.relative_to(ROOT).as_posix(),
        "section": name,
        "measured": {
            "by": by,
            "on": date.today().isoformat(),
            "machine": platform.machine(),
            "hands": HANDS if has_hands else None,
        },
        "parts": parts_of(lines),
    }
    KEPT.mkdir(exist_ok=True)
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    write_whole(KEPT / f"{page.stem}-{re.sub(r'[^a-z]+', '-', name)}.json", text.encode())
    write_pages()


def parts_of(lines: Iterable[str]) -> list[dict[str, Any]]:
    """Parse markdown rows into tables with columns and rows, and sentences between."""
    parts: list[dict[str, Any]] = []
    table: dict[str, Any] | None = None
    for line in lines:
        if not line.startswith("|"):
            table = None
            if line:
                parts.append({"said": line})
            continue
        cells = [cell.strip() for cell in line[1:-1].split("|")]
        if table is None:
            table = {"columns": cells, "rows": []}
            parts.append(table)
        elif set("".join(cells)) != {"-"}:
            table["rows"].append(cells)
    return parts


def lines_of(parts: Iterable[dict[str, Any]]) -> Iterator[str]:
    was_said = True
    for number, part in enumerate(parts):
        is_said = "said" in part
        if number and not (is_said and was_said):
            yield ""
        was_said = is_said
        if is_said:
            yield part["said"]
            continue
        yield _row(part["columns"])
        yield f"|{'---|' * len(part['columns'])}"
        yield from (_row(row) for row in part["rows"])


def measured_line(measured: dict[str, Any]) -> str:
    """Command that repeats a section, and the version of player skills, omitted in the oldest sections."""
    if "hands" not in measured:
        return ""
    version = measured["hands"]
    if version is None:
        return f"By `python {measured['by']}` on {measured['on']}."
    today = "" if version == HANDS else f", not today's version {HANDS}"
    return f"By `python {measured['by']}` on {measured['on']}, with hands of version {version}{today}."


def _row(cells: list[str]) -> str:
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def kept() -> dict[tuple[str, str], dict[str, Any]]:
    found = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(KEPT.glob("*.json")))
    return {(one["page"], one["section"]): one for one in found}


def pages() -> dict[Path, str]:
    results = kept()
    told: dict[Path, str] = {}
    for path in sorted((ROOT / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        page = path.relative_to(ROOT).as_posix()
        here = {found["name"] for found in _MARKED.finditer(text)}
        lost = [section for other, section in results if other == page and section not in here]
        if lost:
            raise SystemExit(f"{page} has no place for the figures of {lost[0]}")

        def written(found: re.Match[str], page: str = page) -> str:
            result = results.get((page, found["name"]))
            if result is None:
                return found[0]
            told = measured_line(result["measured"])
            parts = [*result["parts"], *([{"said": told}] if told else [])]
            lines = "".join(f"{line}\n" for line in lines_of(parts))
            return f"<!-- figures: {found['name']} -->\n{lines}<!-- end -->"

        if here:
            told[path] = _MARKED.sub(written, text)
    return told


def places() -> set[tuple[str, str]]:
    found = {path: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}
    return {
        (path.relative_to(ROOT).as_posix(), one["name"])
        for path, text in found.items()
        for one in _MARKED.finditer(text)
    }


def write_pages() -> None:
    for path, text in pages().items():
        if path.read_text(encoding="utf-8") != text:
            write_whole(path, text.encode())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 where a page says something else")
    args = parser.parse_args()
    wrong = [path for path, text in pages().items() if path.read_text(encoding="utf-8") != text]
    if not args.check:
        write_pages()
    for path in wrong:
        print(f"{path.relative_to(ROOT)} {'differs from what is kept' if args.check else 'written'}")
    return 1 if args.check and wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
