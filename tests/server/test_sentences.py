"""What cannot be read is refused in words that say where and why."""

from __future__ import annotations

import msgspec
import pytest

from carrom.server.wire import messages as m
from carrom.server.wire import requests as r
from carrom.server.wire.sentences import explain

MATCH = '{"rulebook":"icf","length":"board","clock":false,"seats":%s}'
DO = '{"t":"do","key":"0123456789abcdef","base":1,"player":"a1","act":%s}'
STRIKE = '{"do":"strike","x":%s,"y":0,"direction":0,"speed":1}'


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        (r.NewMatch, "[]", "must be a JSON object, not a list"),
        (r.NewMatch, "{", "the JSON ends too early"),
        (r.NewMatch, "{x", "this is not JSON: object keys must be strings (byte 1)"),
        (r.NewMatch, "{}", "rulebook is missing"),
        (r.NewMatch, MATCH % '[{"seat":"south"}]', "seats[0].name is missing"),
        (r.NewMatch, MATCH % "[]", "seats: must have at least 2 items"),
        (r.NewMatch, MATCH % '[{"seat":"up"}]', 'seats[0].seat: "up" is not one of the choices'),
        (r.NewMatch, MATCH % '[{"seat":"south","name":""}]', "seats[0].name: must have at least 1 character"),
        (r.NewMatch, MATCH % '[{"seat":"south","more":1}]', 'seats[0]: unknown field "more"'),
        (m.ToServer, DO % (STRIKE % '"1"'), "act.x: must be a number, not a text"),
        (m.ToServer, DO % (STRIKE % "1e6"), "act.x: must be at most 1000"),
        (m.ToServer, DO % (STRIKE % "1e999"), "act.x: is too large a number"),
        (m.ToServer, DO.replace("456789", " - ") % "{}", "key: has characters that do not belong there"),
        (m.ToServer, '{"t":"sing"}', 't: "sing" is not one of the choices'),
    ],
)  # fmt: skip
def test_a_sentence_says_where_and_why(kind: type[object], text: str, sentence: str) -> None:
    with pytest.raises(msgspec.MsgspecError) as refused:
        msgspec.json.decode(text, type=kind)
    assert explain(refused.value) == sentence
