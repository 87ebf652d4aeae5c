# SPDX-License-Identifier: Apache-2.0
"""A reader of timelines, made from doc/reference/trace-format.md alone.

usage: timeline_file.py FILE [calls|lanes|entries|totals]
calls:   each branch: path, calls, ns in all, rejected, errors, not called; open ones at the end
lanes:   each lane: number, kind, entries, lists, lists that are missing, bytes of entries, open calls, name
entries: lane, what, path or status, ns since the start
totals:  the last record of totals
An error in the file ends it with a message."""
import struct
import sys
import zlib


def crc32c_table():
    table = []
    for n in range(256):
        for _ in range(8):
            n = n >> 1 ^ (0x82F63B78 if n & 1 else 0)
        table.append(n)
    return table


TABLE = crc32c_table()


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 255] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def number(data, at):
    first, size = data[at], 1
    while size < 9 and first >> (size - 1) & 1:
        size += 1
    if size == 9:
        return int.from_bytes(data[at + 1:at + 9], "little"), at + 9
    return int.from_bytes(data[at:at + size], "little") >> size, at + size


def signed(n):
    return n // 2 if n % 2 == 0 else -(n + 1) // 2


class Lane:
    def __init__(self, kind, worker, name):
        self.kind, self.worker, self.name = kind, worker, name
        self.open, self.lists, self.missing, self.entries, self.bytes, self.next = [], 0, 0, 0, 0, 0
        self.stamp = 0


class Timeline:
    def __init__(self, path, check=True):
        data = open(path, "rb").read()
        assert data[:8] == b"GAUTRACE" and struct.unpack("<H", data[8:10]) == (1,), "header"
        assert struct.unpack("<I", data[12:16]) == (2,), "content"
        self.names, self.parents, self.lanes, self.calls = {}, {}, {}, {}
        self.log, self.events, self.blocks, self.packed = [], 0, 0, 0
        self.totals = None
        at = struct.unpack("<H", data[10:12])[0]
        while at + 32 <= len(data):
            magic, size, sequence, crc, codec, _, raw, _ = struct.unpack("<4sIQIHHII", data[at:at + 32])
            if magic != b"GBLK" or at + size > len(data):
                break
            block = data[at:at + size]
            if check:
                assert crc32c(block[:16] + bytes(4) + block[20:]) == crc, f"checksum of block {sequence}"
            records = block[32:]
            if codec == 1:
                records = zlib.decompressobj().decompress(records)
                assert len(records) == raw, "raw size"
                self.packed += 1
            self.block(records)
            self.blocks += 1
            at += size
        self.rest = len(data) - at

    def block(self, data):
        at = 0
        while at < len(data):
            kind, size = struct.unpack("<II", data[at:at + 8])
            self.record(kind, data[at:at + size])
            at += size

    def record(self, kind, r):
        if kind == 18:
            branch, parent, _, _, _, size = struct.unpack("<IIBBHI", r[8:24])
            self.names.setdefault(branch, r[24:24 + size].decode())
            self.parents.setdefault(branch, parent)
        elif kind == 19:
            lane, what, worker, size = struct.unpack("<IIII", r[8:24])
            self.lanes.setdefault(lane, Lane(what, worker, r[24:24 + size].decode()))
        elif kind == 20:
            self.list(r)
        elif kind == 21:
            self.totals = dict(zip("origin tick_ns now dropped dropped_bytes writer_ns ended detail workers error".split(),
                                   struct.unpack("<QdQQQQIIII", r[8:72])))

    def path(self, branch):
        names = []
        while branch != 0xFFFFFFFF:
            names.append(self.names[branch])
            branch = self.parents[branch]
        return " ".join(reversed(names[:-1] or names))

    def list(self, r):
        number_of, depth, n, first, last, event, size, _ = struct.unpack("<IIQQQQII", r[8:56])
        lane = self.lanes[number_of]
        opened = [struct.unpack("<IIQ", r[56 + 16 * i:72 + 16 * i]) for i in range(depth)]
        opened = [[branch, begin] for branch, _, begin in opened]
        assert first >= lane.stamp, "lists are in order of time"
        if n == lane.next:
            assert opened == lane.open, f"what is open in list {n}: {opened} is {lane.open}"
            assert lane.lists == 0 or first == lane.stamp, "the first stamp is that of the last entry"
        lane.missing += n - lane.next
        lane.next, lane.open = n + 1, opened
        lane.lists += 1
        lane.bytes += size
        self.entries(number_of, lane, r[56 + 16 * depth:56 + 16 * depth + size], first, event)
        assert lane.stamp == last, "the last stamp"

    def entries(self, number_of, lane, data, stamp, event):
        at = 0
        while at < len(data):
            head, at = number(data, at)
            stamp += head >> 2
            form, values, code = head & 3, [], 0
            if form == 0:
                branch, at = number(data, at)
            elif form == 3:
                code = data[at] >> 2
                count, at = (data[at] & 3) + 1, at + 1
                for _ in range(count):
                    value, at = number(data, at)
                    values.append(value)
            if code == 1:
                branch, form, event = 0, 0, event + signed(values[0])
                self.events += 1
            lane.entries += code != 5
            if form == 0:
                lane.open.append([branch, stamp])
                self.log.append((number_of, "+", self.path(branch), stamp, event))
            elif form in (1, 2) or code == 2:
                branch, begin = lane.open.pop()
                status = signed(values[0]) if code == 2 else form - 1
                sums = self.calls.setdefault(self.path(branch), [0, 0, 0, 0, 0])
                for i, value in enumerate((1, stamp - begin, status == 1, status < 0, 0)):
                    sums[i] += value
                self.log.append((number_of, "-", status, stamp, event))
            elif code == 3:
                self.calls.setdefault(self.path(values[0]), [0, 0, 0, 0, 0])[4] += 1
                self.log.append((number_of, "!", self.path(values[0]), stamp, event))
            elif code == 4:
                stop = stamp + signed(values[1])
                self.log.append((number_of, "~", self.path(values[0]), stop - values[2], stop))
            elif code == 5:
                self.log.append((number_of, "cpu", values[0], stamp, event))
        lane.stamp = stamp


if __name__ == "__main__":
    timeline = Timeline(sys.argv[1])
    tick = timeline.totals["tick_ns"] if timeline.totals else 1
    what = sys.argv[2] if len(sys.argv) > 2 else "calls"
    if what == "calls":
        for path, sums in sorted(timeline.calls.items()):
            print(path, sums[0], round(sums[1] * tick), *sums[2:], sep="\t")
    elif what == "lanes":
        for n, lane in sorted(timeline.lanes.items()):
            print(n, lane.kind, lane.worker, lane.entries, lane.lists, lane.missing, lane.bytes, len(lane.open), lane.name,
                  sep="\t")
    elif what == "totals":
        print(timeline.totals, "blocks", timeline.blocks, "packed", timeline.packed, "rest", timeline.rest)
    else:
        for entry in timeline.log:
            print(*entry, sep="\t")
