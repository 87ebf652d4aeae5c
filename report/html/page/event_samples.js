/* SPDX-License-Identifier: Apache-2.0 */
/* Samples that were taken in events: where slow events spend more CPU time than the others. */
import { sampledByBranch } from './branch_groups.js';

const REST = 1; /* class of events; 0: neither */
const SLOW = 2;
const NAMES = ['[Outside of events]', 'rest', 'slow'];

/**
 * Events that began in a range.
 * @param {Object} doc
 * @param {Object[]} events
 * @param {number[]|null} range in us of the samples
 * @returns {Object[]} all of them if there is no range, or it is not known when they began
 */
export function eventsInRange(doc, events, range) {
    const first = doc.events_start_us;

    if (!range || first === undefined) {
        return events;
    }
    return events.filter(({ start_s: start }) => {
        const time = first + start * 1e6;

        return time >= range[0] && time < range[1];
    });
}

/* Which worker a thread is: by its name, which is "gaudit worker 0 (TID: 1)". */
function workersOfThreads(samples) {
    const workers = samples.threads.map(({ name }) => {
        const match = /^gaudit worker (\d+) /.exec(name);

        return match ? Number(match[1]) : null;
    });
    const firsts = new Map(); /* by worker: its thread, of which there may be several files */
    const isOne = samples.threads.every(({ first }, i) => {
        const thread = first ?? i;
        const known = firsts.get(workers[i]) ?? thread;

        firsts.set(workers[i], known);
        return workers[i] === null || known === thread;
    });

    return isOne ? workers : workers.fill(null);
}

/**
 * By thread: the worker whose events its samples are in. A single worker may have further threads.
 * @param {Object} samples of the document
 * @param {Object[]} events
 * @returns {Array<number|null>|null} null: it is not known
 */
export function workersOf(samples, events) {
    const running = new Set(events.map((row) => row.worker));

    if (running.size === 1) {
        return samples.threads.map(() => [...running][0]);
    }
    const workers = workersOfThreads(samples);

    return [...running].every((worker) => workers.includes(worker)) ? workers : null;
}

/* The events of each worker in the order of time: {start, end} in us, and their class. */
function timesOf(first, events, slow) {
    const times = new Map();

    for (const row of events) {
        const start = first + row.start_s * 1e6;

        if (!times.has(row.worker)) {
            times.set(row.worker, []);
        }
        times.get(row.worker).push({ start, end: start + row.time_s * 1e6,
            kind: slow.has(row) ? SLOW : REST });
    }
    times.forEach((list) => list.sort((a, b) => a.start - b.start));
    return times;
}

/* Samples of a thread are in the order of time, so each event is passed once. Times of samples are
 * rounded down to a microsecond. */
function classesOf(samples, workers, times) {
    const { time_us: time, thread } = samples.columns;
    const classes = new Uint8Array(time.length);
    let list = [];
    let next = 0; /* the event after the one that began last */

    for (let i = 0; i < time.length; i++) {
        if (i === 0 || thread[i] !== thread[i - 1]) {
            list = times.get(workers[thread[i]]) ?? [];
            next = 0;
        }
        while (next < list.length && list[next].start < time[i] + 1) {
            next++;
        }
        if (next > 0 && time[i] <= list[next - 1].end) {
            classes[i] = list[next - 1].kind;
        }
    }
    return classes;
}

/* The samples with tasks of their own for each class: the outermost "branch" is the class. */
function classified(samples, classes) {
    const count = samples.tasks.length;
    const task = Uint32Array.from(samples.columns.task, (own, i) => classes[i] * count + own);
    const tasks = NAMES.flatMap((kind, i) => samples.tasks.map(({ name, path }) => {
        const text = path ?? name;
        const below = text.startsWith('[') ? text.replace(/ /g, '\u00a0') : text;

        return { name: i === 0 ? kind : `${kind} ${below}`,
            path: i === 0 || path === null ? null : `${kind} ${path}` };
    }));

    return { ...samples, tasks, columns: { ...samples.columns, task } };
}

