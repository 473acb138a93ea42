"""Client addresses as rate limits count them."""

import pytest
from starlette.requests import Request

from carrom.server.http.endpoints import client_address


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::1"),
        ("not:an:address", "not:an:address"),
    ],
)
def test_ipv6_network_is_one_client(host: str, counted: str) -> None:
    assert client_address(Request({"type": "http", "client": (host, 1)})) == counted


def test_clients_without_an_address_are_counted_together() -> None:
    assert client_address(Request({"type": "http", "client": None})) == "?"
