#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes background-work profiles of Realm (RBWP) for tests: good ones, and ones with one thing wrong.

    rbwp_make.py FOLDER

It is written from the description of the format alone. The names of the second kind begin with bad-.
"""
import os
import struct
import sys
import zlib

ZERO = 1_770_000_000_000_000_000
BEGIN, END, SUB_BEGIN, SUB_END, GPU = 0x01, 0x02, 0x11, 0x12, 0x21
GPU_0 = 0x1d << 56


def stamp(time, last):
    difference = time - last
    if 0 <= difference < 2**15:
        return struct.pack(">H", difference)
    if 0 <= difference < 2**30:
        return struct.pack(">I", 2**31 | difference)
    return struct.pack(">Q", 3 << 62 | time)


def payload(kind, values):
    formats = {BEGIN: "<B", SUB_BEGIN: "<H", GPU: "<QBqq"}
    return struct.pack(formats.get(kind, "<"), *values)


def records(*entries):
    """The bytes of (time since the zero time, type, value...)."""
    last, data = 0, b""
    for time, kind, *values in entries:
        data += stamp(ZERO + time, last) + bytes([kind]) + payload(kind, values)
        last = ZERO + time
    return data


def block(thread, sequence, *entries, **other):
    """A block of these records, or of `data`; other fields as given."""
    data = other.get("data", records(*entries))
    stored = zlib.compress(data) if other.get("packed") else b""
    fields = {"count": len(entries), "base": ZERO + (entries[0][0] if entries else 0), "size": len(data),
              "stored": len(stored), **other}
    head = struct.pack("<QIIqII", thread, sequence, fields["count"], fields["base"], fields["size"], fields["stored"])
    return head + (other.get("content") or stored or data)


def item(slot, name):
    return struct.pack("<HH", slot, len(name)) + name


def sub(code, kind, name):
    return struct.pack("<HBH", code, kind, len(name)) + name


def profile(blocks, items=(), subs=(), **other):
    """A file; other fields of its header as given, and `tail` behind all."""
    data = b"".join(blocks)
    fields = {"magic": b"RBWP", "version": 1, "flags": 1, "node": 0, "zero": ZERO, "n_items": len(items),
              "n_subs": len(subs), "offset": 36 + len(data), **other}
    if fields["offset"] == 0:
        items, subs = (), ()
        fields.update({"n_items": other.get("n_items", 0), "n_subs": 0})
    head = fields["magic"] + struct.pack("<HHIqIIQ", *(fields[name] for name in (
        "version", "flags", "node", "zero", "n_items", "n_subs", "offset")))
    return head + data + b"".join(items) + b"".join(subs) + other.get("tail", b"")


ITEMS = (item(0, b"activemsg handler"), item(3, "Übertragung".encode()))
SUBS = (sub(0, 0, b"ping"), sub(1, 1, b"copy"), sub(2, 2, b"deppart op"), sub(3, 3, b"reap"), sub(4, 0, b"ping"))
CALL = ((1000, BEGIN, 0), (1100, SUB_BEGIN, 0), (1300, SUB_END), (1500, END))


def edge_entries():
    """Steps at the edges of the three forms of a stamp."""
    times = [0]
    for step in (2**15 - 1, 2**15, 2**30 - 1, 2**30, 0, 1, 2):
        times.append(times[-1] + step)
    return [(time, END) if i % 2 else (time, BEGIN, 3) for i, time in enumerate(times)]


def whole_entries():
    """Records of exactly 16384 bytes: six of the steps need two bytes more."""
    times = [i + 2**15 * min(i, 6) for i in range(4676)]
    return [(time, END) if i % 2 else (time, BEGIN, 0) for i, time in enumerate(times)]


def good_files():
    """Names and contents."""
    edges, whole = edge_entries(), whole_entries()
    assert len(records(*whole)) == 16384
    long = b"x" + "ä".encode() * 32767
    threads = [block(7, 4, (9000, SUB_END), (9500, END)), block(1 << 63 | 5, 2, *CALL),
               block(7, 0, (2000, BEGIN, 0), (2100, SUB_BEGIN, 1), (2200, SUB_END)),
               block(7, 3, (8000, SUB_BEGIN, 4))]
    gpu = ((1000, BEGIN, 0), (1500, GPU, GPU_0 | 2, 0, ZERO + 1100, ZERO + 1400),
           (1600, GPU, GPU_0 | 7 << 40 | 1, 3, ZERO + 1000, ZERO + 1500), (1700, GPU, 99, 0, ZERO, ZERO), (2000, END))
    many = [(i * 10, SUB_BEGIN if i % 2 else SUB_END, *([i % 65536] if i % 2 else [])) for i in range(1, 3000)]
    return {
        "worked": profile([block(7, 0, (1000, BEGIN, 3), (1500, END))], ITEMS, SUBS, flags=0),
        "call": profile([block(7, 0, *CALL)], ITEMS, SUBS),
        "edges": profile([block(7, 0, *edges)], ITEMS, SUBS),
        "whole-block": profile([block(7, 0, *whole)], ITEMS, SUBS),
        "whole-packed": profile([block(7, 0, *whole, packed=True)], ITEMS, SUBS),
        "back": profile([block(7, 0, (5000, BEGIN, 0), (4000, END), (6000, BEGIN, 0), (6100, END))], ITEMS, SUBS),
        "order": profile(threads, ITEMS, SUBS, node=2),
        "gpu": profile([block(7, 0, *gpu)], ITEMS, SUBS),
        "gpu-early": profile([block(7, 0, (0, GPU, GPU_0, 0, ZERO - 5, ZERO + 8))], ITEMS, SUBS),
        "open": profile([block(7, 0, *CALL), block(7, 1, (3000, BEGIN, 3), (3100, SUB_BEGIN, 17))], offset=0),
        "open-cut": profile([block(7, 0, *CALL), block(7, 1, (3000, BEGIN, 3))[:-3]], offset=0),
        "no-blocks": profile([], ITEMS, SUBS),
        "no-items": profile([]),
        "items-256": profile([block(7, 0, (0, BEGIN, 255), (1, END))], [item(i, b"item%d" % i) for i in range(256)]),
        "subs-70000": profile([block(7, 0, (0, BEGIN, 0), *many, (30000, SUB_END), (30001, END))], ITEMS,
                              [sub(i % 65536, 2, b"op%d" % i) for i in range(70000)]),
        "long-names": profile([block(7, 0, *CALL)], [item(0, long)], [sub(0, 1, long)]),
    }


NO_TEXTS = (b"a\xffb", b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80",
            b"\xe2\x82", b"\x80", b"a\0b")


def bad_headers():
    call = [block(7, 0, *CALL)]
    return {
        "magic": profile(call, ITEMS, SUBS, magic=b"RBWQ"),
        "version": profile(call, ITEMS, SUBS, version=2),
        "flags": profile(call, ITEMS, SUBS, flags=3),
        "cut": profile(call, ITEMS, SUBS)[:30],
        "offset-far": profile(call, ITEMS, SUBS, offset=1 << 40),
        "offset-near": profile(call, ITEMS, SUBS, offset=7),
        "counts": profile(call, offset=0, n_items=2),
        "items-few": profile(call, ITEMS, SUBS, n_items=1),
        "subs-many": profile(call, ITEMS, SUBS, n_subs=6),
        "tail": profile(call, ITEMS, SUBS, tail=b"xyz"),
        "slot-twice": profile(call, ITEMS + ITEMS[:1], SUBS),
        "slot-large": profile(call, ITEMS + (item(256, b"x"),), SUBS),
        "sub-twice": profile(call, ITEMS, SUBS + SUBS[:1]),
        "sub-type": profile(call, ITEMS, SUBS[1:] + (sub(0, 4, b"x"),)),
        **{f"utf8-{i}": profile(call, ITEMS[1:] + (item(0, name),), SUBS) for i, name in enumerate(NO_TEXTS)},
        "level": profile(call, ITEMS, SUBS, flags=0),
    }


def bad_blocks():
    data = records(*CALL)
    longer = zlib.compress(records(*CALL * 20)) + b"x"
    after = block(7, 9, (7000, BEGIN, 3), (7100, END))

    def one(*blocks):
        return profile([*blocks, after], ITEMS, SUBS)

    lost = [block(7, 0, (1000, BEGIN, 0), (1100, SUB_BEGIN, 0)), block(7, 3, (5000, BEGIN, 3), (5500, END)),
            block(7, 4, (6000, SUB_END), (6100, END)), block(8, 6, (0, BEGIN, 0), (7000, END))]
    return {
        "missing": profile(lost, ITEMS, SUBS),
        "truncated": profile([block(7, 0, *CALL), block(7, 1, *CALL)], ITEMS, SUBS)[:36 + 53 + 20],
        "size-large": one(block(7, 0, *whole_entries(), data=records(*whole_entries()) + b"\0")),
        "size-zero": one(block(7, 0, data=b"")),
        "stored-large": one(block(7, 0, *CALL, stored=len(data))),
        "stored-far": profile([block(7, 0, *CALL, size=1000)], ITEMS, SUBS),
        "zlib": one(block(7, 0, *CALL * 20, packed=True)[:-8] + bytes(8)),
        "zlib-tail": one(block(7, 0, *CALL * 20, content=longer, stored=len(longer))),
        "zlib-size": one(block(7, 0, *CALL * 20, packed=True, size=1000)),
        "count": one(block(7, 0, *CALL, count=5)),
        "base": one(block(7, 0, *CALL, base=ZERO)),
        "relative": one(block(7, 0, *CALL, data=b"\0\1" + data[8:])),
        "garbage": one(block(7, 0, *CALL), bytes(range(1, 60))),
        "twice": one(block(7, 1, *CALL), block(8, 0, *CALL), block(7, 1, *CALL)),
        "type": one(block(7, 0, *CALL, data=data[:-1] + b"\3")),
        "cut-stamp": one(block(7, 0, *CALL, data=data[:-2])),
        "cut-record": one(block(7, 0, (0, BEGIN, 0), data=records((0, BEGIN, 0))[:-1])),
        "long-stamp": one(block(7, 0, (0, BEGIN, 0), (9, END), data=records((0, BEGIN, 0)) + b"\x80\0\0\x09\2")),
    }


def bad_nesting():
    def one(*entries):
        return profile([block(7, 0, *entries)], ITEMS, SUBS)

    return {
        "end": one((0, END)),
        "begin-begin": one((0, BEGIN, 0), (1, BEGIN, 3), (2, END)),
        "no-end": one((0, BEGIN, 0)),
        "sub-outside": one((0, SUB_BEGIN, 0)),
        "sub-in-sub": one((0, BEGIN, 0), (1, SUB_BEGIN, 0), (2, SUB_BEGIN, 1), (3, SUB_END), (4, END)),
        "sub-end": one((0, BEGIN, 0), (1, SUB_END), (2, END)),
        "item-before-sub": one((0, BEGIN, 0), (1, SUB_BEGIN, 0), (2, END)),
        "slot": one((0, BEGIN, 1), (1, END)),
        "sub": one((0, BEGIN, 0), (1, SUB_BEGIN, 5), (2, SUB_END), (3, END)),
        "gpu-back": one((0, GPU, GPU_0, 0, ZERO + 9, ZERO + 8)),
        "gpu-slot": one((0, GPU, GPU_0, 8, ZERO + 8, ZERO + 9)),
    }


def main(folder):
    os.makedirs(folder, exist_ok=True)
    bad = {**bad_headers(), **bad_blocks(), **bad_nesting()}
    for name, data in {**good_files(), **{f"bad-{name}": data for name, data in bad.items()}}.items():
        with open(os.path.join(folder, f"{name}.bin"), "wb") as file:
            file.write(data)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
