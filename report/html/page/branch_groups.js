/* SPDX-License-Identifier: Apache-2.0 */
import { combinationsOf } from './combinations.js';
import { estimate } from './estimate.js';
import { functionsOf, makeTree } from './groups.js';
import { passesOf } from './selection.js';

/* Samples by the levels of branches, and of functions below them. */

const colours = 8;

/** Returns the names of a task's branch, from the outermost on; a text in brackets is one name. */
export function namesOf({ name, path }) {
    const text = path ?? name;

    return text.startsWith('[') ? [text] : text.split(' ').filter(Boolean);
}

/* --- colours ---------------------------------------------------------------------------------- */

/**
 * Names by falling time, each with a colour: 'c0' and so on; the others share one.
 * @param {Map<string, number>} times by name
 * @returns {{names: string[], colourOf: function(string): string}} without the others
 */
export function colouredNames(times) {
    const names = [...times].sort((a, b) => b[1] - a[1]).slice(0, colours).map(([name]) => name);

    return { names,
        colourOf: (name) => names.includes(name) ? `c${names.indexOf(name)}` : 'other' };
}

/**
 * The outermost branches, with the colours of colouredNames().
 * @returns {{names: string[], ofTask: Uint8Array, colourOf: function(string): string}} ofTask: by
 *   task: index of the name; the last name is of all others
 */
export function topBranches(samples) {
    const times = new Map(), { task, weight_ns } = samples.columns;
    const tops = samples.tasks.map((each, i) => i ? namesOf(each)[0] ?? '' : '');

    for (let i = 0; i < task.length; i++) {
        times.set(tops[task[i]], (times.get(tops[task[i]]) ?? 0) + weight_ns[i]);
    }
    times.delete('');
    const { names, colourOf } = colouredNames(times);
    const numberOf = (name) => names.includes(name) ? names.indexOf(name) : names.length;

    return { names: [...names, 'others'], ofTask: Uint8Array.from(tops, numberOf), colourOf };
}

/* --- CPU time of branches --------------------------------------------------------------------- */

/* The rows of a timer from the outermost down to that of a path; null: it has none. */
function rowsTo(rows, byPath, path) {
    const list = [];

    for (let row = byPath.get(path); row; row = rows.get(row.parent)) {
        list.unshift(row.path);
    }
    return list.length ? list : null;
}

/* Paths of the branches that a task is in, from the outermost on. */
function pathsOf(task, rows, byPath) {
    const names = namesOf(task);

    return rowsTo(rows, byPath, task.path) ??
        names.map((name, i) => names.slice(0, i + 1).join(' '));
}

function branchTree(samples, passes, timing) {
    const { task } = combinationsOf(samples), numbers = new Map(), paths = [];
    const rows = new Map(timing.map((row) => [row.branch, row]));
    const byPath = new Map(timing.map((row) => [row.path, row]));
    const numberOf = (path) => {
        if (!numbers.has(path)) {
            numbers.set(path, paths.push(path) - 1);
        }
        return numbers.get(path);
    };
    const levels = samples.tasks.map((each) => pathsOf(each, rows, byPath).map(numberOf));
    const groups = makeTree(samples, passes, (i, add) => {
        for (const value of levels[task[i]]) {
            add(0, value);
        }
    }, 1, null);

    return { ...groups, paths };
}

/**
 * Returns a function that gives, for a state of the store, the sampled CPU time of each branch with
 * all that is below it: by path, in nanoseconds. It follows the range and the function.
 * @param {object[]} timing rows of the timer, which say what is below a branch; without them paths
 * @returns {function(object): Map<string, {weight: number, error: number, samples: number}>}
 */
export function sampledByBranch(samples, timing = []) {
    let kept = null;

    return (state) => {
        if (kept?.function !== state.function) {
            const passes = passesOf(samples, { function: state.function });

            kept = { function: state.function, tree: branchTree(samples, passes, timing) };
        }
        const { tree } = kept, found = new Map();
        const all = estimate(samples, state, tree.groupOf, tree.count, tree.parents);

        for (let i = 1; i < tree.count; i++) {
            if (all.samples[i] > 0) {
                found.set(tree.paths[tree.values[i]], { weight: all.weight[i], error: all.error[i],
                                                       samples: all.samples[i] });
            }
        }
        return found;
    };
}

/* --- frames of a flame graph ------------------------------------------------------------------ */

const starts = new Set(['_start', 'clone', 'clone3', '__clone3', 'start_thread']);

/*
 * Where threads start, and the event loop of gaudit, which are above each algorithm, have a frame
 * of their own for what they do themselves; their callees are below the branch.
 */
function shownFunctions(samples, stack) {
    const list = functionsOf(samples, stack).reverse();
    let first = 0;

    while (first + 1 < list.length && starts.has(samples.functions[list[first]].name)) {
        first++;
    }
    if (first + 1 < list.length && samples.functions[list[first]].name === '[gaudit]') {
        first++;
    }
    return list.slice(first);
}

/**
 * Returns frames: levels of branches first (level 0), then functions (level 1).
 * @param {?Uint8Array} passes as of selection.js
 * @returns {object} as makeTree(), with nameOf(group) and topOf(group): the outermost branch
 */
export function makeFrames(samples, passes) {
    const { task } = combinationsOf(samples), numbers = new Map(), texts = [];
    const numberOf = (name) => {
        if (!numbers.has(name)) {
            numbers.set(name, texts.push(name) - 1);
        }
        return numbers.get(name);
    };
    const levels = samples.tasks.map((each) => namesOf(each).map(numberOf));
    const groups = makeTree(samples, passes, (i, add) => {
        for (const value of levels[task[i]]) {
            add(0, value);
        }
    }, 2, (stack) => shownFunctions(samples, stack), 1);
    const tops = new Int32Array(groups.count);

    for (let i = 1; i < groups.count; i++) {
        tops[i] = groups.parents[i] ? tops[groups.parents[i]] : i;
    }
    const nameOf = (group) => {
        if (group === 0) {
            return 'all';
        }
        return groups.levels[group] ? samples.functions[groups.values[group]].name
            : texts[groups.values[group]];
    };

    return { ...groups, nameOf, topOf: (group) => nameOf(tops[group]) };
}
