"""A package without the page is not built silently: it is built with it, or not at all."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.pages import ROOT


def test_without_a_page_and_without_its_sources_nothing_is_built(tmp_path: Path) -> None:
    hook = _hook(tmp_path)
    assert hook._is_needed()
    with pytest.raises(SystemExit, match=r"page (could not be|is not) built"):
        hook.initialize("standard", {})
    hook.initialize("editable", {})  # a checkout that is worked on builds it with make


def test_a_page_that_is_there_is_taken_and_one_that_is_old_is_not(tmp_path: Path) -> None:
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
