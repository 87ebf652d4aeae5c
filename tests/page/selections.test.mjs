/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

import { binOf, snapped } from '../../report/html/page/bins.js';
import { estimate } from '../../report/html/page/estimate.js';
import { childrenOf, makeGrouping, textOf } from '../../report/html/page/groups.js';
import { commandWords, passesOf } from '../../report/html/page/selection.js';
import { makeRandom } from './simulated_samples.js';

/*
 * What the page shows of selections is what the command prints that it names. The environment has
 * PAGE_COMMAND, gaudit, PAGE_BINS, binned_samples.c, and PAGE_RESULTS, folders with samples,
 * separated by ':'.
 */

const gaudit = process.env.PAGE_COMMAND, folders = process.env.PAGE_RESULTS?.split(':') ?? [];
const selections = Number(process.env.PAGE_SELECTIONS ?? 200);

const groupings = [
    'task,function', 'task,function,callstack', 'function', 'function,callstack', 'module,function',
    'thread,function', 'source-file,source-line', 'task', 'callstack', 'process,thread,task',
    'module,source-line', 'thread,task,callstack', 'source-line',
];

function run(words) {
    return JSON.parse(execFileSync(gaudit, words, { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] }));
}

function readDocument(folder, most) {
    const doc = run(['report', 'document', folder, '--all-frames', '--inlines', 'merge', '--format',
                     'json']);

    if (most) {
        doc.samples = JSON.parse(execFileSync(process.env.PAGE_BINS, [folder, most],
                                              { maxBuffer: 2 ** 30 }));
    }
    const { columns } = doc.samples;

    for (const name of Object.keys(columns)) {
        columns[name] = Float64Array.from(columns[name]);
    }
    for (const name of ['thread', 'task', 'place']) {
        columns[name] = Uint32Array.from(columns[name]);
    }
    return { ...doc, folder };
}

/* --- rows by the names on their path ---------------------------------------------------------- */

function addRow(rows, path, row) {
    const key = JSON.stringify(path);

    if (!rows.has(key)) {
        rows.set(key, []);
    }
    rows.get(key).push(row);
}

function sortRows(rows) {
    for (const list of rows.values()) {
        list.sort((a, b) => a.time - b.time || a.samples - b.samples || a.error - b.error);
    }
    return rows;
}

const nanoseconds = (seconds) => Math.round(seconds * 1e9);

function printedRows({ rows }, keys, topDown) {
    const found = new Map(), path = [];

    for (const row of rows) {
        const key = keys[Math.min(row.depth, keys.length - 1)].replace('-', '_');

        path.length = row.depth;
        path.push(topDown ? row.function : row[key]);
        addRow(found, path, topDown
            ? { time: nanoseconds(row.total_s), samples: row.samples, error: row.total_error_s,
               share: row.total_share_percent, shareError: row.total_share_error_percent,
               self: nanoseconds(row.self_s), selfError: row.self_error_s,
               selfShareError: row.self_share_error_percent }
            : { time: nanoseconds(row.cpu_s), samples: row.samples, error: row.error_s,
               share: row.share_percent, shareError: row.share_error_percent });
    }
    return sortRows(found);
}

/* Functions of a tail have the time of their group; what ends in the group ends in the last one. */
function shownRows(samples, state, grouping, topDown) {
    const { groupOf, count, parents } = grouping, children = childrenOf(grouping);
    const all = estimate(samples, state, groupOf, count, parents);
    const own = estimate(samples, state, groupOf, count);
    const found = new Map(), whole = all.weight[0];
    const visit = (group, above) => {
        const path = [...above], steps = group ? 1 + (grouping.tails[group]?.length ?? 0) : 0;

        if (all.samples[group] === 0) {
            return;
        }
        for (let step = 0; step < steps; step++) {
            const self = topDown && step === steps - 1;

            path.push(textOf(samples, grouping, group, step));
            addRow(found, path, {
                time: all.weight[group], samples: all.samples[group],
                error: all.error[group] / 1e9, share: all.weight[group] / whole * 100,
                shareError: all.shareError[group] / whole * 100,
                ...(topDown && { self: self ? own.weight[group] : 0,
                                selfError: self ? own.error[group] / 1e9 : 0,
                                selfShareError: self ? own.shareError[group] / whole * 100 : 0 }),
            });
        }
        for (const child of children[group]) {
            visit(child, path);
        }
    };

    visit(0, []);
    return { rows: sortRows(found), time: whole, samples: all.samples[0], error: all.error[0] / 1e9 };
}

