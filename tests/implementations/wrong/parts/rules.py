"""Rules that are to be blamed together."""

LOST = ("DD-10", "DD-12", "X-54")
BACK = ("AM-09", "AM-10", "AM-27")
INTOLERANT = ("AM-20", "AM-21")
STOPPED = ("DD-01", "DD-10", "DD-117")
MODES = ("HM-09", "HM-10", "HM-11", "HM-12")
ANY_WAY = ("HM-48",)
"""The notes hold for every send."""
AGES = ("EX-05", "EX-10")
LIVES = ("EX-01", "EX-04", "EX-17", "EX-18", *AGES)
OPTIONS = ("DD-130", "DD-125", "X-42")
FAILURES = ("DD-97", "DD-98", "DD-99", "DD-49", "DD-114", "X-36", "X-37", "X-54")
AS_SENT = ("DD-125", "DD-130", "X-42")
FAILED_OR_LOST = ("DD-97", "DD-98", "DD-114", "DD-49", "DD-74", "X-37", "DD-10", "DD-12", "X-54")
FAILED = ("DD-97", "DD-98", "DD-114", "DD-49", "DD-74", "X-37")
OVERFULL = ("DD-112", "DD-114", "DD-39", "EX-35", "X-53", *LOST)
