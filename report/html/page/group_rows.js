/* SPDX-License-Identifier: Apache-2.0 */
import { childrenOf, textOf } from './groups.js';

/*
 * The rows of a table of groups. Rows below a group are made when it is first opened, since there
 * may be many more groups than anyone reads.
 */

const most = 200; /* rows below one, without [others] */
const mostFound = 300; /* by a search */

function hasWords(text, words) {
    const low = text.toLowerCase();

    return words.every((word) => low.includes(word));
}

const measures = ['weight', 'samples', 'error', 'shareError'];

/* Of groups that are not shown, each in none of the others: errors as if they were independent. */
function othersOf(sums, groups, parent) {
    const row = { key: `${parent ?? ''}/others`, parent, isOthers: true, hasChildren: false,
                 name: `[${groups.length} others]`,
                 weight: 0, samples: 0, error: 0, shareError: 0 };

    for (const group of groups) {
        row.weight += sums.weight[group];
        row.samples += sums.samples[group];
        row.error += sums.error[group] ** 2;
        row.shareError += sums.shareError[group] ** 2;
    }
    row.error = Math.sqrt(row.error);
    row.shareError = Math.sqrt(row.shareError);
    return row;
}

/* Row objects stay the same while a group is shown: the table keeps their elements. */
class Rows {
    constructor(samples) {
        this.samples = samples;
        this.known = new Map();
        this.opened = new Set();
        this.keys = '';
    }

    /* Takes groups and sums of a selection. At first the heaviest group is open. */
    set(grouping, sums, search) {
        const keys = grouping.keys.join(), isNew = this.keys !== keys;

        if (this.grouping !== grouping) {
            this.grouping = grouping;
            this.children = childrenOf(grouping);
            this.known.clear();
        }
        this.sums = sums;
        this.words = search.toLowerCase().split(/\s+/).filter(Boolean);
        if (isNew) {
            this.keys = keys;
            this.opened.clear();
            const first = this.heaviest(this.children[0])[0];

            if (first !== undefined) {
                this.opened.add(this.keyOf(null, first, 0));
            }
        }
    }

    isOpen(key) {
        return this.opened.has(key);
    }

    open(key) {
        this.opened.add(key);
    }

    heaviest(groups) {
        const { weight, samples } = this.sums;

        return groups.filter((group) => samples[group] > 0).sort((a, b) => weight[b] - weight[a]);
    }

    /* Values name a group whatever its number is under another filter. */
    keyOf(parent, group, step) {
        const { levels, values, tails } = this.grouping;
        const value = step ? tails[group][step - 1] : values[group];

        return `${parent ?? ''}/${levels[group]}:${value}`;
    }

    rowOf(parent, group, step) {
        const { grouping, samples, sums } = this, key = this.keyOf(parent, group, step);
        const steps = grouping.tails[group]?.length ?? 0;
        let row = this.known.get(key);

        if (!row) {
            row = { key, parent, group, step, isOthers: false, value: grouping.values[group],
                   key0: grouping.keys[grouping.levels[group]],
                   name: textOf(samples, grouping, group, step) };
            this.known.set(key, row);
        }
        for (const measure of measures) {
            row[measure] = sums[measure][group];
        }
        row.hasChildren = step < steps ||
            this.children[group].some((child) => sums.samples[child] > 0);
        return row;
    }

    /* Returns the groups that a search finds, and those above them. */
    found() {
        const { grouping, samples } = this, found = [], shown = new Set();

        for (let group = 1; group < grouping.count; group++) {
            const steps = grouping.tails[group]?.length ?? 0;

            for (let step = 0; step <= steps && this.sums.samples[group] > 0; step++) {
                if (!hasWords(textOf(samples, grouping, group, step), this.words)) {
                    continue;
                }
                found.push(group);
                break;
            }
        }
        for (let group of this.heaviest(found).slice(0, mostFound)) {
            for (; group > 0 && !shown.has(group); group = grouping.parents[group]) {
                shown.add(group);
            }
        }
        return shown;
    }

    /* Adds a group, and what is below it where it is open; not recursive, as stacks are deep. */
    list() {
        const rows = [], found = this.words.length ? this.found() : null;
        const waiting = [{ groups: this.children[0], parent: null }];
        const put = (group, step, parent) => {
            const row = this.rowOf(parent, group, step);
            const isOpen = this.opened.has(row.key) || Boolean(found?.has(group));

            rows.push(row);
            if (!isOpen) {
                return;
            }
            if (step < (this.grouping.tails[group]?.length ?? 0)) {
                waiting.push({ group, step: step + 1, parent: row.key });
            } else {
                waiting.push({ groups: this.children[group], parent: row.key });
            }
        };

        while (waiting.length > 0) {
            const { group, step, groups, parent } = waiting.pop();

            if (groups === undefined) {
                put(group, step, parent);
            } else {
                this.putChildren(rows, groups, parent, found, put);
            }
        }
        return rows;
    }

    putChildren(rows, groups, parent, found, put) {
        const sorted = this.heaviest(groups), rest = [];

        sorted.forEach((group, i) => {
            if (i < most || found?.has(group)) {
                put(group, 0, parent);
            } else {
                rest.push(group);
            }
        });
        if (rest.length > 0) {
            rows.push(othersOf(this.sums, rest, parent));
        }
    }
}

/**
 * Makes the rows of a table: set(grouping, sums, search), list(), open(key), isOpen(key).
 * @param {object} samples of the document
 */
export function groupRows(samples) {
    return new Rows(samples);
}
