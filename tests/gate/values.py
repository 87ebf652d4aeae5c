#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints values.h: runs that are made up, and what a comparison must make of them.

Worked out from the textbooks, not from the C code: Student's distribution is integrated. Run it again only if the method changes: python3 values.py >values.h
"""
import math
import random
from statistics import mean, median, variance

LEVEL, MAX_RATIO, FALSE_ALARMS, MIN_SHARE = 0.05, 1.05, 0.001, 0.001


# --- Student's distribution, by integration --------------------------------------------------------------------------
def density(t, df):
    return math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - (df + 1) / 2 * math.log1p(t * t / df)) / math.sqrt(df * math.pi)


def above(t, df, steps=4000):
    """The probability of more than t > 0: with t = tan(u) the tail is finite; Simpson's rule."""
    low, high = math.atan(t), math.pi / 2
    h = (high - low) / steps

    def f(u):
        return 0.0 if high - u < 1e-12 else density(math.tan(u), df) / math.cos(u) ** 2

    return h / 3 * sum(f(low + i * h) * (1 if i in (0, steps) else 4 if i % 2 else 2) for i in range(steps + 1))


def quantile(p, df):
    """Above 0.5; the equation above(t) = 1 - p by bisection of its logarithm."""
    low, high = -10.0, 20.0
    for _ in range(45):
        middle = (low + high) / 2
        low, high = (middle, high) if above(math.exp(middle), df, 600) > 1 - p else (low, middle)
    return math.exp(low)


def two_sided(t, df):
    return 2 * above(abs(t), df)


# --- two samples -------------------------------------------------------------------------------------------------------
def satterthwaite(parts):
    return sum(v for v, _ in parts) ** 2 / sum(v * v / f for v, f in parts if v > 0)


def welch(y0, y1):
    parts = [(variance(y) / len(y), len(y) - 1) for y in (y0, y1)]
    return mean(y1) - mean(y0), parts


class Estimate:
    """difference, variance and its freedom; base and its freedom: as if candidates spread as baselines do."""

    def __init__(self, difference, var, df, base, base_df, spread, spread_both):
        self.difference, self.var, self.df, self.base, self.base_df = difference, var, df, base, base_df
        self.spread, self.spread_both = spread, spread_both
        self.between = None

    def whole(self, var, df):
        return (var, df) if self.between is None else (var + self.between[0], satterthwaite([(var, df), self.between]))


def plain(y0, y1):
    """Welch; one or two candidates have no spread of their own."""
    n0, n1 = len(y0), len(y1)
    difference = mean(y1) - mean(y0)
    base = variance(y0) * (1 / n0 + 1 / n1)
    pooled = (sum((y - mean(y0)) ** 2 for y in y0) + sum((y - mean(y1)) ** 2 for y in y1)) / (n0 + n1 - 2)
    spreads = (math.sqrt(variance(y0)), math.sqrt(pooled))
    if n1 < 3:
        return Estimate(difference, base, n0 - 1, base, n0 - 1, *spreads)
    parts = welch(y0, y1)[1]
    return Estimate(difference, sum(v for v, _ in parts), satterthwaite(parts), base, n0 - 1, *spreads)


def paired(y0, y1):
    d = [b - a for a, b in zip(y0, y1)]
    v, n = variance(d), len(d)
    return Estimate(mean(d), v / n, n - 1, v / n, n - 1, math.sqrt(v / 2), math.sqrt(v / 2))


