"""The suite: features, stateful properties and a campaign on one adapter, as one report."""
