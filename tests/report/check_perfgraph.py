#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""usage: check_perfgraph.py ROOT TOTAL FILE: is FILE what a PerfGraphReporter of MOOSE writes?

Strict: each rule of both of PerfGraph's python readers, and nothing beside them. ROOT is the root's name, TOTAL its
seconds."""
import json
import sys

NUMBERS = {"level": int, "memory": int, "num_calls": int, "time": float}


def fail(text):
    sys.exit(f"{sys.argv[3]}: {text}")


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(keys) != len(set(keys)):
        fail(f"a key is there twice: {keys}")
    return dict(pairs)


def keys_are(place, value, *allowed):
    if not isinstance(value, dict) or sorted(value) != sorted(allowed):
        fail(f"{place} is not an object with {allowed}: {str(value)[:200]}")


class Graph:
    def __init__(self):
        self.levels = {}
        self.time = 0.0
        self.memory = 0

    def add(self, path, node):
        if not isinstance(node, dict):
            fail(f"{path} is not an object")
        for key, kind in NUMBERS.items():
            # bool is an int for isinstance()
            if type(node.get(key)) is not kind:
                fail(f"{path}: {key} is {node.get(key)!r}, not {kind.__name__}")
        if node["num_calls"] < 0 or node["level"] < 0 or not abs(node["time"]) < 1e300:
            fail(f"{path}: {node}")
        self.time += node["time"]
        self.memory += node["memory"]
        if self.levels.setdefault(path[-1], node["level"]) != node["level"]:
            fail(f"{path}: its section has two levels")
        if len(path) > 100:
            fail(f"{path}: more than 100 sections are open")
        for name, child in node.items():
            if name not in NUMBERS:
                self.add(path + [name], child)


def main():
    name, total = sys.argv[1], float(sys.argv[2])
    with open(sys.argv[3], encoding="utf-8") as file:
        document = json.load(file, object_pairs_hook=unique)
    keys_are("the document", document, "time_steps", "reporters")
    keys_are("reporters", document["reporters"], "perf_graph")
    reporter = document["reporters"]["perf_graph"]
    keys_are("the reporter", reporter, "type", "values")
    keys_are("its values", reporter["values"], "graph")
    keys_are("graph", reporter["values"]["graph"], "type")
    if reporter["type"] != "PerfGraphReporter" or len(document["time_steps"]) != 1:
        fail("not one time step of a PerfGraphReporter")
    step = document["time_steps"][0]
    keys_are("the time step", step, "time", "time_step", "perf_graph")
    if not isinstance(step["time"], float) or type(step["time_step"]) is not int:
        fail("its time is not a number")
    keys_are("the step's values", step["perf_graph"], "graph")
    graph = Graph()
    keys_are("the graph", step["perf_graph"]["graph"], name)
    graph.add([name], step["perf_graph"]["graph"][name])
    if not abs(graph.time - total) <= 1e-9 * total or graph.time <= 0:
        fail(f"the self times are {graph.time} s together, not {total} s")
    if graph.memory == 0:
        fail("the memory of the root is 0, by which a reader divides")


main()
