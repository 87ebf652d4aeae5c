/* SPDX-License-Identifier: Apache-2.0 */
import { combinationsOf } from './combinations.js';

/*
 * Rows of a page are single samples, or in a long run bins: all samples of a thread, task and place
 * in a part of the time of samples.bin_us. Errors are estimated of single samples, so that bins are
 * made into such: each with the mean weight of its row. How many parts follow each other ("runs")
 * is known, and their order within a bin of time is random, with the same numbers each time.
 */

const most = 2 ** 24; /* single samples; with more, each stands for several */
const known = new WeakMap();

function shuffle(items, seed) {
    let state = (seed * 2654435761 + 1) >>> 0 || 1;

    for (let i = items.length - 1; i > 0; i--) {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        const other = (state >>> 0) % (i + 1), item = items[i];

        items[i] = items[other];
        items[other] = item;
    }
}

/* Two runs of one row would be one: the next other item comes between them. */
function separate(items) {
    for (let i = 1, j = 2; i < items.length && j < items.length; i++) {
        if (items[i] !== items[i - 1]) {
            continue;
        }
        j = Math.max(j, i + 1);
        while (j < items.length && items[j] === items[i]) {
            j++;
        }
        if (j < items.length) {
            [items[i], items[j]] = [items[j], items[i]];
        }
    }
}

/* Puts the samples of rows into @p order from @p at on: run after run, in a random order. */
function placeBin({ order, copies, runs }, from, to, at) {
    const parts = []; /* the row of each run */

    for (let row = from; row < to; row++) {
        for (let run = 0; run < runs[row]; run++) {
            parts.push(row);
        }
    }
    shuffle(parts, from);
    separate(parts);
    const left = runs.slice(from, to); /* runs that are not yet placed */
    let next = at;

    for (const row of parts) {
        const placed = runs[row] - left[row - from]--, part = copies[row] / runs[row];
        const n = Math.round((placed + 1) * part) - Math.round(placed * part);

        order.fill(row, next, next + n);
        next += n;
    }
}

/* Returns by row where its samples would begin, and the order of all, as numbers of rows. */
function placeSamples({ time_us, thread, count, runs }, limit) {
    const per = Math.ceil(count.reduce((a, b) => a + b, 0) / limit);
    const copies = Uint32Array.from(count, (n) => Math.ceil(n / per));
    const begins = new Float64Array(count.length + 1);

    copies.forEach((n, i) => {
        begins[i + 1] = begins[i] + n;
    });
    const order = new Uint32Array(begins[count.length]);
    let bin = 0; /* its first row */

    for (let i = 0; i < count.length; i++) {
        order.fill(i, begins[i], begins[i + 1]);
        if (i + 1 === count.length || thread[i + 1] !== thread[i] ||
            time_us[i + 1] !== time_us[i]) {
            /* Rows of one run each are in the order of time. */
            if (runs.subarray(bin, i + 1).some((n) => n > 1)) {
                placeBin({ order, copies, runs }, bin, i + 1, begins[bin]);
            }
            bin = i + 1;
        }
    }
    return { order, begins, copies };
}

function makeSingles(samples, limit) {
    const { columns } = samples, { of } = combinationsOf(samples);

    if (!columns.count) {
        return { of, weights: columns.weight_ns, begins: null };
    }
    const { order, begins, copies } = placeSamples(columns, limit);
    const means = Float64Array.from(columns.weight_ns, (weight, i) => weight / copies[i]);

    return { of: order.map((row) => of[row]), begins,
            weights: Float64Array.from(order, (row) => means[row]) };
}

/**
 * Returns single samples, which are remembered.
 * @param {object} samples of the document
 * @param {number=} limit how many there are at most
 * @returns {{of: Uint32Array, weights: Float64Array, begins: ?Float64Array}} combination and weight
 *   of each; by row the first of them, null: a row is a sample
 */
export function singlesOf(samples, limit = most) {
    let found = known.get(samples);

    if (!found) {
        found = makeSingles(samples, limit);
        known.set(samples, found);
    }
    return found;
}

/** Returns the width of bins in microseconds; 1: times are those of samples. */
export const binOf = (samples) => samples?.bin_us ?? 1;

/** Returns the bins that a range touches; null: everything. */
export function snapped(range, bin) {
    return range && [Math.floor(range[0] / bin) * bin, Math.ceil(range[1] / bin) * bin];
}
