/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers at axes: as many as have room, in one unit. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { axisUnit } from '../../report/html/page/format.js';
import { fitting, linear } from '../../report/html/page/scales.js';

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

test('an axis has one unit', () => {
    const linearly = axisUnit([0, 0.0088], false);

    assert.equal(linearly.unit, 'ms');
    assert.deepEqual([0, 0.002, 0.0001 * 3].map(linearly.text), ['0', '2', '0.3']);
    assert.equal(axisUnit([0, 12], false).unit, 's');
    assert.equal(axisUnit([1e-6, 1], true).unit, 'ms');
    assert.equal(axisUnit([1e-6, 1.8e-4], true).unit, 'µs');
});
