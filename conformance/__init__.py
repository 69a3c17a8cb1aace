"""The judging side: adapter contract, judge, scenarios, stateful properties and the campaign."""
