"""SoL's dumps are YAML: read as plain lists, objects, texts and numbers, and nothing else.

What a stranger's file could do with YAML is left out: no anchors (a short text could stand for gigabytes), no depth
without end, no objects of Python. Dates stay texts, as SoL wrote them.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from carrom.base.errors import CarromError

_DEEPEST = 50
_PLAIN = (  # everything else that YAML guesses at (yes, 1_000, 12:30, 2024-03-18) stays a text
    ("null", r"~|null|NULL|Null|", "~nN\0"),
    ("bool", r"true|false|True|False|TRUE|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]{1,18}", "-+0123456789"),
    ("float", r"[-+]?[0-9]+\.[0-9]+", "-+0123456789"),
)


def documents(text: str) -> list[Any]:
    """Every document of the stream that holds something."""
    import yaml

    loader = _loader()
    depth = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if isinstance(event, yaml.AliasEvent) or depth > _DEEPEST:
                line = event.start_mark.line + 1 if event.start_mark is not None else 1
                what = "is nested too deeply" if depth > _DEEPEST else "refers to another part of it"
                raise CarromError("not-yaml", f"line {line} of the dump {what}")
        return [one for one in yaml.load_all(text, Loader=loader) if one is not None]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1} of the dump" if mark is not None else "the dump"
        raise CarromError("not-yaml", f"{where} cannot be read: {getattr(error, 'problem', None) or error}") from None


@lru_cache(maxsize=1)
def _loader() -> Any:
    """Knows no tag but the four plain kinds; any other is skipped, and its value read as it stands."""
    import yaml

    loader: Any = type("Loader", (getattr(yaml, "CBaseLoader", yaml.BaseLoader),), {})

    def scalar(convert: Callable[[str], Any]) -> Any:
        return lambda loader, node: convert(loader.construct_scalar(node))

    def plain(loader: Any, suffix: str, node: Any) -> Any:
        if isinstance(node, yaml.MappingNode):
            return loader.construct_mapping(node, deep=True)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return loader.construct_scalar(node)

    for kind, pattern, first in _PLAIN:
        letters = [letter if letter != "\0" else "" for letter in first]
        loader.add_implicit_resolver(f"tag:yaml.org,2002:{kind}", re.compile(f"(?:{pattern})$"), letters)
    loader.add_constructor("tag:yaml.org,2002:null", lambda loader, node: None)
    loader.add_constructor("tag:yaml.org,2002:bool", scalar(lambda text: text.lower() == "true"))
    loader.add_constructor("tag:yaml.org,2002:int", scalar(int))
    loader.add_constructor("tag:yaml.org,2002:float", scalar(float))
    loader.add_multi_constructor("", plain)
    return loader
