# Everything runs in .venv, which is made on first use and brought up to date whenever the pins or
# pyproject.toml change. Arguments go through ARGS: make test ARGS="-k display"

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Most of what is installed is never imported: it is compiled when it is.
PIP    := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
PYTEST := $(BIN)/pytest --numprocesses auto --dist worksteal
DENO   := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
CODE   := $(wildcard src tests benchmarks scripts training)

# Where bytecode is not to be kept, every process of a test would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help site play host kernel test test-rest test-long test-wheel check format docs bench lock audit clean

help:  ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

# A player needs few packages; whoever has the development ones already has these as well.
play: $(or $(wildcard $(VENV)/ready-dev),$(VENV)/ready-play)  ## start the game
	$(BIN)/nmbr9 play $(ARGS)

# What a page needs without a server, src/nmbr9/host/files; wheels and sdists carry it from then on.
host: $(VENV)/ready-dev  ## build the referee for browsers; a minute or two (downloads)
	DENO_DIR=$(CURDIR)/$(VENV)/deno $(BIN)/python -m nmbr9.host.build

site: host  ## write the page as static files, build/static, that play without a server
	$(BIN)/nmbr9 site build/static $(ARGS)

# Before the tests, which are several processes: each of them would compile all of it.
kernel: $(VENV)/ready-dev  ## compile what the tests need; a minute or two, once
	test -d .pytest_cache/d/kernel || $(BIN)/pytest --quiet tests/judge/test_warmup.py

# What generates questions from the OpenAPI takes every process seconds to load, and is of the rest.
test: kernel  ## run a test of every subject, in about three minutes
	$(DENO) test --quiet --allow-read tests/web
	$(PYTEST) -p no:schemathesis --ignore tests/server/http/test_openapi.py $(ARGS)

test-rest: kernel  ## run the exhaustive rest, in some more
	$(PYTEST) -m 'rest and not long' $(ARGS)

test-long: $(VENV)/ready-dev  ## run the long tests
	$(PYTEST) -m long --hypothesis-profile long $(ARGS)

test-wheel: $(VENV)/ready-dev  ## build the package, install it from nothing and play (downloads)
	$(BIN)/pytest -m download $(ARGS)

# What is left out can be imported only in a browser.
check: $(VENV)/ready-dev  ## check format, lint, types, examples in the documentation, imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy $(CODE)
	$(DENO) check --quiet src/nmbr9/web src/nmbr9/host/build tests/web tests/host docs/scripts
	$(DENO) lint --quiet
	$(DENO) fmt --quiet --check
	$(BIN)/pytest --doctest-modules src --ignore src/nmbr9/kernel/compile_wasm.py tests/test_examples.py tests/test_imports.py

format: $(VENV)/ready-dev  ## put the code into shape
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(DENO) fmt --quiet

docs: $(VENV)/ready-dev  ## write the pages and pictures that the program makes itself, then the site, build/site
	$(BIN)/python -m scripts.cli_reference
	$(BIN)/python -m scripts.pictures
	$(BIN)/python -m scripts.web_shapes
	$(BIN)/python -m scripts.api_reference
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/ready-dev  ## measure the speeds
	$(BIN)/python -m benchmarks.rules
	$(BIN)/python -m benchmarks.limits
	$(BIN)/nmbr9 bench $(ARGS)

# --universal: the pins hold for every supported Python and system, not only for the one at hand.
# The second file is resolved within the first, so that player and developer run the same versions.
LOCK = $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
       --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' --quiet

lock: $(VENV)/pins-dev  ## renew the pins after a change of pyproject.toml
	$(LOCK) --all-extras --group dev --output-file constraints.txt $(ARGS)
	$(LOCK) --group build --constraint constraints.txt --output-file constraints-play.txt $(ARGS)

# In a venv of its own: what it needs is no part of ours. Strict, or packages that the database does
# not know, or no database at all, would pass for packages without advisories.
$(VENV)/audit/bin/pip-audit:
	$(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/pip install --quiet --disable-pip-version-check pip-audit==2.10.1

audit: $(VENV)/audit/bin/pip-audit  ## hold all pinned packages against the known advisories (asks the internet)
	@$< --requirement constraints.txt --no-deps --disable-pip --strict --progress-spinner off $(ARGS) \
		|| { echo "audit: expected no advisory, and a database that knows every package;" \
		"ARGS='--vulnerability-service osv' asks another one" >&2; exit 1; }

clean:  ## remove .venv and everything else that was made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find $(CODE) -name __pycache__ -prune -exec rm -rf {} +

# Made from nothing each time: a package left over from older pins would hide that it is missing now.
define new-venv
	@command -v $(PYTHON) > /dev/null || { echo 'nmbr9 needs Python 3.11 or newer, and $(PYTHON) is not here: install it, or name another as in make PYTHON=python3.12' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("nmbr9 needs Python 3.11 or newer, and $(PYTHON) is %d.%d: name another as in make PYTHON=python3.12" % sys.version_info[:2])'
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo 'nmbr9 needs the venv module of Python, which $(PYTHON) lacks: on Debian and Ubuntu apt-get install python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) --require-hashes -r $<
	@touch $@
endef

$(VENV)/pins-dev: constraints.txt
	$(new-venv)

$(VENV)/pins-play: constraints-play.txt
	$(new-venv)

$(VENV)/ready-%: $(VENV)/pins-% pyproject.toml
	$(PIP) --no-deps --no-build-isolation --check-build-dependencies --editable .
	@touch $@
