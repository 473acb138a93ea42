"""A real PostgreSQL for the tests: one for each process that runs them, a database for each test."""

from collections.abc import Iterator

import pytest

from carrom.base.errors import CarromError
from carrom.testing.postgres import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Where none can be had, the tests that need it fail and say so."""
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
    """The address of an empty database."""
    return postgres.new_database()
