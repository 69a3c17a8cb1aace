"""Results in, documents out: terminal, JSON, JUnit XML, Markdown, HTML."""
