"""Tournament definitions of known rules and events, as JSON."""

import json
from datetime import date
from importlib.resources import files

from carrom.base.codec import decode
from carrom.base.errors import CarromError
from carrom.tournament.model.definition import Definition

TEMPLATES: tuple[str, ...] = ("vkk", "icf", "four-break", "community-2024", "kreeda-2024")


def tournament_template(name: str, *, day: date, title: str | None = None) -> Definition:
    """Template on that day. Age limits keep their source's reference day."""
    if name not in TEMPLATES:
        raise CarromError("unknown-template", f"there is no template {name!r}: there are {', '.join(TEMPLATES)}")
    value = json.loads(files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8"))
    value |= {"day": day.isoformat()}
    if title is not None:
        value["name"] = title
    return decode(Definition, value, f"template {name}")
