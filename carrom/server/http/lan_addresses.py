"""This machine's addresses in its local network."""

import socket
from contextlib import closing
from functools import lru_cache
from ipaddress import ip_address

from carrom.server.settings import LOOPBACK

_EVERYWHERE = frozenset({"0.0.0.0", "::"})
_FAR = ("192.0.2.1", 9)
"""Reserved for documentation (RFC 5737); no packet is sent."""


def reachable_hosts(host: str) -> tuple[str, ...]:
    """Hosts for a link, likeliest first; empty for localhost."""
    if host in LOOPBACK:
        return ()
    return _own_addresses() if host in _EVERYWHERE else (host,)


@lru_cache(maxsize=1)
def _own_addresses() -> tuple[str, ...]:
    """The default route's first."""
    found: dict[str, None] = {}
    try:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asking:
            asking.connect(_FAR)
            found[str(asking.getsockname()[0])] = None
    except OSError:
        pass
    try:
        named = socket.getaddrinfo(socket.gethostname(), None, family=socket.AF_INET)
    except OSError:
        named = []
    found |= {str(address[0]): None for *_, address in named}
    return tuple(one for one in found if not (ip_address(one).is_loopback or ip_address(one).is_unspecified))
