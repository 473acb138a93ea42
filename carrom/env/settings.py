"""Check and convert arguments of environments."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.base.errors import CarromError
from carrom.laws import Rulebook, rulebook
from carrom.physics import Profile, profile as profile_named
from carrom.play import Player, Skill, skill_named

_MOST_ROOT = 2**63

PLAYER_MAKER = "carrom.players:player_named"


def as_profile(given: Profile | str) -> Profile:
    return profile_named(given) if isinstance(given, str) else given


def as_skill(given: Skill | str) -> Skill:
    return skill_named(given) if isinstance(given, str) else given


def as_rulebook(given: Rulebook | str) -> Rulebook:
    return rulebook(given) if isinstance(given, str) else given


def check_positive(name: str, given: int) -> int:
    if not isinstance(given, int | np.integer) or given < 1:
        raise CarromError("bad-setting", f"{name}={given!r}: a whole number from 1 on is needed")
    return int(given)


def check_choice(name: str, given: str, choices: Sequence[str]) -> str:
    if given not in choices:
        raise CarromError("bad-setting", f"{name}={given!r}: there are {', '.join(choices)}")
    return given


def check_fraction(name: str, given: float) -> float:
    try:
        found = float(given)
    except (TypeError, ValueError):
        found = float("nan")
    if not 0 <= found <= 1:
        raise CarromError("bad-setting", f"{name}={given!r}: a number from 0 to 1 is needed")
    return found


def board_seeds(seed: int | Sequence[int | None] | None, count: int) -> list[int | None]:
    """A 63-bit seed for each board, counted up from one or given one by one; longer seeds are hashed."""
    given = [seed + row for row in range(count)] if isinstance(seed, int | np.integer) else seed or [None] * count
    if len(given) != count:
        raise CarromError("bad-seed", f"{len(given)} seeds for {count} boards: one for each is needed, or one for all")
    return [None if one is None else _root(one) for one in given]


def _root(seed: int) -> int:
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise CarromError("bad-seed", f"a seed of {seed!r}: it is a whole number from 0")
    if seed < _MOST_ROOT:
        return int(seed)
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1))


def action_numbers(actions: Any, shape: tuple[int, ...], meaning: str) -> NDArray[np.float64]:
    """Actions as numbers of this shape. Raises `CarromError` for NaN, as from a diverged policy."""
    try:
        found = np.asarray(actions, dtype=np.float64)
    except (TypeError, ValueError):
        raise CarromError("bad-action", f"an action is {meaning}, not {actions!r:.60}") from None
    if found.shape != shape:
        raise CarromError("bad-action", f"an action is {meaning}: shape {shape} is needed, not {found.shape}")
    if not np.isfinite(found).all():
        raise CarromError(
            "bad-action", f"an action has a number that is none (NaN or infinite): {found[~np.isfinite(found)][0]}"
        )
    return found


def make_opponent(given: Player | str) -> Player:
    """A player given as such, by name (`club`), or as `module:function` that makes one."""
    if not isinstance(given, str):
        return given
    maker, arguments = (given, ()) if ":" in given else (PLAYER_MAKER, (given,))
    module, _, name = maker.partition(":")
    try:
        made: Player = getattr(import_module(module), name)(*arguments)
    except (ImportError, AttributeError) as error:
        raise CarromError("bad-opponent", f"no opponent can be made from {given!r}: {error}") from None
    return made
