/* SPDX-License-Identifier: Apache-2.0 */
import { singlesOf } from './bins.js';
import { combinationsOf, lowerBound } from './combinations.js';

/*
 * Standard errors of sampled times, for all groups in one pass over the samples. The formulas and
 * where they come from: report/hotspots/sampling_errors.h. Of samples that lie k = 1, 2 apart and
 * of which one is in a group and the other is not, the squares of the weights are added up; these
 * sums are v[k], and m is the number of them with k = 1.
 */

/* Returns n / (2 (n - apart)) for a thread with n samples; 0 if there are not that many. */
function factor(n, apart) {
    return n > apart ? n / (2 * (n - apart)) : 0;
}

/* Returns the factor for an exponential correlation r between neighbours. */
function exponential(r) {
    if (r < 1e-6) {
        return 1;
    }
    return r > 0.999 ? 1 / 6 : ((1 + r) / (1 - r) + 2 / Math.log(r)) / (1 - r);
}

/* Returns the part of v[1] that is an error. */
function partOf(next, second, changes) {
    if (next <= 0 || changes <= 0) {
        return 1;
    }
    const r = Math.min(second / next - 1, 1);
    const bySteps = 1 - Math.max(r - 1 / changes, 0) * 5 / 6;
    const byCorrelation = exponential(r - 2 / Math.sqrt(changes));

    return (bySteps + Math.min(byCorrelation, bySteps)) / 2;
}

function makeSums(count) {
    return { next: new Float64Array(count), second: new Float64Array(count),
            changes: new Float64Array(count), end: new Float64Array(count) };
}

function errorsOf({ next, second, changes, end }) {
    return next.map((value, i) => Math.sqrt(value * partOf(value, second[i], changes[i]) + end[i]));
}

/* Without parents each group is on its own. */
function noParents(count) {
    return new Int32Array(count).fill(-1);
}

/*
 * Adds to the groups of @p sums in which just one of two samples is. Parents have smaller numbers,
 * so the greater number is never above the other; -1 is above all.
 */
function addApart(sums, changes, parents, a, b, square) {
    while (a !== b) {
        if (a > b) {
            sums[a] += square;
            if (changes) {
                changes[a]++;
            }
            a = parents[a];
        } else {
            sums[b] += square;
            if (changes) {
                changes[b]++;
            }
            b = parents[b];
        }
    }
}

/* What may follow after the last sample of a thread. */
function addEnd(end, parents, group, square) {
    for (; group >= 0; group = parents[group]) {
        end[group] += square;
    }
}

/* Counts samples of a thread that are neighbours; @p all: also those that are in no group. */
function countSamples({ groupOf, of }, from, to, all) {
    let n = 0;

    if (all) {
        return to - from;
    }
    for (let i = from; i < to; i++) {
        n += groupOf[of[i]] >= 0;
    }
    return n;
}

function addThread(work, sums, from, to, all) {
    const { groupOf, of, weights, parents } = work, { next, second, changes } = sums;
    const n = countSamples(work, from, to, all);
    const f1 = factor(n, 1) / 2, f2 = factor(n, 2) / 2;
    let g1 = 0, g2 = 0, s1 = 0, s2 = 0, before = 0;

    for (let i = from; i < to; i++) {
        const group = groupOf[of[i]];

        if (group < 0 && !all) {
            continue;
        }
        const square = weights[i] * weights[i];

        if (before > 0 && group !== g1) {
            addApart(next, changes, parents, group, g1, (square + s1) * f1);
        }
        if (before > 1 && group !== g2) {
            addApart(second, null, parents, group, g2, (square + s2) * f2);
        }
        g2 = g1;
        s2 = s1;
        g1 = group;
        s1 = square;
        before++;
    }
    if (before > 0) {
        addEnd(sums.end, parents, g1, s1 / (n > 1 ? 3 : 1));
    }
}

/* Adds up weights and numbers of samples. Returns whether some samples are in no group. */
function addWeights({ groupOf, of, weights, counts }, weight, samples, from, to) {
    let apart = false;

    for (let i = from; i < to; i++) {
        const group = groupOf[of[i]];

        if (group < 0) {
            apart = true;
            continue;
        }
        weight[group] += weights[i];
        samples[group] += counts ? counts[i] : 1;
    }
    return apart;
}

/* Parents come before their children, so one pass from the end adds up all levels. */
function addUp(values, parents) {
    for (let i = values.length - 1; i > 0; i--) {
        if (parents[i] >= 0) {
            values[parents[i]] += values[i];
        }
    }
}

/**
 * Returns where the samples of a range are, thread by thread.
 * @param {?number[]} range half open, in microseconds; null: all
 * @returns {number[][]} pairs of the first sample and the one after the last
 */
export function partsOf(samples, range) {
    const { time_us } = samples.columns, { runs } = combinationsOf(samples);

    if (!range) {
        return runs.map(({ from, to }) => [from, to]);
    }
    return runs.map(({ from, to }) => [lowerBound(time_us, range[0], from, to),
                                     lowerBound(time_us, range[1], from, to)])
        .filter(([from, to]) => from < to);
}

/**
 * Sums and standard errors of groups.
 * @param {object} samples of the document
 * @param {{range: ?number[]}} selection samples outside of the range are no neighbours
 * @param {Int32Array} groupOf by combination (combinations.js): the group; -1: none, which are
 *   neighbours for errors of times, but not for those of shares
 * @param {number} groupCount
 * @param {Int32Array=} parents by group: a smaller number, or -1; it has what its children have
 * @returns {{weight: Float64Array, samples: Float64Array, error: Float64Array,
 *   shareError: Float64Array}} times in nanoseconds; shareError over the time of what is selected
 *   is the error of a share
 */
export function estimate(samples, selection, groupOf, groupCount, parents) {
    const { of } = combinationsOf(samples), parts = partsOf(samples, selection.range);
    const work = { groupOf, of, weights: samples.columns.weight_ns, counts: samples.columns.count,
                  parents: parents ?? noParents(groupCount) };
    const singles = singlesOf(samples);
    const single = { ...work, of: singles.of, weights: singles.weights };
    const at = (row) => (singles.begins ? singles.begins[row] : row);
    const weight = new Float64Array(groupCount), count = new Float64Array(groupCount);
    const errors = (all) => {
        const sums = makeSums(groupCount);

        for (const [from, to] of parts) {
            addThread(single, sums, at(from), at(to), all);
        }
        return errorsOf(sums);
    };
    let apart = false;

    for (const [from, to] of parts) {
        apart = addWeights(work, weight, count, from, to) || apart;
    }
    addUp(weight, work.parents);
    addUp(count, work.parents);
    const error = errors(true);

    return { weight, samples: count, error, shareError: apart ? errors(false) : error };
}
