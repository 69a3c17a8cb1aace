"""Recordings: a report that names a message may be about a reply to it which passes its correlation id on."""

from pathlib import Path
from typing import Any

import pytest
from recorded import head, judge, record, written

from mqtck.reference.vocabulary.constants import Feedback, MessageType, Report

REQUEST, REPLY = f"{1:048x}", f"{2:048x}"
PASSING = int(Report.EXPIRATION | Report.PASS_CORREL_ID)


def lines(given: dict[str, Any], report: int) -> list[str]:
    """A request that lives for ever, a reply to it, and an expiration report that names the request."""
    put = {"command": "mq put", "queue": "ORDERS", "message": {"label": "request", "reply_to": "REPLIES"}}
    reply = {"label": "reply", "reply_to": "REPLIES", "report": report, **given}
    answer = {"command": "mq put", "queue": "ANSWERS", "message": reply, "descriptor": {"expiry": 10}}
    descriptor = {
        "message_type": int(MessageType.REPORT),
        "feedback": int(Feedback.EXPIRATION),
        "correlation_id": REQUEST,
    }
    seen = {"outcome": "message returned", "message": {"descriptor": descriptor}}
    return [
        head(),
        record(put, {"outcome": "sent", "descriptor": {"message_id": REQUEST}}, 1, 2),
        record(answer, {"outcome": "sent", "descriptor": {"message_id": REPLY}}, 3, 4),
        record({"command": "mq get", "queue": "REPLIES"}, seen, 9000, 9001),
    ]


@pytest.mark.parametrize(
    ("report", "findings"), [(PASSING, 0), (int(Report.EXPIRATION), 1)], ids=["passes it on", "does not"]
)
def test_a_report_about_a_reply_is_not_held_against_its_request(
    tmp_path: Path, report: int, findings: int
) -> None:
    found = judge(written(tmp_path / "a.jsonl", lines({"correlation_id": REQUEST}, report)))
    assert len(found.findings) == findings
