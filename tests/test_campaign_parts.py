"""The parts of a campaign and its folder, without Spark: what is run, what is kept, what is refused."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from mqtck.conformance.campaign import folder as campaign_folder
from mqtck.conformance.campaign.emphasis import LAG, UNSTEERED, Emphasis, Seen, emphasised, together
from mqtck.conformance.campaign.folder import (
    FORMAT_VERSION,
    PLAN,
    CampaignError,
    CampaignFolder,
    Manifest,
    Part,
    PartSummary,
    PlanError,
    held,
    kit,
    parts_of,
)
from mqtck.conformance.campaign.parts import Parts, Work, run_parts
from mqtck.conformance.campaign.progress import Progress, line, span
from mqtck.conformance.campaign.running import many
from mqtck.conformance.cases.generator import EPISODES
from mqtck.reference.vocabulary.profile import ClockKind

MANIFEST = Manifest(
    mqtck_campaign=FORMAT_VERSION,
    kit=kit(),
    adapter="reference",
    implementation="reference model 0.1.0",
    clock=ClockKind.VIRTUAL,
    abilities=("jms",),
    profiles=("multiplatforms",),
    code="",
    seed=1,
    cases=70,
    commands=30,
    part=10,
    sample_every=0,
    answer_seconds=30.0,
    steering="",
    rules=(),
)


def summary(part: Part, emphasis: Emphasis | None = None) -> PartSummary:
    seen = Seen(part.cases, part.cases * 30, {f"DD-{part.number}": 1}, {"conforms": part.cases}, {})
    return PartSummary(part.number, emphasis or Emphasis(), seen)


class Memory:
    """Parts that are finished in memory; `execute` notes down what was run."""

    def __init__(self, *finished: PartSummary) -> None:
        self.kept = {one.part: one for one in finished}
        self.run: list[int] = []
        self.drawn: dict[int, Emphasis] = {}
        self._lock = threading.Lock()

    def parts(self) -> Parts:
        return Parts(self.kept, self.kept.__getitem__)

    def execute(self, part: Part, emphasis: Emphasis) -> PartSummary:
        with self._lock:
            self.run.append(part.number)
            self.drawn[part.number] = emphasis
        done = summary(part, emphasis)
        self.kept[part.number] = done
        return done

    def work(self, execute: Callable[[Part, Emphasis], PartSummary] | None = None) -> Work:
        return Work(execute or self.execute, lambda: None, lambda: None)


class TowardsTheUnseen:
    """Draws by how many rules were seen, and has enough at some."""

    name = "towards the unseen"

    def __init__(self, enough: int = 1000) -> None:
        self._enough = enough

    def next_part(self, seen: Seen) -> Emphasis | None:
        return None if len(seen.rules) >= self._enough else Emphasis((("delayed", 1 + len(seen.rules)),))


# --- which parts are run -------------------------------------------------------------------------------


def test_parts_cover_all_cases_once() -> None:
    parts = list(parts_of(25, 10))
    assert [(part.number, part.first, part.cases) for part in parts] == [(0, 0, 10), (1, 10, 10), (2, 20, 5)]


def test_every_part_is_run_once() -> None:
    memory = Memory()
    done = memory.parts()
    assert run_parts(parts_of(70, 10), UNSTEERED, done, memory.work()) == 7
    assert sorted(memory.run) == list(range(7))
    assert done.seen.cases == 70


def test_finished_parts_are_not_run_again() -> None:
    parts = list(parts_of(70, 10))
    memory = Memory(summary(parts[0]), summary(parts[3]))
    done = memory.parts()
    assert run_parts(iter(parts), UNSTEERED, done, memory.work()) == 7
    assert sorted(memory.run) == [1, 2, 4, 5, 6]
    assert done.seen == together(summary(part).seen for part in parts)


def test_two_parts_run_at_once_and_no_more() -> None:
    both = threading.Barrier(2, timeout=10)
    running: list[int] = []
    most: list[int] = []

    def execute(part: Part, emphasis: Emphasis) -> PartSummary:
        running.append(part.number)
        most.append(len(running))
        both.wait()
        running.remove(part.number)
        return memory.execute(part, emphasis)

    memory = Memory()
    run_parts(parts_of(60, 10), UNSTEERED, memory.parts(), memory.work(execute))
    assert max(most) == 2


def test_a_part_is_planned_by_the_parts_before_it_but_the_lag_whatever_the_timing() -> None:
    second_is_over = threading.Event()

    def late(part: Part, emphasis: Emphasis) -> PartSummary:
        if part.number == 0:
            assert second_is_over.wait(10)
        try:
            return slow.execute(part, emphasis)
        finally:
            if part.number == 2:
                second_is_over.set()

    quick, slow = Memory(), Memory()
    for memory, execute in ((quick, quick.execute), (slow, late)):
        run_parts(parts_of(70, 10), TowardsTheUnseen(), memory.parts(), memory.work(execute))
    assert quick.drawn == slow.drawn
    assert {part: dict(drawn.weights)["delayed"] for part, drawn in quick.drawn.items()} == {
        part: 1 + max(0, part - LAG) for part in range(7)
    }


def test_a_steered_campaign_that_is_continued_draws_the_same() -> None:
    whole, begun = Memory(), Memory()
    run_parts(parts_of(70, 10), TowardsTheUnseen(), whole.parts(), whole.work())
    for kept in (0, 1, 3):
        begun.kept[kept] = whole.kept[kept]
    run_parts(parts_of(70, 10), TowardsTheUnseen(), begun.parts(), begun.work())
    assert begun.kept == whole.kept
    assert sorted(begun.run) == [2, 4, 5, 6]


def test_enough_ends_a_campaign_at_the_same_part_whatever_was_finished() -> None:
    whole = Memory()
    assert run_parts(parts_of(200, 10), TowardsTheUnseen(3), whole.parts(), whole.work()) == 3 + LAG
    begun = Memory(whole.kept[1], whole.kept[2])
    assert run_parts(parts_of(200, 10), TowardsTheUnseen(3), begun.parts(), begun.work()) == 3 + LAG
    assert begun.kept == whole.kept


def test_a_finished_part_that_was_drawn_otherwise_is_not_taken() -> None:
    part = next(parts_of(70, 10))
    memory = Memory(summary(part, Emphasis((("delayed", 99),))))
    with pytest.raises(CampaignError, match="drawn with another emphasis"):
        run_parts(parts_of(70, 10), UNSTEERED, memory.parts(), memory.work())


def test_a_part_that_fails_ends_the_campaign_after_the_other_was_cancelled() -> None:
    cancelled = threading.Event()

    def execute(part: Part, emphasis: Emphasis) -> PartSummary:
        if part.number == 0:
            raise CampaignError("no more paper")
        assert cancelled.wait(10), "nobody cancelled the other part"
        return memory.execute(part, emphasis)

    memory = Memory()
    with pytest.raises(CampaignError, match="no more paper"):
        run_parts(parts_of(70, 10), UNSTEERED, memory.parts(), Work(execute, lambda: None, cancelled.set))
    assert set(memory.run) <= {1}


def test_an_emphasis_changes_weights_by_name() -> None:
    changed = {episode.name: episode.weight for episode in emphasised(Emphasis((("message_groups", 50),)))}
    usual = {episode.name: episode.weight for episode in EPISODES}
    assert changed == {**usual, "message_groups": 50}
    assert emphasised(Emphasis()) == EPISODES
    with pytest.raises(ValueError, match="no episode nonsense"):
        emphasised(Emphasis((("nonsense", 1),)))


# --- the folder ----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[CampaignFolder]:
    with held(tmp_path / "campaign") as one:
        yield one


def write(folder: CampaignFolder, part: Part) -> None:
    place = folder.place_for(part)
    place.mkdir(parents=True)
    (place / "rows.parquet").write_bytes(b"rows")


def test_a_part_counts_once_it_is_finished(folder: CampaignFolder) -> None:
    first, second, *_ = parts_of(70, 10)
    folder.begin(MANIFEST)
    for part in (first, second):
        write(folder, part)
    assert folder.finished() == []
    folder.finish(second, summary(second))
    assert folder.finished() == [1]
    assert folder.summary(1) == summary(second)
    assert (folder.places(2)[1] / "rows.parquet").read_bytes() == b"rows"
    assert not folder.places(1)[0].exists()


def test_what_was_half_written_is_gone_when_the_campaign_is_continued(folder: CampaignFolder) -> None:
    folder.begin(MANIFEST)
    write(folder, next(parts_of(70, 10)))
    folder.begin(MANIFEST)
    assert not (folder.path / "unfinished").exists()
    assert folder.finished() == []


def with_a_part(folder: CampaignFolder) -> CampaignFolder:
    first = next(parts_of(70, 10))
    folder.begin(MANIFEST)
    write(folder, first)
    folder.finish(first, summary(first))
    return folder


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 2}, "with seed 1, not 2"),
        ({"cases": 80}, "with cases 70, not 80"),
        ({"part": 5}, "with part 10, not 5"),
        ({"adapter": "artemis"}, "with adapter reference, not artemis"),
        ({"implementation": "reference model 2"}, "with implementation reference model 0.1.0, not"),
        ({"profiles": ("z/os",)}, "with profiles"),
        ({"code": "0123"}, "an adapter whose files have changed since"),
        ({"abilities": ("mqi",)}, "an adapter of other abilities"),
        ({"steering": "covered"}, "with steering none, not covered"),
    ],
)
def test_another_plan_is_refused(folder: CampaignFolder, changes: dict[str, Any], told: str) -> None:
    with_a_part(folder).begin(MANIFEST)
    with pytest.raises(PlanError, match="--restart") as refused:
        folder.begin(structs.replace(MANIFEST, **changes))
    assert told in str(refused.value)
    assert folder.finished() == [0], "nothing is lost"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"kit": "0.0.9+0123456789ab"}, "holds results of mqtck 0.0.9"),
        ({"mqtck_campaign": 0}, "results in format 0, and this mqtck continues format 2 only"),
        ({"mqtck_campaign": 1}, "results in format 1"),
        ({"mqtck_campaign": 3, "more": "fields"}, "results in format 3"),
    ],
)
def test_results_of_another_version_are_refused(
    folder: CampaignFolder, changes: dict[str, Any], told: str
) -> None:
    plan = with_a_part(folder).path / PLAN
    plan.write_bytes(msgspec.json.encode({**msgspec.to_builtins(MANIFEST), **changes}))
    with pytest.raises(PlanError, match="--restart") as refused:
        folder.begin(MANIFEST)
    assert told in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff"])
def test_a_spoilt_plan_is_refused(folder: CampaignFolder, content: bytes) -> None:
    (with_a_part(folder).path / PLAN).write_bytes(content)
    with pytest.raises(PlanError, match="cannot be read"):
        folder.begin(MANIFEST)


def test_cases_of_before_there_were_plans_are_refused(folder: CampaignFolder) -> None:
    folder.cases.mkdir()
    (folder.cases / "part-00000.parquet").write_bytes(b"rows")
    with pytest.raises(PlanError, match="as older versions of mqtck left them"):
        folder.begin(MANIFEST)


def test_a_plan_without_finished_parts_is_replaced(folder: CampaignFolder) -> None:
    folder.begin(MANIFEST)
    folder.begin(structs.replace(MANIFEST, seed=2))
    assert b'"seed": 2' in (folder.path / PLAN).read_bytes()


def test_results_can_be_thrown_away(folder: CampaignFolder) -> None:
    with_a_part(folder).close(b"{}")
    folder.throw_away()
    assert [path.name for path in folder.path.iterdir()] == ["lock"]
    folder.begin(structs.replace(MANIFEST, seed=2))


def test_a_finished_part_without_its_summary_is_told(folder: CampaignFolder) -> None:
    (with_a_part(folder).places(1)[0] / "_part.json").unlink()
    with pytest.raises(CampaignError, match="the same command runs it again"):
        folder.summary(0)


def test_a_second_campaign_in_one_folder_is_refused_at_once(folder: CampaignFolder) -> None:
    with pytest.raises(CampaignError, match=f"at work in .* .process {os.getpid()} on "), held(folder.path):
        pass


def test_the_folder_is_free_again_when_its_campaign_was_killed(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys; from mqtck.conformance.campaign.folder import held\n"
        "with held(pathlib.Path(sys.argv[1])):\n print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(CampaignError, match=f"process {other.pid} on"), held(tmp_path):
            pass
        other.kill()
        other.wait()
        with held(tmp_path) as again:
            assert again.path == tmp_path


def test_a_folder_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PlanError, match="cannot be made or written"), held(tmp_path / "file" / "below"):
        pass


def test_a_file_that_cannot_be_written_whole_is_not_there(
    folder: CampaignFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(campaign_folder.os, "fsync", full)
    with pytest.raises(CampaignError, match=r"No space left on device.*it continues"):
        folder.begin(MANIFEST)
    assert [path.name for path in folder.path.iterdir()] == ["lock"]


def test_the_kit_is_told_apart_by_its_code() -> None:
    version, _, digest = kit().partition("+")
    assert version
    assert len(digest) == 12


@pytest.mark.parametrize("changed", ["reference", "conformance", "adapters", "features"])
def test_another_kit_is_one_whose_code_or_features_are_others(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A case may be a medley of the features."""

    def find(name: str) -> ModuleSpec:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(tmp_path / name.removeprefix("mqtck."))]
        return spec

    for part in ("reference", "conformance", "adapters", "features"):
        (tmp_path / part).mkdir()
        (tmp_path / part / ("a.feature" if part == "features" else "a.py")).write_text("1")
    monkeypatch.setattr(campaign_folder.importlib.util, "find_spec", find)
    before = kit.__wrapped__()
    (file,) = (tmp_path / changed).iterdir()
    file.write_text("2")
    assert kit.__wrapped__() != before


