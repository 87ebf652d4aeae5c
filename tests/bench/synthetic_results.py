#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: synthetic_results.py FOLDER RESULTS BRANCHES: makes results of jobs that share their events, as of many batch jobs."""
import json
import os
import random
import sys


def histogram(calls):
    bins = {}
    for _ in range(calls):
        b = int(random.gauss(400, 12))
        bins[b] = bins.get(b, 0) + 1
    return sorted(bins.items())


def row(number, event):
    calls = random.randrange(50, 150)
    total = random.uniform(0.001, 1)
    mean = total / calls
    return {"branch": number, "parent": -1 if number == 0 else (number - 1) // 4, "root": "Event",
            "path": f"Branch{number}" if number else "Event", "name": f"Branch{number}" if number else "Event",
            "depth": 0, "level": 1, "calls": calls, "total_s": total, "self_s": total / 2, "mean_s": mean,
            "min_s": mean / 2, "max_s": mean * 2, "stddev_s": mean / 3, "sum_of_squares_s2": total * mean * 1.1,
            "p50_s": mean, "p90_s": mean, "p99_s": mean, "slowest_event": event, "type": "Spin",
            "histogram": histogram(calls)}


def write(folder, number, branches):
    os.makedirs(folder)
    first = 100 * number + 1
    run = {"schema": 2, "status": "finished", "failure_reason": None, "exit_status": 0, "job": "job.xml",
           "command": "gaudit run job.xml", "start_time": f"2026-01-01T00:00:00.{number:06d}Z", "host": f"node{number % 100}",
           "cpu_model": "", "cores": 2, "versions": {}, "clock": "tsc", "workers": 1, "event_window": [first, first + 100],
           "events": 100, "accepted": 10, "wall_s": 1 + number * 1e-6, "loop_s": 0.9, "user_s": 0.8, "system_s": 0.1,
           "peak_rss_bytes": 10**7, "options": None}
    timer = {"schema": 2, "clock": "tsc", "tick_s": 4.3e-10 + number * 1e-16, "overhead_per_call_ns": 30.0, "workers": 1,
             "warm_up_events": 1, "event_window": [1, 0], "branches": [row(b, first + 5) for b in range(branches)],
             "warm_up": [], "loop_times": [{"worker": 0, "events": 100, "loop_s": 0.9, "event_s": 0.8, "input_s": 0.1,
                                            "waiting_s": 0.0, "merge_s": 0.0, "auditors_estimate_s": 0.0,
                                            "unaccounted_s": 0.0, "allowed_s": 0.1}]}
    for name, document in ("run", run), ("timer", timer):
        with open(f"{folder}/{name}.json", "w", encoding="utf-8") as file:
            json.dump(document, file)


def main():
    random.seed(45)
    folder, results, branches = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    for number in range(results):
        write(f"{folder}/part-{number:05d}", number, branches)


main()
