#!/usr/bin/env bash
# Prints the interpreters that Piercy can be tried on besides the one given: one for each version, in order.
# What is found by name is asked whether it truly runs: a name may stand there with nothing behind it.
set -euo pipefail
given=${1:-python3}

candidates() {
  type -ap "python$1" || true
  if command -v pyenv >/dev/null; then
    local root name
    root=$(pyenv root)
    for name in $(pyenv versions --bare); do echo "$root/versions/$name/bin/python$1"; done
  fi
}

have=$("$given" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
for version in 3.11 3.12 3.13; do
  [ "$version" != "$have" ] || continue
  for candidate in $(candidates "$version"); do
    if "$candidate" -c "import ensurepip, sqlite3, sys; sys.exit('%d.%d' % sys.version_info[:2] != '$version')" \
      >/dev/null 2>&1 </dev/null; then
      echo "$candidate"
      break
    fi
  done
done
