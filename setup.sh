#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what gaudit needs (Debian or Ubuntu), builds it and runs a first job.
set -eu
cd "$(dirname "$0")"

needs="cmake ninja-build gcc libc6-dev pkg-config libxml2-dev libjansson-dev libdw-dev libcmocka-dev libxml2-utils"
# shellcheck disable=SC2086 # several words
if ! dpkg-query -W -f '${Status}\n' $needs 2>&1 | awk '!/^install ok/ { exit 1 }'; then
    command -v apt-get >/dev/null || { echo "setup.sh: no apt-get here; README.md says what other systems need"; exit 1; }
    root=
    [ "$(id -u)" = 0 ] || root=sudo
    $root apt-get update
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $needs
fi

cmake --preset release
cmake --build --preset release
build/release/bin/gaudit run options/quickstart.xml
