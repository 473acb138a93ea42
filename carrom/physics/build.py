"""Compile the kernel: the same plain functions, under the decorator of one's choice.

`plain_kernel()` is the kernel as it is, for the debugger. `compiled_kernel()` is the kernel under Numba, kept in the
user's cache folder; nothing is compiled before it is called, and nothing but the entry is kept, since it holds all the
rest.
"""

import hashlib
import inspect
import logging
import os
import types
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

import platformdirs

_KERNEL = "carrom.physics.kernel"
ENTRY = "play_strokes"

_log = logging.getLogger(__name__)
Decorator = Callable[[Callable[..., Any]], Any]


def kernel_modules() -> list[types.ModuleType]:
    """The kernel's source, module by module; no two of them have a name in common."""
    found = iter_modules(import_module(_KERNEL).__path__)
    return [import_module(f"{_KERNEL}.{name}") for name in sorted(module.name for module in found)]


def assemble(
    decorate: Decorator, *, leave: tuple[str, ...] = (), instead: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """A namespace with every kernel function decorated, each seeing only its decorated neighbours.

    The functions are made anew from their code, so that the plain ones stay plain and several builds live side by
    side. Names in `leave` are left out; those in `instead` are taken from there as they are.
    """
    names: dict[str, Any] = {"__builtins__": __builtins__, "__name__": _KERNEL}
    for module in kernel_modules():
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                if name in instead:
                    names[name] = instead[name]
                elif name not in leave:
                    anew = types.FunctionType(value.__code__, names, name, value.__defaults__)
                    anew.__module__ = module.__name__
                    names[name] = decorate(anew)
            elif not name.startswith("_") and isinstance(value, (int, float, types.ModuleType)):
                names[name] = value
    return names


@cache
def plain_kernel() -> dict[str, Any]:
    """The kernel in pure Python: slow, and every step can be looked at."""
    return assemble(lambda function: function)


@cache
def compiled_kernel() -> dict[str, Any]:
    """The kernel for this processor. The first call compiles it (seconds) unless the cache holds it."""
    numba: Any = import_module("numba")
    can_keep = is_writable(cache_folder())

    def decorate(function: Callable[..., Any]) -> Any:
        # Only the entry is called from Python; the others need no door to it, and compile faster without.
        entry = function.__name__ == ENTRY
        return numba.njit(
            error_model="numpy",
            nogil=True,
            cache=entry and can_keep,
            no_cpython_wrapper=not entry,
            no_cfunc_wrapper=True,
            # Numba would count who holds the arrays at every call, and hand over each with its shape and strides: that
            # took longer than the strokes. Only the entry makes any; all others become a part of it.
            _nrt=entry,
            forceinline=not entry,
        )(function)

    from carrom.physics.cpu_code import lowest_bit

    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        kernel = assemble(decorate, instead={"lowest": lowest_bit()})
    finally:
        numba.config.CACHE_DIR = before
    _log_compilation(kernel[ENTRY])
    return kernel


def _log_compilation(entry: Any) -> None:
    """Log that it takes a while, when it does: the command line and the server show it to whoever waits."""
    from numba.core import event

    class Start(event.Listener):
        def on_start(self, event: Any) -> None:
            if event.data["dispatcher"] is entry:
                _log.info("compiling the physics, once (about 15 seconds) …")

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Start())


def is_writable(folder: Path) -> bool:
    """Can compiled strokes be kept there? Where not (a read-only home, say) every process compiles its own."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def cache_folder() -> Path:
    """Where compiled strokes are kept: one folder for each version of the kernel's source."""
    return user_cache() / f"physics-{fingerprint()}"


def user_cache() -> Path:
    """The user's cache folder for carrom; CARROM_CACHE names another."""
    if chosen := os.environ.get("CARROM_CACHE"):
        return Path(chosen)
    return platformdirs.user_cache_path("carrom", appauthor=False, opinion=False)


@cache
def fingerprint() -> str:
    """A digest of the source of kernel and build: Numba itself would only look at the file of the entry."""
    digest = hashlib.sha256()
    for module in (*kernel_modules(), import_module("carrom.physics.cpu_code"), import_module(__name__)):
        digest.update(inspect.getsource(module).encode())
    return digest.hexdigest()[:16]


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