# --- relative to other rows: the formulas of doc/method/comparison.md ---------------------------------------------------
def relative_ratios(rows, times, raw, pairs):
    """Estimates of rows (logarithms by side), and mean, variance and freedom of what they share."""
    a, b = ([list(run) for run in zip(*(r.logs[s] for r in rows))] for s in (0, 1))
    n0, n1, R = len(a), len(b), range(len(rows))
    m = [mean(r.logs[1]) - mean(r.logs[0]) for r in rows]
    if pairs:
        q, nu = 1 / n0, n0 - 1
        E = [[y[i] - x[i] - m[i] for i in R] for x, y in zip(a, b)]
    else:
        q, nu = 1 / n0 + 1 / n1, n0 + n1 - 2
        E = [[run[i] - mean(rows[i].logs[s]) for i in R] for s, side in ((0, a), (1, b)) for run in side]
    var = [sum(e[i] ** 2 for e in E) / nu for i in R]
    s, sc = [v / 2 + 1e-10 for v in var], median(var) / 2 + 1e-10
    lm = mean(map(math.log, times))
    lt = [math.log(t) - lm for t in times]
    lx = sum(x * x for x in lt)
    for _ in range(50):
        W = 1 / sc + sum(1 / v for v in s)
        c = [sum(e[j] / s[j] for j in R) / W for e in E]
        sc = max(sum(x * x for x in c) / nu + 1 / W, 1e-10)
        lv = mean(map(math.log, s))
        slope = min(0, max(-2, (sum(x * (math.log(v) - lv) for x, v in zip(lt, s)) - 2) / (lx + 4)))
        for j in R:
            ss = sum((e[j] - x) ** 2 for e, x in zip(E, c))
            s[j] = max((ss + nu / W + 4 * math.exp(lv + slope * lt[j])) / (nu + 4), 1e-10)
    S2 = q * sc + 1e-10
    S = math.sqrt(S2)

    def prior(x):
        return 0.998 * density(x / S, nu) / S + 0.008

    def row(j, x):
        v = q * s[j]
        return math.log(0.8 * math.exp(-(m[j] - x) ** 2 / (2 * v)) / math.sqrt(2 * math.pi * v) + 0.8)

    steps = (-8, -4, -2, -1, 0, 1, 2, 4, 8)
    at = [k * S for k in steps] + [m[j] + k * math.sqrt(q * s[j]) for j in R for k in steps]
    level = [math.log(prior(x)) + sum(row(j, x) for j in R) for x in at]
    near = [x for x, v in zip(at, level) if v > max(level) - 20]
    edge = 8 / math.sqrt(1 / S2 + sum(1 / (q * v) for v in s))
    low, high = min(near) - edge, max(near) + edge
    xs = [low + (high - low) * k / 5999 for k in range(6000)]
    rho = [0.008 / prior(x) for x in xs]
    lf = [[row(j, x) for j in R] for x in xs]
    lp = [math.log(prior(x)) + sum(f) for x, f in zip(xs, lf)]

    def moments(l):
        top = max(l)
        w = [math.exp(x - top) for x in l]
        z = sum(w)
        e1, e2 = (sum(k * x ** n for k, x in zip(w, xs)) / z for n in (1, 2))
        C = sum(k * (1 - r) * x for k, r, x in zip(w, rho, xs)) / z
        return e2 - e1 * e1, C, sum(k * ((1 - r) * x * x + r * S2) for k, r, x in zip(w, rho, xs)) / z - C * C

    single = n0 / 2 if pairs else 1 / q
    out = []
    for i in R:
        plain_variance, C, of_C = moments([p - f[i] for p, f in zip(lp, lf)])
        if plain_variance > S2:
            e = raw[i]
            e.var, e.base = (max(v, 0.25 * (s[i] + sc) * q) for v in (e.var, e.base))
            out.append(e)
            continue
        w = 1 / sc + sum(1 / s[j] for j in R if j != i)
        x = [sum(e[j] / s[j] for j in R if j != i) / w for e in E]
        lam = (s[i] + 1 / w) / 0.35 ** 2
        sxx, sxy = sum(v * v for v in x), sum(v * e[i] for v, e in zip(x, E))
        beta, df = max(0, (sxy + lam) / (sxx + lam)), nu - sxx / (sxx + lam)
        left = [e[i] - beta * v for e, v in zip(E, x)]
        v = sum(r * r for r in left) / df
        V = v * q
        if not pairs and min(n0, n1) > 2:
            g = [(nu / df * sum(r * r for r in h) / (n - 1) / n, n - 1) for h, n in ((left[:n0], n0), (left[n0:], n1))]
            V = sum(p for p, _ in g)
            df = satterthwaite(g) / (nu / df)
        V = max(V, 0.25 * s[i] * q) + C * C * v / (sxx + lam) + beta ** 2 * max(0, of_C - q / w)
        spread = math.sqrt(V * single)
        out.append(Estimate(m[i] - beta * C, V, df, V, df, spread, spread))
    _, C, of_C = moments(lp)
    return out, (C, of_C, nu)


# --- a comparison --------------------------------------------------------------------------------------------------------
def middle(logs):
    return (mean(logs[0]) + mean(logs[1])) / 2


class Row:
    def __init__(self, name, values):
        self.name, self.values = name, values
        self.logs = [[math.log(v) for v in side] for side in values]
        self.p = self.limit = None


def holm(rows, name):
    p = sorted((r for r in rows if r.tested), key=lambda r: getattr(r, name))
    most = 0
    for i, row in enumerate(p):
        most = max(most, min(1, getattr(row, name) * (len(p) - i)))
        setattr(row, name, most)


def runs_needed(row, tested, p):
    """The number of runs so that a change by MAX_RATIO is found in 9 of 10 cases, with p false positives on that side of all tests."""
    n = 3
    p /= tested
    while (quantile(1 - p, n - 1) + quantile(0.9, n - 1)) * math.sqrt(2 / n) > math.log(MAX_RATIO) / row.e.spread_both:
        n += 1
    return n


