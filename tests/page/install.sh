#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: install.sh MODULES: puts what package.json names into MODULES/node_modules, once for all tests.
# It ends with 77 where it cannot, or fails where no test may be skipped.
page=$(cd "$(dirname "$0")" && pwd) modules=$1
missing() {
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || { echo "WRONG: $1"; exit 1; }
    echo "skipped: $1"
    exit 77
}
command -v node >/dev/null && command -v npm >/dev/null || missing 'there is no node and npm'
mkdir -p "$modules" || exit 1
(
    flock 9
    cmp -s "$page/package-lock.json" "$modules/package-lock.json" && exit
    cp "$page/package.json" "$modules" && cd "$modules" && cp "$page/package-lock.json" lock && mv lock package-lock.json
    npm ci --no-audit --no-fund >npm 2>&1 || { cat npm; rm -f package-lock.json; exit 1; }
) 9>"$modules/lock.npm" || missing 'npm cannot install what tests/page/package.json names'
