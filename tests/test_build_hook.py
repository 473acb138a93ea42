"""A package is never built without its page."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.pages import ROOT


def test_build_without_page_and_sources_is_refused(tmp_path: Path) -> None:
    hook = _hook(tmp_path)
    assert hook._is_needed()
    with pytest.raises(SystemExit) as stopped:
        hook.initialize("standard", {})
    assert isinstance(stopped.value.code, str)
    assert stopped.value.code.startswith("carrom: ")
    hook.initialize("editable", {})  # in a working checkout, make builds it


def test_current_page_is_used_and_stale_page_refused(tmp_path: Path) -> None:
    page, source = tmp_path / "carrom/server/static/index.html", tmp_path / "web/src/main.ts"
    for path in (source, page):
        path.parent.mkdir(parents=True)
        path.touch()
    assert not _hook(tmp_path)._is_needed()
    later = page.stat().st_mtime + 10
    os.utime(source, (later, later))
    assert _hook(tmp_path)._is_needed()


def _hook(root: Path) -> Any:
    kind: Any = runpy.run_path(str(ROOT / "hatch_build.py"))["PageHook"]
    return kind(str(root), {}, None, None, str(root / "dist"), "wheel")
