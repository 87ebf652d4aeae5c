# SPDX-License-Identifier: Apache-2.0
"""same_documents.py FOLDER FOLDER: do two results have the same documents, but for what another run has otherwise?

Left out are times, memory, clocks and who did what: fields in s, ns, MB and MiB, the slowest event, which events
overlap, workers and their files. Of a histogram of times only the sum remains, and of the cost of auditors the calls
it was computed from. Items of background work come when there is something to do, and their branches get numbers in any
order. A delay of an ITT call that used much CPU time, as when the kernel worked meanwhile, is not
counted."""
import glob
import json
import os
import re
import sys

OTHERWISE = re.compile(r"(_s|_s2|_ns|_seconds|_MB|_MiB|_mb)$")
ITEM = re.compile(r"(timeline|progress|live print)( |$)")
LEFT_OUT = {"clock", "slowest_event", "workers", "worker", "files", "loop_times", "overlapped", "k4bench_file",
            "per_step_timer_overhead_note"}
OF_RUN = {"status", "failure_reason", "exit_status", "event_window", "events", "accepted"}


def bare(value):
    if isinstance(value, list):
        return [bare(item) for item in value if not ITEM.match(str(isinstance(item, dict) and item.get("path")))]
    if not isinstance(value, dict):
        return value
    kept = {k: bare(v) for k, v in value.items() if not OTHERWISE.search(k) and k not in LEFT_OUT}
    if "path" in value:
        kept.pop("branch", None)
        kept.pop("parent", None)
    if "mean_s" in value and "histogram" in value:
        kept["histogram"] = sum(calls for _, calls in value["histogram"])
    if "at_location_s" in value: # a region: its share of the time
        kept.pop("share_%")
    if "writer_cpu_s" in value: # of a timeline
        for key in ("file", "lists", "bytes"):
            kept.pop(key)
    if isinstance(value.get("task_types"), int): # with those of items
        kept.pop("task_types")
    if "entries" in value and "files" in value: # of a time log, likewise
        kept.pop("entries")
    if "begin_s" in value and "end_s" in value:
        kept.pop("calls")
    if value.get("overhead_per_call_ns"):
        cost_ns = sum(row["auditors_estimate_s"] for row in value["loop_times"]) * 1e9
        kept["audited_calls"] = round(cost_ns / value["overhead_per_call_ns"])
    return kept


def read(folder):
    documents = {}
    for path in glob.glob(os.path.join(folder, "*.json")):
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        name = os.path.basename(path)
        if name == "run.json":
            document = {key: document[key] for key in OF_RUN}
        documents[name] = bare(document)
    return documents


def differences(a, b, where):
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            yield from differences(a.get(key), b.get(key), f"{where} {key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, pair in enumerate(zip(a, b)):
            yield from differences(*pair, f"{where}[{i}]")
    elif a != b and not (where.endswith(" audited_calls") and None in (a, b)):
        yield f"{where}: {json.dumps(a)[:200]} and {json.dumps(b)[:200]}"


found = list(differences(read(sys.argv[1]), read(sys.argv[2]), f"{sys.argv[1]} and {sys.argv[2]}:"))
print("\n".join(found[:20]))
sys.exit(bool(found) or not read(sys.argv[1]))
