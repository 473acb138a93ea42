"""Compiled functions besides the stroke, kept on the disk: `compiled` is the decorator of every `*_kernel.py`.

Numba looks only at the file of a function to tell whether what it kept is still right. A function that calls one of
another file, or that has a size of the board built in, would go on calculating with yesterday's. So what is kept lies
in a folder of its own for each version of everything that goes into these functions.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from carrom.physics.build import is_writable, user_cache

_PACKAGE = Path(__file__).parents[1]


def compiled(function: Callable[..., Any]) -> Any:
    """The function for this processor, compiled when it is first called unless the cache holds it."""
    numba: Any = import_module("numba")
    folder = kernels_folder()
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(cache=is_writable(folder), error_model="numpy", nogil=True)(function)
    finally:
        numba.config.CACHE_DIR = before


@cache
def kernels_folder() -> Path:
    digest = hashlib.sha256()
    for source in kernel_sources():
        digest.update(source.read_bytes())
    return user_cache() / f"kernels-{digest.hexdigest()[:16]}"


def kernel_sources() -> list[Path]:
    """The files of all kernels, and those whose numbers are built into them."""
    found = {*_PACKAGE.rglob("*_kernel.py"), *(_PACKAGE / "equipment").glob("*.py")}
    return sorted({*found, _PACKAGE / "play" / "sight.py", Path(__file__)})
