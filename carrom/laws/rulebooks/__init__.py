"""The built-in rulebooks, one file each."""

from collections.abc import Mapping

from carrom.base.codec import misread_value
from carrom.laws.rulebook import Rulebook
from carrom.laws.rulebooks.community_2024 import COMMUNITY_2024
from carrom.laws.rulebooks.four_break import FOUR_BREAK
from carrom.laws.rulebooks.icf import ICF
from carrom.laws.rulebooks.kreeda_2024 import KREEDA_2024
from carrom.laws.rulebooks.vkk import VKK

RULEBOOKS: dict[str, Rulebook] = {book.id: book for book in (ICF, VKK, FOUR_BREAK, COMMUNITY_2024, KREEDA_2024)}


def rulebook(id: str, books: Mapping[str, Rulebook] = RULEBOOKS) -> Rulebook:
    """Raises `CarromError` for an unknown id."""
    try:
        return books[id]
    except (KeyError, TypeError):
        raise misread_value(id, f"one of {', '.join(books)}").inside("rulebook") from None
