"""Print the pins, with their hashes, of all that a wheel needs with some of its extras, and of nothing else.

    python pins.py carrom.whl constraints.txt server,postgres > pins.txt

It is run where everything in constraints.txt is installed: what needs what is read there.
"""

import sys
import zipfile
from collections.abc import Collection, Iterable
from importlib.metadata import PathDistribution, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def closure(requirements: Iterable[str], extras: Collection[str]) -> set[str]:
    """Names of all that is needed by these requirements, on this system."""
    found: set[tuple[str, str]] = set()
    waiting = [(text, extra) for text in requirements for extra in ("", *extras)]
    while waiting:
        text, extra = waiting.pop()
        wanted = Requirement(text)
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(wanted.name)
        for own in ("", *wanted.extras):
            if (name, own) not in found:
                found.add((name, own))
                waiting += [(more, own) for more in distribution(name).requires or []]
    return {name for name, _ in found}


def pins(constraints: str, names: Collection[str]) -> str:
    """The blocks of these names. Raises `KeyError` where one is not pinned."""
    blocks: dict[str, list[str]] = {}
    own: list[str] = []
    for line in constraints.splitlines():
        if line and not line.startswith((" ", "#")):
            own = blocks[canonicalize_name(line.partition("==")[0])] = []
        if not line.lstrip().startswith("#"):
            own.append(line)
    return "".join(f"{line}\n" for name in sorted(names) for line in blocks[name])


if __name__ == "__main__":
    wheel, file, extras = sys.argv[1:]
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        needed = PathDistribution(zipfile.Path(archive, metadata.rpartition("/")[0] + "/")).requires or []
    with open(file, encoding="utf-8") as text:
        print(pins(text.read(), closure(needed, extras.split(","))), end="")
