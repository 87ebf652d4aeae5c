#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# usage: palette.py FILE.png...: rewrites pictures of 8-bit RGB or RGBA with at most 256 colours, which takes a third of the
# space: the most frequent colours stay as they are, others become the nearest of these.
import struct
import sys
import zlib
from collections import Counter


def chunks(data):
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + size]
        at += size + 12


def unfiltered(raw, height, row_size, step):
    """Rows of bytes, by the filters of the PNG specification."""
    above = bytes(row_size)
    for y in range(height):
        kind = raw[y * (row_size + 1)]
        row = bytearray(raw[y * (row_size + 1) + 1:(y + 1) * (row_size + 1)])
        for i in range(row_size) if kind else ():
            left = row[i - step] if i >= step else 0
            corner = above[i - step] if i >= step else 0
            up = above[i]
            if kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            else:
                near = (left, up, (left + up) // 2)[kind - 1]
            row[i] = (row[i] + near) & 255
        yield bytes(row)
        above = row


def shrink(name):
    with open(name, "rb") as file:
        parts = list(chunks(file.read()))
    width, height, depth, kind = struct.unpack(">IIBB", parts[0][1][:10])
    if depth != 8 or kind not in (2, 6):
        sys.exit(f"palette.py: '{name}' is not of 8-bit RGB or RGBA")
    step = 3 if kind == 2 else 4
    raw = zlib.decompress(b"".join(body for what, body in parts if what == b"IDAT"))
    rows = [[row[i:i + 3] for i in range(0, len(row), step)] for row in unfiltered(raw, height, width * step, step)]
    count = Counter(pixel for row in rows for pixel in row)
    palette = [colour for colour, _ in count.most_common(256)]
    index = {colour: min(range(len(palette)), key=lambda i: sum((a - b) ** 2 for a, b in zip(palette[i], colour)))
             for colour in count}
    packed = b"".join(b"\0" + bytes(index[pixel] for pixel in row) for row in rows)
    with open(name, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for what, body in ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)), (b"PLTE", b"".join(palette)),
                           (b"IDAT", zlib.compress(packed, 9)), (b"IEND", b"")):
            file.write(struct.pack(">I", len(body)) + what + body + struct.pack(">I", zlib.crc32(what + body)))


for path in sys.argv[1:]:
    shrink(path)
