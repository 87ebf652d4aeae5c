/* SPDX-License-Identifier: Apache-2.0 */
/* Samples that are in events, and the events of a range. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { eventsInRange, isSlowedBySamples, slowBranches, workersOf } from
    '../../report/html/page/event_samples.js';

/* Of [thread, time in us, task]; each stands for 1 ms. */
function samplesOf(list, threads) {
    const column = (i) => Uint32Array.from(list, (sample) => sample[i]);

    return {
        processes: [{ name: '' }], threads: threads.map((name) => ({ name, process: 0 })),
        tasks: [{ name: '[Outside any task]', path: null }, { name: 'A B', path: 'A B' }, { name: 'A', path: 'A' }],
        modules: ['[Unknown]'], files: [''], functions: [{ name: 'f', module: 0 }],
        stacks: { caller: [0], function: [0] }, places: { stack: [0], module: [0], file: [0], line: [0] },
        columns: { time_us: Float64Array.from(list, (sample) => sample[1]), thread: column(0), task: column(2),
            weight_ns: new Float64Array(list.length).fill(1e6), place: new Uint32Array(list.length) },
    };
}

function event(number, worker, start, end) {
    return { event: number, worker, start_s: start / 1e6, time_s: (end - start) / 1e6 };
}

test('events of a range are those that begin in it, in the time of samples', () => {
    const events = [event(1, 0, 0, 50), event(2, 0, 100, 150), event(3, 0, 200, 250)];
    const numbers = (doc, range) => eventsInRange(doc, events, range).map((row) => row.event);

    assert.deepEqual(numbers({ events_start_us: 1000 }, [1100, 1200]), [2]);
    assert.deepEqual(numbers({ events_start_us: 1000 }, [1101, 1201]), [3]);
    assert.deepEqual(numbers({ events_start_us: 1000 }, null), [1, 2, 3]);
    assert.deepEqual(numbers({}, [1100, 1200]), [1, 2, 3]);
});

test('workers are known by the names of their threads', () => {
    const threads = ['', 'gaudit worker 1 (TID: 8)', 'gaudit worker 0 (TID: 7)', 'helper (TID: 9)'];
    const samples = samplesOf([], threads);
    const both = [event(1, 0, 0, 1), event(2, 1, 0, 1)];

    assert.deepEqual(workersOf(samples, both), [null, 1, 0, null]);
    assert.deepEqual(workersOf(samples, [event(1, 3, 0, 1)]), [3, 3, 3, 3]);
    assert.equal(workersOf(samplesOf([], ['a', 'gaudit worker 0 (TID: 7)']), both), null);
    samples.threads.push({ name: 'gaudit worker 0 (TID: 70)', process: 0 });
    assert.equal(workersOf(samples, both), null);
});

test('CPU time per slow event and per other event, of the worker that ran it', () => {
    /* Worker 0: slow from 1000 to 2000, others from 3000 to 3100 and at 4000. Worker 1: one at the same time. */
    const events = [event(1, 0, 0, 1000), event(2, 0, 2000, 2100), event(3, 0, 3000, 3001), event(4, 1, 0, 3000)];
    const samples = samplesOf([[0, 999, 1], [0, 1000, 1], [0, 1500, 2], [0, 2000, 0], [0, 2500, 1], [0, 3000, 1],
        [0, 3100, 1], [1, 1200, 2], [1, 5000, 2]], ['gaudit worker 0 (TID: 7)', 'gaudit worker 1 (TID: 8)']);
    const views = { timing: [{ branch: 0, parent: null, path: 'Event' }, { branch: 5, parent: 0, path: 'A' },
        { branch: 6, parent: 5, path: 'A B' }] };
    const rows = slowBranches({ samples, views, events_start_us: 1000 }, events, [events[0]]);
    const of = (path) => {
        const { name, parent, slow, rest } = rows.find((row) => row.path === path);

        return [name, parent, slow.samples, slow.time, rest.samples, rest.time * 3];
    };

    assert.deepEqual(of('A'), ['A', 'Event', 2, 2e-3, 3, 3e-3]);
    assert.deepEqual(of('A B'), ['B', 'A', 1, 1e-3, 2, 2e-3]);
    assert.deepEqual(of(''), ['event', null, 3, 3e-3, 3, 3e-3]);
    assert.deepEqual(of('[Outside\u00a0any\u00a0task]').slice(0, 4), ['[Outside any task]', '', 1, 1e-3]);
    assert.deepEqual(of('Event'), ['Event', '', 2, 2e-3, 3, 3e-3]);
    assert.equal(rows.length, 5);
    for (const row of rows) {
        assert.ok(Math.abs(row.difference - (row.slow.time - row.rest.time)) < 1e-12);
        assert.ok(Math.abs(row.error - Math.hypot(row.slow.error, row.rest.error)) < 1e-12 && row.rest.error >= 0);
    }
    assert.equal(slowBranches({ samples, views }, events, [events[0]]), null);
    assert.equal(slowBranches({ samples, views, events_start_us: 1000 }, events, []), null);
});

test('where no sample was taken the error is that of one', () => {
    const events = [event(1, 0, 0, 1000), event(2, 0, 2000, 2100), event(3, 0, 3000, 3001)];
    const samples = samplesOf([[0, 1100, 2], [0, 1200, 2], [0, 3050, 1]], ['gaudit worker 0 (TID: 7)']);

    samples.columns.weight_ns.set([2e6, 3e6, 4e6]);
    const rows = slowBranches({ samples, views: {}, events_start_us: 1000 }, events, [events[0]]);
    const { slow, rest, error } = rows.find((row) => row.path === 'A B');

    assert.deepEqual([slow.samples, slow.time, slow.error], [0, 0, 3e-3]);
    assert.deepEqual([rest.samples, rest.time], [1, 2e-3]);
    assert.equal(error, Math.hypot(3e-3, rest.error));
});

test('events that are slow because they were sampled have more CPU time in samples than they took', () => {
    const samples = samplesOf([[0, 1, 1], [0, 2, 1]], ['gaudit worker 0 (TID: 7)', 'helper (TID: 8)']);
    const events = [event(1, 0, 0, 1)];
    const row = { slow: { time: 5e-3, error: 1e-3 } };

    assert.equal(isSlowedBySamples(samples, events, row, 1.9e-3), true);
    assert.equal(isSlowedBySamples(samples, events, row, 2.1e-3), false);
    assert.equal(isSlowedBySamples(samples, events, row, null), false);
    samples.columns.thread[1] = 1; /* the helper works for events, too */
    assert.equal(isSlowedBySamples(samples, events, row, 1.9e-3), false);
});
