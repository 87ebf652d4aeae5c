#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: lint.sh MODULES: the modules of the page, and their tests, keep the rules of eslint.yml.
here=$(cd "$(dirname "$0")" && pwd)
"$here/install.sh" "$1" || exit $?
cd "$here/../.." || exit 1
exec "$1/node_modules/.bin/eslint" --no-eslintrc --config tests/page/eslint.yml --max-warnings 0 --ext .js,.mjs \
    report/html/page tests/page
