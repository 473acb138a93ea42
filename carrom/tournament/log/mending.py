"""A damaged tournament file: everything that can still be read, with the lines of the backup where its own are lost."""

from dataclasses import dataclass, replace

from carrom.base.errors import CarromError
from carrom.base.json_text import read_json
from carrom.base.refusal import Refused
from carrom.tournament.log.facts import Fact, read_fact
from carrom.tournament.log.state import State
from carrom.tournament.log.transitions import apply


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """The facts that hold, numbered anew, and a sentence for everything that was put right or is lost."""

    facts: tuple[Fact, ...]
    notes: tuple[str, ...]


def mend(raw: bytes, backup: bytes | None = None) -> Mended:
    """Read what can be read. A fact that cannot hold without one that is lost is left out too, and said so."""
    lines, kept = _lines(raw), _lines(backup or b"")
    saved = {fact.n: fact for fact in map(_read, kept[1:]) if isinstance(fact, Fact)}
    notes: list[str] = []
    facts: list[Fact] = []
    state = State()
    for number, line in enumerate(lines[1:], 1):
        found: Fact | str = _read(line)
        if isinstance(found, str):
            trouble = found
            if number not in saved:
                notes.append(f"line {number + 1} is lost: {trouble}")
                continue
            found = saved[number]
            notes.append(f"line {number + 1} is taken from the backup: {trouble}")
        step = apply(state, found)
        if isinstance(step, Refused):
            notes.append(f"line {number + 1} is left out: {step.text}")
        elif step.is_repeated:
            notes.append(f"line {number + 1} is left out: it repeats the fact {found.id}")
        else:
            state = step.state
            facts.append(replace(found, n=len(facts) + 1))
    return Mended(facts=tuple(facts), notes=tuple(notes))


def _lines(raw: bytes) -> list[str]:
    """The whole lines; bytes that are no letters make their own line unreadable, and no other."""
    return raw.decode(errors="replace").split("\n")[:-1]


def _read(line: str) -> Fact | str:
    """The fact of a line, or what is wrong with it."""
    try:
        if "\ufffd" in line:
            raise CarromError("not-text", "it has bytes that are no letters")
        return read_fact(read_json(line))
    except CarromError as error:
        return str(error)
