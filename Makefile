# `make play` and `make test` do all their own set-up: a virtual environment in .venv, nothing outside this folder.
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: play test check bench clean

play: .venv/ready
	@$(BIN)/billes play

test: .venv/ready-dev check
	$(BIN)/python -m pytest -n 2 --dist loadfile -q
	BILLES_INTERPRETED=1 $(BIN)/python -m pytest -n 2 --dist loadfile -q tests/rules

check: .venv/ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready-bench
	$(BIN)/python bench/rules.py

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/ready: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up, once: this takes a minute or two."
	$(BIN)/pip install -q -c constraints.txt -e .
	@touch $@

.venv/ready-dev: pyproject.toml constraints.txt | .venv/ready
	$(BIN)/pip install -q -c constraints.txt -e '.[dev]'
	@touch $@

.venv/ready-bench: pyproject.toml constraints.txt | .venv/ready-dev
	$(BIN)/pip install -q -c constraints.txt -e '.[bench]'
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
