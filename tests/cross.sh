# SPDX-License-Identifier: Apache-2.0
# For scripts that build for another processor and run that by its emulator. They are called as
# SCRIPT ROOT PROCESSOR ..., begin with
#     . "$(dirname "$0")/../cross.sh"
# and are in ROOT then, with an empty folder "$work". Status 77: no compiler for it, or no emulator.
set -eu
root=$1 processor=$2
cc=$processor-linux-gnu-gcc
flags="-std=c17 -O2 -D_POSIX_C_SOURCE=200809L -fPIC -fvisibility=hidden -Wall -Wextra -Wpedantic -Werror -I. -pthread"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for tool in "$cc" "qemu-$processor"; do
    command -v "$tool" >/dev/null && continue
    echo "there is no $tool"
    [ -z "${GAUDIT_REQUIRE_DATA:-}" ] || exit 1
    exit 77
done
cd "$root"

# emulate PROGRAM ARGUMENT...: runs what was built.
emulate() {
    "qemu-$processor" -L "/usr/$processor-linux-gnu" "$@"
}
