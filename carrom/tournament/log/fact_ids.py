"""The names of facts: those of one act are known by theirs."""

import re
import uuid
from collections.abc import Iterator
from itertools import count

from carrom.tournament.log.facts import FactId


def fact_ids() -> Iterator[FactId]:
    """Names for the facts of one act, by which they are known for its own."""
    act = uuid.uuid4().hex
    return (FactId(f"{act}-{number}") for number in count(1))


def act_of(fact: FactId) -> str | None:
    """By which act a fact came; None where its name does not say so, as in logs of before."""
    found = re.fullmatch(r"([0-9a-f]{32})-\d+", fact)
    return None if found is None else found[1]
