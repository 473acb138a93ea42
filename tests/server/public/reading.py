"""Pages parsed into elements with classes and text."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(("meta", "link", "input", "br", "hr", "img", "rect", "path"))


@dataclass
class Element:
    """An element and its content."""

    tag: str
    attributes: dict[str, str]
    inside: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All words in it, with single spaces."""
        words = [one if isinstance(one, str) else one.text for one in self.inside]
        return " ".join(" ".join(words).split())

    def all(self, *wanted: str) -> list[Element]:
        """Find every element inside with these classes; a word beginning with # is an id, with < a tag."""
        found = []
        for one in self.inside:
            if isinstance(one, Element):
                found += [one] if all(one._is(word) for word in wanted) else []
                found += one.all(*wanted)
        return found

    def one(self, *wanted: str) -> Element:
        """Find the only such element."""
        (found,) = self.all(*wanted)
        return found

    def _is(self, word: str) -> bool:
        if word.startswith("#"):
            return self.attributes.get("id") == word[1:]
        if word.startswith("<"):
            return self.tag == word[1:]
        return word in self.attributes.get("class", "").split()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"{tag} closes {self.open[-1].tag}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(html: str) -> Element:
    """Parse a page; elements closed in the wrong order are an error."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    (page,) = reader.open
    return page
