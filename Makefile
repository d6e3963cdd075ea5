# One command each; all of them make their own virtual environment, and make it again when pyproject.toml changes.
#   make matrix   the satisfaction matrix              make matrix ARGS="--max-size 6 --format markdown"
#   make test     the fast tests, on every processor   make test ARGS="-k rbp"
#   make test-slow  the tests that are marked slow   make test-slow ARGS="-k hostile"
#   make test-thorough  the tests that CI leaves out, and many draws; before a release
#   make test-versions  the least and the newest versions of what we depend on, on each Python that is there
#   make coverage what of the source the tests run     make coverage ARGS="tests/proving" COVERAGE=0
#   make check    what each commit must pass: lint, types, floors, fast tests
#   make format   lays out all Python files, and mends what ruff can mend
#   make docs     the documentation site, in build/site; warnings are errors
#   make bench    all benchmarks                    make bench ARGS="large --save" writes one section of benchmarks/results.md
#   make dist     the wheel and the source distribution, in dist/
#   make proofs   the proofs and counterexamples that ship with the package, anew (docs/proofs.md)
#   make libraries  the pages of docs/libraries, anew; ARGS="--max-size 6" searches further
#   make clusterings, make rankings  the tables of docs/real-data, anew; make rankings DATA=FOLDER keeps the packages there
#   make clean    removes what all of these made

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
COVERAGE ?= 90
DATA ?= build/real-data

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
OLDEST := (3, 11)

SOURCE = $(shell find axiometrics constraints generators metrics -name '*.py')

# An environment is stale if pyproject.toml is newer, if its Python is gone, or if it was made in another folder (one that was moved or copied).
# One that somebody else made is used as it is.
ifneq ($(shell $(BIN)/python -c 'print(open("$(VENV)/made-in").read().strip())' 2>/dev/null),$(CURDIR))
STALE := stale
endif

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help matrix test test-slow test-thorough test-versions coverage format lint types floors check docs dist bench proofs libraries clusterings rankings clean $(STALE)

help:
	@sed -n 's/^#   //p' Makefile

matrix: $(VENV)/for-use
	@$(BIN)/axiometrics matrix $(ARGS)

test: $(VENV)/for-test
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" --hypothesis-profile fast $(ARGS)

test-slow: $(VENV)/for-test
	$(BIN)/python -m pytest -n auto --dist worksteal -m "slow and not thorough" $(ARGS)

test-thorough: $(VENV)/for-test
	$(BIN)/python -m pytest -n auto --dist worksteal -m "thorough or hypothesis" $(ARGS)

test-versions:
	$(PYTHON) .ci/versions $(ARGS)

coverage: $(VENV)/for-test
	$(BIN)/python -m coverage run -m pytest $(ARGS)
	$(BIN)/python -m coverage report --fail-under=$(COVERAGE)

lint: $(VENV)/for-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/for-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/for-dev
	$(BIN)/mypy

floors: $(VENV)/for-dev
	$(BIN)/lint-imports

check: lint types floors test

docs: $(VENV)/for-docs
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -d build/doctrees docs build/site $(ARGS)
	@echo "the documentation is build/site/index.html" >&2

bench: $(VENV)/for-bench
	@$(BIN)/python benchmarks $(ARGS)

# Built from a copy without what an earlier build left. The wheel is built of the source distribution, which so is seen to be whole.
dist: $(VENV)/for-dist
	@rm -rf dist build/dist
	@mkdir -p build/dist
	@tar -cf - --exclude=./.git --exclude='./.venv*' --exclude=./build --exclude=./dist --exclude='./*.egg-info' --exclude=__pycache__ . | tar -xf - -C build/dist
	@$(BIN)/python -m build --outdir dist build/dist > build/dist.log 2>&1 || { tail -40 build/dist.log >&2; exit 1; }
	@rm -rf build/dist
	@ls dist

proofs: $(VENV)/for-use
	$(BIN)/python -m axiometrics.services.proof_files
	$(BIN)/python -m axiometrics.services.counterexample_files

# One page for each library, which a run that was interrupted keeps; each is made again when the source or the environment is newer.
libraries: $(VENV)/for-libraries
	@$(MAKE) --no-print-directory `$(BIN)/python -c 'from axiometrics.candidates import libraries as l; print(*(f"docs/libraries/{name}.md" for name in l.names() if l.library(name).version))'` ARGS="$(ARGS)"

docs/libraries/%.md: $(VENV)/for-libraries $(SOURCE)
	@$(BIN)/axiometrics audit-library $* --format markdown -o $@ $(ARGS)
	@sed -i.full 's/^##/#/' $@ && rm $@.full

clusterings rankings: $(VENV)/for-test
	$(BIN)/python docs/real-data/$@.py $(DATA) --page docs/real-data/$@.md

clean:
	rm -rf $(VENV) build dist *.egg-info .coverage .dmypy.json htmlcov .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# --- the environment: for-use < for-test < for-dev; each stamp stands for those before it ---------------------------------------------

$(VENV)/made-in: $(STALE)
	@$(PYTHON) -c 'import sys' || { echo "$(PYTHON) does not run: name a Python 3.11 or newer, e.g. make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < $(OLDEST))' || { \
	  echo "axiometrics needs Python 3.11 or newer, and $(PYTHON) is `$(PYTHON) --version 2>&1`: name another, e.g. make PYTHON=python3.12" >&2; exit 1; }
	@echo "making $(VENV) with $(PYTHON)" >&2
	@$(PYTHON) -m venv $(if $(wildcard $(VENV)/made-in),--clear) $(VENV) || { echo "$(PYTHON) cannot make virtual environments: install its venv module (on Debian, python3-venv)" >&2; exit 1; }
	@echo "$(CURDIR)" > $@

$(VENV)/for-use: pyproject.toml $(VENV)/made-in
	@echo "installing axiometrics into $(VENV)" >&2
	@$(PIP) install --editable . >&2
	@touch $@

$(VENV)/for-test: pyproject.toml $(VENV)/made-in
	@echo "installing axiometrics and what its tests need into $(VENV)" >&2
	@$(PIP) install --editable '.[test]' >&2
	@touch $(VENV)/for-use $@

$(VENV)/for-bench: pyproject.toml $(VENV)/made-in
	@echo "installing axiometrics and what its benchmarks need into $(VENV)" >&2
	@$(PIP) install --editable '.[bench]' >&2
	@touch $(VENV)/for-use $(VENV)/for-test $@

$(VENV)/for-dev: pyproject.toml $(VENV)/made-in
	@echo "installing axiometrics and what its developers need into $(VENV)" >&2
	@$(PIP) install --editable '.[dev]' >&2
	@touch $(VENV)/for-use $(VENV)/for-test $@

$(VENV)/for-dist: pyproject.toml $(VENV)/made-in
	@$(PIP) install build >&2
	@touch $@

$(VENV)/for-docs: pyproject.toml $(VENV)/made-in
	@echo "installing axiometrics and what its documentation needs into $(VENV)" >&2
	@$(PIP) install --editable '.[docs]' >&2
	@touch $(VENV)/for-use $@

$(VENV)/for-libraries: pyproject.toml $(VENV)/for-use
	@echo "installing the libraries that are audited into $(VENV)" >&2
	@$(PIP) install `$(BIN)/python -c 'from axiometrics.candidates import libraries as l; print(*(l.library(name).distribution for name in l.names() if not l.library(name).apart))'` >&2
	@touch $@
