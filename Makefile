# `make play` and `make test` do all their own set-up: a virtual environment in .venv, nothing outside this folder.
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

PAGE := $(shell find ui -path ui/node_modules -prune -o -type f -print 2>/dev/null)

.PHONY: play test check page-check interpreted-tests bench site clean

play: .venv/compiled .venv/bundle
	@$(BIN)/billes

# Python's checks and the page's run side by side; what they say stays in one piece where make can do that.
TOGETHER := -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

test: .venv/ready-dev
	@$(MAKE) --no-print-directory $(TOGETHER) check page-check
	@$(BIN)/python -m tests.browser.chromium
	@# The interpreted rules only compute: they use what is left by tests that wait for servers and processes.
	@$(MAKE) --no-print-directory interpreted-tests >.venv/interpreted.log 2>&1 & interpreted=$$!; \
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder -q --ignore=tests/browser; failed=$$?; \
	wait $$interpreted || failed=1; cat .venv/interpreted.log; exit $$failed
	$(BIN)/python -m pytest -n 2 --dist worksteal -q -rs tests/browser

interpreted-tests: .venv/ready-dev
	BILLES_INTERPRETED=1 nice $(BIN)/python -m pytest -n 1 -q -p no:cacheprovider --ignore-glob='tests/games/*/tablebase' tests/core tests/games tests/plugin

check: .venv/ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

page-check: .venv/ready-dev
	cd ui && PATH="$(abspath $(BIN)):$$PATH" npm run --silent lint
	cd ui && PATH="$(abspath $(BIN)):$$PATH" npm run --silent check
	cd ui && PATH="$(abspath $(BIN)):$$PATH" npm test --silent

bench: .venv/ready-bench
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/search.py

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/ready: pyproject.toml constraints.txt hatch_build.py $(PAGE) | .venv/bin/python
	@echo "Setting up, once: this takes a minute or two."
	$(BIN)/pip install -q -c constraints.txt -e .
	@touch $@

# Compiled now, the computer answers its first move at once; without it the server does so in the background.
.venv/compiled: .venv/ready $(shell find src/billes -name '*.py' 2>/dev/null)
	@echo "Compiling the computer players, once."
	@$(BIN)/python -m billes.engine.compiling >/dev/null
	@touch $@

# With it a game against the computer goes on in the browser when the server is gone; without it everything else works.
.venv/bundle: .venv/ready
	@echo "Making what a page needs to go on without its server, once: a minute or two."
	@{ $(BIN)/pip install -q -c constraints.txt -e '.[site]' && $(BIN)/billes site --here; } >.venv/bundle.log 2>&1 \
		|| echo "That failed, and .venv/bundle.log says why. 'billes site --here' makes it later."
	@touch $@

.venv/ready-dev: .venv/ready tests/plugin/pyproject.toml
	$(BIN)/pip install -q -c constraints.txt -e '.[dev]'
	$(BIN)/pip install -q -c constraints.txt --no-build-isolation -e tests/plugin
	@touch $@

.venv/ready-bench: .venv/ready-dev
	$(BIN)/pip install -q -c constraints.txt -e '.[dev,bench]'
	@touch $@

site: .venv/ready
	$(BIN)/pip install -q -c constraints.txt -e '.[site]'
	$(BIN)/billes site site

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
