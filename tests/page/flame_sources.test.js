/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { makeTimedFrames, sourceOf } from '../../report/html/page/flame_sources.js';

const TIMING = [['Event', 1, 5], ['Hlt', 2, 9], ['Hlt A', 4, 40], ['Hlt B', 0, 0], ['X Y', 3, 30]].map(([path, self_s,
    self_percent]) => ({ path, name: path.split(' ').at(-1), self_s, self_percent }));
const NOT_IN_EVENTS = { path: 'Background', name: 'Background', self_s: 7, self_percent: null };

/* The weights in s by the names from the outermost on. */
function weightsOf(tree) {
    const pathOf = (group) => (group > 0 ? `${pathOf(tree.parents[group])}/${tree.nameOf(group)}` : '');

    return Object.fromEntries([...tree.weight].map((weight, group) => [pathOf(group), weight / 1e9]));
}

test('frames of a timer are self times, with what is below, of the time in events', () => {
    const tree = makeTimedFrames([...TIMING, NOT_IN_EVENTS]);

    assert.deepEqual(weightsOf(tree), { '': 10, '/Event': 1, '/Hlt': 6, '/Hlt/A': 4, '/X': 3, '/X/Y': 3 });
    assert.deepEqual(Array.from(tree.parents, (_, group) => tree.topOf(group)), ['all', 'Event', 'Hlt', 'Hlt', 'X', 'X']);
});

test('CPU time where the timer has it, as the command draws it', () => {
    const cpu = TIMING.map((row) => ({ ...row, cpu_self_s: row.self_s / 2 }));
    const of = (timing) => {
        const source = sourceOf({ folder: 'r', views: { timing }, samples: null });

        return source.whole(source.sumsOf(), { range: null });
    };

    assert.equal(of(TIMING), 'Widths are shares of 10.0 s of wall time by the timer.');
    assert.equal(of(cpu), 'Widths are shares of 5.00 s of CPU time by the timer.');
});
