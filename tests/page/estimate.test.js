/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { combinationsOf } from '../../report/html/page/combinations.js';
import { estimate } from '../../report/html/page/estimate.js';
import { makeGrouping } from '../../report/html/page/groups.js';
import { makeRandom, simulateSamples } from './simulated_samples.js';

/* --- the formulas of report/hotspots/sampling_errors.h, directly and for one group ------------ */

function partOf(v1, v2, m) {
    if (v1 <= 0 || m === 0) {
        return 1;
    }
    const r = Math.min(v2 / v1 - 1, 1), steps = 1 - 5 / 6 * Math.max(0, r - 1 / m);
    const q = r - 2 / Math.sqrt(m);
    let correlation = 1;

    if (q > 0.999) {
        correlation = 1 / 6;
    } else if (q >= 1e-6) {
        correlation = ((1 + q) / (1 - q) + 2 / Math.log(q)) / (1 - q);
    }
    return (steps + Math.min(steps, correlation)) / 2;
}

/* threads: lists of {weight, isIn}. */
function varianceOf(threads) {
    const v = [0, 0, 0];
    let m = 0, end = 0;

    for (const list of threads) {
        const n = list.length;

        for (const k of [1, 2]) {
            let sum = 0;

            for (let i = k; i < n; i++) {
                const a = list[i], b = list[i - k];

                if (a.isIn === b.isIn) {
                    continue;
                }
                sum += (a.weight ** 2 + b.weight ** 2) / 2;
                m += k === 1;
            }
            if (n > k) {
                v[k] += n / (2 * (n - k)) * sum;
            }
        }
        if (n > 0 && list[n - 1].isIn) {
            end += list[n - 1].weight ** 2 / (n > 1 ? 3 : 1);
        }
    }
    return v[1] * partOf(v[1], v[2], m) + end;
}

/* isIn() and passes() are of sample numbers. */
function expected(samples, range, isIn, passes) {
    const { time_us, weight_ns, thread } = samples.columns, threads = new Map();
    const sum = { weight: 0, samples: 0 };

    for (let i = 0; i < time_us.length; i++) {
        if (range && (time_us[i] < range[0] || time_us[i] >= range[1])) {
            continue;
        }
        if (!threads.has(thread[i])) {
            threads.set(thread[i], []);
        }
        const inside = passes(i) && isIn(i);

        threads.get(thread[i]).push({ weight: weight_ns[i], isIn: inside, passes: passes(i) });
        if (inside) {
            sum.weight += weight_ns[i];
            sum.samples++;
        }
    }
    const lists = [...threads.values()], passing = lists.map((list) => list.filter((s) => s.passes));

    return { ...sum, error: Math.sqrt(varianceOf(lists)),
            shareError: Math.sqrt(varianceOf(passing)) };
}

function isNear(value, wanted, what) {
    assert.ok(Math.abs(value - wanted) <= 1e-9 * Math.abs(wanted),
              `${what}: ${value} instead of ${wanted}`);
}

function compare(samples, range, passes, parents) {
    const { of } = combinationsOf(samples);
    const grouping = makeGrouping(samples, 'task,function,callstack', { passes });
    const found = estimate(samples, { range }, grouping.groupOf, grouping.count,
                           parents ? grouping.parents : undefined);
    const isBelow = (leaf, group) => {
        while (parents && leaf > group) {
            leaf = grouping.parents[leaf];
        }
        return leaf === group;
    };

    for (let group = 0; group < grouping.count; group++) {
        const wanted = expected(samples, range, (i) => isBelow(grouping.groupOf[of[i]], group),
                                (i) => !passes || passes[of[i]] !== 0);

        assert.equal(found.samples[group], wanted.samples, `samples of group ${group}`);
        assert.equal(found.weight[group], wanted.weight, `time of group ${group}`);
        isNear(found.error[group], wanted.error, `error of group ${group}`);
        isNear(found.shareError[group], wanted.shareError, `error of the share of group ${group}`);
    }
}

for (let seed = 1; seed <= 8; seed++) {
    const options = { count: 300, threads: seed % 4 + 1, length: seed, places: 6 * seed };
    const samples = simulateSamples(options, seed), random = makeRandom(seed);
    const passes = Uint8Array.from({ length: combinationsOf(samples).count },
                                   () => random() < 0.7 ? 1 : 0);
    const range = [20000 + seed * 777, 60000];

    test(`groups have their times and errors (${seed})`, () => {
        compare(samples, null, null, true);
        compare(samples, null, passes, true);
        compare(samples, range, null, true);
        compare(samples, range, passes, true);
        compare(samples, range, passes, false);
    });
}

test('few samples', () => {
    for (const count of [0, 1, 2, 3]) {
        const samples = simulateSamples({ count, threads: 1 }, 5);

        compare(samples, null, null, true);
        compare(samples, [0, 1500], null, true);
        compare(samples, [5, 5], null, true);
    }
});

test('a range is half open', () => {
    const samples = simulateSamples({ count: 3, threads: 1 }), { time_us } = samples.columns;
    const { groupOf, count, parents } = makeGrouping(samples, 'task');
    const samplesOf = (range) => estimate(samples, { range }, groupOf, count, parents).samples[0];

    assert.equal(samplesOf([time_us[0], time_us[2]]), 2);
    assert.equal(samplesOf([time_us[0], time_us[2] + 1]), 3);
    assert.equal(samplesOf([time_us[0] + 1, time_us[2]]), 1);
});
