/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { makeFrames, namesOf, sampledByBranch, topBranches } from
    '../../report/html/page/branch_groups.js';
import { combinationsOf } from '../../report/html/page/combinations.js';
import { estimate } from '../../report/html/page/estimate.js';
import { findFrames, layFrames, markByKey, withinGroups } from
    '../../report/html/page/frame_layout.js';
import { groupRows } from '../../report/html/page/group_rows.js';
import { childrenOf, makeGrouping } from '../../report/html/page/groups.js';
import { isWithin } from '../../report/html/page/selection.js';
import { endOf, movedByKey, outlineOf, rangeOf, useOverTime, zoomed } from
    '../../report/html/page/use_over_time.js';
import { simulateSamples } from './simulated_samples.js';

const samples = simulateSamples({ count: 2000, threads: 3, tasks: 7 }, 3);
const sum = (values) => values.reduce((a, b) => a + b, 0);

/* --- branches --------------------------------------------------------------------------------- */

test('a branch has what is in it and below it, with the error of the sum', () => {
    const range = [10000, 400000], found = sampledByBranch(samples)({ range, function: null });
    const { of, task } = combinationsOf(samples);

    assert.ok(found.size > 5 && found.has('Top0') && found.has('Top1 Task1'));
    for (const [path, { weight, error, samples: n }] of found) {
        const isIn = (i) => path === '[Outside any task]' ? task[i] === 0
            : isWithin(samples.tasks[task[i]].path, path);
        const groupOf = Int32Array.from(task, (_, i) => isIn(i) ? 1 : 0);
        const wanted = estimate(samples, { range }, groupOf, 2);

        assert.equal(of.length, 2000);
        assert.equal(weight, wanted.weight[1], path);
        assert.equal(n, wanted.samples[1], path);
        assert.ok(Math.abs(error - wanted.error[1]) < 1e-9 * error, path);
    }
});

test('branches of one function', () => {
    const byBranch = sampledByBranch(samples), whole = byBranch({ range: null, function: null });
    const part = byBranch({ range: null, function: 'function_1' });

    assert.ok(part.get('Top0').weight > 0);
    assert.ok(part.get('Top0').weight < whole.get('Top0').weight);
    assert.deepEqual(byBranch({ range: null, function: null }), whole);
});

test('names of branches', () => {
    assert.deepEqual(namesOf({ name: 'x y', path: 'Hlt A' }), ['Hlt', 'A']);
    assert.deepEqual(namesOf({ name: '[Outside any task]', path: null }), ['[Outside any task]']);
});

test('outermost branches have colours by their time', () => {
    const tops = topBranches(samples), times = new Map();

    samples.columns.task.forEach((task, i) => {
        const name = task ? `Top${task % 3}` : '';

        times.set(name, (times.get(name) ?? 0) + samples.columns.weight_ns[i]);
    });
    times.delete('');
    const wanted = [...times].sort((a, b) => b[1] - a[1]).map(([name]) => name);

    assert.deepEqual(tops.names, [...wanted, 'others']);
    assert.equal(tops.colourOf(wanted[1]), 'c1');
    assert.equal(tops.colourOf('?'), 'other');
    assert.equal(tops.ofTask[0], 3);
    assert.equal(tops.names[tops.ofTask[4]], 'Top1');
});

/* --- the strip -------------------------------------------------------------------------------- */

test('use over time adds up to the CPU time', () => {
    const { weight_ns, time_us, thread } = samples.columns, { ofTask, names } = topBranches(samples);
    const range = [0, endOf(samples)], width = range[1] / 50;
    const use = useOverTime(samples, range, 50, ofTask, names.length);
    const first = time_us.reduce((all, time, i) => all + (time < width ? weight_ns[i] : 0), 0);
    const one = useOverTime(samples, range, 50, ofTask, names.length, 2);
    const ofThread = weight_ns.filter((_, i) => thread[i] === 2);

    assert.ok(Math.abs(sum(use.map(sum)) * width * 1e3 / sum(weight_ns) - 1) < 1e-12);
    assert.ok(Math.abs(sum(use.map((layer) => layer[0])) * width * 1e3 / first - 1) < 1e-12);
    assert.ok(Math.abs(sum(one.map(sum)) * width * 1e3 / sum(ofThread) - 1) < 1e-12);
    assert.equal(endOf(samples), Math.max(...time_us) + 1);
});

