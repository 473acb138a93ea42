"""The typesetter behind every PDF and PNG: a page description and its files in, finished bytes out.

Nothing is read from the disk and nothing fetched: the fonts are those that come with the typesetter, so a sheet looks
the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal


def typeset(source: str, files: Mapping[str, bytes], *, form: Literal["pdf", "png"], ppi: float = 72) -> list[bytes]:
    """The document as one PDF, or as one PNG for each page."""
    import typst

    sheet = {"main.typ": source.encode(), **files}
    # The annotations of typst leave out the mapping of files that it takes.
    made = typst.compile(sheet, format=form, ppi=ppi, ignore_system_fonts=True)  # type: ignore[call-overload]
    return made if isinstance(made, list) else [made]
