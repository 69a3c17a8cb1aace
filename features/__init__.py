"""The features: Gherkin only, read by people first. They travel as package data."""
