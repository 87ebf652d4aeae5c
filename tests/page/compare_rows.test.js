/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { changeOf, colourOf, directionOf, headingOf, isTotal, nameOfRow, OTHERS, rowsOfTable, scaleOf,
    searchedText, shareOfChange, signed, strengthOf, treeOf, verdictOf } from '../../report/html/page/compare_rows.js';

function row(path, verdict, more = {}) {
    return { kind: 'branch', root: 'Event', path, module: '', verdict, gate: '', baseline_s: 1, candidate_s: 1,
        baseline_percent: 10,
        candidate_percent: 10, ratio: 1, ratio_low: 0.9, ratio_high: 1.1, time_ratio: 1, ...more };
}

const ALL = row('all branches', 'significant', { root: '', ratio: 1.2, ratio_low: 1.1, ratio_high: 1.3 });
const UNTESTED = { ratio_low: null, ratio_high: null };

test('the change is B - A of the times; a side that lacks the row has none', () => {
    const text = (value) => (value !== 0 && value < 0.01 ? '<0.01' : value.toFixed(2));

    assert.equal(changeOf(row('a', 'significant', { baseline_s: 30, candidate_s: 46.5 })), 16.5);
    assert.equal(changeOf(row('a', 'added', { baseline_s: null, candidate_s: 2 })), 2);
    assert.equal(changeOf(row('a', 'removed', { baseline_s: 3, candidate_s: null })), -3);
    assert.deepEqual([15.904, -15.9, 0, -0.001, 0.001].map((value) => signed(value, text)),
        ['+15.90', '-15.90', '0.00', '<0.01', '<0.01']);
});

test('a row has a share of the change only if chance alone cannot have made that of the whole', () => {
    const of = (low, high) => shareOfChange(row('a', 'significant', { baseline_s: 30, candidate_s: 46.5 }),
        { ...ALL, baseline_s: 100, candidate_s: 110, ratio: 1.1, ratio_low: low, ratio_high: high,
            verdict: 'inconclusive' });

    assert.deepEqual([of(1.05, 1.2), of(0.9, 1.2), of(null, null)], [165, null, 165]);
    assert.equal(shareOfChange(row('a', 'removed', { baseline_s: 5, candidate_s: null }), { ...ALL, candidate_s: 11 }),
        -50);
    assert.equal(shareOfChange(row('a', 'significant'), undefined), null);
    assert.equal(shareOfChange(row('a', 'significant'), { ...ALL, baseline_s: 1, candidate_s: 1 }), null);
});

test('the heading says which clock, and is that of the command where that is known', () => {
    const cpu = row('a', 'significant', { quantity: 'cpu', per: 'event' });
    const printed = ['Event (3 pairs)', 'Sampled CPU time per event by branch: 1 baseline',
        'Self CPU time per event by branch: 6 baselines, 6 candidates, runs in pairs'];

    assert.equal(headingOf(cpu, printed), printed[2]);
    assert.equal(headingOf(cpu), 'Self CPU time per event by branch');
    assert.equal(headingOf({ ...cpu, quantity: 'wall', per: 'run' }, printed), 'Self wall time per run by branch');
    assert.equal(headingOf({ ...cpu, quantity: 'sampled', kind: 'function' }), 'Sampled CPU time per event by function');
});

test('what changed, the others below one row, and the sum', () => {
    const rows = rowsOfTable([row('a', 'significant'), row('b', 'not significant', { baseline_s: 2, candidate_s: 5,
        baseline_percent: 7 }),
        row('c', 'inconclusive', { gate: '' }), row('d', 'added', { baseline_s: null }), row('e', 'removed',
            { candidate_s: null }),
        row('f', 'too small', { baseline_s: 0.5, candidate_s: null, candidate_percent: null }), ALL]);
    const others = rows.find((one) => one.key === OTHERS);

    assert.deepEqual(rows.map((one) => [one.path, one.parent]), [['a', null], ['d', null], ['e', null],
        ['[3 others within chance]', null],
        ['b', OTHERS], ['c', OTHERS], ['f', OTHERS], ['all branches', null]]);
    assert.deepEqual(rows.filter((one) => one.isSum).map((one) => one.path), ['[3 others within chance]',
        'all branches']);
    assert.deepEqual([others.baseline_s, others.candidate_s, others.baseline_percent, others.candidate_percent], [3.5,
        6, 27, 20]);
    assert.deepEqual([others.ratio, others.ratio_low, others.ratio_high], [6 / 3.5, null, null]);
    assert.equal(new Set(rows.map((one) => one.key)).size, rows.length);
});

test('where ratios are relative, the others have only that of their times', () => {
    const of = (more) => rowsOfTable([row('a', 'significant', { time_ratio: 1, ...more }), row('b', 'inconclusive',
        { candidate_s: 3 }), row('c', 'inconclusive', { candidate_s: null }), { ...ALL, time_ratio: 1.3 }])
        .find((one) => one.key === OTHERS);

    assert.deepEqual([of({}).ratio, of({}).time_ratio], [1.5, 1.5]);
    assert.deepEqual([of({ ratio: 1.1 }).ratio, of({ ratio: 1.1 }).time_ratio], [null, 1.5]);
});

