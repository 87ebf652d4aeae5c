/* SPDX-License-Identifier: Apache-2.0 */
/* Lanes: where bars are, which are in a range, which is at a place. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { barAt, barsIn, colourClass, factsOfBar, lanesInUse, lanesOf, rectanglesOf } from
    '../../report/html/page/lane_data.js';

/* A worker with two rows, and background work; on the axis of samples 100 us later. */
function docOf() {
    return { timeline_start_us: 100, views: { timeline: { from_ns: 0, to_ns: 100000,
        lanes: [{ name: 'worker 0', kind: 'worker', gaps: [{ begin_ns: 5000, length_ns: 1000, lists: 2 }],
            rows: [{ name: '1', bars: 3 }, { name: '2', bars: 1 }] },
        { name: 'background', kind: 'background', gaps: [], rows: [{ name: 'w0', bars: 1 }, { name: 'w1', bars: 0 }] }],
        branches: [{ path: '', name: '', colour: 9 }, { path: 'Event', name: 'Event', colour: 10 },
            { path: 'A B', name: 'B', colour: 0 }],
        columns: { begin_ns: [0, 20000, 40000, 22000, 90000], length_ns: [10000, 20000, 1500, 3000, 10000],
            branch: [1, 1, 1, 2, 2], event: [1, 2, 3, 2, 0], calls: [1, 1, 1, 1, 12], state: [0, 1, 2, 0, 4] } } } };
}

test('bars are on the axis of samples', () => {
    const lanes = lanesOf(docOf());

    assert.deepEqual([...lanes.begin], [100, 120, 140, 122, 190]);
    assert.deepEqual([...lanes.end], [110, 140, 141.5, 125, 200]);
    assert.deepEqual(lanes.rows.map(({ from, to, lane }) => [from, to, lane.name]), [[0, 3, 'worker 0'], [3, 4, 'worker 0'],
        [4, 5, 'background'], [5, 5, 'background']]);
    assert.deepEqual(lanes.lanes[0].gaps, [{ begin: 105, end: 106, lists: 2 }]);
    assert.equal(lanes.last, 200);
    assert.equal(lanesOf({ views: {} }), null);
    assert.equal(lanesOf({ views: docOf().views }).begin[1], 20);
});

test('bars of a range are those that are partly in it', () => {
    const lanes = lanesOf(docOf());
    const [row, , , none] = lanes.rows;

    assert.deepEqual(barsIn(lanes, row, [0, 300]), [0, 3]);
    assert.deepEqual(barsIn(lanes, row, [109, 120]), [0, 2]);
    assert.deepEqual(barsIn(lanes, row, [110, 119]), [1, 1]);
    assert.deepEqual(barsIn(lanes, row, [125, 130]), [1, 2]);
    assert.deepEqual(barsIn(lanes, row, [150, 160]), [3, 3]);
    assert.deepEqual(barsIn(lanes, none, [0, 300]), [5, 5]);
});

test('the bar at a time is the nearest', () => {
    const lanes = lanesOf(docOf());
    const [row, , , none] = lanes.rows;

    assert.equal(barAt(lanes, row, 125), 1);
    assert.equal(barAt(lanes, row, 112, 3), 0);
    assert.equal(barAt(lanes, row, 115, 3), null);
    assert.equal(barAt(lanes, row, 118, 3), 1);
    assert.equal(barAt(lanes, row, 1000), 2);
    assert.equal(barAt(lanes, none, 125), null);
});

test('rectangles are in pixels; of those that share one the widest is drawn', () => {
    const lanes = lanesOf(docOf());
    const [row] = lanes.rows;

    assert.deepEqual(rectanglesOf(lanes, row, [100, 200], 1000), [{ bar: 0, x: 0, width: 100 }, { bar: 1, x: 200, width: 200 },
        { bar: 2, x: 400, width: 15 }]);
    assert.deepEqual(rectanglesOf(lanes, row, [130, 135], 500), [{ bar: 1, x: 0, width: 500 }]);
    assert.deepEqual(rectanglesOf(lanes, row, [100, 200], 2).map(({ bar }) => bar), [1]);
});

test('lanes in use are means over parts; background work is none', () => {
    const use = lanesInUse(lanesOf(docOf()), [100, 200], 10);

    assert.deepEqual([...use].map((value) => Math.round(value * 1e9) / 1e9), [1, 0, 1, 1, 0.15, 0, 0, 0, 0, 0]);
    assert.ok(Math.abs(lanesInUse(lanesOf(docOf()), [105, 125], 1)[0] - 0.5) < 1e-9);
    const others = docOf();

    others.views.timeline.lanes[0].kind = 'tasks';
    assert.equal(Math.round(lanesInUse(lanesOf(others), [100, 200], 10)[9] * 1e9) / 1e9, 1); /* there is no worker */
});

test('what is said of a bar', () => {
    const lanes = lanesOf(docOf());

    assert.deepEqual(factsOfBar(lanes, 1), { path: 'Event', calls: 1, begin: 120e-6, length: 20e-6, event: 2, state: 'rejected' });
    assert.deepEqual(factsOfBar(lanes, 4), { path: 'A B', calls: 12, begin: 190e-6, length: 10e-6, event: null,
        state: 'did not end' });
    assert.deepEqual([0, 7, 8, 9, 10].map(colourClass), ['c0', 'c7', 'other', 'other', 'event']);
});
