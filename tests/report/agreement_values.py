#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What test_agreement_values.c expects of gau_agreement_test_all(), worked out another way; prints it.

Variances are sums over many steps of the covariances of a thread's being in a branch, less their integral, where the
program has closed forms. The test of all cells multiplies whole matrices, and p are integrals by Simpson's rule.
"""
from math import asin, exp, lgamma, log, nan, pi, sqrt

# Of a job: (CPU time by the timer, by samples, how often the time begins); interval, equal samples. Times in s.
SETS = {
    # Calls of all kinds: x of 2, 0.48, 0.028, 1.1 and long ones; three rows are small, even together.
    "trigger": ([(5.0, 5.09, 5000), (3.0, 2.96, 1000), (1.2, 1.195, 30), (0.6, 0.57, 620), (0.15, 0.125, 20000),
                 (0.03, 0.04, 300), (0.02, 0.02, 200)], 1e-3, 2000.0),
    # Short calls, and five small rows that are a cell together.
    "short": ([(6.0, 6.03, 4e6), (3.6, 3.5, 3e6), (0.12, 0.13, 9e5), (0.08, 0.11, 8e5), (0.08, 0.07, 8e5), (0.07, 0.08, 9e5),
               (0.05, 0.08, 7e5)], 2e-4, 1000.0),
    # Two rows: what one has too much the other lacks.
    "two": ([(4.0, 3.87, 4000), (1.0, 1.13, 4000)], 1e-3, 400.0),
    # One that the timer has lost.
    "lost": ([(6.0, 4.0, 9000), (3.98, 3.9, 9000), (0.02, 2.1, 9000)], 1e-3, 300.0),
}


def factor(x):
    """The mean of two kinds of calls; of independent samples it is 1."""
    steps = range(1, int(60 / x) + 2)
    exponential = 1 + 2 * sum(exp(-x * k) for k in steps) - 2 / x
    length = 1 / x  # of a call, in intervals; the covariance is a straight line down to 0 there
    if length <= 1:
        straight = max(1 - length, 1 / 6)
    else:  # intervals vary, so that the call ends anywhere between two samples
        steps, total = 2000, 0.0
        for i in range(steps):
            end = int(length) + (i + 0.5) / steps
            total += (1 + 2 * sum(1 - k / end for k in range(1, int(end) + 1)) - end) * end
        straight = total / steps * x
    return (exponential + straight) / 2


def variance(share, entries, whole_s, interval_s, effective):
    binomial = share * (1 - share)
    return binomial * factor(interval_s * entries / whole_s / binomial) / effective


def tail(density, start):
    """The integral from there on."""
    steps, width = 200000, 200.0
    h = width / steps
    return h / 3 * sum(density(start + i * h) * (1 if i in (0, steps) else 4 if i % 2 else 2) for i in range(steps + 1))


def chi_square_p(value, freedom):
    half = freedom / 2
    return tail(lambda t: exp((half - 1) * log(t) - t / 2 - half * log(2) - lgamma(half)), value)


def normal_p(z):
    return 2 * tail(lambda t: exp(-t * t / 2) / sqrt(2 * pi), abs(z)) if abs(z) < 30 else 0.0


def correlation(p, q):
    return -sqrt(p * q / ((1 - p) * (1 - q)))


def rows_of(rows, interval_s, n):
    whole = sum(r[0] for r in rows)
    sampled = sum(r[1] for r in rows)
    out = []
    for timer_s, sampled_s, entries in rows:
        t, s = timer_s / whole, sampled_s / sampled
        error = sqrt(variance(t, entries, whole, interval_s, n))
        z = (s - t) / error
        if min(t, 1 - t) * n < 10:
            z = 2 * sqrt(n) * (asin(sqrt(s)) - asin(sqrt(t)))
            if abs(z) >= 4 and abs(s - t) >= 0.01:
                error = sqrt(s * (1 - s) / n)
            else:
                z = nan
        out.append((t, s, error, z))
    return out


def relative_error(row, top):
    """Of s_row / s_top, to first order: the gradient times the covariance matrix of both times the gradient."""
    t, q = row[0], top[0]
    gradient = (1 / q, -t / q / q)
    between = correlation(t, q) * row[2] * top[2]
    matrix = ((row[2] ** 2, between), (between, top[2] ** 2))
    return sqrt(sum(gradient[i] * matrix[i][j] * gradient[j] for i in range(2) for j in range(2)))


def test_of(rows, interval_s, n):
    whole = sum(r[0] for r in rows)
    sampled = sum(r[1] for r in rows)
    large = [list(r) for r in rows if r[0] / whole * n >= 10]
    small = [sum(r[i] for r in rows if r[0] / whole * n < 10) for i in range(3)]
    if small[0] / whole * n >= 10:
        large.append(small)
    else:
        large[0] = [a + b for a, b in zip(large[0], small)]
    shares = [c[0] / whole for c in large]
    differences = [c[1] / sampled - c[0] / whole for c in large]
    deviations = [sqrt(variance(q, c[2], whole, interval_s, n)) for q, c in zip(shares, large)]
    k = range(len(large))
    matrix = [[(deviations[a] * deviations[b] * (1 if a == b else correlation(shares[a], shares[b]))) / shares[a]
               for b in k] for a in k]
    square = [[sum(matrix[a][c] * matrix[c][b] for c in k) for b in k] for a in k]
    mean, spread = sum(matrix[a][a] for a in k), sum(square[a][a] for a in k)
    pearson = sum(d * d / q for d, q in zip(differences, shares))
    chi_square, freedom = pearson * mean / spread, mean * mean / spread
    return chi_square, freedom, chi_square_p(chi_square, freedom)


for name, (rows, interval_s, n) in SETS.items():
    tested = rows_of(rows, interval_s, n)
    known = [r[3] for r in tested if r[3] == r[3]]
    furthest = max(known, key=abs)
    print(f"{name}: chi-square, freedom, p; z, p of the furthest of {len(known)}")
    print("    " + ", ".join(f"{v:.8g}" for v in test_of(rows, interval_s, n)) +
          f"; {furthest:.8g}, {min(1, len(known) * normal_p(furthest)):.8g}")
    for i, row in enumerate(tested):
        relative = 0 if i == 0 else relative_error(row, tested[0])
        print(f"    {row[2]:.8g}, {row[3]:.8g}, {relative:.8g}")
