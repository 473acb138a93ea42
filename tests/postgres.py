"""A real PostgreSQL for the tests: one server for each process, a database for each test."""

from collections.abc import Iterator

import pytest

from carrom.base.errors import CarromError
from carrom.testing.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Without a server the tests that need it fail with that message."""
    try:
        server = Postgres()
    except CarromError as error:
        pytest.fail(str(error), pytrace=False)
    try:
        server.start()
        yield server
    finally:
        server.remove()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """Return the address of an empty database."""
    return postgres.new_database()
