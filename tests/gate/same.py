#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: same.py GAUDIT TABLE -- COMMAND ARGUMENT... -- COMMAND ARGUMENT...: commands that compare the same runs have the
same rows in csv, all of them; of each, json has what csv has, and text the same title, rows, ratios, intervals, limits
and verdicts, to its three decimals."""
import csv, io, json, re, subprocess, sys

gaudit, table = sys.argv[1:3]
wrong = []


def run(command, form):
    done = subprocess.run([gaudit, *command, "--table", table, "--all", "-f", form], capture_output=True, text=True)
    if done.returncode not in (0, 6):
        sys.exit(f"gaudit {' '.join(command)} -f {form}: {done.returncode}: {done.stderr}")
    return done.stdout


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text or ""


def shown(text):
    """A cell of three decimals as text has it."""
    return "-" if text == "" else f"{float(text):.3f}"


def text_rows(text):
    """The title, the names of columns, and their cells; the rules are left out."""
    lines = text.split("\n")
    title = next(i for i, line in enumerate(lines) if " per " in line and " by " in line and "baseline" in line)
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines[title + 1:]]
    head = next(i for i, cells in enumerate(rows) if "Verdict" in cells)
    rules = [i for i, cells in enumerate(rows) if re.fullmatch("-+", cells[0])]
    return lines[title], rows[head], [rows[i] for i in range(head, rules[2]) if i not in (head, *rules)]


def check_formats(command, rows):
    name = " ".join(command)
    parsed = json.loads(run(command, "json"))
    if [{key: number(value) for key, value in row.items()} for row in rows] != \
            [{key: number(value) for key, value in row.items()} for row in parsed]:
        wrong.append(f"{name}: csv and json differ: {rows} and {parsed}")
    title, head, cells = text_rows(run(command, "text"))
    if len(cells) != len(rows):
        wrong.append(f"{name}: {len(rows)} rows in csv, {len(cells)} in text")
    for row, cell in zip(rows, cells):
        if head[1] == "Task" and not row["root"]:  # a sum is of no task
            cell.insert(1, "")
        want = {"Relative" if "Relative" in head else "Ratio": shown(row["ratio"]), "95 % from": shown(row["ratio_low"]), "to": shown(row["ratio_high"]),
                "Verdict": row["verdict"]}
        if "Time ratio" in head:
            want |= {"Time ratio": shown(row["time_ratio"])}
        if "Limit" in head:
            want |= {"Limit": shown(row["limit"])}
            want |= {"Gate": "FAILED"} if row["gate"] else {}
        if row["kind"] != "function" and not row["path"].endswith(cell[0].split("...")[-1].split(" ")[-1]):
            wrong.append(f"{name}: '{row['path']}' in csv is '{cell[0]}' in text")
        for column, value in want.items():
            has = cell[head.index(column)] if head.index(column) < len(cell) else ""
            if has != value:
                wrong.append(f"{name}: {row['path']}: {column} is {has} in text, {value} in csv")
    return title


commands = []
for word in sys.argv[3:]:
    if word == "--":
        commands.append([])
    else:
        commands[-1].append(word)
first = run(commands[0], "csv")
rows = list(csv.DictReader(io.StringIO(first)))
if not {"significant", "not significant", "inconclusive", "not tested"} & {row["verdict"] for row in rows}:
    wrong.append(f"nothing is tested: {first}")
titles = {check_formats(command, rows) for command in commands}
for command in commands[1:]:
    if run(command, "csv") != first:
        wrong.append(f"{' '.join(commands[0])} and {' '.join(command)} differ:\n{first}\n{run(command, 'csv')}")
if len(titles) != 1:
    wrong.append(f"titles differ: {titles}")
for line in wrong:
    print("WRONG:", line)
sys.exit(1 if wrong else 0)
