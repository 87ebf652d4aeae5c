# SPDX-License-Identifier: Apache-2.0
"""usage: check_time_log.py FILE... : time logs as CMacIonize's tools read them, with numpy.loadtxt.

Applies the rules of that reader, and what must be true of a log of one thread besides. Prints the
number of entries. Where numpy is not installed, its own reading is left out.
"""
import os
import re
import sys

HEADING = ("# entry id\tparent id\tdepth\tstart time (ticks)\tend time (ticks)\t"
           "start time (s)\tend time (s)\tlabel\n")
NUMBER = re.compile(r"(0|[1-9][0-9]*)$")
SECONDS = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]*[1-9])?(e[+-][0-9]{2,3})?$")
BITS = (32, 32, 32, 64, 64)


def wrong(path, line, what):
    sys.exit("%s:%d: %s" % (path, line, what))


def check_columns(path, number, columns):
    if len(columns) != 8:
        wrong(path, number, "%d columns" % len(columns))
    for text, bits in zip(columns, BITS):
        if not NUMBER.match(text) or int(text) >= 1 << bits:
            wrong(path, number, "'%s' is no unsigned number of %d bits" % (text, bits))
    for text in columns[5:7]:
        if not SECONDS.match(text) or len(re.sub(r"e.*|\.|^0\.0*", "", text)) > 6:
            wrong(path, number, "'%s' is not what %%g prints" % text)
    label = columns[7]
    if len(label) > 100 or any(ord(c) < 32 or ord(c) == 127 or c == "#" for c in label):
        wrong(path, number, "the label is not safe: %r" % label)


def check(path):
    entries = {0: (0, 0, float("inf"))}
    last_start = 0
    with open(path, encoding="utf-8", newline="\n") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith("\n"):
                wrong(path, number, "the line has no end")
            if number == 1 and line == HEADING:
                continue
            columns = line[:-1].split("\t")
            check_columns(path, number, columns)
            entry, parent, depth, start, end = (int(c) for c in columns[:5])
            start_s, end_s = float(columns[5]), float(columns[6])
            if entry != len(entries):
                wrong(path, number, "id %d, not %d" % (entry, len(entries)))
            if parent not in entries or depth != entries[parent][0] + 1:
                wrong(path, number, "depth %d below entry %d" % (depth, parent))
            if start < last_start or start < entries[parent][1] or end > entries[parent][2]:
                wrong(path, number, "its time is not within that of entry %d" % parent)
            if start > end or start_s > end_s:
                wrong(path, number, "it ends before it begins")
            entries[entry] = (depth, start, end)
            last_start = start
    return len(entries) - 1


def load(path):
    """As tools/plot_timeline.py does."""
    import warnings

    import numpy

    warnings.simplefilter("ignore")  # of a log without entries
    names = ("id", "pid", "depth", "tic", "toc", "start", "end", "label")
    formats = ("u4", "u4", "u4", "u8", "u8", "f8", "f8", ("U", 100))
    return len(numpy.atleast_1d(numpy.loadtxt(path, delimiter="\t",
                                              dtype={"names": names, "formats": formats})))


for file in sys.argv[1:]:
    count = check(file)
    try:
        loaded = load(file)
    except ImportError:
        if os.environ.get("GAUDIT_REQUIRE_DATA"):
            sys.exit("python3-numpy is not installed")
        loaded = count
    if loaded != count:
        sys.exit("%s: numpy reads %d entries of %d" % (file, loaded, count))
    print(count)
