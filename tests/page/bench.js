/* SPDX-License-Identifier: Apache-2.0 */
import { combinationsOf } from '../../report/html/page/combinations.js';
import { estimate } from '../../report/html/page/estimate.js';
import { makeGrouping } from '../../report/html/page/groups.js';
import { simulateSamples } from './simulated_samples.js';

/* Prints what groups and errors of a million samples take: node tests/page/bench.js [SAMPLES] */

const count = Number(process.argv[2] ?? 1e6);
const samples = simulateSamples({ count, threads: 4, tasks: 200, functions: 3000, stacks: 40000,
                                 places: 60000, depth: 30, length: 3, interval_us: 1000,
                                 own: true });
const end = samples.columns.time_us.reduce((most, time) => Math.max(most, time), 0);

function measure(name, run) {
    const times = [];

    for (let i = 0; i < 9; i++) {
        const begin = performance.now();

        run();
        times.push(performance.now() - begin);
    }
    const first = times[0];

    times.sort((a, b) => a - b);
    console.log(`${name}: ${times[4].toFixed(1)} ms (first ${first.toFixed(1)}, ` +
                `worst ${times[8].toFixed(1)})`);
}

const begin = performance.now(), found = combinationsOf(samples);

console.log(`${count} samples, ${found.count} combinations of task, place, thread in ` +
            `${(performance.now() - begin).toFixed(1)} ms`);
for (const keys of ['task,function', 'task,function,callstack', 'callstack']) {
    const start = performance.now(), grouping = makeGrouping(samples, keys);
    const made = performance.now() - start, { groupOf, parents } = grouping;
    const passes = found.task.map((task) => task % 4 === 0);
    const filtered = makeGrouping(samples, keys, { passes });

    console.log(`${keys}: ${grouping.count} groups in ${made.toFixed(1)} ms`);
    measure('  25 %', () => estimate(samples, { range: [end * 0.3, end * 0.55] }, groupOf,
                                     grouping.count, parents));
    measure('  everything', () => estimate(samples, { range: null }, groupOf, grouping.count,
                                           parents));
    measure('  25 %, filtered', () => estimate(samples, { range: [end * 0.3, end * 0.55] },
                                               filtered.groupOf, filtered.count,
                                               filtered.parents));
}