/* The branches of the timer for each class, below one for the class. */
function timingOf(rows) {
    return [REST, SLOW].flatMap((kind) => [{ branch: `${kind}`, parent: null, path: NAMES[kind] },
        ...rows.map(({ branch, parent, path }) => ({ branch: `${kind} ${branch}`,
            parent: parent === null ? `${kind}` : `${kind} ${parent}`,
            path: `${NAMES[kind]} ${path}` }))]);
}

/* By path of a branch that the timer has: the path of the one above it. */
function pathsAbove(rows) {
    const paths = new Map(rows.map((row) => [row.branch, row.path]));

    return new Map(rows.map((row) => [row.path, paths.get(row.parent) ?? '']));
}

/* The CPU time that a sample stands for, in nanoseconds. */
function meanWeight({ columns: { weight_ns: weights } }) {
    return weights.reduce((a, b) => a + b, 0) / weights.length || 0;
}

/* The root, '', is all of an event. Where no sample was taken there may have been one: the error is
 * that of one. */
function rowOf(path, above, by, counts) {
    const names = path.split(' ');
    const of = (kind, n) => {
        const found = by.get(path ? `${NAMES[kind]} ${path}` : NAMES[kind]);

        return { time: (found?.weight ?? 0) / 1e9 / n,
            error: (found?.error ?? counts.tick) / 1e9 / n, samples: found?.samples ?? 0 };
    };
    const [slow, rest] = [of(SLOW, counts.slow), of(REST, counts.rest)];

    return { path, name: path ? names[names.length - 1].replace(/\u00a0/g, ' ') : 'event',
        parent: path ? above.get(path) ?? names.slice(0, -1).join(' ') : null, slow, rest,
        difference: slow.time - rest.time, error: Math.hypot(slow.error, rest.error) };
}

/**
 * Whether events are slow because samples were taken in them: taking one lengthens an event. Then
 * they have more CPU time in samples than they took. Only where no further threads work for events.
 * @param {Object} samples of the document
 * @param {Object[]} events
 * @param {Object} row of slowBranches() of all of an event
 * @param {number|null} cpu the mean CPU time of the slow events as they measured it
 * @returns {boolean}
 */
export function isSlowedBySamples(samples, events, row, cpu) {
    const threads = new Set(samples.columns.thread).size;
    const workers = new Set(events.map(({ worker }) => worker)).size;

    return threads <= workers && cpu !== null && row.slow.time - 3 * row.slow.error > cpu;
}

/**
 * CPU time per event of each branch with what is below it, in slow events and in the others.
 * @param {Object} doc
 * @param {Object[]} events
 * @param {Object[]} slowEvents some of them
 * @returns {Object[]|null} {path, name, parent, slow, rest: {time, error, samples}, difference,
 *   error}, in seconds; null: not known
 */
export function slowBranches(doc, events, slowEvents) {
    const { samples, events_start_us: first } = doc;
    const counts = { slow: slowEvents.length, rest: events.length - slowEvents.length,
        tick: samples ? meanWeight(samples) : 0 };
    /* A bin may have several events. */
    const isKnown = samples && !samples.bin_us && first !== undefined;
    const workers = isKnown ? workersOf(samples, events) : null;

    if (!workers || counts.slow === 0 || counts.rest === 0) {
        return null;
    }
    const times = timesOf(first, events, new Set(slowEvents));
    const made = classified(samples, classesOf(samples, workers, times));
    const rows = doc.views.timing ?? [];
    const by = sampledByBranch(made, timingOf(rows))({ range: null, function: null });
    const above = pathsAbove(rows);
    const paths = new Set([...by.keys()].filter((path) => path !== NAMES[0]).map((path) =>
        path.split(' ').slice(1).join(' ')));

    return [...paths].map((path) => rowOf(path, above, by, counts));
}
