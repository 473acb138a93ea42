"""What a column that is not understood may be, by its heading and by what stands in it: a hint for a question."""

import re
from collections.abc import Container, Sequence

from carrom.tournament.log.names import name_key

_MONEY = frozenset(("fee", "fees", "amt", "amount", "rs", "inr", "paid", "payment", "received", "money", "cash", "upi"))
_NOTHING = frozenset(
    (
        "remark",
        "remarks",
        "note",
        "notes",
        "comment",
        "comments",
        "shirt",
        "size",
        "blood",
        "photo",
        "signature",
        "sign",
    )
)
_LOOKS = {
    "email": re.compile(r"\S+@\S+"),
    "born": re.compile(r"\d{1,4}[-/.]\w{1,9}[-/.]\d{1,4}"),
    "phone": re.compile(r"\+?[\d\s-]{7,}"),
    "age": re.compile(r"\d{1,2}"),
    "fee": re.compile(r"(rs\.?|inr|₹|€|\$|£)?\s*\d{2,6}(\.0+|/-)?", re.IGNORECASE),
}


def likely_meaning(heading: str, cells: Sequence[str], taken: Container[str | None]) -> str | None:
    """A meaning that no other column has, if one is likely."""
    words = set(name_key(heading).split())
    if words & _NOTHING:
        return None
    if words & _MONEY:
        return "fee" if "fee" not in taken else None
    looks = next((meaning for meaning, form in _LOOKS.items() if all(map(form.fullmatch, cells))), None)
    able = ("club", "community", "team") if looks is None else (looks,)
    return next((one for one in able if one not in taken), None)