def ratio_found(row, n):
    """An estimate of that is above MAX_RATIO in 9 of 10 cases with that many runs."""
    return MAX_RATIO * math.exp(quantile(0.9, n - 1) * math.sqrt(2 / n) * row.e.spread_both)


def hold_most(rows):
    """Those that hold 90 % of the time, the longest first."""
    rows = sorted(rows, key=lambda r: -r.seconds[0])
    most = 0.9 * sum(r.seconds[0] for r in rows)
    return [r for i, r in enumerate(rows) if sum(s.seconds[0] for s in rows[:i]) < most]


def compare(case):
    events, times = case["events"], case["times"]
    rows = [Row(name, [[t / n for t, n in zip(sides[s], events[s])] for s in (0, 1)]) for name, sides in times.items()]
    total = Row("all branches", [[sum(r.values[s][i] for r in rows) for i in range(len(events[s]))] for s in (0, 1)])
    used = [r for r in rows if middle(r.logs) >= math.log(0.005) + middle(total.logs)]
    separate = case["runs"] == "SEPARATE"
    if len(used) < 5 or not separate:
        used = []

    def slowdowns(but):
        others = [r for r in used if r is not but]
        return [[median(r.logs[s][i] - middle(r.logs) for r in others) if others else 0.0 for i in range(len(events[s]))]
                for s in (0, 1)]

    def estimate(logs):
        return paired(*logs) if case["runs"] == "PAIRED" else plain(*logs)

    everything = [total] + rows
    for row in everything:
        x = slowdowns(row)
        relative = row is not total and used
        row.e = estimate([[y - s for y, s in zip(row.logs[i], x[i])] if relative else row.logs[i] for i in (0, 1)])
        absolute = estimate(row.logs)
        half = quantile(1 - LEVEL / 2, absolute.df) * math.sqrt(absolute.var)
        row.absolute = [math.exp(absolute.difference + k * half) for k in (-1, 1)]
    common = [None] * 3
    if used:
        e = estimate(slowdowns(None))
        half = quantile(1 - LEVEL / 2, e.df) * math.sqrt(e.var)
        common = [math.exp(e.difference + k * half) for k in (0, -1, 1)]
    if not separate and len(rows) > 2:
        usual = [math.exp(mean(r.logs[0])) for r in rows]
        estimates, (C, of_C, df) = relative_ratios(rows, usual, [r.e for r in rows], case["runs"] == "PAIRED")
        for row, e in zip(rows, estimates):
            row.e = e
        half = quantile(1 - LEVEL / 2, df) * math.sqrt(of_C)
        common = [math.exp(C + k * half) for k in (0, -1, 1)]
    scatter = None
    if separate:
        changes = [r.e.difference for r in used]
        scatter = 1.4826 * median(abs(c - median(changes)) for c in changes)
        for row in rows:
            row.e.between = (scatter ** 2, len(used) - 1)
    mean_events = mean(events[0])
    for row in everything:
        row.seconds = [mean_events * math.exp(mean(row.logs[s])) for s in (0, 1)]
    min_s = MIN_SHARE * total.seconds[0]
    for row in everything:
        row.tested = max(row.seconds) >= min_s and not (row is total and case["runs"] == "SEPARATE")
        var, df = row.e.whole(row.e.var, row.e.df)
        half = quantile(1 - LEVEL / 2, df) * math.sqrt(var)
        row.ratio = [math.exp(row.e.difference + k * half) for k in (0, -1, 1)]
        row.p = two_sided(row.e.difference / math.sqrt(var), df)
    tested = sum(row.tested for row in everything)
    most = hold_most(rows)
    needed, found, verdict_runs = 0, 0, 0
    for row in everything:
        row.slower = row.p / 2 if row.e.difference > 0 else 1 - row.p / 2
    holm(everything, "slower")
    holm(everything, "p")
    for row in everything:
        if not row.tested:
            row.verdict, row.failed, row.p = ("NOT_TESTED" if row is total else "SMALL"), False, None
            row.limit = 2.0 if row is total else None
            continue
        wanted = max(MAX_RATIO, 1 + min_s / row.seconds[0])
        base, df = row.e.whole(row.e.base, row.e.base_df)
        floor = math.exp(quantile(1 - FALSE_ALARMS / tested, df) * math.sqrt(base))
        gross = max(5.0, wanted)  # of wall times
        row.limit = min(max(wanted, floor), gross)
        if case["runs"] == "SEPARATE":
            border = case["overhead_s"] * sum(case["calls"][row.name] / n for side in events for n in side) / sum(map(len, events))
            row.limit = max(row.limit, 1 + 2 * border * mean_events / row.seconds[0])
        else:
            n = runs_needed(row, tested, FALSE_ALARMS) if row in most else 0
            verdict_runs = max(verdict_runs, runs_needed(row, tested, LEVEL / 2) if row in most else 0)  # of a verdict, on both sides
            needed, found = max((needed, found), (n, ratio_found(row, n) if n else 0))
        row.verdict = ("SIGNIFICANT" if row.p < LEVEL else
                       "INCONCLUSIVE" if row.ratio[2] > MAX_RATIO or row.ratio[1] * MAX_RATIO < 1 else "NOT_SIGNIFICANT")
        row.failed = row.slower < FALSE_ALARMS and row.ratio[0] > row.limit and row.seconds[1] > row.seconds[0]
    return everything, scatter, (verdict_runs, needed, found), common


