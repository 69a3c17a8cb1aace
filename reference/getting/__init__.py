"""Gets, browses and looks at whole queues: what each may return, and what is known by then."""
