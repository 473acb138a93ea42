"""Numbers as people type them: phones in Hindi and Urdu write digits of their own."""

import unicodedata


def plain_digits(text: str) -> str:
    """The same text with every decimal digit, of whatever script, as 0 to 9."""
    return text if text.isascii() else "".join(str(unicodedata.decimal(sign, sign)) for sign in text)
