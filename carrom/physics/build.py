"""Compile the simulator and other kernels with Numba, cached on disk per version of the source.

`compiled_kernel()` is the simulator for the processor, `plain_kernel()` the same functions in pure Python for the
debugger, and `compiled` the decorator of the functions in `*_kernel.py`. Nothing is compiled before it is used.
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
    """Import the kernel's modules. No two of them share a name."""
    found = iter_modules(import_module(_KERNEL).__path__)
    return [import_module(f"{_KERNEL}.{name}") for name in sorted(module.name for module in found)]


def assemble(
    decorate: Decorator, *, leave: tuple[str, ...] = (), instead: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, Any]:
    """Return a namespace with every kernel function decorated, each calling the others' decorated versions.

    Functions are recreated from their code, so that several builds exist side by side. Names in `leave` are left out;
    names in `instead` are replaced.
    """
    names: dict[str, Any] = {"__builtins__": __builtins__, "__name__": _KERNEL}
    for module in kernel_modules():
        for name, value in vars(module).items():
            if isinstance(value, types.FunctionType) and value.__module__ == module.__name__:
                if name in instead:
                    names[name] = instead[name]
                elif name not in leave:
                    copy = types.FunctionType(value.__code__, names, name, value.__defaults__)
                    copy.__module__ = module.__name__
                    names[name] = decorate(copy)
            elif not name.startswith("_") and isinstance(value, (int, float, types.ModuleType)):
                names[name] = value
    return names


@cache
def plain_kernel() -> dict[str, Any]:
    """Return the kernel in pure Python: slow, but easy to debug."""
    return assemble(lambda function: function)


@cache
def compiled_kernel() -> dict[str, Any]:
    """Return the kernel for this processor. The first call compiles it (seconds) unless it is cached."""
    numba: Any = import_module("numba")
    can_keep = is_writable(cache_folder())

    def decorate(function: Callable[..., Any]) -> Any:
        # Only the entry is called from Python; the others compile faster without a wrapper.
        entry = function.__name__ == ENTRY
        return numba.njit(
            error_model="numpy",
            nogil=True,
            cache=entry and can_keep,
            no_cpython_wrapper=not entry,
            no_cfunc_wrapper=True,
            # Reference counting, and passing arrays with shape and strides, took longer than the strokes. Only the
            # entry allocates arrays; all others are inlined into it.
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
    """Log when compilation starts, for the command line and the server to show."""
    from numba.core import event

    class Start(event.Listener):
        def on_start(self, event: Any) -> None:
            if event.data["dispatcher"] is entry:
                _log.info("compiling the physics, once (about 15 seconds) …")

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Start())


def is_writable(folder: Path) -> bool:
    """Return whether compiled code can be cached here. On a read-only disk every process compiles for itself."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def cache_folder() -> Path:
    return user_cache() / f"physics-{fingerprint()}"


def user_cache() -> Path:
    """Return the user's cache folder for carrom, or the one named by CARROM_CACHE."""
    if chosen := os.environ.get("CARROM_CACHE"):
        return Path(chosen)
    return platformdirs.user_cache_path("carrom", appauthor=False, opinion=False)


@cache
def fingerprint() -> str:
    """Return a digest of the kernel's and this module's source. Numba itself checks only the entry's file."""
    digest = hashlib.sha256()
    for module in (*kernel_modules(), import_module("carrom.physics.cpu_code"), import_module(__name__)):
        digest.update(inspect.getsource(module).encode())
    return digest.hexdigest()[:16]


_PACKAGE = Path(__file__).parents[1]


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, unless it is cached.

    Numba checks only a function's own file to decide whether its cached code is current, not the functions it calls or
    the sizes compiled into it. So the cache folder is named after a digest of all of them.
    """
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
    """Return the files of all kernels, and those whose constants are compiled into them."""
    found = {*_PACKAGE.rglob("*_kernel.py"), *(_PACKAGE / "equipment").glob("*.py")}
    return sorted({*found, _PACKAGE / "play" / "sight.py", Path(__file__)})
