PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
REPORT := .rules-report.json
# One worker per processor; `make test JOBS=0` runs in one process, ARGS="-k name" picks tests.
JOBS ?= auto
ARGS ?=
PYTEST := $(BIN)/python -m pytest -q -n $(JOBS)

.DEFAULT_GOAL := help
.PHONY: help setup play browser test check lint rules words bench look mutants fuzz chaos newcomer others clean

help: ## list these targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{printf "%-14s %s\n", $$1, $$2}'

setup: $(STAMP) ## create .venv and install Piercy with its tools

$(STAMP): pyproject.toml hatch_build.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Piercy needs Python 3.11 or newer; '$(PYTHON)' is not. Try: make PYTHON=python3.11 setup" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

# `make play PORT=8000` picks another port, ARGS="--host 0.0.0.0" lets others in: each seat gets a link.
PORT ?= 1865
play: setup ## play in the browser
	$(BIN)/piercy serve --port $(PORT) --open $(ARGS)

# The tests in a browser want Debian's Chromium; without it, and without the right to install it, they are skipped.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq chromium >/dev/null; \
	  else echo "no Chromium: the tests in a browser will be skipped" >&2; fi; }

test: setup browser ## run the tests, with coverage of the engine
	$(PYTEST) --cov --cov-report=term $(if $(ARGS),,--cov-fail-under=95) $(ARGS)

lint: setup ## formatting, lint, types and layers, without the tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test ## everything a change must pass

rules: setup ## run the tests and say which rules they prove
	@$(PYTEST) --rules-report=$(REPORT) $(ARGS); status=$$?; \
	  $(BIN)/python -m piercy.testing.rules $(REPORT) && exit $$status

words: setup ## say which sentences lack words in a language; ARGS=--sort puts translations where they belong
	@$(BIN)/python -m piercy.testing.words $(ARGS)

bench: setup ## measure the engine
	$(BIN)/piercy bench --page docs/benchmarks.md

# What it is about stands in docs/mutants.md.
TITLE ?= short1856
COUNT ?= 200
mutants: setup ## change a title's code in small ways and see whether its tests notice
	nice -n 15 $(BIN)/python scripts/mutants.py $(TITLE) $(COUNT)

fuzz: setup ## run the slow tests, and the fuzz tests with more examples
	$(PYTEST) -m slow $(ARGS)
	FUZZ_EXAMPLES=2000 $(PYTEST) tests/conformance/test_fuzz.py $(ARGS)

# Server and bots are killed under load: KILLS=20 kills less often.
KILLS ?= 100
chaos: setup ## kill the server and the bots a hundred times while games are played
	CHAOS_KILLS=$(KILLS) $(BIN)/python -m pytest -q -s tests/server/test_chaos.py

# TITLE=18cz takes the pictures of one title only.
look: setup browser ## take pictures of every screen, with a contact sheet per title, into build/look
	nice -n 10 $(BIN)/python scripts/look.py build/look $(if $(filter command line,$(origin TITLE)),$(TITLE))

newcomer: ## start as somebody does who has nothing yet: fresh clone, empty home, installed wheel, no network
	$(PYTHON) scripts/newcomer.py

others: ## run a sample of the tests on every other Python that is here
	scripts/others.sh $(PYTHON)

clean: ## remove .venv, caches and reports
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage .coverage.* \
	  $(REPORT) build dist
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
