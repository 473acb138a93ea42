"""All relevant situations and strokes, and Hypothesis strategies for them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from hypothesis import strategies as st

from carrom.laws import RULEBOOKS

QUEENS = ("board", "pending", "player", "opponent")
SCORES = (0, 21, 22, 24, 25, 40)


def befores(counts: tuple[int, ...] = tuple(range(1, 10))) -> Iterator[dict[str, Any]]:
    """Draw situations without scores: counts, queen, opened, owed, and break attempts."""
    for own, opponent, queen, opened in product(counts, counts, QUEENS, (False, True)):
        if not opened and (own < 9 or queen in ("pending", "player")):
            continue
        for owed, owed_opponent in product(range(3 if own == 9 else 1), range(3 if opponent == 9 else 1)):
            can_break = own == opponent == 9 and queen == "board" and not opened
            for attempt in (None, 1, 2, 3) if can_break else (None,):
                yield {
                    "own": own,
                    "opponent": opponent,
                    "queen": queen,
                    "opened": opened,
                    "owed": {"player": owed, "opponent": owed_opponent},
                    "break": attempt,
                }


def strokes(before: dict[str, Any], *, most: int = 9) -> Iterator[dict[str, Any]]:
    """Draw possible strokes; `most` bounds the pieces pocketed, except that the last ones always can be."""
    own = sorted({*range(min(before["own"], most) + 1), before["own"]})
    opponent = sorted({*range(min(before["opponent"], most) + 1), before["opponent"]})
    queens = (False, True) if before["queen"] == "board" else (False,)
    for proper, striker, queen, mine, theirs in product((True, False), (False, True), queens, own, opponent):
        yield {
            "proper": proper,
            "touched": True,
            "own": mine,
            "opponent": theirs,
            "queen": queen,
            "striker": striker,
        }
    for proper, striker in product((True, False), (False, True)):
        yield {"proper": proper, "touched": False, "own": 0, "opponent": 0, "queen": False, "striker": striker}


@st.composite
def questions(draw: st.DrawFn, book: str | None = None) -> dict[str, Any]:
    """Draw a question that `carrom rule` must answer."""
    own, opponent = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    queen = draw(st.sampled_from(QUEENS))
    opened = own < 9 or queen in ("pending", "player") or draw(st.booleans())
    owed = draw(st.integers(0, 4)) if own == 9 else 0
    owed_opponent = draw(st.integers(0, 4)) if opponent == 9 else 0
    can_break = own == opponent == 9 and queen == "board" and not opened
    attempt = draw(st.sampled_from((None, 1, 2, 3))) if can_break else None
    touched = draw(st.booleans()) if attempt else True
    stroke = {
        "proper": draw(st.booleans()),
        "touched": touched,
        "own": draw(st.integers(0, own)) if touched else 0,
        "opponent": draw(st.integers(0, opponent)) if touched else 0,
        "queen": queen == "board" and touched and draw(st.booleans()),
        "striker": draw(st.booleans()),
    }
    score = {side: draw(st.integers(0, 45)) for side in ("player", "opponent")}
    return {
        "rulebook": book or draw(st.sampled_from(sorted(RULEBOOKS))),
        "before": {
            "own": own,
            "opponent": opponent,
            "queen": queen,
            "opened": opened,
            "owed": {"player": owed, "opponent": owed_opponent},
            "score": score,
            "break": attempt,
        },
        "stroke": stroke,
    }
