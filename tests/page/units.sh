#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The modules of the page that need no browser, by node's test runner.
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v node >/dev/null; then
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || { echo 'WRONG: there is no node'; exit 1; }
    echo 'skipped: there is no node'
    exit 77
fi
exec node --test "$here"/*.test.js
