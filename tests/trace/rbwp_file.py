#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads a background-work profile of Realm (RBWP) and refuses what its format does not allow.

    rbwp_file.py FILE [summary|calls|threads|records|items]

It is written from the description of the format alone, so that it can check what gaudit writes and reads.
calls    seconds and calls per item and per sub-item
threads  the same, per thread
records  every record, per thread in order
items    the descriptors
Exit status 1 and one line on standard error: what is wrong, and at which offset of the file. What a file may have
but should be known, as a clock that steps back, is a line 'note: ...' on standard error.
"""
import struct
import sys
import zlib
from collections import namedtuple

HEADER_SIZE = 36
BLOCK_HEADER_SIZE = 32
BLOCK_LIMIT = 16384
COARSE_BEGIN, COARSE_END, FINE_BEGIN, FINE_END, GPU_WORK = 0x01, 0x02, 0x11, 0x12, 0x21
TYPES = ("handler", "channel", "operation", "reap")

Header = namedtuple("Header", "version flags node zero items subs offset")
Block = namedtuple("Block", "offset thread sequence count base size stored data")
Record = namedtuple("Record", "stamp type value")
Gpu = namedtuple("Gpu", "processor slot start stop")


class Refused(Exception):
    """The file is not as the format demands."""


def demand(holds, offset, text):
    if not holds:
        raise Refused(f"offset {offset}: {text}")


def read_header(data):
    demand(len(data) >= HEADER_SIZE, 0, f"{len(data)} bytes are no header of {HEADER_SIZE}")
    demand(data[:4] == b"RBWP", 0, "the magic is not RBWP")
    header = Header(*struct.unpack_from("<HHIqIIQ", data, 4))
    demand(header.version == 1, 4, f"version {header.version} instead of 1")
    demand(header.flags & ~1 == 0, 6, f"unknown flags {header.flags:#x}")
    if header.offset == 0:
        demand(header.items == 0 and header.subs == 0, 20, "descriptors are counted, but have no offset")
    else:
        demand(HEADER_SIZE <= header.offset <= len(data), 28,
               f"older layout or damaged: descriptors at {header.offset} of {len(data)} bytes")
    return header


def is_whole(data, at):
    """Whether the file does not end within the block that begins there."""
    if at + BLOCK_HEADER_SIZE > len(data):
        return False
    size, packed = struct.unpack_from("<II", data, at + 24)
    return size > BLOCK_LIMIT or at + BLOCK_HEADER_SIZE + (packed or size) <= len(data)


def read_block(data, at, end):
    demand(at + BLOCK_HEADER_SIZE <= end, at, f"{end - at} bytes are no block header")
    thread, sequence, count, base, size, packed = struct.unpack_from("<QIIqII", data, at)
    demand(0 < size <= BLOCK_LIMIT, at + 24, f"data size {size} is not between 1 and {BLOCK_LIMIT}")
    demand(packed < size, at + 28, f"compressed size {packed} is not below the data size {size}")
    stored = packed or size
    start = at + BLOCK_HEADER_SIZE
    demand(start + stored <= end, at, f"a block of {stored} bytes does not end before {end}")
    content = data[start:start + stored]
    if packed:
        unpacker = zlib.decompressobj()
        try:
            content = unpacker.decompress(content, BLOCK_LIMIT + 1)
        except zlib.error as error:
            raise Refused(f"offset {start}: {error}") from error
        demand(unpacker.eof and not unpacker.unused_data, start, "the zlib stream does not end with the block")
        demand(len(content) == size, start, f"{len(content)} bytes inflated, {size} expected")
    return Block(at, thread, sequence, count, base, size, packed, content)


def read_blocks(data, header, note):
    """The blocks in the order of the file. That a file which was not closed ends within one is no fault of its
    writer."""
    at, end = HEADER_SIZE, header.offset or len(data)
    blocks, seen = [], {}
    while at < end:
        if not header.offset and not is_whole(data, at):
            note(f"offset {at}: {end - at} bytes of a block that is not complete")
            break
        block = read_block(data, at, end)
        demand(block.sequence not in seen, at + 8,
               f"sequence {block.sequence} is also that of the block at {seen.get(block.sequence)}")
        seen[block.sequence] = at
        blocks.append(block)
        at += BLOCK_HEADER_SIZE + (block.stored or block.size)
    return blocks


def read_stamp(data, at, last, where):
    """The time and where the stamp ends; only the long form is a time by itself."""
    demand(at < len(data), where + at, "the block ends within a record")
    kind = data[at] >> 6
    size = 8 if kind == 3 else 4 if kind == 2 else 2
    demand(at + size <= len(data), where + at, "the block ends within a time stamp")
    value = int.from_bytes(data[at:at + size], "big")
    if size == 8:
        return value & (2**62 - 1), at + 8
    demand(last is not None, where + at, "the first time stamp of a block is not absolute")
    delta = value & (2**30 - 1) if size == 4 else value
    demand(size == 2 or delta >= 2**15, where + at, f"a difference of {delta} ns in 4 bytes")
    return last + delta, at + size


def read_payload(data, kind, at, where):
    sizes = {COARSE_BEGIN: "<B", COARSE_END: "<", FINE_BEGIN: "<H", FINE_END: "<", GPU_WORK: "<QBqq"}
    demand(kind in sizes, where + at - 1, f"unknown record type {kind:#04x}")
    size = struct.calcsize(sizes[kind])
    demand(at + size <= len(data), where + at, "the block ends within a record")
    values = struct.unpack_from(sizes[kind], data, at)
    value = Gpu(*values) if kind == GPU_WORK else values[0] if values else None
    return value, at + size


def read_records(block):
    at, last, where = 0, None, block.offset + BLOCK_HEADER_SIZE
    records = []
    while at < block.size:
        first = last is None
        last, at = read_stamp(block.data, at, last, where)
        demand(not first or last == block.base, block.offset + 16,
               f"base time {block.base}, but the first record is of {last}")
        demand(at < block.size, where + at, "the block ends within a record")
        kind = block.data[at]
        value, at = read_payload(block.data, kind, at + 1, where)
        records.append(Record(last, kind, value))
    demand(len(records) == block.count, block.offset + 12, f"{len(records)} records, {block.count} promised")
    return records


def read_text(data, at, what):
    demand(at + 2 <= len(data), at, f"the file ends within {what}")
    size = int.from_bytes(data[at:at + 2], "little")
    demand(at + 2 + size <= len(data), at, f"the name of {what} ends behind the file")
    try:
        name = data[at + 2:at + 2 + size].decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"offset {at + 2}: the name of {what} is not UTF-8") from error
    demand("\0" not in name, at + 2, f"the name of {what} has a NUL")
    return name, at + 2 + size


def read_descriptors(data, header):
    """Names by slot, and (type, name) by id. Of an id that wrapped, the first descriptor counts."""
    items, subs = {}, {}
    at = header.offset
    if not at:
        return items, subs
    for number in range(header.items):
        demand(at + 2 <= len(data), at, "the file ends within the work items")
        slot = int.from_bytes(data[at:at + 2], "little")
        demand(slot < 256, at, f"slot {slot} is not below 256")
        demand(slot not in items, at, f"slot {slot} is described twice")
        items[slot], at = read_text(data, at + 2, f"work item {number}")
    for number in range(header.subs):
        demand(at + 3 <= len(data), at, "the file ends within the sub-items")
        code, kind = struct.unpack_from("<HB", data, at)
        demand(kind < len(TYPES), at + 2, f"sub-item type {kind} is not below {len(TYPES)}")
        demand(code not in subs or header.subs > 65536, at, f"sub-item {code} is described twice")
        name, at = read_text(data, at + 3, f"sub-item {number}")
        subs.setdefault(code, (kind, name))
    demand(at == len(data), at, f"{len(data) - at} bytes behind the descriptors")
    return items, subs


class Thread:
    """What one thread did: its records in order, and the time and calls of its items."""

    def __init__(self, number):
        self.number = number
        self.records = []
        self.calls = {}
        self.item = self.sub = None
        self.last = None

    def add_call(self, key, time):
        calls, total = self.calls.get(key, (0, 0))
        self.calls[key] = (calls + 1, total + time)


class Profile:
    def __init__(self, data, note=lambda text: None):
        self.note = note
        self.header = read_header(data)
        self.closed = self.header.offset != 0
        self.items, self.subs = read_descriptors(data, self.header)
        self.blocks = read_blocks(data, self.header, note)
        self.threads = {}
        if not self.closed:
            note("not closed: names are missing")
        for block in sorted(self.blocks, key=lambda one: one.sequence):
            thread = self.threads.setdefault(block.thread, Thread(block.thread))
            for record in read_records(block):
                self.take_record(thread, record, block.offset)
        for thread in self.threads.values():
            self.end_thread(thread)

    def item_name(self, slot, at):
        demand(not self.closed or slot in self.items, at, f"slot {slot} is not described")
        return self.items.get(slot, f"item {slot}")

    def sub_name(self, code, at):
        demand(not self.closed or code in self.subs, at, f"sub-item {code} is not described")
        kind, name = self.subs.get(code, (None, f"sub-item {code}"))
        return f"{name} ({TYPES[kind]})" if kind is not None else name

    def take_record(self, thread, record, at):
        who = f"thread {thread.number}"
        if thread.last is not None and record.stamp < thread.last:
            self.note(f"offset {at}: {who} steps back by {thread.last - record.stamp} ns")
        thread.last = record.stamp
        thread.records.append(record)
        if record.type == COARSE_BEGIN:
            demand(not thread.item, at, f"{who} begins an item within an item")
            thread.item = (self.item_name(record.value, at), record.stamp)
        elif record.type == COARSE_END:
            demand(thread.item, at, f"{who} ends an item that it did not begin")
            demand(not thread.sub, at, f"{who} ends an item before its sub-item")
            thread.add_call((thread.item[0], None), record.stamp - thread.item[1])
            thread.item = None
        elif record.type == FINE_BEGIN:
            demand(self.header.flags & 1, at, "a sub-item in a file of level 1")
            demand(thread.item, at, f"{who} begins a sub-item outside an item")
            demand(not thread.sub, at, f"{who} begins a sub-item within a sub-item")
            thread.sub = (self.sub_name(record.value, at), record.stamp)
        elif record.type == FINE_END:
            demand(thread.sub, at, f"{who} ends a sub-item that it did not begin")
            thread.add_call((thread.item[0], thread.sub[0]), record.stamp - thread.sub[1])
            thread.sub = None
        else:
            gpu = record.value
            demand(gpu.stop >= gpu.start, at, f"GPU work stops {gpu.start - gpu.stop} ns before it starts")
            self.item_name(gpu.slot, at)

    def end_thread(self, thread):
        if thread.item:
            text = f"thread {thread.number} does not end '{thread.item[0]}'"
            if self.closed:
                raise Refused(text)
            self.note(text)


def sum_calls(threads):
    total = {}
    for thread in threads:
        for key, (calls, time) in thread.calls.items():
            before = total.get(key, (0, 0))
            total[key] = (before[0] + calls, before[1] + time)
    return total


def print_calls(calls, indent=""):
    for (item, sub), (count, time) in sorted(calls.items(), key=lambda entry: (entry[0][0], entry[0][1] or "")):
        name = item if sub is None else f"{item} / {sub}"
        print(f"{indent}{time // 10**9}.{time % 10**9:09d} s {count} {name}")


def print_gpu(threads, indent=""):
    for thread in threads:
        for record in thread.records:
            if record.type == GPU_WORK:
                gpu = record.value
                print(f"{indent}GPU {gpu.processor:#x} slot {gpu.slot} from {gpu.start} to {gpu.stop}")


def print_threads(profile):
    for thread in profile.threads.values():
        print(f"thread {thread.number}: {len(thread.records)} records")
        print_calls(thread.calls, "  ")
        print_gpu([thread], "  ")


def print_records(profile):
    names = {COARSE_BEGIN: "begin", COARSE_END: "end", FINE_BEGIN: "sub-begin", FINE_END: "sub-end", GPU_WORK: "gpu"}
    for thread in profile.threads.values():
        for stamp, kind, value in thread.records:
            values = value if isinstance(value, Gpu) else () if value is None else (value,)
            print(thread.number, stamp, names[kind], *values)


def print_items(profile):
    for slot, name in sorted(profile.items.items()):
        print(f"item {slot} {name}")
    for code, (kind, name) in sorted(profile.subs.items()):
        print(f"sub-item {code} {TYPES[kind]} {name}")


def print_summary(profile):
    header = profile.header
    print(f"version {header.version} level {1 + (header.flags & 1)} node {header.node} zero {header.zero}")
    print(f"{'closed' if profile.closed else 'not closed'}, {len(profile.items)} items, {len(profile.subs)} sub-items")
    records = sum(len(thread.records) for thread in profile.threads.values())
    packed = sum(1 for block in profile.blocks if block.stored)
    print(f"{len(profile.threads)} threads, {len(profile.blocks)} blocks, {packed} compressed, {records} records")


def main(arguments):
    prints = {"summary": print_summary, "threads": print_threads, "records": print_records, "items": print_items,
              "calls": lambda profile: print_calls(sum_calls(profile.threads.values()))}
    what = arguments[2] if len(arguments) == 3 else "summary"
    if len(arguments) not in (2, 3) or what not in prints:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[1], "rb") as file:
            profile = Profile(file.read(), lambda text: print(f"note: {text}", file=sys.stderr))
    except (Refused, OSError) as error:
        print(f"{arguments[1]}: {error}", file=sys.stderr)
        return 1
    prints[what](profile)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
