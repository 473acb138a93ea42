"""Heads of requests that two readers could understand in two ways: they are refused, whoever sends them.

A proxy and a server that disagree about where a request ends, or whom it is meant for, let one visitor speak for
another. What is broken beyond that (lengths that contradict each other, folded lines) the parser refuses by itself.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

LARGEST_HEAD: Final = 65_536
"""Bytes. Browsers send one or two thousand."""
_MOST_LINES: Final = 100
_VERSIONS: Final = ("1.0", "1.1")
_ONCE: Final = frozenset(
    {
        b"host",
        b"origin",
        b"content-length",
        b"content-type",
        b"transfer-encoding",
        b"authorization",
        b"sec-fetch-mode",
        b"sec-fetch-site",
        b"upgrade",
    }
)
_HOST: Final = re.compile(rb"[a-z0-9._-]*(:[0-9]{0,5})?|\[[0-9a-f:.]+\](:[0-9]{0,5})?", re.IGNORECASE)
"""A name or an address, and a port: what stands in an address before its path."""
_WHOLE: Final = re.compile(rb"https?://([^/?#]*)", re.IGNORECASE)


def head_fault(version: str, target: bytes, headers: Sequence[tuple[bytes, bytes]]) -> str | None:
    """What is wrong with the head of a request; the names of its lines are in small letters."""
    if version not in _VERSIONS:
        return "that is another language"
    if len(headers) > _MOST_LINES:
        return "too many lines"
    doubled = [name for name, count in Counter(name for name, _ in headers).items() if count > 1 and name in _ONCE]
    if doubled:
        return f"{doubled[0].decode()} stands there twice"
    given = dict(headers)
    host = given.get(b"host")
    if host is None and version != "1.0":
        return "it does not say for which host it is"
    if host is not None and not _HOST.fullmatch(host):
        return "that is no host"
    whole = _WHOLE.match(target)
    if whole is not None and whole[1].lower() != (host or b"").lower():
        return "it is for two hosts"
    coding = given.get(b"transfer-encoding")
    if coding is not None and (version == "1.0" or coding.strip().lower() != b"chunked"):
        return "its body is in a form that is not read here"
    has_body = coding is not None or given.get(b"content-length", b"0").strip() != b"0"
    if has_body and given.get(b"upgrade", b"").strip().lower() == b"websocket":
        return "a socket begins without a body"
    return None
