/* SPDX-License-Identifier: Apache-2.0 */
import { combinationsOf } from './combinations.js';

/*
 * Samples as a tree of groups, as report/hotspots/grouping.h: the root, group 0, has all that pass
 * the filter, its children are the groups of the first key, and so on. Groups are of values, not of
 * texts. A group of a call stack represents several functions, one below the other, if they all
 * have the same samples: its tail.
 */

const outside = '[Outside any task]', unknown = '[Unknown]';

function lastPart(path) {
    const at = path.lastIndexOf('/');

    return at >= 0 && at + 1 < path.length ? path.slice(at + 1) : path;
}

const fileText = (samples, file) => file ? lastPart(samples.files[file]) : unknown;

/** Returns the first of the threads that are the same one in several files. */
export const firstOf = ({ threads }, thread) => threads[thread].first ?? thread;

/* By key: value() of a task, place and thread; text() of a value. */
const keys = {
    'task': {
        title: 'task',
        value: (samples, task) => task,
        text: (samples, value) => samples.tasks[value]?.name ?? outside,
    },
    'function': {
        title: 'function',
        value: ({ places, stacks }, task, place) => stacks.function[places.stack[place]],
        text: (samples, value) => samples.functions[value].name,
    },
    'module': {
        title: 'module',
        value: ({ places }, task, place) => places.module[place],
        text: (samples, value) => samples.modules[value],
    },
    'thread': {
        title: 'thread',
        value: (samples, task, place, thread) => firstOf(samples, thread),
        text: (samples, value) => samples.threads[value].name,
    },
    'process': {
        title: 'process',
        value: ({ threads }, task, place, thread) => threads[thread].process,
        text: (samples, value) => samples.processes[value].name,
    },
    'source-file': {
        title: 'source file',
        value: ({ places }, task, place) => places.file[place],
        text: fileText,
    },
    'source-line': {
        title: 'source line',
        value: ({ places }, task, place) =>
            places.line[place] ? places.file[place] * 2 ** 24 + places.line[place] : 0,
        text: (samples, value) => value
            ? `${fileText(samples, Math.floor(value / 2 ** 24))}:${value % 2 ** 24}` : unknown,
    },
    'callstack': { title: 'call stack', text: (samples, value) => samples.functions[value].name },
};

/** Returns what a key is called in tables. */
export const titleOf = (key) => keys[key].title;

/* --- the tree, function by function ----------------------------------------------------------- */

function hashOf(parent, level, value) {
    const upper = Math.floor(value / 2 ** 32);
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul((value ^ upper) + level, 0x85ebca6b);

    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) >>> 0;
}

/* Nodes are numbered from 0, the root, on; parents before their children. */
class Tree {
    constructor() {
        this.parents = [-1];
        this.values = [0];
        this.levels = [-1];
        this.firsts = [0]; /* the child made first */
        this.counts = [0]; /* of children */
        this.slots = new Int32Array(4096);
    }

    enter(node) {
        const mask = this.slots.length - 1;
        let slot = hashOf(this.parents[node], this.levels[node], this.values[node]) & mask;

        while (this.slots[slot]) {
            slot = (slot + 1) & mask;
        }
        this.slots[slot] = node;
    }

    add(parent, level, value) {
        const made = this.parents.push(parent) - 1;

        this.values.push(value);
        this.levels.push(level);
        this.firsts.push(0);
        this.counts.push(0);
        if (this.counts[parent]++ === 0) {
            this.firsts[parent] = made;
        }
        if (made * 2 > this.slots.length) {
            this.slots = new Int32Array(this.slots.length * 4);
            for (let i = 1; i < made; i++) {
                this.enter(i);
            }
        }
        this.enter(made);
        return made;
    }

    /* Returns the child of that value, which is made if it is not there. */
    child(parent, level, value) {
        const mask = this.slots.length - 1;
        let slot = hashOf(parent, level, value) & mask;

        for (let found; (found = this.slots[slot]); slot = (slot + 1) & mask) {
            if (this.parents[found] === parent && this.values[found] === value &&
                this.levels[found] === level) {
                return found;
            }
        }
        return this.add(parent, level, value);
    }

    /* Returns whether all samples of a node are in one child, of the same key. */
    isChain(node, isOwn) {
        return this.counts[node] === 1 && !isOwn[node] &&
            this.levels[this.firsts[node]] === this.levels[node];
    }
}

