#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what gaudit needs (Debian or Ubuntu), builds it and runs a first job.
set -eu
cd "$(dirname "$0")"

needs="cmake ninja-build gcc libc6-dev pkg-config libxml2-dev libjansson-dev libdw-dev zlib1g-dev libcmocka-dev libxml2-utils"
# shellcheck disable=SC2086 # several words
.ci/install --no-install-recommends $needs

cmake --preset release
cmake --build --preset release
build/release/bin/gaudit run options/quickstart.xml
