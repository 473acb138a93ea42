"""A club on the server that the browser tests share: its owner, tournaments, and links for its helpers."""

from __future__ import annotations

import itertools
import json
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
        """What an address answers; headers where there is no JSON."""
        sent = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        with urllib.request.urlopen(urllib.request.Request(f"{self.address}{path}", sent, headers)) as answer:
            self.cookie = self.cookie or (answer.headers["set-cookie"] or "").partition(";")[0]
            return json.loads(answer.read())

    def new(self, *, players: str = PLAYERS + MORE, tables: int = 4, **said: str) -> DeskTournament:
        """A cup that is drawn and published."""
        made = self.begin(
            "vkk", name="Hill cup", tables=str(tables), start="00:00", **said
        )  # called at whatever hour this is run
        made.act("import", text=players)
        made.act("draw", stage="S/groups", random="2024")
        made.act("draw", stage="S/knockout")
        made.act("publish", stage="S/groups")
        return made

    def begin(self, beginning: str, **said: str) -> DeskTournament:
        """A tournament that nobody has entered yet."""
        settings = [{"setting": name.replace("_", "-"), "value": value} for name, value in said.items()]
        body = {"key": f"web-{next(_KEYS):08}", "beginning": beginning, "settings": settings}
        return DeskTournament(self, self.ask("/api/tournaments", body)["id"])


@dataclass
class DeskTournament:
    """One tournament of the club."""

    club: DeskClub
    id: str

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self.club.ask(f"/api/tournaments/{self.id}/{path}", body)

    def act(self, do: str, *, reason: str = "tried", **said: Any) -> Any:
        """Do it, confirmed where that is asked for."""
        act = {"do": do, **said}
        seen = self.ask("preview", {"act": act, "reason": reason})
        wish = {"key": f"web-{next(_KEYS):08}", "act": act, "reason": reason, "confirm": seen["confirm"]}
        return self.ask("acts", wish)

    def call_all(self) -> None:
        """What is next goes to its table."""
        for one in self.ask("hall")["calls"]:
            self.act("call", match=one["id"], table=one["table"])

    def link(self, role: str, screen: str = "evening") -> str:
        """The address that somebody with this role opens."""
        made = self.ask("links", {"role": role, "name": role.title()})
        return f"{self.club.address}/desk/{self.id}/{screen}#{made['secret']}"

    def kinds(self) -> list[str]:
        """The kinds of all facts, the newest first."""
        return [fact["kind"] for fact in self.ask("log")["facts"]]
