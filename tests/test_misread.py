"""What is told of a line of JSON that is not of the vocabulary."""

import msgspec
import pytest

from mqtck.reference.vocabulary.misread import what_is_wrong
from mqtck.reference.vocabulary.outcomes import ErrorFamily
from mqtck.reference.vocabulary.traces import Step, TraceHead

LINE = '{"command":{"command":"mq get","queue":"Q"%s},"outcome":{"outcome":%s},"started":1,"ended":2}'


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            LINE % ("", '"refused","family":"MQI"'),
            f"Invalid enum value 'MQI' - at `$.outcome.family`; family is one of {', '.join(ErrorFamily)}",
        ),
        (
            LINE % ("", '"refuse"'),
            "Invalid value 'refuse' - at `$.outcome.outcome`; did you mean refused?",
        ),
        (
            LINE.replace("mq get", "mqget") % ("", '"done"'),
            "Invalid value 'mqget' - at `$.command.command`; did you mean mq get?",
        ),
        (
            LINE.replace('"queue"', '"qeue"') % ("", '"done"'),
            "Object contains unknown field `qeue` - at `$.command`; did you mean queue?",
        ),
        (
            LINE.replace("mq get", "xyzzy") % ("", '"done"'),
            "Invalid value 'xyzzy' - at `$.command.command`",
        ),
        (
            LINE % (',"wait":5', '"done"'),
            (
                "Object contains unknown field `wait` - at `$.command`; "
                "'mq get' has queue, mode, match, syncpoint, connection"
            ),
        ),
        (
            LINE % ("", '"unsupported","what":"gets"'),
            "Object contains unknown field `what` - at `$.outcome`; 'unsupported' has ability, why",
        ),
        (
            LINE % (',"sinkpoint":"within"', '"done"'),
            "Object contains unknown field `sinkpoint` - at `$.command`; did you mean syncpoint?",
        ),
        (
            LINE % ("", '"message returned","message":{"bodi":1}'),
            "Object contains unknown field `bodi` - at `$.outcome.message`; did you mean body?",
        ),
        (
            (LINE % ("", '"done"')).replace('"started":1', '"started":"1"'),
            (
                "Expected `int`, got `str` - at `$.started`; started is the reading of a clock in whole ms, "
                "such as 1795286260357"
            ),
        ),
        ("{", "Input data was truncated"),
    ],
)
def test_what_would_be_right_is_told(line: str, told: str) -> None:
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(line, type=Step)
    assert what_is_wrong(raised.value, line.encode()) == told


def test_without_the_line_a_field_is_looked_for_in_all_kinds() -> None:
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(LINE % (',"waitt":5', '"done"'), type=Step)
    assert what_is_wrong(raised.value).endswith("; did you mean wait?")


def test_a_field_of_a_head_is_one_of_a_head() -> None:
    line = b'{"mqtck_trace":1,"adapter":"a","clock":"real","recorder":"r"}'
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(line, type=TraceHead)
    assert what_is_wrong(raised.value, line) == (
        "Object contains unknown field `recorder`; "
        "the head has mqtck_trace, adapter, clock, profile, title, rules, trace, observed"
    )