# --- progress ------------------------------------------------------------------------------------------


def test_progress_tells_what_is_done_and_how_long_it_takes() -> None:
    now = [0.0]
    told: list[str] = []
    progress = Progress(1000, already=100, tell=told.append, clock=lambda: now[0])
    seen = Seen(200, 30_000, {"DD-1": 3, "DD-2": 1}, {"conforms": 198, "violates": 1, "indeterminate": 1}, {})
    now[0] = 1.0
    progress.look(seen, lambda: 0.0)
    assert told == []
    now[0] = 60.0
    progress.look(seen, lambda: 200.0)
    for now[0] in (61.0, 70.0):
        progress.look(seen, lambda: 200.0)
    (only,) = told
    assert only == (
        "campaign: 200 of 1,000 cases, 30,000 commands, 1 with findings, 1 undecided, 2 rules covered, "
        "about 200 more cases under way; about 2 min left"
    )


def test_cases_that_the_adapter_failed_in_are_told_from_those_that_nobody_can_decide() -> None:
    verdicts = {"conforms": 5, "adapter error": 3, "indeterminate": 2}
    told = line(Seen(10, 900, {"DD-1": 1}, verdicts, {}), 10)
    assert told == (
        "10 of 10 cases, 900 commands, 0 with findings, 3 adapter errors, 2 undecided, 1 rules covered"
    )


def test_progress_is_told_now_and_then_also_where_nothing_is_new() -> None:
    now = [0.0]
    told: list[str] = []
    progress = Progress(10, already=0, tell=told.append, clock=lambda: now[0])
    for now[0] in (6.0, 12.0, 18.0, 31.0, 36.0):
        progress.look(Seen(), lambda: 0.0)
    assert told == ["campaign: 0 of 10 cases, 0 commands, 0 with findings, 0 rules covered"]


def test_a_line_of_progress_leaves_out_what_there_is_not() -> None:
    assert line(Seen(), 50) == "0 of 50 cases, 0 commands, 0 with findings, 0 rules covered"


@pytest.mark.parametrize(("seconds", "told"), [(0.2, "1 s"), (59, "59 s"), (90, "2 min"), (9000, "2.5 h")])
def test_time_left_is_rounded(seconds: float, told: str) -> None:
    assert span(seconds) == told


def test_one_of_something_is_not_many() -> None:
    assert [many(number, "part") for number in (1, 2, 1000)] == ["1 part", "2 parts", "1,000 parts"]