/* Makes one group of nodes that follow each other and have the same samples. */
function compress(tree, leaves, compressed) {
    const isOwn = new Uint8Array(tree.parents.length);
    const groupOfNode = new Int32Array(tree.parents.length).fill(-1);
    const groups = { parents: [], values: [], levels: [], tails: [] };

    for (const leaf of leaves) {
        if (leaf >= 0) {
            isOwn[leaf] = 1;
        }
    }
    for (let node = 0; node < tree.parents.length; node++) {
        if (groupOfNode[node] >= 0) {
            continue;
        }
        const group = groups.parents.push(node ? groupOfNode[tree.parents[node]] : -1) - 1;
        const tail = [];
        let last = node;

        groupOfNode[node] = group;
        while (tree.levels[last] >= compressed && tree.isChain(last, isOwn)) {
            last = tree.firsts[last];
            tail.push(tree.values[last]);
            groupOfNode[last] = group;
        }
        groups.values.push(tree.values[node]);
        groups.levels.push(tree.levels[node]);
        groups.tails.push(tail.length ? tail : null);
    }
    return { count: groups.parents.length, parents: Int32Array.from(groups.parents),
            values: groups.values, levels: groups.levels, tails: groups.tails,
            groupOf: leaves.map((leaf) => leaf >= 0 ? groupOfNode[leaf] : -1) };
}

/* Combinations with the same place below the same group are placed once. */
function keepPlaces(tree, listOf) {
    const known = new Map();

    return (above, level, stack) => {
        const key = above * 2 ** 24 + stack;
        let leaf = known.get(key);

        if (leaf === undefined) {
            leaf = above;
            for (const value of listOf(stack)) {
                leaf = tree.child(leaf, level, value);
            }
            known.set(key, leaf);
        }
        return leaf;
    };
}

/**
 * Groups combinations by a path of values that each of them has.
 * @param {object} samples of the document
 * @param {?Uint8Array} passes by combination: not 0; null: all
 * @param {function(number, function(number, number): void): void} pathOf is called with a
 *   combination and add(level, value), which it calls for each step from the root on
 * @param {number} compressed the level from which on chains become one group
 * @param {?function(number): Iterable<number>} listOf the functions of a stack; null: none
 * @param {number} level of these
 */
export function makeTree(samples, passes, pathOf, compressed, listOf, level = compressed) {
    const { count, place } = combinationsOf(samples), tree = new Tree();
    const leaves = new Int32Array(count).fill(-1), put = keepPlaces(tree, listOf);
    let node = 0;
    const add = (at, value) => {
        node = tree.child(node, at, value);
    };

    for (let i = 0; i < count; i++) {
        if (passes && !passes[i]) {
            continue;
        }
        node = 0;
        pathOf(i, add);
        leaves[i] = listOf ? put(node, level, samples.places.stack[place[i]]) : node;
    }
    return compress(tree, leaves, compressed);
}

/* --- by keys ---------------------------------------------------------------------------------- */

/** Returns the functions of a stack, the innermost first. */
export function functionsOf({ stacks }, stack) {
    const list = [];

    if (!stack) {
        return [stacks.function[0]];
    }
    for (; stack; stack = stacks.caller[stack]) {
        list.push(stacks.function[stack]);
    }
    return list;
}

/* Without the innermost function, if it has a group already. */
function stackLister(samples, names, topDown) {
    const skipped = !topDown && names.includes('function') ? 1 : 0;

    return (stack) => {
        const list = functionsOf(samples, stack).slice(skipped);

        return topDown ? list.reverse() : list;
    };
}

/**
 * Groups samples by keys.
 * @param {object} samples of the document
 * @param {string} text keys such as 'task,function,callstack'; a call stack is the last
 * @param {{passes: ?Uint8Array, topDown: ?boolean}=} options topDown: stacks begin with the
 *   outermost caller
 * @returns {object} {keys, count, parents, values, levels, tails, groupOf} for estimate(); level:
 *   index of the key, -1 for the root; tails: functions below the first one, or null
 */
export function makeGrouping(samples, text, { passes = null, topDown = false } = {}) {
    const names = text.split(','), found = combinationsOf(samples);
    const hasStack = names[names.length - 1] === 'callstack';
    const values = names.slice(0, names.length - hasStack).map((name) => keys[name].value);
    const groups = makeTree(samples, passes, (i, add) => {
        for (let level = 0; level < values.length; level++) {
            add(level, values[level](samples, found.task[i], found.place[i], found.thread[i]));
        }
    }, values.length, hasStack ? stackLister(samples, names, topDown) : null);

    return { keys: names, ...groups };
}

/** Returns the name of a group; @p step: 0 for its first function, then those of its tail. */
export function textOf(samples, grouping, group, step = 0) {
    if (grouping.levels[group] < 0) {
        return '[Total]';
    }
    const value = step ? grouping.tails[group][step - 1] : grouping.values[group];

    return keys[grouping.keys[grouping.levels[group]]].text(samples, value);
}

/** Returns the numbers of the children of each group. */
export function childrenOf(grouping) {
    const children = Array.from({ length: grouping.count }, () => []);

    for (let i = 1; i < grouping.count; i++) {
        children[grouping.parents[i]].push(i);
    }
    return children;
}
