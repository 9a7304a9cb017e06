#!/usr/bin/env bash
# A sample of the tests on every other interpreter that is here, each with a .venv of its own outside the clone:
# games of bots, the core of the engine, the database and the server.
set -euo pipefail
cd "$(dirname "$0")/.."
found=$(scripts/interpreters.sh "${1:-python3}")
[ -n "$found" ] || echo "no other interpreter is here: nothing was tried"
for python in $found; do
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  "$python" --version
  "$python" -m venv "$folder"
  "$folder/bin/python" -m pip install --quiet --disable-pip-version-check -e '.[dev]'
  "$folder/bin/python" -m pytest -q -n "${JOBS:-auto}" -p no:cacheprovider \
    tests/bots/test_same_games.py tests/core tests/server/test_{store,api,errors,caches,schema}.py
  rm -rf "$folder"
done
