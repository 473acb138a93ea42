"""Parse errors name the field and the reason."""

from __future__ import annotations

import msgspec
import pytest

from carrom.server.http.parsing import UnreadableError, explain_errors
from carrom.server.wire import messages as m, requests as r

MATCH = '{"rulebook":"icf","length":"board","clock":false,"seats":%s}'
DO = '{"t":"do","key":"0123456789abcdef","base":1,"player":"a1","act":%s}'
SEATS = "south, east, north, west"
TOLD = "do, since, aiming, pace, hurry, propose, open-seat, speak, ping"
STRIKE = '{"do":"strike","x":%s,"y":0,"direction":0,"speed":1}'


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        (r.NewMatch, "[]", "must be a JSON object, not a list"),
        (r.NewMatch, "{", "the JSON ends too early"),
        (r.NewMatch, "{x", "this is not JSON: object keys must be strings (byte 1)"),
        (r.NewMatch, "{}", "rulebook is missing"),
        (r.NewMatch, MATCH % '[{"seat":"south"}]', "seats[0].name is missing"),
        (r.NewMatch, MATCH % "[]", "seats: must have from 2 to 4 items"),
        (r.NewMatch, MATCH % '[{"seat":"up"}]', 'seats[0].seat: "up" is not one of south, east, north, west'),
        (
            r.PositionRequest,
            '{"position":"","seat":"a\\nb\'s - at `$`"}',
            r'''seat: "a\nb's - at `$`" is not one of ''' + SEATS,
        ),
        (m.ToServer, '{"t":"a\\nb\'s"}', rf'''t: "a\nb's" is not one of {TOLD}'''),
        (r.NewMatch, MATCH % '[{"seat":"south","name":""}]', "seats[0].name: must have from 1 to 40 characters"),
        (r.NewMatch, MATCH % '[{"seat":"south","more":1}]', 'seats[0]: unknown field "more"'),
        (m.ToServer, DO % (STRIKE % '"1"'), "act.x: must be a number, not a text"),
        (m.ToServer, DO % (STRIKE % "1e6"), "act.x: must be from -1000 to 1000"),
        (m.ToServer, DO % (STRIKE % "1e999"), "act.x: is too large a number"),
        (m.ToServer, DO.replace("456789", " - ") % "{}", "key: has characters that do not belong there"),
        (m.ToServer, DO.replace("def", "\\\\n") % "{}", "key: has characters that do not belong there"),
        (m.ToServer, '{"t":"sing"}', f't: "sing" is not one of {TOLD}'),
        (m.ToServer, '{"t":"since","seq":1e400}', "seq: is too large a number"),
        (m.ToServer, '{"t":"since","seq":-1}', "seq: must be at least 0"),
        (m.ToServer, DO.replace("a1", "c1") % "{}", 'player: "c1" is not one of a1, a2, b1, b2'),
        (m.ToServer, DO % '{"do":1}', "act.do: must be a text"),
        (m.ToServer, DO % '{"do":"place","at":[[1]]}', "act.at[0]: must have 2 items"),
        (m.ToServer, DO % '{"do":"demand","points":9}', "act.points: must be from 0 to 2"),
        (m.ToServer, DO % '{"do":"concede","what":"all"}', 'act.what: "all" is not one of game, match'),
        (r.Measurements, '{"text":"\\ud800"}', r"half a character stands alone, such as \ud800"),
        (r.Measurements, '{"text":"\\ud800 and more"}', r"half a character stands alone, such as \ud800"),
        (r.Measurements, '{"text":"\\udc00"}', r"half a character stands alone, such as \ud800"),
        (r.Measurements, b'{"text":"\xff"}', "the text is not UTF-8"),
        (msgspec.Raw, b'{"text":"\xc3"}', "the text is not UTF-8"),
    ],
)  # fmt: skip
def test_parse_error_names_field_and_reason(kind: type[object], text: str | bytes, sentence: str) -> None:
    with pytest.raises(UnreadableError) as refused, explain_errors(kind, text):
        msgspec.json.decode(text, type=kind)
    assert str(refused.value) == sentence


def test_unknown_msgspec_error_is_not_passed_on() -> None:
    with pytest.raises(UnreadableError) as refused, explain_errors(r.PictureRequest):
        raise msgspec.ValidationError("Frobnicated `int` - at `$.width`")
    assert str(refused.value).startswith("width: ")
    assert "Frobnicated" not in str(refused.value)


def test_deeply_nested_json_is_refused() -> None:
    """The depth limit differs between Python versions."""
    text = DO % ('{"do":' + "[" * 100_000)
    with (
        pytest.raises(UnreadableError),
        explain_errors(m.ToServer, text),
    ):
        msgspec.json.decode(text, type=m.ToServer)
