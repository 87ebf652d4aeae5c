/* SPDX-License-Identifier: Apache-2.0 */
/* Scales of pictures, bins of histograms, and which marks are drawn if there are too many. */

const LETTER = 7; /* in the units of a chart: of numbers at its axes */
const LINE = 15;

/**
 * A linear scale.
 * @param {number[]} domain [low, high]
 * @param {number[]} range where they are drawn
 * @returns {function(number): number} with domain
 */
export function linear(domain, range) {
    const size = domain[1] - domain[0] || 1;
    const scale = (value) => range[0] + (value - domain[0]) / size * (range[1] - range[0]);

    scale.domain = domain;
    return scale;
}

/**
 * A logarithmic scale; what is not above 0 is drawn at its low end.
 * @param {number[]} domain [low, high], both above 0
 * @param {number[]} range
 * @returns {function(number): number} with domain
 */
export function log(domain, range) {
    const inner = linear(domain.map(Math.log), range);
    const scale = (value) => inner(Math.log(Math.max(value, domain[0])));

    scale.domain = domain;
    return scale;
}

/**
 * Values for a logarithmic axis: 1, 2, 5 of each power of ten, or powers alone if those are many.
 * @param {number} low
 * @param {number} high
 * @returns {number[]}
 */
export function logTicks(low, high) {
    const first = Math.floor(Math.log10(low) + 1e-9);
    const last = Math.ceil(Math.log10(high) - 1e-9);
    const steps = last - first > 3 ? [1] : [1, 2, 5];
    const values = [];

    for (let power = first; power <= last; power++) {
        for (const step of steps) {
            values.push(Number(`${step}e${power}`));
        }
    }
    return values.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
}

/**
 * The first of several sets of values whose texts do not touch; if all do, of the last one as many
 * as have room.
 * @param {number[][]} sets from many to few
 * @param {function(number): number} scale
 * @param {function(number): number} room that the text of a value takes
 * @returns {number[]}
 */
export function fitting(sets, scale, room) {
    const fits = (a, b) => Math.abs(scale(b) - scale(a)) >= (room(a) + room(b)) / 2;
    const found = sets.find((values) => values.length > 1 && values.every((value, i) =>
        i === 0 || fits(values[i - 1], value)));

    return found ?? sets[sets.length - 1].reduce((kept, value) =>
        (kept.length === 0 || fits(kept[kept.length - 1], value) ? [...kept, value] : kept), []);
}

/**
 * The numbers at an axis, as many as there is room for.
 * @param {Object} axis {scale, isLeft, isLog, count: about how many at most}
 * @param {function(number): string} text
 * @param {function(number, number, number): number[]} ticks round numbers of a range, about so many
 * @returns {number[]}
 */
export function numbersOf({ scale, isLeft, isLog, count = 5 }, text, ticks) {
    const [low, high] = scale.domain;
    const room = (value) => (isLeft ? LINE : text(value).length * LETTER + 12);

    if (!isLog) {
        return fitting(Array.from({ length: count - 1 }, (_, i) => ticks(low, high, count - i)),
            scale, room);
    }
    const all = logTicks(low, high);
    const powers = all.filter((value) => value.toExponential().startsWith('1e'));

    return fitting([all, ...(powers.length > 1 ? [powers] : [])], scale, room);
}

/**
 * Numbers of values in bins of the same width of their logarithms.
 * @param {number[]} values above 0
 * @param {number} bins
 * @returns {Array<{from: number, to: number, count: number}>}
 */
export function logBins(values, bins) {
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    const high = values.reduce((a, b) => Math.max(a, b), 0);
    const size = Math.log(high / low) / bins || 1;
    const counts = new Array(bins).fill(0);

    for (const value of values) {
        counts[Math.min(Math.floor(Math.log(value / low) / size), bins - 1)]++;
    }
    return counts.map((count, i) => ({ count, from: low * Math.exp(i * size),
        to: low * Math.exp((i + 1) * size) }));
}

/**
 * A quantile of sorted values, linear between two of them, as the commands have it.
 * @param {number[]} sorted at least one
 * @param {number} share from 0 to 1
 * @returns {number}
 */
export function quantile(sorted, share) {
    const at = share * (sorted.length - 1);
    const low = Math.min(Math.floor(at), sorted.length - 2);

    return low < 0 ? sorted[0] : sorted[low] + (at - low) * (sorted[low + 1] - sorted[low]);
}

/**
 * At most about `most` items, so that the least and the largest of each part of them are kept.
 * @param {Object[]} items in the order in which they are drawn
 * @param {function(Object): number} value
 * @param {number} most
 * @returns {Object[]}
 */
export function thin(items, value, most) {
    if (items.length <= most) {
        return items;
    }
    const size = Math.ceil(2 * items.length / most);
    const kept = [];

    for (let i = 0; i < items.length; i += size) {
        const part = items.slice(i, i + size);
        const least = part.reduce((a, b) => (value(b) < value(a) ? b : a));
        const largest = part.reduce((a, b) => (value(b) > value(a) ? b : a));

        kept.push(...(part.indexOf(least) <= part.indexOf(largest) ? [least, largest] :
            [largest, least]));
    }
    return kept;
}
