/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { binOf, singlesOf, snapped } from '../../report/html/page/bins.js';
import { estimate } from '../../report/html/page/estimate.js';
import { makeGrouping } from '../../report/html/page/groups.js';
import { INITIAL, makeStore } from '../../report/html/page/store.js';
import { binsOf, endOf, movedByKey } from '../../report/html/page/use_over_time.js';
import { checkedStore } from '../../report/html/page/validity.js';
import { makeRandom, simulateSamples } from './simulated_samples.js';

/* What report/html/page_rows.c does, with maps. */
function joined(samples, bin) {
    const rows = new Map(), { columns } = samples, names = ['thread', 'task', 'place'];
    let last = '';

    for (let i = 0; i < columns.time_us.length; i++) {
        const time = Math.floor(columns.time_us[i] / bin) * bin;
        const key = [time, ...names.map((name) => columns[name][i])].join();

        rows.get(key) ?? rows.set(key, { time_us: time, weight_ns: 0, count: 0, runs: 0,
            ...Object.fromEntries(names.map((name) => [name, columns[name][i]])) });
        rows.get(key).weight_ns += columns.weight_ns[i];
        rows.get(key).count++;
        rows.get(key).runs += key !== last;
        last = key;
    }
    const list = [...rows.values()];
    const of = (name) => Float64Array.from(list, (row) => row[name]);

    return { ...samples, bin_us: bin, columns: { time_us: of('time_us'), weight_ns: of('weight_ns'),
        thread: Uint32Array.from(of('thread')), task: Uint32Array.from(of('task')),
        place: Uint32Array.from(of('place')), count: Uint32Array.from(of('count')),
        runs: Uint32Array.from(of('runs')) } };
}

const simulated = (length, count = 20000) => simulateSamples({ count, threads: 2, tasks: 8,
    functions: 20, stacks: 30, places: 12, depth: 5, length, interval_us: 1000, own: true });

function resultOf(samples, range, keys = 'task,function') {
    const grouping = makeGrouping(samples, keys), { groupOf, count, parents } = grouping;
    const found = estimate(samples, { range }, groupOf, count, parents);
    const rows = new Map();

    for (let group = 0; group < count; group++) {
        const path = [];

        for (let g = group; g > 0; g = parents[g]) {
            path.unshift(grouping.values[g]);
        }
        rows.set(path.join(), { weight: found.weight[group], samples: found.samples[group],
            error: found.error[group] });
    }
    return rows;
}

test('sums of bins are those of their samples', () => {
    const samples = simulated(3), bins = joined(samples, 20000), random = makeRandom(5);

    assert.ok(bins.columns.count.length < 0.8 * samples.columns.task.length);
    for (let i = 0; i < 20; i++) {
        const a = random() * 10e6, range = i ? snapped([a, a + random() * 5e6], 20000) : null;
        const wanted = resultOf(samples, range), found = resultOf(bins, range);

        for (const [path, row] of wanted) {
            assert.equal(found.get(path).weight, row.weight, `${path} of ${range}`);
            assert.equal(found.get(path).samples, row.samples, `${path} of ${range}`);
        }
    }
});

test('bins of single samples have the same errors', () => {
    const samples = simulated(3), bins = joined(samples, 500);
    const wanted = resultOf(samples, null), found = resultOf(bins, null);
    const isOne = bins.columns.count.every((n) => n === 1);

    assert.ok(isOne);
    for (const [path, row] of wanted) {
        assert.equal(found.get(path).error, row.error, path);
    }
});

test('errors of samples in a random order are nearly the same', () => {
    const samples = simulated(1, 200000), bins = joined(samples, 50000);
    const wanted = resultOf(samples, null, 'task'), found = resultOf(bins, null, 'task');

    for (const [path, row] of wanted) {
        const ratio = found.get(path).error / row.error;

        assert.ok(path === '' || Math.abs(ratio - 1) < 0.05, `${path}: ${ratio}`);
    }
});

/* Numbers of doc/reference/page.md. */
test('errors of samples that follow each other are nearly the same', () => {
    for (const length of [3, 10]) {
        const samples = simulated(length, 200000), bins = joined(samples, 50000);
        const wanted = resultOf(samples, null), found = resultOf(bins, null);
        const ratios = [...wanted].filter(([path]) => path !== '')
            .map(([path, row]) => found.get(path).error / row.error).sort((a, b) => a - b);

        assert.ok(ratios[0] > 0.87 && ratios.at(-1) < 1.53, `${ratios}`);
        assert.ok(Math.abs(ratios[ratios.length >> 1] - 1) < 0.05, `${ratios}`);
    }
});

test('very many samples are fewer, heavier ones', () => {
    const bins = joined(simulated(3), 20000), { of, weights, begins } = singlesOf(bins, 5000);
    const sum = (values) => values.reduce((a, b) => a + b, 0);

    assert.ok(of.length < 20000);
    assert.equal(of.length, begins.at(-1));
    assert.ok(Math.abs(sum(weights) / sum(bins.columns.weight_ns) - 1) < 1e-9);
});

test('ranges have whole bins', async () => {
    const bins = joined(simulated(3), 20000), seen = [];
    const checked = checkedStore(makeStore('range=30000-50001'), () => ({}), binOf(bins));

    assert.equal(binOf(simulated(3)), 1);
    assert.equal(binOf(null), 1);
    assert.deepEqual(snapped([30000, 60000], 20000), [20000, 60000]);
    assert.equal(snapped(null, 20000), null);
    assert.deepEqual(checked.state, { ...INITIAL, range: [20000, 60000] });
    assert.equal(checked.state, checked.state);
    checked.on(({ range }) => seen.push(range));
    checked.set({ range: [1, 2] });
    await new Promise((resolve) => {
        setTimeout(resolve, 5);
    });
    assert.deepEqual(seen, [[0, 20000]]);
    assert.equal(endOf(bins) % 20000, 0);
    assert.deepEqual(movedByKey([20000, 60000], 0, 'ArrowRight', [0, 100000], 1e6, 20000),
                     [40000, 60000]);
    assert.equal(binsOf(bins, [0, 1e6], 1000), 10);
});
