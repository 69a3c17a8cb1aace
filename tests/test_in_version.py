"""A scenario that does not say of which version a queue manager on z/OS is asks it of the profile's."""

import pytest

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.profiles import inapplicable
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_scenario
from mqtck.reference.vocabulary.commands import DefineQueueManager
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, Edition, Platform, Profile, Version
from mqtck.reference.vocabulary.results import Verdict

ON_ZOS = [one for one in load_features() if one.feature.startswith("delivery_delay/20_")]


@pytest.mark.parametrize("profile", EVERY_PROFILE, ids=str)
def test_the_processor_is_tried_on_the_version_of_the_profile(profile: Profile) -> None:
    versions = set()
    for scenario in ON_ZOS:
        if inapplicable(scenario.tags, profile) or "of version" in " ".join(s.text for s in scenario.steps):
            continue
        result = run_scenario(Reference(profile), scenario)
        assert result.verdict is Verdict.CONFORMS
        made = [one.command for one in result.trace.steps if isinstance(one.command, DefineQueueManager)]
        versions |= {command.version for command in made if command.platform is Platform.ZOS}
    assert versions == {Version(8, 0) if profile.edition is Edition.VERSION_8_0 else Version()}
