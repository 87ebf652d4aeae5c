# SPDX-License-Identifier: Apache-2.0
# usage: document.py GAUDIT DIR: compares the document of a result with what its views print: each view, and sums of
#        samples by several keys.
import bisect
import collections
import json
import subprocess
import sys

gaudit, folder = sys.argv[1:]


def report(*arguments):
    return json.loads(subprocess.run([gaudit, "report", *arguments, folder, "--format", "json"], check=True,
                                     capture_output=True).stdout)


plain = report("document")
assert plain["schema"] == 1
for name, rows in plain["views"].items():
    if name == "agreement":
        text = subprocess.run([gaudit, "compare", folder, "--format", "json"], check=True, capture_output=True).stdout
        assert rows == json.loads(text), name
        text = subprocess.run([gaudit, "compare", folder, "--verbose"], check=True, capture_output=True, text=True).stdout
        words = " ".join(text.split())
        assert len(plain["agreement_notes"]) > 2 and all(note in words for note in plain["agreement_notes"]), plain["agreement_notes"]
        assert words.count("warning: ") == sum(note.startswith("warning: ") for note in plain["agreement_notes"])
    elif name == "events":
        columns = rows["columns"]
        printed = report(name)
        assert rows["count"] == len(printed)
        shown = [dict(zip(columns, values)) for values in zip(*columns.values())]
        if rows["count"] > 200000:
            measured = sorted((row for row in printed if not row["warm_up"]), key=lambda row: (-row["time_s"], row["event"]))
            assert shown == measured[:1000]
            print("slowest", len(shown))
        else:
            assert shown == printed
    elif name.startswith("event_"):
        assert rows == report("events", "--table", name.removeprefix("event_")), name
    elif name == "region_events":
        events, known = rows["events"], {row["region"]: row for row in report("regions")}

        def mean(values):
            return sum(n * value for n, value in zip(events, values)) / sum(events)

        assert 0 < len(events) <= 400 and len(rows["regions"]) == len(known) - 1
        inside = known["[unaccounted]"]["time_s"] + sum(mean(region["of_steps_s"]) for region in rows["regions"])
        assert abs(mean(rows["unaccounted_s"]) - known["[unaccounted]"]["time_s"]) < 1e-11
        assert abs(mean(rows["wall_s"]) - inside) < 1e-11 + 1e-9 * inside, (mean(rows["wall_s"]), inside)
        for region in rows["regions"]:
            for column in "of_steps_s", "at_location_s", "by_birth_s", "by_origin_s":
                shown = known[region["region"]][column]
                assert abs(mean(region[column]) - shown) < 1e-11 + 1e-9 * shown, (region["region"], column)
        print("region events", sum(events), "bins", len(events), "width", rows["width"], "first", rows["first"])
    elif name == "workers_over_time":
        assert rows == report("workers", "--table", "over_time"), name
    elif name == "ranks_each":
        assert rows == report("ranks", "--table", "ranks"), name
    elif name == "sampling":
        assert rows == report("summary", "--table", "sampling"), name
    elif name == "loop_times":
        assert rows == report("timing", "--table", "loop_times"), name
    else:
        assert rows == report(name), name
    print("view", name)
for answer in plain["answers"]:
    print("answer", answer)
assert ("ranks_notes" in plain) == ("ranks" in plain["views"])
if "ranks_notes" in plain:
    text = subprocess.run([gaudit, "report", "ranks", folder, "--table", "verdict", "--wide"], check=True, capture_output=True, text=True).stdout
    assert " ".join(plain["ranks_notes"]) == " ".join(text.split()), (plain["ranks_notes"], text)

# Events that were sampled: what is in a task is in one of them.
if "events" in plain["views"]:
    slowest = report("events", "--table", "slowest")
    assert [row["replay"] for row in slowest] == [f"{plain['replay']} {row['event']}" for row in slowest]
    print("replay", plain["replay"])