test('layers are outlined by steps', () => {
    assert.equal(outlineOf([1, 0], [2, 3], 10, (value) => 10 - value),
                 'M0.0 7.0H5.0L5.0 7.0H10.0L10.0 10.0H5.0L5.0 9.0H0.0Z');
});

test('ranges are whole microseconds within the run', () => {
    assert.deepEqual(rangeOf(7.6, 2.2, 100), [2, 8]);
    assert.deepEqual(rangeOf(-5, 200, 100), [0, 100]);
    assert.equal(rangeOf(-5, -1, 100), null);
    assert.deepEqual(zoomed([0, 1000], 500, 0.5, 1000), [250, 750]);
    assert.deepEqual(zoomed([250, 750], 500, 10, 1000), [0, 1000]);
    assert.deepEqual(zoomed([400, 510], 450, 0.5, 1000), [400, 510]);
});

test('keys move the ends of a range', () => {
    const move = (side, key) => movedByKey([100, 200], side, key, [0, 1000], 1000);

    assert.deepEqual(move(0, 'ArrowRight'), [110, 200]);
    assert.deepEqual(move(0, 'PageUp'), [199, 200]);
    assert.deepEqual(move(0, 'Home'), [0, 200]);
    assert.deepEqual(move(1, 'PageDown'), [100, 101]);
    assert.deepEqual(move(1, 'End'), [100, 1000]);
    assert.equal(move(1, 'a'), null);
    assert.equal(move(1, 'toString'), null);
});

/* --- the flame graph -------------------------------------------------------------------------- */

/* 0 has 1 (60) and 2 (40); 1 has 3 (50), which has 4 (0.1). */
const tree = { count: 5, parents: Int32Array.of(-1, 0, 0, 1, 3), weight: [100, 60, 40, 50, 0.1],
              children: [[2, 1], [3], [], [4], []], groupOf: Int32Array.of(4, 2, -1, 1) };

test('frames are as wide as their share', () => {
    const { marks, depth, left } = layFrames(tree, 0, 200);

    assert.deepEqual(marks, [{ group: 0, depth: 0, x: 0, width: 200 },
                             { group: 1, depth: 1, x: 0, width: 120 },
                             { group: 2, depth: 1, x: 120, width: 80 },
                             { group: 3, depth: 2, x: 0, width: 100 }]);
    assert.equal(depth, 3);
    assert.equal(left, 0.1);
    assert.deepEqual(layFrames(tree, 1, 600).marks.map((mark) => mark.group), [1, 3, 4]);
    assert.deepEqual(layFrames({ children: [[]], weight: [0] }, 0, 200).marks, []);
});

test('keys move along the frames', () => {
    const { marks } = layFrames(tree, 0, 200);

    assert.equal(markByKey(marks, 1, 'ArrowRight'), 2);
    assert.equal(markByKey(marks, 2, 'ArrowRight'), null);
    assert.equal(markByKey(marks, 2, 'ArrowLeft'), 1);
    assert.equal(markByKey(marks, 1, 'ArrowLeft'), null);
    assert.equal(markByKey(marks, 1, 'ArrowDown'), 3);
    assert.equal(markByKey(marks, 2, 'ArrowDown'), null);
    assert.equal(markByKey(marks, 3, 'ArrowUp'), 1);
    assert.equal(markByKey(marks, 2, 'ArrowUp'), 0);
    assert.equal(markByKey(marks, 3, 'Home'), 0);
    assert.equal(markByKey(marks, 3, 'x'), null);
});

test('what a search finds counts once', () => {
    const { matched, outermost } = findFrames(tree, (i) => i === 1 || i === 4 || i === 2);

    assert.deepEqual([...matched], [0, 1, 1, 0, 1]);
    assert.deepEqual(outermost, [1, 2]);
    assert.deepEqual([...withinGroups(tree, [1])], [1, 0, -1, 1]);
});

