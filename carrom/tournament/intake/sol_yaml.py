"""The part of YAML that SoL writes: enough to read its dumps, and no more.

Documents parted by `---`; mappings and lists by indentation or in braces and brackets over several lines; plain and
quoted scalars; tags, which are skipped. Anchors, block texts and complex keys are not used there and are refused.
"""

from __future__ import annotations

import json
import re
from typing import Any

from carrom.base.errors import CarromError

_KEY = re.compile(r"([A-Za-z_][\w-]*):(?:\s+(.*))?$")
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?$")
_WORDS = {"null": None, "~": None, "": None, "true": True, "false": False}


def documents(text: str) -> list[Any]:
    """Every document of the stream."""
    found: list[Any] = []
    part: list[tuple[int, int, str]] = []  # line number, indentation, content
    for number, line in enumerate(text.splitlines(), 1):
        if line.rstrip() in ("---", "..."):
            if part:
                found.append(_Block(part).value())
            part = []
        elif line.strip() and not line.lstrip().startswith("#") and not line.startswith("%"):
            part.append((number, len(line) - len(line.lstrip(" ")), line.strip()))
    if part:
        found.append(_Block(part).value())
    return found


class _Block:
    """Lines of one document, read from the top."""

    def __init__(self, lines: list[tuple[int, int, str]]) -> None:
        self._lines = lines
        self._at = 0

    def value(self) -> Any:
        read = self._read(self._lines[0][1])
        if self._at < len(self._lines):
            raise self._error("this does not belong here")
        return read

    def _read(self, indent: int) -> Any:
        content = self._lines[self._at][2]
        if content == "-" or content.startswith("- "):
            return self._list(indent)
        if _KEY.match(content):
            return self._mapping(indent)
        return self._scalar(content, indent)

    def _list(self, indent: int) -> list[Any]:
        found = []
        while self._is_at(indent) and (self._content == "-" or self._content.startswith("- ")):
            rest = self._content[1:].lstrip()
            inner = indent + len(self._content) - len(rest)
            if not rest:
                self._at += 1
                found.append(self._read(self._lines[self._at][1]))
                continue
            number = self._lines[self._at][0]
            self._lines[self._at] = (number, inner, rest)  # what follows the dash stands in its own column
            found.append(self._read(inner))
        return found

    def _mapping(self, indent: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self._is_at(indent):
            match = _KEY.match(self._content)
            if match is None:
                raise self._error("a key is expected")
            key, rest = match[1], (match[2] or "").strip()
            if rest:
                found[key] = self._scalar(rest, indent)
                continue
            self._at += 1
            below = self._lines[self._at] if self._at < len(self._lines) else None
            is_nested = below is not None and (
                below[1] > indent or (below[1] == indent and below[2].startswith("-") and below[2][1:2] in ("", " "))
            )
            found[key] = self._read(below[1]) if is_nested and below is not None else None
        return found

    def _scalar(self, text: str, indent: int) -> Any:
        """One value, with the deeper lines that continue it."""
        start = self._at
        self._at += 1
        while not _is_whole(text) or self._continues(indent):
            if self._at >= len(self._lines):
                self._at = start
                raise self._error("a value does not end")
            text += " " + self._lines[self._at][2]
            self._at += 1
        return _Flow(text, self._lines[start][0]).whole()

    def _continues(self, indent: int) -> bool:
        return self._at < len(self._lines) and self._lines[self._at][1] > indent

    def _is_at(self, indent: int) -> bool:
        return self._at < len(self._lines) and self._lines[self._at][1] == indent

    @property
    def _content(self) -> str:
        return self._lines[self._at][2]

    def _error(self, what: str) -> CarromError:
        number, _, content = self._lines[min(self._at, len(self._lines) - 1)]
        return CarromError(f"line {number} of the dump: {what}: {content[:60]!r}")


def _is_whole(text: str) -> bool:
    """Whether all braces, brackets and quotation marks are closed."""
    depth, quote, at = 0, "", 0
    is_flow = text.lstrip("! ").startswith(("{", "["))
    while at < len(text):
        letter = text[at]
        if quote:
            if letter == "\\" and quote == '"':
                at += 1
            elif letter == quote:
                quote = ""
        elif letter in "'\"" and (at == 0 or text[at - 1] in " [{,"):
            quote = letter
        elif is_flow and letter in "{[":
            depth += 1
        elif is_flow and letter in "}]":
            depth -= 1
        at += 1
    return depth == 0 and not quote


class _Flow:
    """A value written in one line: scalars, {…} and […]."""

    def __init__(self, text: str, line: int) -> None:
        self._text, self._line, self._at = text, line, 0

    def whole(self) -> Any:
        self._skip_tag()
        if self._text[self._at : self._at + 1] in ("{", "[", "'", '"'):
            value = self._value()
            if self._text[self._at :].strip():
                raise self._error()
            return value
        if self._text[self._at : self._at + 1] in ("&", "*", "|", ">"):
            raise self._error()
        return _plain(self._text[self._at :].strip())

    def _value(self) -> Any:
        self._skip_tag()
        letter = self._text[self._at : self._at + 1]
        if letter == "{":
            return dict(self._items("}", self._pair))
        if letter == "[":
            return list(self._items("]", self._value))
        if letter == "'":
            return self._single()
        if letter == '"':
            return self._double()
        match = re.compile(r"[^,\]}]*").match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        return _plain(match[0].strip())

    def _items(self, end: str, read: Any) -> list[Any]:
        self._at += 1
        found: list[Any] = []
        while True:
            self._skip_blanks()
            if self._text[self._at : self._at + 1] == end:
                self._at += 1
                return found
            found.append(read())
            self._skip_blanks()
            if self._text[self._at : self._at + 1] == ",":
                self._at += 1
            elif self._text[self._at : self._at + 1] != end:
                raise self._error()

    def _pair(self) -> tuple[str, Any]:
        match = re.compile(r"\s*([A-Za-z_][\w-]*)\s*:").match(self._text, self._at)
        if match is None:
            raise self._error()
        self._at = match.end()
        self._skip_blanks()
        return match[1], self._value()

    def _single(self) -> str:
        match = re.compile(r"'((?:[^']|'')*)'").match(self._text, self._at)
        if match is None:
            raise self._error()
        self._at = match.end()
        return match[1].replace("''", "'")

    def _double(self) -> str:
        match = re.compile(r'"((?:[^"\\]|\\.)*)"').match(self._text, self._at)
        if match is None:
            raise self._error()
        self._at = match.end()
        # YAML writes letters up to 255 as \xE9, which JSON does not know; a backslash may stand before a blank.
        escaped = re.sub(r"\\x([0-9A-Fa-f]{2})", r"\\u00\1", match[1]).replace("\\ ", " ")
        try:
            return str(json.loads(f'"{escaped}"'))
        except json.JSONDecodeError:
            raise self._error() from None

    def _skip_tag(self) -> None:
        match = re.compile(r"\s*(?:!\S*\s+)?").match(self._text, self._at)
        assert match is not None
        self._at = match.end()

    def _skip_blanks(self) -> None:
        while self._text[self._at : self._at + 1] == " ":
            self._at += 1

    def _error(self) -> CarromError:
        return CarromError(f"line {self._line} of the dump cannot be read at {self._text[self._at : self._at + 40]!r}")


def _plain(text: str) -> Any:
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _NUMBER.match(text):
        return float(text) if "." in text else int(text)
    return text
