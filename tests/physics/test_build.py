"""Building the kernel touches only its own cache."""

import ast
import inspect
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import pytest

from carrom.physics.build import cache_folder, compiled_kernel, kernel_modules, plain_kernel


def test_import_does_not_load_the_compiler() -> None:
    code = "import sys, carrom.physics; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_numba_cache_setting_is_untouched() -> None:
    settings: Any = numba.config  # filled when it is loaded, out of the type checker's sight
    before = settings.CACHE_DIR
    compiled_kernel()
    assert before == settings.CACHE_DIR


def defined_names(module: ModuleType) -> Iterator[str]:
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            targets = (name for target in node.targets for name in ast.walk(target))
            yield from (name.id for name in targets if isinstance(name, ast.Name))


def test_no_two_modules_of_the_kernel_define_the_same_name() -> None:
    """They are built into one namespace."""
    counts = Counter(name for module in kernel_modules() for name in defined_names(module))
    assert {"play_strokes", "MOST_DISCS"} <= counts.keys()
    assert [name for name, count in counts.items() if count > 1] == []
    assert plain_kernel()["step"] is not compiled_kernel()["step"]


def test_cache_folder_can_be_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARROM_CACHE", str(tmp_path))
    assert cache_folder().parent == tmp_path
    monkeypatch.delenv("CARROM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    if sys.platform == "linux":
        assert cache_folder().parent == tmp_path / "xdg" / "carrom"


def test_compiling_the_stroke_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    from numba.core import event

    caplog.set_level("INFO")
    for name in ("step", "play_strokes"):
        with event.trigger_event("numba:compile", data={"dispatcher": compiled_kernel()[name]}):
            pass
    assert [(record.name, record.levelname) for record in caplog.records] == [("carrom.physics.build", "INFO")]
