# `make demo` and `make test` work as the first command in a fresh clone. Each step leaves a
# stamp in build/stamps and runs again only when a file it depends on is newer.

PYTHON ?= python3
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

ROOMS := cython_ext engines search solver experiments play
CYTHON := $(shell find $(ROOMS) -name '*.pyx' -o -name '*.pxd' -o -name '*.pxi')
TEST_CYTHON := $(wildcard tests/support/compiled/*.pyx)

BIN := .venv/bin
STAMPS := build/stamps
PYTEST := $(BIN)/pytest -n $(JOBS)
# What takes long by intention; the markers are explained in pyproject.toml.
LONG := browser_long or cluster or soak
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: help demo serve compile check test test-slow test-full test-debug lint format bench golden docs maps clean

help:
	@echo "make demo        play a game between the bots; ARGS='--seed 7' passes options on"
	@echo "make serve       open the table in a browser; ARGS='--port 9000' passes options on"
	@echo "make compile     compile what has changed, no more; pytest can run then"
	@echo "make check       lint and the fast tests: within a minute, for while you work"
	@echo "make test        run all tests but the longest"
	@echo "make test-slow   run the longest tests"
	@echo "make test-full   run the contract tests for every combination of options: hours"
	@echo "make test-debug  run the contract tests in the checked build"
	@echo "make lint        ruff, mypy and cython-lint; 'make format' repairs what ruff can"
	@echo "make bench       measure the games"
	@echo "make golden      write the golden files again; review the difference"
	@echo "make docs        write again what README and docs say of the games"
	@echo "make maps        work out the maps of the games again, after a change of places or borders"
	@echo "make clean       remove everything that was built, .venv included"

demo: $(STAMPS)/run $(STAMPS)/compiled
	$(BIN)/eminence demo $(ARGS)
	@echo "make serve opens a table in the browser"

serve: $(STAMPS)/web $(STAMPS)/compiled
	$(BIN)/eminence serve --open $(ARGS)

compile: $(STAMPS)/test $(STAMPS)/compiled $(STAMPS)/compiled-tests

check: lint compile
	$(PYTEST) -q -m "not (slow or ray or $(LONG))"

test: compile
	$(PYTEST) -m "not ($(LONG))"

# pytest's code 5: no test has such a marker.
test-slow: compile
	$(PYTEST) -m "$(LONG)" || [ $$? -eq 5 ]

# Recorded games exist for the option sets of `make test`.
test-full: compile
	$(PYTEST) --full tests/contract --ignore tests/contract/test_golden.py

test-debug: $(STAMPS)/test
	EMINENCE_DEBUG=1 $(BIN)/python setup.py -q build --build-lib build/debug/lib
	EMINENCE_DEBUG=1 EMINENCE_TESTS=1 $(BIN)/python setup.py -q build_ext --build-lib build/debug/tests
	PYTHONPATH=build/debug/lib EMINENCE_DEBUG=1 $(PYTEST) -m "not ($(LONG))" tests/contract tests/core

lint: $(STAMPS)/lint $(STAMPS)/cython-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Slow, so only what has changed since it last passed.
$(STAMPS)/cython-lint: $(CYTHON) $(TEST_CYTHON) $(wildcard examples/*.pyx) pyproject.toml | $(STAMPS)/lint
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint --ban-relative-imports \
	    $(if $(filter pyproject.toml,$?),$(filter-out pyproject.toml,$^),$?)
	@touch $@

format: $(STAMPS)/lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMPS)/test $(STAMPS)/compiled
	$(BIN)/python -m benchmarks.playouts

golden: compile
	$(BIN)/pytest --update-golden

docs: $(STAMPS)/run $(STAMPS)/compiled
	$(BIN)/python docs/games_table.py

maps: $(STAMPS)/test $(STAMPS)/compiled
	$(BIN)/python -m docs.map_shapes

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find $(ROOMS) tests examples docs benchmarks -name '__pycache__' -prune -exec rm -rf {} +
	find $(ROOMS) examples \( -name '*.so' -o -name '*.c' \) -delete

# --- set-up, from nothing to each kind of environment ---

.venv/pyvenv.cfg: .ci/check_machine.py
	@command -v $(PYTHON) >/dev/null || \
	    { echo "eminence: $(PYTHON) is missing: apt install python3 python3-venv python3-dev" >&2; exit 1; }
	@$(PYTHON) .ci/check_machine.py
	$(PYTHON) -m venv .venv
	@touch $@

$(STAMPS)/tools: .venv/pyvenv.cfg pyproject.toml
	@mkdir -p $(STAMPS)
	$(PIP) install $$($(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@touch $@

$(STAMPS)/compiled: $(STAMPS)/tools setup.py $(CYTHON)
	$(BIN)/python setup.py -q build_ext --inplace
	@touch $@

$(STAMPS)/compiled-tests: $(STAMPS)/compiled $(TEST_CYTHON)
	EMINENCE_TESTS=1 $(BIN)/python setup.py -q build_ext --build-lib build/release/tests
	@touch $@

# Install what is compiled, with the packages that each purpose needs. The install points into
# this tree, so changed sources need compiling only.
$(STAMPS)/run: EXTRAS :=
$(STAMPS)/web: EXTRAS := [web]
$(STAMPS)/test: EXTRAS := [test,bridge,sweep,learn,web]
$(STAMPS)/lint: EXTRAS := [lint,learn,web]
$(STAMPS)/run $(STAMPS)/web $(STAMPS)/test $(STAMPS)/lint: $(STAMPS)/tools | $(STAMPS)/compiled
	EMINENCE_PREBUILT=1 $(PIP) install --no-build-isolation -e '.$(EXTRAS)'
	@touch $@
