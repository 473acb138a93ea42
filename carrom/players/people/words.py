"""Names and characters of the people: a language is one more file beside the others."""

import tomllib
from functools import cache
from importlib.resources import files

from carrom.laws.sentences import catalogue


def name_of(person: str, language: str) -> str:
    return _words(catalogue(language).code)[person]["name"]


def line_of(person: str, language: str) -> str:
    return _words(catalogue(language).code)[person]["line"]


@cache
def _words(language: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((files("carrom.players.people") / "data" / f"{language}.toml").read_text(encoding="utf-8"))
