/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { chainOf, rootOf, slicesOf } from '../../report/html/page/slices.js';

function row(branch, parent, total, self) {
    return { branch, parent, name: `n${branch}`, path: `p${branch}`, total_s: total, self_s: self,
        total_percent: total === null ? null : total * 10 };
}

/* 0 - 1 - (2, 3 - 4); 9: of another root, without a share */
const ROWS = [row(0, null, 10, 0.1), row(1, 0, 9.9, 0.4), row(2, 1, 5.5, 5.5), row(3, 1, 4, 1),
    row(4, 3, 3, 3), { ...row(9, null, 20, 20), total_percent: null }];

test('the ring begins where the time divides', () => {
    assert.equal(rootOf(ROWS, null).branch, 1);
    assert.deepEqual(chainOf(ROWS, ROWS[4]).map((r) => r.branch), [0, 1, 3, 4]);
});

test('the ring does not follow the larger of two', () => {
    const rows = [row(0, null, 10, 0), row(1, 0, 6, 1), row(2, 1, 5, 5), row(3, 0, 4, 4)];

    assert.equal(rootOf(rows, null).branch, 0);
});

test('a selected branch is shown, or its parent if nothing is below it', () => {
    assert.equal(rootOf(ROWS, 'p3').branch, 3);
    assert.equal(rootOf(ROWS, 'p0').branch, 0);
    assert.equal(rootOf(ROWS, 'p2').branch, 1);
    assert.equal(rootOf(ROWS, 'gone').branch, 1);
});

test('slices add up to the total of the branch', () => {
    const slices = slicesOf(ROWS, ROWS[1]);

    assert.deepEqual(slices.map((s) => s.name), ['n2', 'n3', '[self]']);
    assert.deepEqual(slices.map((s) => s.path), ['p2', 'p3', null]);
    assert.deepEqual(slices.map((s) => s.hasChildren), [false, true, false]);
    assert.ok(Math.abs(slices.reduce((sum, s) => sum + s.time, 0) - 9.9) < 1e-12);
    assert.ok(Math.abs(slices.reduce((sum, s) => sum + s.share, 0) - 99) < 1e-9);
});

test('at most nine have a colour, the others are one', () => {
    const many = [row(0, null, 100, 0), ...Array.from({ length: 30 }, (_, i) =>
        row(i + 1, 0, i < 20 ? 4 : 2, 0))];
    const slices = slicesOf(many, many[0]);

    assert.equal(slices.length, 9);
    assert.equal(slices[8].name, '[22 others]');
    assert.ok(Math.abs(slices.reduce((sum, s) => sum + s.time, 0) - 100) < 1e-9);
});

test('a single small branch keeps its name', () => {
    const rows = [row(0, null, 100, 0), row(1, 0, 99.5, 99.5), row(2, 0, 0.5, 0.5)];

    assert.deepEqual(slicesOf(rows, rows[0]).map((s) => s.name), ['n1', 'n2']);
});