test('frames are branches, then functions without where threads start', () => {
    const functions = ['', '_start', '[gaudit]', 'f', 'g'].map((name) => ({ name, module: 0 }));
    const few = { ...samples, functions,
                 tasks: [{ name: '[Outside any task]', path: null }, { name: 'A B', path: 'A B' }],
                 stacks: { caller: [0, 0, 1, 2, 3, 3], function: [0, 1, 2, 3, 4, 2] },
                 places: { ...samples.places, stack: [4, 2, 5] },
                 columns: { time_us: [1, 2, 3, 4], weight_ns: [1, 1, 1, 1], thread: [1, 1, 1, 1],
                           task: [1, 1, 0, 1], place: [0, 1, 0, 2] } };
    const frames = makeFrames(few, null), children = childrenOf(frames);
    const text = (i) => frames.nameOf(i) +
        (children[i].length ? `(${children[i].map(text).join(' ')})` : '');

    assert.equal(text(0), 'all(A(B(f(g [gaudit]) [gaudit])) [Outside any task](f(g)))');
    assert.equal(frames.topOf(frames.groupOf[0]), 'A');
});

/* --- rows of tables --------------------------------------------------------------------------- */

function rowsFor(keys, search = '') {
    const grouping = makeGrouping(samples, keys), rows = groupRows(samples);
    const sums = estimate(samples, { range: null }, grouping.groupOf, grouping.count,
                          grouping.parents);

    rows.set(grouping, sums, search);
    return { rows, sums, grouping };
}

test('only the heaviest group is open at first', () => {
    const { rows, sums, grouping } = rowsFor('task,function'), children = childrenOf(grouping);
    const list = rows.list(), roots = list.filter((row) => row.parent === null);
    const first = roots.find((row) => rows.isOpen(row.key));

    assert.equal(first.weight, Math.max(...roots.map((row) => row.weight)));
    assert.equal(list.length, roots.length + children[first.group].length);
    assert.equal(sum(roots.map((row) => row.weight)), sums.weight[0]);
    for (const row of list.filter((each) => each.parent === first.key)) {
        assert.equal(row.key0, 'function');
    }
    rows.open(roots.find((row) => row !== first).key);
    assert.ok(rows.list().length > list.length);
});

test('rows are the same objects for another range, with other sums', () => {
    const { rows, grouping } = rowsFor('task'), before = rows.list();
    const sums = estimate(samples, { range: [0, 50000] }, grouping.groupOf, grouping.count,
                          grouping.parents);

    rows.set(grouping, sums, '');
    const after = rows.list();

    assert.ok(after.every((row) => before.includes(row)));
    assert.equal(sum(after.map((row) => row.weight)), sums.weight[0]);
});

test('a search opens what is above its matches', () => {
    const { rows } = rowsFor('task,function', 'FUNCTION_1'), list = rows.list();
    const found = list.filter((row) => row.name.includes('function_1'));

    assert.ok(found.length >= 7);
    for (const row of found) {
        assert.ok(list.some((above) => above.key === row.parent));
    }
});

test('functions of a call stack follow each other', () => {
    const { rows } = rowsFor('function,callstack');
    let opened = 0;

    for (let i = 0; i < 30; i++) {
        for (const row of rows.list()) {
            if (row.hasChildren && !rows.isOpen(row.key)) {
                rows.open(row.key);
                opened++;
            }
        }
    }
    const list = rows.list(), keys = new Set(list.map((row) => row.key));

    assert.equal(keys.size, list.length);
    assert.ok(opened > 12 && list.some((row) => row.step > 0));
    assert.ok(list.every((row) => row.hasChildren === list.some((each) => each.parent === row.key)));
});

test('what a timer has below a branch is in its sampled time, whatever the paths are', () => {
    const names = samples.tasks.map((each) => namesOf(each)[0] ?? '');
    const timing = [{ branch: 0, parent: null, path: 'Event' },
        ...[...new Set(samples.tasks.map((each) => each.path).filter(Boolean))].map((path, i) =>
            ({ branch: i + 1, parent: 0, path }))];
    const whole = sampledByBranch(samples, timing)({ range: null, function: null });
    const { task, weight_ns } = samples.columns;
    let inBranches = 0;

    for (let i = 0; i < task.length; i++) {
        if (samples.tasks[task[i]].path) {
            inBranches += weight_ns[i];
        }
    }
    assert.ok(names.length > 2 && inBranches > 0);
    assert.equal(whole.get('Event').weight, inBranches);
});
