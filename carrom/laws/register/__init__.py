"""The register: every law of every source in our own words, and how the program meets it.

>>> from carrom.laws.register import law, search_laws
>>> law("95b").title
'Queen while owing'
>>> [found.id for found in search_laws("passing three")][:1]
['137']
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from carrom.base.errors import CarromError

Met = Literal["judged", "recorded", "measured", "advised"]
"""judged: by the judge. recorded: an umpire enters it and the engine applies it. measured: geometry or equipment.
advised: shown to people."""
MET: tuple[Met, ...] = get_args(Met)


@dataclass(frozen=True, slots=True)
class Law:
    id: str
    title: str
    text: str
    met: Met
    chapter: str
    source: str
    """Rulebook, or `interpretation`."""
    restates: str | None = None
    """Law that a local rule repeats: its proof under this rulebook proves the rule too."""
    done_by: tuple[str, ...] = ()
    """Functions that implement the law without citing it: `module:function`, optionally `… under RULEBOOK`. A proof
    calls one."""
    partly: str | None = None
    """What the program does not do. The law does not count as met, but tests must prove the rest."""
    reason_for: tuple[str, ...] = ()
    """Umpire's acts that it can be the reason for (`carrom.laws.reasons`)."""
    offence: str = ""
    also: str = ""

    @property
    def needs_proof(self) -> bool:
        return self.met != "advised"

    def is_proved(self, proofs: Mapping[str, object]) -> bool:
        return self.id in proofs


@cache
def register() -> dict[str, Law]:
    """Laws by id, in the order of their sources."""
    laws: dict[str, Law] = {}
    for path in sorted(files(__name__).joinpath("data").iterdir(), key=lambda path: path.name):
        chapter = tomllib.loads(path.read_text(encoding="utf-8"))
        reasons: dict[str, list[str]] = chapter.get("reason_for", {})
        for id, (met, title, text, *restates) in chapter["laws"].items():
            if id in laws or met not in MET:
                raise ValueError(f"{path.name}: {id} appears twice or is met in an unknown way")
            restated = restates[0] if restates else None
            done_by = chapter.get("done_by", {}).get(id, ())
            functions = (done_by,) if isinstance(done_by, str) else tuple(done_by)
            partly = chapter.get("partly", {}).get(id)
            acts = tuple(act for act, ids in reasons.items() if id in ids)
            offence, _, also = chapter.get("offence", {}).get(id, "").partition(": ")
            place = chapter["title"], chapter["source"]
            laws[id] = Law(id, title, text, met, *place, restated, functions, partly, acts, offence, also)
        mentioned = {
            *chapter.get("done_by", ()),
            *chapter.get("partly", ()),
            *chapter.get("offence", ()),
            *(id for ids in reasons.values() for id in ids),
        }
        if unknown := mentioned - chapter["laws"].keys():
            raise ValueError(f"{path.name} has no law {', '.join(sorted(unknown))}")
    return laws


def law(id: str) -> Law:
    try:
        return register()[id]
    except KeyError:
        raise CarromError("unknown-law", f"no law {id!r} in the register") from None


def laws_named(text: str) -> list[Law]:
    """Laws named by `95b`, `95 (b)`, `law 95` (all its clauses) or `kreeda-2024:7`, if any."""
    wanted = re.sub(r"^(law|rule)\s+", "", text.strip().lower())
    wanted = re.sub(r"(?<=[a-z])\s*\(([ivx]+)\)", r"-\1", wanted)
    wanted = re.sub(r"[\s()]", "", wanted)
    if not wanted:
        return []
    by_lower = {id.lower(): entry for id, entry in register().items()}
    # A law with its clauses: the id, or the id followed by a letter (95b), a number (A.3), or a hyphen and a letter
    # (dues-a) or small Roman number (14d-iii).
    clause = re.compile(re.escape(wanted) + (r"[a-z]?" if wanted[-1].isdigit() else r"(\.\d|-[a-z]|-[ivx]+)?"))
    return [entry for id, entry in by_lower.items() if clause.fullmatch(id)]


def search_laws(text: str) -> list[Law]:
    """Laws that contain all these words, title matches first."""
    words = text.lower().split()

    def in_title(entry: Law) -> bool:
        return all(word in entry.title.lower() for word in words)

    def searchable(entry: Law) -> str:
        parts = (entry.id, entry.title, entry.text, entry.chapter, entry.offence, entry.also)
        return " ".join(parts).lower()

    found = [entry for entry in register().values() if all(word in searchable(entry) for word in words)]
    return sorted(found, key=lambda entry: not in_title(entry))
