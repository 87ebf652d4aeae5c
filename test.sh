#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds what has changed and runs the tests. Arguments are handed to ctest.
set -eu
cd "$(dirname "$0")"
cmake --preset release
cmake --build --preset release
ctest --preset release "$@"
