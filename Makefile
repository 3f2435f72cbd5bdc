# `make play` and `make test` work on a bare machine with Python 3.11 and make: they build .venv first, the one with what
# playing needs, the other with everything.
BIN := .venv/bin
PLAYABLE := .venv/.playable
READY := .venv/.ready
# Compiled modules are kept on disk, also where the environment says not to: every test process would compile them anew.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play terminal test test-all check attack faults format types pictures notebooks photographs strength chances lock clean

help:  ## say what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

$(PLAYABLE): requirements.lock pyproject.toml .ci/environment
	@PYTHON="$(PYTHON)" sh .ci/environment requirements.lock
	@touch $@

$(READY): requirements.lock requirements-dev.lock pyproject.toml .ci/environment
	@PYTHON="$(PYTHON)" sh .ci/environment requirements.lock requirements-dev.lock
	@touch $(PLAYABLE) $@

play: $(PLAYABLE)  ## play in the browser: start the server and open its page
	@$(BIN)/fivefold serve --open

terminal: $(PLAYABLE)  ## play in the terminal
	@$(BIN)/fivefold play

test: $(READY) ready  ## everything that must hold before a change lands, in eight minutes on two quiet cores
	@$(PYTEST) -m "not long"

test-all: $(READY) ready  ## every test there is, in more than half an hour
	@$(PYTEST)

check: $(READY) check-source  ## the quick part of `make test`, in under a minute
	@$(PYTEST) -m "not slow and not long and not browser" --ignore tests/browser -p no:schemathesis

.PHONY: ready
ready: $(READY)
	@$(MAKE) --no-print-directory -j 2 check-source kernels browser node_modules

attack: $(READY)  ## attack a served house for a long time (an hour or two); `make test-all` has a short slice of it
	@FIVEFOLD_ATTACK=long $(PYTEST) -o faulthandler_timeout=14400 tests/attack tests/doors/web/test_every_route.py tests/doors/web/test_secrets.py \
	tests/house/test_secrets.py tests/house/test_machine.py tests/games/test_every_text.py \
	tests/doors/mail/reading/test_any_bytes.py tests/doors/mail/reading/test_clients.py \
	tests/doors/mail/post/test_receiver.py tests/doors/mail/whole/test_killed.py \
	tests/house/test_clocks_machine.py tests/house/test_clock_machine.py tests/house/test_sweeper.py \
	tests/house/test_fair_clocks.py tests/house/test_committer.py tests/doors/web/test_api_machine.py

faults: $(READY)  ## kill processes and the database while programs play 500 matches (half an hour)
	@FIVEFOLD_ATTACK=long $(PYTEST) -o faulthandler_timeout=14400 tests/attack/test_faults.py

.PHONY: night
night: $(READY)  ## kill processes and the database each minute while programs make a million moves (hours)
	@FIVEFOLD_ATTACK=long $(BIN)/python -m pytest -s -o faulthandler_timeout=0 tests/attack/test_night.py

# The scripts' types and logic are checked where there is Node; nothing that runs needs it.
node_modules: package.json package-lock.json
	@if command -v npm >/dev/null 2>&1; then npm ci --silent --no-audit --no-fund && touch $@ \
	|| echo "npm ci did not work: the types of the page's scripts are not checked."; \
	else echo "No npm here: the types of the page's scripts are not checked."; fi

.PHONY: browser
browser:
	@sh .ci/browser

# Compiled before the tests: where several processes need a game's engine at once, all but one would wait for it.
.PHONY: kernels
kernels: $(READY)
	@$(BIN)/fivefold warm >/dev/null

.PHONY: check-source
check-source: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo >/dev/null || $(BIN)/lint-imports --no-logo

format: $(READY)  ## put the source in its one form
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

types: $(READY)  ## make the types of the page's scripts anew
	@$(BIN)/python -m fivefold.doors.web.script_types

pictures: $(READY)  ## draw the README's pictures anew
	@$(BIN)/python docs/images/draw.py

