/* SPDX-License-Identifier: Apache-2.0 */
import { combinationsOf } from './combinations.js';
import { firstOf } from './groups.js';

/* What is selected: samples that pass, and the command that prints the same. */

/** Returns whether a branch is @p path or below it. */
export function isWithin(branch, path) {
    return branch === path || Boolean(branch?.startsWith(`${path} `));
}

function tasksWithin(samples, path) {
    return samples.tasks.map((task) => isWithin(task.path, path));
}

/**
 * Returns by combination (combinations.js) whether its samples pass; null: all do. A branch has
 * what is in it and below it; a function is the innermost of the call stack.
 * @param {object} samples of the document
 * @param {{branch: ?string, function: ?string, thread: ?string}} state thread: its name
 * @returns {?Uint8Array}
 */
export function passesOf(samples, state) {
    if (!state.branch && !state.function && !state.thread) {
        return null;
    }
    const found = combinationsOf(samples), passes = new Uint8Array(found.count).fill(1);
    const tasks = state.branch ? tasksWithin(samples, state.branch) : null;
    const { places, stacks, functions, threads } = samples;

    for (let i = 0; i < found.count; i++) {
        const name = functions[stacks.function[places.stack[found.place[i]]]]?.name;
        const thread = threads[firstOf(samples, found.thread[i])];

        if ((tasks && !tasks[found.task[i]]) || (state.function && name !== state.function) ||
            (state.thread && thread.name !== state.thread)) {
            passes[i] = 0;
        }
    }
    return passes;
}

/**
 * Returns passesOf() of the last state that a view had, as long as it is the same.
 * @returns {function(object): {passes: ?Uint8Array, key: string}}
 */
export function passesKeeper(samples) {
    let kept = null;

    return (state) => {
        const key = JSON.stringify([state.branch, state.function, state.thread]);

        if (kept?.key !== key) {
            kept = { key, passes: passesOf(samples, state) };
        }
        return kept;
    };
}

/* --- commands --------------------------------------------------------------------------------- */

/** Returns a time as `--time-filter` takes it: whole microseconds as seconds. */
export function secondsText(us) {
    const whole = Math.floor(us / 1e6), rest = String(us - whole * 1e6).padStart(6, '0');

    return `${whole}.${rest}`.replace(/\.?0+$/, '');
}

function quoted(text) {
    return /^[\w.,:=/@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/* A text as a pattern that matches just it. */
const patternOf = (text) => text.replace(/[\\*?[]/g, '\\$&');

/* A task is the branch, or below it, as a rule; others are listed by their names. */
function taskFilters(samples, path) {
    const within = samples.tasks.filter((task) => isWithin(task.path, path));
    const plain = samples.tasks.every(({ name, path: own }) =>
        isWithin(name, path) === isWithin(own, path));
    const pattern = patternOf(path);

    if (plain || within.length === 0) {
        return [`task=${pattern}`, `task=${pattern} *`];
    }
    return within.map(({ name }) => `task=${patternOf(name)}`);
}

/**
 * Returns the words of a command that prints what is selected; without quotes for a shell.
 * @param {object} doc the document
 * @param {object} state of the store
 * @param {{view: string, keys: ?string, options: ?string[]}} what
 */
export function commandWords(doc, state, { view, keys = null, options = [] }) {
    const words = ['gaudit', 'report', view, doc.folder];
    const filters = [];

    if (state.range) {
        words.push('--time-filter', state.range.map(secondsText).join(':'));
    }
    if (state.branch) {
        filters.push(...taskFilters(doc.samples, state.branch));
    }
    if (state.function) {
        filters.push(`function=${patternOf(state.function)}`);
    }
    if (state.thread) {
        filters.push(`thread=${patternOf(state.thread)}`);
    }
    for (const filter of filters) {
        words.push('--filter', filter);
    }
    /* Else a filter of functions shows inlined ones, which the page never has. */
    if (state.function) {
        words.push('--inlines', 'hide');
    }
    if (keys) {
        words.push('--group-by', keys);
    }
    return [...words, ...options];
}

/** Returns the command as it is typed into a shell; see commandWords(). */
export function commandOf(doc, state, what) {
    return commandWords(doc, state, what).map(quoted).join(' ');
}
