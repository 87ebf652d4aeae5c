/* SPDX-License-Identifier: Apache-2.0 */

/* Samples for tests and measurements, made up from a seed. */

/** Returns a function that returns numbers from 0 to below 1, the same ones for a seed. */
export function makeRandom(seed) {
    let state = seed >>> 0;

    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let z = Math.imul(state ^ (state >>> 15), state | 1);

        z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
        return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
    };
}

const numbers = (n, value) => Array.from({ length: n }, (_, i) => value(i));

/* Stacks are a tree: each has a caller that is not deeper than @p depth. */
function makeStacks(random, count, functions, depth) {
    const caller = [0], fun = [0], depths = [0];

    for (let i = 1; i < count; i++) {
        let above = Math.floor(random() * i);

        if (depths[above] >= depth) {
            above = caller[above];
        }
        caller.push(above);
        depths.push(depths[above] + 1);
        fun.push(1 + Math.floor(random() ** 2 * (functions - 1)));
    }
    return { caller, function: fun };
}

/* A task lasts for some samples, and so does a place. */
function makeColumns(random, { count, threads, tasks, places, interval_us, length, own }) {
    const columns = { time_us: new Float64Array(count), weight_ns: new Float64Array(count),
                     thread: new Uint32Array(count), task: new Uint32Array(count),
                     place: new Uint32Array(count) };
    let task = 0, place = 0, time = 0;

    for (let i = 0; i < count; i++) {
        const thread = 1 + Math.floor(i / count * threads);

        if (i > 0 && thread !== columns.thread[i - 1]) {
            time = 0;
        }
        if (random() < 1 / length) {
            task = Math.floor(random() ** 2 * tasks);
        }
        if (random() < 2 / length) {
            place = Math.floor(random() ** 3 * places);
        }
        time += Math.floor(interval_us * (0.5 + random()));
        columns.time_us[i] = time;
        columns.weight_ns[i] = Math.floor(interval_us * 1e3 * (0.9 + 0.2 * random()));
        columns.thread[i] = thread;
        columns.task[i] = task;
        columns.place[i] = own ? (place * tasks + task) % places : place;
    }
    return columns;
}

/**
 * Returns samples as a document has them.
 * @param {object} options count, threads, tasks, functions, stacks, places, depth, length: mean
 *   number of samples of a task; own: places are of one task each
 */
export function simulateSamples(options, seed = 1) {
    const random = makeRandom(seed);
    const all = { count: 1000, threads: 2, tasks: 5, functions: 12, stacks: 40, places: 60, depth: 8,
                 interval_us: 1000, length: 4, ...options };
    const pick = (n) => Math.floor(random() * n);

    return {
        processes: [{ name: '[Unknown]' }, { name: 'gaudit (PID: 7)' }],
        threads: numbers(all.threads + 1, (i) => ({ name: `worker (TID: ${i})`, process: 1, first: i })),
        tasks: numbers(all.tasks, (i) => i === 0 ? { name: '[Outside any task]', path: null }
            : { name: `Top${i % 3} Task${i}`, path: `Top${i % 3} Task${i}` }),
        modules: ['[Unknown]', 'libm.so.6', 'algorithms.so'],
        files: ['', 'a/one.c', 'b/one.c', 'two.c'],
        functions: numbers(all.functions, (i) => ({ name: `function_${i}`, module: i % 3 })),
        stacks: makeStacks(random, all.stacks, all.functions, all.depth),
        places: { stack: numbers(all.places, () => pick(all.stacks)),
                 module: numbers(all.places, () => pick(3)), file: numbers(all.places, () => pick(4)),
                 line: numbers(all.places, () => pick(3) * 10) },
        columns: makeColumns(random, all),
    };
}
