/* SPDX-License-Identifier: Apache-2.0 */
/* What a flame graph is drawn of, without the DOM: samples, or else the self times of the timer. */
import { colouredNames, makeFrames, namesOf, topBranches } from './branch_groups.js';
import { estimate } from './estimate.js';
import { counted, percent, seconds, withError } from './format.js';
import { withinGroups } from './frame_layout.js';
import { childrenOf } from './groups.js';
import { commandOf, isWithin, passesKeeper } from './selection.js';

/* --- frames of a timer ------------------------------------------------------------------------ */

/* CPU time where the timer has it, as the command draws it. */
const selfOf = (row) => row.cpu_self_s ?? row.self_s;

/**
 * Returns frames of the branches that are part of the time in events, by the names of their paths.
 * @param {object[]} timing views.timing
 * @returns {object} as makeFrames(), with weight by group: ns of it and of all below it
 */
export function makeTimedFrames(timing) {
    const parents = [-1], names = ['all'], selves = [0], known = new Map();
    const childOf = (parent, name) => {
        const key = `${parent} ${name}`;

        if (!known.has(key)) {
            known.set(key, parents.push(parent) - 1);
            names.push(name);
            selves.push(0);
        }
        return known.get(key);
    };

    for (const row of timing) {
        if (row.self_percent === null || !(selfOf(row) > 0)) {
            continue;
        }
        selves[namesOf(row).reduce(childOf, 0)] += selfOf(row) * 1e9;
    }
    const weight = Float64Array.from(selves), tops = new Int32Array(parents.length);

    for (let i = parents.length - 1; i > 0; i--) {
        weight[parents[i]] += weight[i];
    }
    for (let i = 1; i < tops.length; i++) {
        tops[i] = parents[i] ? tops[parents[i]] : i;
    }
    return { count: parents.length, parents: Int32Array.from(parents), weight,
            levels: new Int32Array(parents.length), nameOf: (group) => names[group],
            topOf: (group) => names[tops[group]] };
}

/* --- colours ---------------------------------------------------------------------------------- */

/* Those that only call have no time of their own, and come last. */
function modulesByTime({ columns, places, modules, functions }) {
    const times = new Map(functions.slice(1).map(({ module }) => [modules[module], 0]));

    columns.place.forEach((place, i) => {
        const name = modules[places.module[place]];

        times.set(name, (times.get(name) ?? 0) + columns.weight_ns[i]);
    });
    return times;
}

/* By outermost branch; of a program without tasks, by the module of the function. */
function coloursOfSamples(samples) {
    if (samples.columns.task.some((task) => task > 0)) {
        const tops = topBranches(samples);

        return { key: null, of: (tree, group) => tops.colourOf(tree.topOf(group)) };
    }
    const times = modulesByTime(samples), { names, colourOf } = colouredNames(times);
    const shown = names.length < times.size ? [...names, 'others'] : names;
    const moduleOf = (function_) => samples.modules[samples.functions[function_].module];

    return { key: shown.map((name) => ({ name, colour: colourOf(name) })),
            of: (tree, group) => tree.levels[group] ? colourOf(moduleOf(tree.values[group]))
                : 'other' };
}

function coloursOfTimer(tree) {
    const outermost = tree.children[0].map((group) => [tree.nameOf(group), tree.weight[group]]);
    const { colourOf } = colouredNames(new Map(outermost));

    return { key: null, of: (_, group) => colourOf(tree.topOf(group)) };
}

/* --- sources ---------------------------------------------------------------------------------- */

/* A branch and a function are marked and not filtered: the others stay to be clicked. */
const filterOf = (state) => ({ ...state, branch: null, function: null });

function sampledSource(doc) {
    const { samples } = doc, passesOf = passesKeeper(samples);
    const share = (sums, group) => withError(sums.weight[group] / sums.weight[0] * 100,
                                             sums.shareError[group] / sums.weight[0] * 100, '%');

    return {
        label: 'CPU time of branches and functions', ofWhat: 'of the selected CPU time', share,
        colours: coloursOfSamples(samples),
        isPath: (path) => samples.tasks.some((task) => isWithin(task.path, path)),
        keyOf: (state) => passesOf(filterOf(state)).key,
        treeOf(state) {
            const tree = makeFrames(samples, passesOf(filterOf(state)).passes);

            return { ...tree, children: childrenOf(tree) };
        },
        sumsOf: (tree, { range }) =>
            estimate(samples, { range }, tree.groupOf, tree.count, tree.parents),
        shareOf(tree, groups, { range }) {
            const groupOf = withinGroups(tree, groups);

            return share(estimate(samples, { range }, groupOf, 2, new Int32Array([-1, 0])), 1);
        },
        amount(sums, group) {
            const { weight, error, samples: n } = sums;
            const unsure = weight[group] < 2 * error[group] ? '; not measured' : '';

            return `${withError(weight[group] / 1e9, error[group] / 1e9, 's')}, ` +
                `${counted(n[group], 'sample')}${unsure}`;
        },
        whole: ({ weight, samples: n }) => `Widths are shares of ${seconds(weight[0] / 1e9)} of ` +
            `CPU time in ${counted(n[0], 'sample')}.`,
        commandOf: (state) => commandOf(doc, { ...state, function: null },
                                      { view: 'flamegraph', options: ['-O', 'flame.svg'] }),
    };
}

function timedSource(doc) {
    const { timing } = doc.views, frames = makeTimedFrames(timing);
    const tree = { ...frames, children: childrenOf(frames) };
    const unit = timing.some((row) => (row.cpu_self_s ?? null) !== null) ? 'CPU time' : 'wall time';
    const paths = new Set(timing.map((row) => row.path));
    const share = ({ weight }, group) => percent(weight[group] / weight[0] * 100);
    const none = { range: null, branch: null, function: null, thread: null };

    return {
        label: `${unit} of branches`, ofWhat: `of the ${unit} in events`, share,
        colours: coloursOfTimer(tree),
        isPath: (path) => paths.has(path),
        keyOf: () => 'timer',
        treeOf: () => tree,
        sumsOf: () => tree,
        shareOf: (_, groups) => percent(groups.reduce((sum, group) => sum + tree.weight[group], 0) /
            tree.weight[0] * 100),
        amount: ({ weight }, group) => seconds(weight[group] / 1e9),
        whole: ({ weight }, state) => `Widths are shares of ${seconds(weight[0] / 1e9)} of ` +
            `${unit} by the timer${state.range ? ', of the whole run' : ''}.`,
        commandOf: () => commandOf(doc, none, { view: 'flamegraph', options: ['-O', 'flame.svg'] }),
    };
}

/** Whether a document has samples. */
export const hasSamples = (doc) => Boolean(doc.samples?.columns.time_us.length);

/** Whether a document has times of branches. */
export const hasTimes = (doc) => (doc.views.timing ?? []).some((row) => row.self_percent > 0);

/** Returns what is drawn of a document that has one of them: samples, or else the timer. */
export const sourceOf = (doc) => hasSamples(doc) ? sampledSource(doc) : timedSource(doc);