if "events_start_us" in plain and plain["samples"]:
    samples = plain["samples"]
    branches = {row["branch"]: row for row in plain["views"]["timing"]}
    in_events = {row["path"] for row in branches.values() if row["parent"] is not None and
                 row["path"].split()[0] in {top["name"] for top in branches.values() if top["depth"] == 1 and
                                            branches[top["parent"]]["name"] == "Event"}}
    tasks = {i for i, task in enumerate(samples["tasks"]) if task["path"] in in_events}
    begin = plain["events_start_us"]
    columns = plain["views"]["events"]["columns"]
    times = sorted((begin + start * 1e6, begin + (start + time) * 1e6)
                   for start, time in zip(columns["start_s"], columns["time_s"]))
    starts = [start for start, _ in times]
    inside = outside = 0
    for time, task in zip(samples["columns"]["time_us"], samples["columns"]["task"]):
        if task in tasks:
            event = bisect.bisect(starts, time + 1) - 1
            is_inside = event >= 0 and time <= times[event][1]
            inside, outside = inside + is_inside, outside + (not is_inside)
    assert outside <= 0.02 * inside, (inside, outside)
    print("inside", inside)

raw = report("document", "--all-frames", "--inlines", "merge")
for document in plain, raw:
    samples = document["samples"]
    if samples is None:
        continue
    columns, stacks, places = samples["columns"], samples["stacks"], samples["places"]
    assert len({len(column) for column in columns.values()}) == 1
    assert all(caller < i for i, caller in enumerate(stacks["caller"]) if i > 0)
    order = list(zip(columns["thread"], columns["time_us"]))
    assert order == sorted(order)
    for column, of in ("place", places["stack"]), ("task", samples["tasks"]), ("thread", samples["threads"]):
        assert max(columns[column]) < len(of)

if raw["samples"] is None:
    sys.exit()
samples = raw["samples"]
columns, stacks, places = samples["columns"], samples["stacks"], samples["places"]
functions, files = samples["functions"], samples["files"]


def callers(stack):
    names = []
    while stack:
        names.append(functions[stacks["function"][stack]]["name"])
        stack = stacks["caller"][stack]
    return tuple(names)


def value(key, i):
    place = columns["place"][i]
    if key == "task":
        return samples["tasks"][columns["task"][i]]["name"]
    if key == "function":
        return functions[stacks["function"][places["stack"][place]]]["name"]
    if key == "module":
        return samples["modules"][places["module"][place]]
    if key == "thread":
        return samples["threads"][columns["thread"][i]]["name"]
    if key == "process":
        return samples["processes"][samples["threads"][columns["thread"][i]]["process"]]["name"]
    file = files[places["file"][place]].split("/")[-1]
    if key == "source-file":
        return file or "[Unknown]"
    return f"{file}:{places['line'][place]}" if places["line"][place] else "[Unknown]"


def rows_of(keys, times=None):
    groups = collections.defaultdict(lambda: [0, 0])
    for i in range(len(columns["time_us"])):
        if times and not times[0] * 1e6 <= columns["time_us"][i] < times[1] * 1e6:
            continue
        group = groups[tuple(value(key, i) for key in keys)]
        group[0] += columns["weight_ns"][i]
        group[1] += 1
    return groups


def shown(keys, times=None):
    more = ["--time-filter", f"{times[0]}:{times[1]}"] if times else []
    groups = collections.defaultdict(lambda: [0, 0])
    for row in report("hotspots", "--group-by", ",".join(keys), *more)["rows"]:
        if row["depth"] == len(keys) - 1:
            group = groups[tuple(row[key.replace("-", "_")] for key in keys)]
            group[0] += round(row["cpu_s"] * 1e9)
            group[1] += row["samples"]
    return groups


end = max(columns["time_us"]) / 1e6
for keys in ["task"], ["function"], ["task", "function"], ["module"], ["thread"], ["process"], ["source-file"], ["source-line"]:
    assert rows_of(keys) == shown(keys), (keys, rows_of(keys), shown(keys))
    times = (round(end / 3, 6), round(end * 2 / 3, 6))
    assert rows_of(keys, times) == shown(keys, times), (keys, times)
stacks_seen = collections.Counter()
for i, place in enumerate(columns["place"]):
    stacks_seen[callers(places["stack"][place])] += columns["weight_ns"][i]
folded = subprocess.run([gaudit, "export", folder, "--format", "folded"], capture_output=True, check=True, text=True).stdout
assert len({line.rsplit(" ", 1)[0].split(";", 1)[1] for line in folded.splitlines()}) <= len(stacks_seen)
paths = {row["path"] for row in plain["views"].get("timing", [])}
assert {task["path"] for task in samples["tasks"] if task["path"] in paths} or not paths
print("samples", len(columns["time_us"]))
