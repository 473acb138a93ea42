"""An account name that looks like an existing one is refused: nobody can pose as the referee."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException

from carrom.server import SqliteStore
from carrom.server.desk.accounts import Account, Accounts, look_keys
from carrom.server.stores.store import KeptItem


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Asha Rao", "Аsha Rao"),  # Cyrillic
        ("Asha Rao", "АЅНА RАО"),
        ("Asha Rao", "Αsha Rαο"),  # Greek
        ("Asha Rao", "Ａｓｈａ　Ｒａｏ"),
        ("Asha Rao", "Ásha Rа\u0301o"),
        ("Asha Rao", "As\u200bha Rаo"),
        ("Ali", "AIi"),
        ("Ali", "A1i"),
        ("Ila", "lla"),
        ("Olga", "0lga"),
        ("Arnav", "Amav"),
        ("Виктор", "Bиктop"),
        ("Νίκος", "Nίκoς"),
        ("Asha Rao", "Asha Raօ"),  # Armenian
        ("Sunil Hon", "Տսոil հօո"),
        ("Asha Rao", "ᎪᏚᎻᎪ ᏒᎪO"),  # Cherokee
        ("Asha Rao", "Ꭺsha Rao"),
        ("Meera", "ꮇeera"),
    ],
)
def test_look_alike_names_share_a_key(name: str, alike: str) -> None:
    assert look_keys(name) & look_keys(alike)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ila", "Lia"),
        ("Ali", "Alia"),
        ("Asha Rao", "Asha Roa"),
        ("Mila", "Mala"),
        ("कमला", "कमली"),
        ("Анна", "Anna"),  # н is not mistaken for n
        ("Виктор", "Виктория"),
        ("Olga", "Helga"),
        ("王伟", "王炜"),
        ("Արամ", "Արմեն"),
        ("ᏣᎳᎩ", "ᏣᎳᎦ"),
    ],
)
def test_different_names_share_no_key(name: str, other: str) -> None:
    assert not look_keys(name) & look_keys(other)


def test_look_alike_account_is_refused_while_the_other_exists(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        accounts = Accounts(store, 64)
        asha = await accounts.make("Asha", "a long password", is_host=True)
        for name in ("Аsha", "asha"):
            with pytest.raises(HTTPException) as refused:
                await accounts.make(name, "a long password", is_host=False)
            assert refused.value.status_code == 409
        assert [one.id for one in await store.all_kept("account")] == ["asha"]
        await accounts.sign_in("Asha", "a long password", "here")
        await accounts.drop(asha)
        assert await accounts.make("Аsha", "a long password", is_host=False)
        store.close()

    asyncio.run(run())


def test_older_account_counts_and_a_leftover_key_does_not(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        accounts = Accounts(store, 64)
        await accounts._keep(Account("Olga", True), "a long password", is_new=True)  # as earlier versions did
        with pytest.raises(HTTPException) as refused:
            await accounts.make("0lga", "a long password", is_host=False)
        assert (refused.value.status_code, "0lga" in refused.value.detail) == (409, True)
        for look in look_keys("Dora"):
            await store.keep(KeptItem("look", look, "gone"))
        assert await accounts.make("Dora", "a long password", is_host=False)
        store.close()

    asyncio.run(run())


def test_one_of_several_look_alikes_made_at_once_wins(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "s.sqlite")
        store.open()
        several = [Accounts(store, 64) for _ in range(4)]
        names = ["Asha", "Аsha", "Αsha", "Аshа"]
        made = await asyncio.gather(
            *(one.make(name, "a long password", is_host=False) for one, name in zip(several, names, strict=True)),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Account) for one in made) == 1, made
        assert len(await store.all_kept("account")) == 1
        store.close()

    asyncio.run(run())
