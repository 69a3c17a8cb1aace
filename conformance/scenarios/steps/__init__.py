"""The steps of the features: Gherkin in, parts of a script out."""
