"""Whose request this is, as budgets count it."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_network

from starlette.requests import HTTPConnection

_NETWORK = 64
"""Bits: who has one address of such a network has all of them."""


def asker_of(connection: HTTPConnection) -> str:
    """The address that it comes from; of IPv6 its network."""
    return _counted_as(connection.client.host) if connection.client is not None else "?"


@lru_cache(maxsize=4096)
def _counted_as(host: str) -> str:
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return host if address.is_loopback else str(ip_network((int(address) >> _NETWORK << _NETWORK, _NETWORK)))