test('a single other row is not folded; a row that fails a gate is never one of the others', () => {
    const rows = rowsOfTable([row('a', 'significant'), row('b', 'inconclusive'), row('c', 'inconclusive',
        { gate: 'FAILED' })]);

    assert.deepEqual(rows.map((one) => [one.path, one.parent]), [['a', null], ['c', null], ['b', null]]);
});

test('where nothing was tested the rows are seen, but not those that are too small', () => {
    const rows = rowsOfTable([row('a', 'not tested', UNTESTED), row('b', 'not tested', UNTESTED), row('c', 'too small',
        UNTESTED),
        row('d', 'too small', UNTESTED)]);

    assert.deepEqual(rows.map((one) => one.path), ['a', 'b', '[2 others too small]', 'c', 'd']);
});

test('a branch that is called as the sum is none', () => {
    assert.equal(isTotal(ALL), true);
    assert.equal(isTotal(row('all branches', 'significant')), false);
    assert.equal(isTotal(row('added in place of removed', 'significant', { root: '' })), false);
});

test('a colour only if the interval excludes 1', () => {
    const of = (ratio, low, high, verdict = 'inconclusive') => directionOf(row('a', verdict, { ratio, ratio_low: low,
        ratio_high: high }));

    assert.deepEqual([of(1.5, 1.01, 2), of(1.5, 0.99, 2), of(0.8, 0.7, 0.99), of(0.8, 0.7, 1.01), of(1.5, 1, 2), of(0.8,
        0.7, 1)],
        ['slower', 'same', 'faster', 'same', 'same', 'same']);
    assert.deepEqual([of(6, null, null, 'significant'), of(0.1, null, null, 'significant'), of(6, null, null,
        'not tested'),
        of(null, null, null, 'added')], ['slower', 'faster', 'same', 'same']);
    assert.equal(colourOf(null), 'same');
    assert.equal(colourOf(row('a', 'significant', { ratio: 1.9, ratio_low: 1.8, ratio_high: 2.1 })), 'slower4');
    assert.equal(colourOf(row('a', 'significant', { ratio: 0.97, ratio_low: 0.96, ratio_high: 0.98 })), 'faster1');
});

test('colours are as strong for a ratio as for its inverse, and strongest from 2 on', () => {
    const ratios = [1, 1.049, 1.05, 1.19, 1.2, 1.49, 1.5, 1.99, 2, 100];

    assert.deepEqual(ratios.map(strengthOf), [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    assert.deepEqual(ratios.map((ratio) => strengthOf(1 / ratio)), ratios.map(strengthOf));
});

test('the scale of ratios holds what changed', () => {
    const changed = (ratio, low, high) => row('a', 'significant', { ratio, ratio_low: low, ratio_high: high });

    assert.equal(scaleOf([row('a', 'inconclusive', { ratio: 3, ratio_low: 0.1, ratio_high: 12 })]), 1.1);
    assert.equal(scaleOf([changed(1.5, 1.2, 1.8)]), 1.8);
    assert.equal(scaleOf([changed(0.5, 0.4, 0.6), changed(1.5, 1.2, 1.8)]), 2.5);
    assert.equal(scaleOf([changed(9, 8, 10)]), 4);
});

test('names and verdicts', () => {
    assert.deepEqual(nameOfRow(row('A B C D', '')), { name: 'D', above: 'B C' });
    assert.deepEqual(nameOfRow(row('A', '')), { name: 'A', above: 'Event' });
    assert.deepEqual(nameOfRow(row('Event', '')), { name: 'Event', above: '' });
    assert.deepEqual(nameOfRow(row('f(int, char)', '', { kind: 'function', root: 'A B' })), { name: 'f(int, char)',
        above: 'A B' });
    assert.deepEqual(nameOfRow({ ...ALL, isSum: true }), { name: 'all branches', above: '' });
    assert.equal(verdictOf(ALL), 'slower');
    assert.equal(verdictOf({ ...ALL, gate: 'FAILED' }), 'slower');
    assert.equal(verdictOf({ ...ALL, gate: 'FAILED' }, true), 'slower, fails');
    assert.equal(verdictOf(row('a', 'removed')), 'removed');
    assert.equal(searchedText(row('a', '')), 'a');
    assert.equal(searchedText(row('f', '', { kind: 'function', root: 'T' })), 'f T');
});

test('the tree of B', () => {
    const timing = [[5, null, 10], [2, 5, 4], [9, 5, 8], [1, null, null], [3, 1, 2]].map(([branch, parent, time]) =>
        ({ branch, parent, total_s: time }));
    const tree = treeOf(timing);

    assert.deepEqual(tree.parents, [-1, 0, 1, 1, 0, 4]);
    assert.deepEqual(tree.children, [[1, 4], [2, 3], [], [], [5], []]);
    assert.deepEqual([...tree.weight], [14, 12, 4, 8, 2, 2]);
    assert.equal(tree.rows[3].branch, 9);
});
