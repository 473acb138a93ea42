"""What was agreed before a match, as it travels to a phone and back: a setup, and the figures of its stage.

A setup names its rulebook by id alone. The figures in which its stage departs from that travel beside the id under
`figures`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from carrom.base.reading import decode, encode
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.match.figures import Figures
from carrom.match.setup import VERSION, Setup


def agreed_json(setup: Setup) -> dict[str, Any]:
    """A setup with the figures of its stage, where they are not those of its rulebook."""
    figures = Figures.of(setup.rulebook)
    known = RULEBOOKS.get(setup.rulebook.id)
    is_own = known is not None and Figures.of(known) == figures
    return setup.json() if is_own else {**setup.json(), "figures": encode(figures)}


def agreed_setup(value: Any, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Setup:
    """Read it back. A rulebook that is not known lends nothing but its name to the figures that came with it. Raises
    `CarromError`."""
    given = {"v": VERSION, **decode(dict[str, Any], value)}
    figures = given.pop("figures", None)
    if figures is None:
        return Setup.from_json(given, books=books)
    read = decode(Figures, figures, "figures")
    read.check()
    name = decode(str, given.get("rulebook", "icf"), "rulebook")
    base = books[name] if name in books else replace(rulebook("icf"), id=name, title=name)
    return Setup.from_json(given, books={name: read.applied_to(base)})


def begin(value: Any, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Setup:
    """The setup of a match that somebody opens now: what records may say of old is not taken from him."""
    setup = agreed_setup(value, books=books)
    setup.check_pairs()
    return setup
