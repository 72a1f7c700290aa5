# make quickstart   install and play the quickstart league
# make check        format, lint, types, layers
# make compiled     the tests of the engine once more, on an engine compiled to C
# make test         all that CI runs, from nothing
# make bench        ratios against peers, in an environment of their own
# make goldens      write golden files and data dictionary anew, to be reviewed as a diff

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TOURNAMENT := $(BIN)/tournament

SOURCES := $(shell find engine bots tournament reports configs -type f ! -name '*.pyc')

.PHONY: quickstart system check test unit e2e compiled bench goldens clean

quickstart: $(VENV)/installed
	$(TOURNAMENT) --version
	$(TOURNAMENT) run configs/leagues/quickstart.toml --out runs/quickstart

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' || \
		{ echo "error: found $$($(PYTHON) --version); allowed: Python 3.11 to 3.13 (make PYTHON=…)"; exit 2; }
	$(PYTHON) -m venv $(VENV) || { \
		apt-get update -q && apt-get install -yq python3-venv && $(PYTHON) -m venv --clear $(VENV); }

# Compiled where a C compiler is found; where one develops the editable install stays, and plain.
$(VENV)/installed: pyproject.toml setup.py $(SOURCES) $(VENV)/bin/python
	rm -rf build
	test -e $(VENV)/installed-dev || $(BIN)/pip install -q --disable-pip-version-check .
	touch $@

$(VENV)/installed-dev: pyproject.toml setup.py $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/installed

# What the tests need of the system. Only root can install it; without bubblewrap or node the tests
# that need them are skipped, and fail in CI.
system:
	@need=""; \
	command -v bwrap >/dev/null || need="$$need bubblewrap"; \
	command -v node >/dev/null || need="$$need nodejs"; \
	command -v cc >/dev/null || need="$$need gcc libc6-dev"; \
	$(PYTHON) -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' \
		2>/dev/null || need="$$need python3-dev"; \
	[ -z "$$need" ] || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
		apt-get update -q && apt-get install -yq --no-install-recommends $$need; } || \
		echo "not found and not installed:$$need"

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

unit: $(VENV)/installed-dev system
	$(BIN)/pytest -q -n 2 tests --ignore tests/e2e --ignore tests/compiled

e2e: $(VENV)/installed-dev system
	$(BIN)/pytest -q -n 3 --dist loadfile --durations 10 tests/e2e

# What `pip install .` gives, beside the sources and not among them.
$(VENV)/compiled/installed: pyproject.toml setup.py $(SOURCES) $(VENV)/installed-dev
	rm -rf build $(VENV)/compiled
	TYSIAC_ENGINE=compiled $(BIN)/pip install -q --disable-pip-version-check --no-deps \
		--target $(VENV)/compiled .
	touch $@

compiled: system $(VENV)/compiled/installed
	$(BIN)/pytest -q -n 2 -o pythonpath="$(VENV)/compiled tests/support" \
		tests/compiled tests/engine tests/rules tests/golden tests/conformance tests/tournament

test: check unit compiled e2e

# The project itself never installs a peer; one that can't be had is skipped by the benchmarks.
PEERS := schnapsen==0.0.5 open_spiel==2.0.2 rlcard==1.2.0

$(VENV)-bench/installed: pyproject.toml setup.py $(SOURCES) $(VENV)/bin/python
	rm -rf build
	$(PYTHON) -m venv $(VENV)-bench
	TYSIAC_ENGINE=compiled $(VENV)-bench/bin/pip install -q --disable-pip-version-check .
	for peer in $(PEERS); do \
		$(VENV)-bench/bin/pip install -q --disable-pip-version-check $$peer || \
			echo "not installed: $$peer"; \
	done
	touch $@

bench: $(VENV)-bench/installed
	$(VENV)-bench/bin/python tests/bench/hands.py
	$(VENV)-bench/bin/python tests/bench/throughput.py
	$(VENV)-bench/bin/python tests/bench/isolation.py
	$(VENV)-bench/bin/python tests/bench/pipeline.py
	$(VENV)-bench/bin/python tests/bench/playouts.py
	$(VENV)-bench/bin/python tests/bench/solver.py

goldens: $(VENV)/installed-dev
	$(BIN)/python tests/golden/regenerate.py
	$(BIN)/python -m reports.dictionary

clean:
	rm -rf $(VENV) $(VENV)-bench build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
