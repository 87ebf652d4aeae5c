#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: bundle.sh [FOLDER]: writes page.min.js, page.min.css and page.hashes, by default here.
# page.hashes has the base64 of the SHA-256 of the script and of the style sheet, a line each: what
# a Content-Security-Policy names. The same sources give the same bytes, whatever the folder is.
# It needs esbuild 0.17 and node-d3-array and node-d3-shape of Debian 12. Other
# versions may write other bytes, so what it writes is kept with the sources.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/page}
folder=$(cd "$folder" && pwd)
for tool in esbuild openssl; do
    command -v "$tool" >/dev/null || { echo "bundle.sh: there is no '$tool'" >&2; exit 77; }
done

cd "$here/page"
# Without --minify there are comments with paths, which depend on the folder.
NODE_PATH=/usr/share/nodejs esbuild main.js --bundle --minify --target=es2022 --format=iife \
    --legal-comments=none --charset=utf8 --log-level=warning --outfile="$folder/page.min.js"
esbuild page.css --minify --charset=utf8 --log-level=warning --outfile="$folder/page.min.css"
for file in page.min.js page.min.css; do
    # These would end or swallow the element that the file stands in.
    if grep -n -i -E '<!--|</(script|style)' "$folder/$file" >/dev/null; then
        echo "bundle.sh: '$file' has '<!--' or the end of its element" >&2
        exit 1
    fi
done
for file in page.min.js page.min.css; do
    openssl dgst -sha256 -binary "$folder/$file" | openssl base64
done >"$folder/page.hashes"
