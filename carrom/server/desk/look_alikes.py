"""Names that look the same on a screen although their letters are others: `Аsha` with a Cyrillic А, `AIi` for `Ali`.

Nobody shall pass for somebody else who has an account here. The table is small: letters of Latin, Greek and Cyrillic,
which share most of their shapes, those of Armenian and Cherokee that have them too, and figures. Scripts that nobody
takes for these are left alone.
"""

from typing import Final

from carrom.tournament.log.names import name_key, plain_letters

_CHEROKEE: Final = ("ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴ", "DRTiYAJEWMHYGhZbRWSVSLCPKdGB")
_PAIRS: Final = (
    ("АВЕЅІЈКМНОРСТУХԀԌԚԜѴҮ", "ABESIJKMHOPCTYXDGQWVY"),
    ("авеѕіјкмнорстухԁԍԛԝѵүһӏґг", "abesijkmhopctyxdgqwvyhlrr"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ", "ABEZHIKMNOPTYXCj"),
    ("αβγεζηικνορτυχωϲς", "abyeznikvoptuxwcc"),
    ("ıɩɑɡɪʏʜᴀᴄᴇᴏᴛᴠᴡᴢꞮƖǀ", "iiagiyhaceotvwzIll"),
    ("ՕՍՏԼօսոռհյցզալ", "OUSLounnhjgqwl"),
    _CHEROKEE,
    (_CHEROKEE[0].lower(), _CHEROKEE[1].lower()),  # its small letters are the capitals once more
    ("01|", "Oll"),
)
_LATIN: Final = str.maketrans(
    {alike: latin for those, these in _PAIRS for alike, latin in zip(those, these, strict=True)}
)
_SHAPES: Final = str.maketrans({"I": "l", "L": "\N{LATIN SMALL LETTER L WITH STROKE}"})
"""A capital I has the shape of a small l, and a capital L has not."""


def looks(name: str) -> frozenset[str]:
    """Two names that have one of these in common look the same: by their letters, or by the shapes of them."""
    latin = "".join(map(plain_letters, name)).translate(_LATIN)
    shape = latin.translate(_SHAPES).casefold().replace("rn", "m").replace("vv", "w")
    return frozenset({f"letters {name_key(latin)}", f"shapes {' '.join(shape.split())}"})