# --- the runs --------------------------------------------------------------------------------------------------------
def make(name, runs, seed, n, sizes, noise, machine, changes=None, slopes=None, calls=None):
    """Times of branches, in seconds, as logarithms: those of the branch, of the machine and noise."""
    source = random.Random(seed)
    events = [[100 + 10 * ((3 * i + side) % 7) for i in range(n[side])] for side in (0, 1)]
    slow = [[source.gauss(0, machine) for _ in range(k)] for k in n]
    times = {}
    for i, size in enumerate(sizes):
        slope = slopes[i] if slopes else 1
        change = (changes or {}).get(i, 0)
        times["ABCDEFGHI"[i]] = [
            [float("%.4g" % (count * size * math.exp(side * change + slope * slow[side][k] + source.gauss(0, noise[side]))))
             for k, count in enumerate(events[side])] for side in (0, 1)]
    return {"name": name, "runs": runs, "events": events, "times": times, "overhead_s": 1e-6,
            "calls": {"ABCDEFGHI"[i]: (calls or {}).get(i, 0) for i in range(len(sizes))}}


cases = [
    make("relative", "INTERLEAVED", 3, (7, 6), [1e-3, 2e-3, 3e-3, 5e-4, 4e-3, 1e-3, 6e-6, 6e-6], (0.01, 0.02), 0.05,
         {0: math.log(1.3), 1: math.log(1.04), 7: math.log(4.0)}, [0.6, 0.9, 1.0, 1.2, 0.8, 1.1, 1, 1]),
    make("pairs", "PAIRED", 5, (6, 6), [1e-3, 3e-3], (0.02, 0.03), 0.1, {0: 0.04}),
    make("relative pairs", "PAIRED", 9, (7, 7), [1e-3, 2e-3, 3e-3, 5e-4, 4e-3, 1e-3], (0.01, 0.01), 0.05, {1: math.log(1.2), 4: -0.03}),
    make("separate", "SEPARATE", 6, (5, 6), [1e-3, 2e-3, 3e-3, 1.5e-3, 4e-3, 1e-3, 2e-4], (0.01, 0.01), 0.02,
         {0: math.log(1.5), 1: 0.05, 2: -0.03, 3: 0.02, 4: 0.04, 5: -0.02}, None, {6: 20000}),
    make("one candidate", "INTERLEAVED", 7, (8, 1), [1e-3, 2e-3, 3e-3, 1.5e-3, 4e-3, 1e-3], (0.01, 0.01), 0.02, {2: 0.1}),
]


def number(x):
    return "NAN" if x is None else repr(float(x))


def main():
    print("/* SPDX-License-Identifier: Apache-2.0 */\n/* Made by values.py, which has the formulas. */\n/* clang-format off */")
    print("static const struct value_case cases[] = {")
    for case in cases:
        rows, scatter, needed, common = compare(case)
        print('    {"%s", GAU_RUNS_%s, {%d, %d}, %s, %s, {%d, %d}, %s, {%s},' % (
            case["name"], case["runs"], len(case["events"][0]), len(case["events"][1]), number(case["overhead_s"]), number(scatter), needed[0],
            needed[1], number(needed[2]), ", ".join(map(number, common))))
        print("     {%s}," % ", ".join("{%s}" % ", ".join(map(str, side)) for side in case["events"]))
        print("     {")
        for row in rows:
            times = case["times"].get(row.name, [[], []])
            print('      {"%s", %d, {%s},\n       {%s}, {%s}, {%s}, %s, %s, GAU_%s, %d},' % (
                row.name, case["calls"].get(row.name, 0), ", ".join("{%s}" % (", ".join(map(repr, side)) or "0") for side in times),
                ", ".join(map(number, row.seconds)), ", ".join(map(number, row.ratio)),
                ", ".join(map(number, row.absolute)), number(row.p), number(row.limit), row.verdict,
                row.failed))
        print("     }},")
    print("};")


main()
