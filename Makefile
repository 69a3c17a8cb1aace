# `make conformance` judges the reference and Apache Artemis; `make test` runs the project's own tests.
# Both set everything up first, in .venv.

PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready
REPORT := conformance-report

# With its modules compiled a process of the kit starts in half the time, and the tests start many.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: conformance test lock schemas rules-index clean

conformance: $(READY)
	@rm -rf $(REPORT)
	@$(VENV)/bin/mqtck run --adapter reference --adapter artemis \
	  --methods features,properties,campaign --output $(REPORT); \
	status=$$?; \
	if [ $$status -le 2 ] && [ -f $(REPORT)/report.json ]; then exit 0; else exit $$status; fi

test: $(READY)
	@$(VENV)/bin/pytest

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mqtck needs Python 3.11 or later; set PYTHON=")'
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@# It warns of a folder with the name of the package, which here is the package.
	@PYTHONWARNINGS=ignore $(VENV)/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

# Write requirements.lock anew from pyproject.toml (hashes, no registry named).
lock: $(READY)
	@$(VENV)/bin/python -c "import tomllib; t = tomllib.load(open('pyproject.toml', 'rb')); print('\n'.join(t['project']['dependencies'] + t['dependency-groups']['dev']))" \
	| $(VENV)/bin/pip-compile --quiet --allow-unsafe --generate-hashes --strip-extras --no-header --no-annotate \
	  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file requirements.lock -

# Publish the JSON Schemas of traces and reports.
schemas: $(READY)
	@$(VENV)/bin/python -c "import json; from mqtck.reference.vocabulary.traces import json_schema; print(json.dumps(json_schema(), indent=1))" > docs/trace.schema.json
	@$(VENV)/bin/python -c "import json; from mqtck.reports.forms import schema; print(json.dumps(schema(), indent=1))" > docs/report.schema.json

# Write the index of rules anew.
rules-index: $(READY)
	@$(VENV)/bin/mqtck rules --format markdown > docs/rules.md

clean:
	rm -rf $(VENV) $(REPORT) build *.egg-info
