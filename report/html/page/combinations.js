/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Many samples have the same task, place and thread. Groups and filters are found once for each
 * such combination, and a sample refers to its combination.
 */

const known = new WeakMap();

function hashOf(task, place, thread) {
    let hash = Math.imul(place, 0x9e3779b1) ^ Math.imul(task, 0x85ebca6b);

    hash ^= Math.imul(thread, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) >>> 0;
}

function findAll({ time_us, thread, task, place }) {
    const of = new Uint32Array(time_us.length), samples = []; /* by combination: its first sample */
    const mask = 2 ** Math.ceil(Math.log2(of.length * 2 + 2)) - 1;
    const slots = new Int32Array(mask + 1).fill(-1);

    for (let i = 0; i < of.length; i++) {
        let slot = hashOf(task[i], place[i], thread[i]) & mask, found = slots[slot];

        for (; found >= 0; found = slots[slot]) {
            const other = samples[found];

            if (place[other] === place[i] && task[other] === task[i] &&
                thread[other] === thread[i]) {
                break;
            }
            slot = (slot + 1) & mask;
        }
        if (found < 0) {
            slots[slot] = found = samples.push(i) - 1;
        }
        of[i] = found;
    }
    const valuesOf = (column) => Uint32Array.from(samples, (sample) => column[sample]);

    return { of, count: samples.length, task: valuesOf(task), place: valuesOf(place),
            thread: valuesOf(thread) };
}

/* Returns where the samples of each thread are: from the first on, up to the one after the last. */
function findRuns(thread) {
    const runs = [];

    for (let i = 0; i < thread.length; i++) {
        if (i === 0 || thread[i] !== thread[i - 1]) {
            runs.push({ thread: thread[i], from: i, to: i });
        }
        runs[runs.length - 1].to = i + 1;
    }
    return runs;
}

/**
 * Returns the combinations of task, place and thread that samples have, which are remembered.
 * @returns {{of: Uint32Array, count: number, task: Uint32Array, place: Uint32Array,
 *   thread: Uint32Array, runs: {thread: number, from: number, to: number}[]}} of: by sample; task,
 *   place, thread: by combination
 */
export function combinationsOf(samples) {
    let found = known.get(samples);

    if (!found) {
        found = { ...findAll(samples.columns), runs: findRuns(samples.columns.thread) };
        known.set(samples, found);
    }
    return found;
}

/** Returns the first index from @p from on, below @p to, whose value is @p least or more. */
export function lowerBound(values, least, from, to) {
    while (from < to) {
        const middle = (from + to) >>> 1;

        if (values[middle] < least) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}