/* JSON has errors with 9 digits after the point, those of shares with 6. */
function isNear(value, wanted, rounding, what) {
    const allowed = 1e-9 * Math.abs(wanted) + rounding;

    assert.ok(Math.abs(value - wanted) <= allowed, `${what}: ${value} instead of ${wanted}`);
}

/* Errors of bins are no exact ones. */
function compareRow(row, wanted, what, isBinned) {
    assert.equal(row.samples, wanted.samples, `samples of ${what}`);
    assert.equal(row.time, wanted.time, `time of ${what}`);
    if (isBinned) {
        assert.equal(row.self, wanted.self, `self time of ${what}`);
        assert.ok(row.error > 0, `error of ${what}`);
        return;
    }
    isNear(row.error, wanted.error, 0.501e-9, `error of ${what}`);
    isNear(row.share, wanted.share, 1e-12, `share of ${what}`);
    isNear(row.shareError, wanted.shareError, 0.501e-6, `error of the share of ${what}`);
    if (wanted.self === undefined) {
        return;
    }
    assert.equal(row.self, wanted.self, `self time of ${what}`);
    isNear(row.selfError, wanted.selfError, 0.501e-9, `error of the self time of ${what}`);
    isNear(row.selfShareError, wanted.selfShareError, 0.501e-6, `error of self share of ${what}`);
}

function compareAll(doc, state, keys, topDown) {
    const words = commandWords(doc, state, topDown ? { view: 'top-down' } : { view: 'hotspots', keys })
        .filter((word, i, all) => !(word === '--inlines' || all[i - 1] === '--inlines'));
    const command = [...words.slice(1), '--format', 'json'], text = command.join(' ');
    const printed = run(command);
    const grouping = makeGrouping(doc.samples, keys,
                                  { passes: passesOf(doc.samples, state), topDown });
    const shown = shownRows(doc.samples, state, grouping, topDown);
    const wanted = printedRows(printed, keys.split(','), topDown);

    assert.equal(shown.samples, printed.samples, text);
    assert.equal(shown.time, nanoseconds(printed.cpu_s), text);
    if (!doc.samples.bin_us) {
        isNear(shown.error, printed.error_s, 0.501e-9, `error of ${text}`);
    }
    assert.deepEqual([...shown.rows.keys()].sort(), [...wanted.keys()].sort(), text);
    for (const [path, rows] of wanted) {
        assert.equal(shown.rows.get(path).length, rows.length, `${path} of ${text}`);
        rows.forEach((row, i) => compareRow(shown.rows.get(path)[i], row, `${path} of ${text}`,
                                            doc.samples.bin_us));
    }
    return shown.samples;
}

/* --- selections ------------------------------------------------------------------------------- */

function pickState(samples, random) {
    const { time_us, task, thread, place } = samples.columns;
    const end = time_us.reduce((most, time) => Math.max(most, time), 0) + 1;
    const edges = [random(), random()].map((x) => Math.floor(x * end)).sort((a, b) => a - b);
    const at = Math.floor(random() * time_us.length);
    const path = samples.tasks[task[at]].path?.split(' ') ?? [];
    const innermost = samples.stacks.function[samples.places.stack[place[at]]];

    return {
        range: random() < 0.7 && edges[0] < edges[1] ? snapped(edges, binOf(samples)) : null,
        branch: random() < 0.4 && path.length > 0
            ? path.slice(0, 1 + Math.floor(random() * path.length)).join(' ') : null,
        function: random() < 0.2 ? samples.functions[innermost].name : null,
        thread: random() < 0.2 ? samples.threads[thread[at]].name : null,
    };
}

/* Each folder with its samples, and with bins. */
for (const [folder, most] of gaudit ? folders.flatMap((name) => [[name, 0], [name, 200]]) : []) {
    test(`${folder}${most ? ' in bins' : ''}: selections are as the command prints them`, () => {
        const doc = readDocument(folder, most), random = makeRandom(7);
        let seen = 0;

        assert.equal('count' in doc.samples.columns, most > 0);

        for (let i = 0; i < selections; i++) {
            const state = pickState(doc.samples, random), topDown = i % 7 === 0;

            seen += compareAll(doc, state, topDown ? 'callstack' : groupings[i % groupings.length],
                               topDown);
        }
        assert.ok(seen > 20 * selections, `there are only ${seen} samples in all selections`);
    });
}
test('the command is there', { skip: !gaudit && 'PAGE_COMMAND is not set' }, () => {
    assert.ok(folders.length > 0);
});
