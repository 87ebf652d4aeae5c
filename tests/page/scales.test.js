/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers at axes: as many as have room, in one unit. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { axisUnit } from '../../report/html/page/format.js';
import { fitting, linear, log, numbersOf } from '../../report/html/page/scales.js';

const SETS = [[0, 1, 2, 3, 4], [0, 2, 4]];

test('the first set that has room', () => {
    const of = (width, room) => fitting(SETS, linear([0, 4], [0, width]), () => room);

    assert.deepEqual(of(400, 100), SETS[0]);
    assert.deepEqual(of(399, 100), SETS[1]);
    assert.deepEqual(of(199, 100), [0, 4]);
    assert.deepEqual(fitting(SETS, linear([0, 4], [400, 0]), () => 100), SETS[0]);
    assert.deepEqual(fitting([[], [3]], linear([0, 4], [0, 9]), () => 1), [3]);
    assert.deepEqual(fitting([[]], linear([0, 4], [0, 9]), () => 1), []);
});

test('each text takes its own room', () => {
    const scale = linear([0, 4], [0, 400]);

    assert.deepEqual(fitting(SETS, scale, (value) => (value === 2 ? 101 : 100)), SETS[1]);
});

test('numbers at an axis: fewer where their texts are long or the page is narrow', () => {
    const halves = (low, high, n) => Array.from({ length: n + 1 }, (_, i) => low + (high - low) * i / n);
    const of = (width, length, more) => numbersOf({ scale: linear([0, 8], [0, width]), ...more },
        () => 'x'.repeat(length), halves).length;

    assert.deepEqual([of(300, 1), of(300, 8), of(140, 8), of(900, 8)], [6, 5, 3, 6]);
    assert.equal(of(75, 30, { isLeft: true }), 6);
    assert.equal(of(74, 30, { isLeft: true }), 5);
    assert.equal(of(900, 1, { count: 3 }), 4);
    const logs = (width) => numbersOf({ scale: log([1, 1000], [0, width]), isLog: true }, String, halves);

    assert.deepEqual(logs(900), [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]);
    assert.deepEqual(logs(300), [1, 10, 100, 1000]);
});

test('an axis has one unit', () => {
    const linearly = axisUnit([0, 0.0088], false);

    assert.equal(linearly.unit, 'ms');
    assert.deepEqual([0, 0.002, 0.0001 * 3].map(linearly.text), ['0', '2', '0.3']);
    assert.equal(axisUnit([0, 12], false).unit, 's');
    assert.equal(axisUnit([1e-6, 1], true).unit, 'ms');
    assert.equal(axisUnit([1e-6, 1.8e-4], true).unit, 'µs');
});