notebooks: $(READY) kernels  ## execute the notebooks in docs/notebooks anew and save them
	@$(BIN)/python docs/notebooks/execute.py

photographs: $(READY) browser  ## take the README's photographs anew, in a browser
	@$(BIN)/python docs/images/shoot.py
	@$(BIN)/python docs/images/draw_icons.py

strength: $(READY)  ## measure the opponents of every game (hours)
	@for game in locus focus pokeros dice_poker; do $(BIN)/fivefold ladder $$game || exit; done
	@$(BIN)/fivefold ladder solitaire --pairs 2000
	@for preset in "Poker Squares" "Poker Squares American"; do \
	$(BIN)/fivefold ladder solitaire --preset "$$preset" --pairs 2000 || exit; done
	@for table in "locus 0.05" "focus 0.05" "pokeros 0.2"; do set -- $$table; \
	$(BIN)/fivefold endings $$1 --scale $$2 --games 60 --nodes 300000 > docs/strength/$$1-endings.md || exit; done
	@$(BIN)/fivefold endings solitaire --preset "Poker Squares" --nodes 2000000 > docs/strength/solitaire-poker-squares-endings.md
	@for times in "locus 30 0.01 0.02 0.04 0.08 0.16 0.64 2.56" "focus 20 0.01 0.02 0.04 0.08 0.16 0.64" "pokeros 40 0.01 0.04 0.16 0.64" \
	"dice_poker 60 0.01 0.04 0.16 0.64"; do set -- $$times; game=$$1 pairs=$$2; shift 2; \
	$(BIN)/fivefold tournament ladder $$game $$(printf '7@%s ' "$$@") --pairs $$pairs --out docs/strength/$$game-time || exit; done
	@$(BIN)/fivefold tournament ladder solitaire 7@0.125 7@0.5 7@2 7@8 --preset "Poker Squares American" --pairs 500 \
	--out docs/strength/solitaire-time
	@rm docs/strength/*-time/report.html docs/strength/*-time/pairs.jsonl
	@for mode in alternate race; do $(BIN)/fivefold ladder solitaire --option mode=$$mode --pairs 150 || exit; done
	@for table in "3 quota 30 0.02" "4 quota 30 0.02" "3 quota 8 0.1" "4 quota 8 0.1" "3 last 5 0.01" "4 last 5 0.01"; do \
	set -- $$table; kept=docs/studies/focus-searches/$$1-$$2-$$4; \
	$(BIN)/fivefold tournament round-robin focus max-n paranoid best-reply tree --option players=$$1 --option win=$$2 \
	--pairs $$3 --scale $$4 --out $$kept && rm $$kept/report.html $$kept/pairs.jsonl || exit; done

chances: $(READY)  ## measure how often chances to win come true, and correct them (hours)
	@for level in 2 3 4; do $(BIN)/fivefold calibrate locus --level $$level \
	--data src/fivefold/games/locus/calibration.toml || exit; done
	@for game in focus pokeros dice_poker; do $(BIN)/fivefold calibrate $$game \
	--data src/fivefold/games/$$game/calibration.toml || exit; done
	@$(BIN)/fivefold calibrate solitaire --option mode=alternate --data src/fivefold/games/solitaire/calibration.toml

FREEZE = $(BIN)/python -m pip freeze --all --exclude-editable --exclude pip | sort -f
lock: $(PLAYABLE)  ## take the newest versions of everything into the lock files
	@$(BIN)/python -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet setuptools --editable .
	@sed -i '/^[^#]/d' requirements.lock requirements-dev.lock
	@$(FREEZE) >> requirements.lock
	@$(BIN)/python -m pip install --quiet --constraint requirements.lock --editable '.[dev]'
	@$(FREEZE) | grep -vxFf requirements.lock >> requirements-dev.lock

clean:  ## remove the environment and everything that was computed
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache src/*.egg-info
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
