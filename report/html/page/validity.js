/* SPDX-License-Identifier: Apache-2.0 */
/* A link may select what another result has, and this one has not: such a selection is ignored,
 * and said to be. */
import { snapped } from './bins.js';
import { seconds } from './format.js';
import { isWithin } from './selection.js';
import { SELECTIONS } from './store.js';
import { endOf } from './use_over_time.js';

/* Whether there is a branch, by its path: one of the timer, of decisions, or above a task. */
function branchFinder({ views, samples }) {
    const paths = new Set([...views.timing ?? [], ...views.counts ?? []].map((row) => row.path));
    const tasks = samples?.tasks ?? [];

    return (path) => paths.has(path) || tasks.some((task) => isWithin(task.path, path));
}

function rangeTrouble([from, to], end) {
    if (from >= to) {
        return `the time ${from > to ? 'ends before it begins' : 'is empty'}`;
    }
    return end > 0 && from >= end ? `the time is outside of the run, which has ${seconds(
        end / 1e6)}` : null;
}

/**
 * Returns a function that says of a state what of its selections the document has not.
 * @param {Object} doc
 * @returns {function(Object): Object} by key of the selection: why it is ignored
 */
export function troubleFinder(doc) {
    const { samples } = doc;
    const isBranch = branchFinder(doc);
    const functions = new Set((samples?.functions ?? []).map(({ name }) => name));
    const threads = new Set((samples?.threads ?? []).map(({ name }) => name));
    const end = samples ? endOf(samples) : 0;
    const without = (kind, name, isThere) =>
        (isThere ? null : `no ${kind} '${name}' in this result`);
    const checks = {
        range: (range) => rangeTrouble(range, end),
        branch: (path) => without('branch', path, isBranch(path)),
        function: (name) => without('function', name, functions.has(name)),
        thread: (name) => without('thread', name, threads.has(name)),
    };

    return (state) => Object.fromEntries(SELECTIONS.filter((key) => state[key] !== null)
        .map((key) => [key, checks[key](state[key])]).filter(([, trouble]) => trouble !== null));
}

/**
 * Returns the store as views see it: without selections that are ignored.
 * @param {Object} store
 * @param {function(Object): Object} find of troubleFinder()
 * @param {number=} bin width of the bins of samples in us: ranges have whole bins
 * @returns {Object}
 */
export function checkedStore(store, find, bin = 1) {
    let raw = null;
    let checked = null;
    const check = (state) => {
        if (state !== raw) {
            const ignored = Object.keys(find(state)).map((key) => [key, null]);

            raw = state;
            checked = ignored.length > 0 ? { ...state, ...Object.fromEntries(ignored) } : state;
            if (checked.range && bin > 1) {
                checked = { ...checked, range: snapped(checked.range, bin) };
            }
        }
        return checked;
    };

    return { ...store, get state() {
        return check(store.state);
    },
        on: (listener) => store.on((state) => listener(check(state))) };
}
