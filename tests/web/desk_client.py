"""A club on the server that the browser tests share: its owner, tournaments, and links for its helpers."""

from __future__ import annotations

import itertools
import json
import re
import urllib.request
from dataclasses import dataclass
from typing import Any

_KEYS = itertools.count(1)
PLAYERS = "name,club,seed,phone\nAsha,Hill,1,98201\nBen,Hill,2,98202\nCarl,Lake,,98203\nDev,Lake,,98204\n"
MORE = "Eva,Mill,,98205\nFay,Mill,,98206\nGus,Port,,98207\nHema,Port,,98208\n"


@dataclass
class DeskClub:
    """The server as its owner uses it, without a page."""

    address: str
    cookie: str = ""

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the JSON that an address answers."""
        sent = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        with urllib.request.urlopen(urllib.request.Request(f"{self.address}{path}", sent, headers)) as answer:
            self.cookie = self.cookie or (answer.headers["set-cookie"] or "").partition(";")[0]
            return json.loads(answer.read())

    def new(self, *, players: str = PLAYERS + MORE, tables: int = 4, **settings: str) -> DeskTournament:
        """Create a cup that is drawn and published."""
        made = self.begin(
            "vkk", name="Hill cup", tables=str(tables), start="00:00", **settings
        )  # matches can be called at any hour
        made.act("import", text=players)
        made.act("draw", stage="S/groups", random="2024")
        made.act("draw", stage="S/knockout")
        made.act("publish", stage="S/groups")
        return made

    def begin(self, beginning: str, **settings: str) -> DeskTournament:
        """Create a tournament without entries."""
        chosen = [{"setting": name.replace("_", "-"), "value": value} for name, value in settings.items()]
        body = {"key": f"web-{next(_KEYS):08}", "beginning": beginning, "settings": chosen}
        return DeskTournament(self, self.ask("/api/tournaments", body)["id"])


@dataclass
class DeskTournament:
    """One tournament of the club."""

    club: DeskClub
    id: str

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self.club.ask(f"/api/tournaments/{self.id}/{path}", body)

    def act(self, do: str, *, reason: str = "tried", **fields: Any) -> Any:
        """Preview an act, confirm it and do it."""
        act = {"do": do, **fields}
        preview = self.ask("preview", {"act": act, "reason": reason})
        request = {"key": f"web-{next(_KEYS):08}", "act": act, "reason": reason, "confirm": preview["confirm"]}
        return self.ask("acts", request)

    def call_all(self) -> None:
        """Call every match that the hall proposes."""
        for one in self.ask("hall")["calls"]:
            self.act("call", match=one["id"], table=one["table"])

    def link(self, role: str, screen: str = "evening") -> str:
        """Create a link with this role and return the address that it opens."""
        made = self.ask("links", {"role": role, "name": role.title()})
        return f"{self.club.address}/desk/{self.id}/{screen}#{made['secret']}"

    def kinds(self) -> list[str]:
        """Return the kinds of all facts, newest first."""
        return [fact["kind"] for fact in self.ask("log")["facts"]]


def containing(*parts: str) -> re.Pattern[str]:
    """Match a text that contains each of these names and figures, in any order.

    Figures are whole numbers and single letters whole words; names may touch the text of the next element.
    """
    return re.compile("".join(rf"(?=[\s\S]*{_whole(part)})" for part in parts))


def _whole(part: str) -> str:
    if len(part) == 1 and part.isalpha():
        return rf"\b{part}\b"
    before, after = (r"(?<!\d)" if part[0].isdigit() else ""), (r"(?!\d)" if part[-1].isdigit() else "")
    return f"{before}{re.escape(part)}{after}"
