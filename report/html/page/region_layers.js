/* SPDX-License-Identifier: Apache-2.0 */
/* What is computed of regions: differences of their times, and the layers of the times event by
 * event, which are views.region_events of the document. */

const CHARGES = [['of_steps', 'of steps'], ['at_location', 'at location'],
    ['by_birth', 'by birth'], ['by_origin', 'by origin']];
const COLOURS = 8; /* so many regions have one of their own */

/**
 * How much more time is spent in a region than by what was born in it.
 * @param {Object} row of views.regions
 * @returns {number|null} seconds
 */
export function excessOf(row) {
    return row.at_location_s === null || row.by_birth_s === null ? null :
        row.at_location_s - row.by_birth_s;
}

/**
 * Whether more time is spent in a region than by what was born in it.
 * @param {Object} row of views.regions
 * @returns {string} 'sink', 'source' or ''
 */
export function kindOf(row) {
    const excess = excessOf(row);

    if (excess === null || excess === 0) {
        return '';
    }
    return excess > 0 ? 'sink' : 'source';
}

/**
 * The rules by which time is charged to regions, those that the result has.
 * @param {Object} bins views.region_events
 * @returns {string[][]} [key, name]
 */
export function chargesOf(bins) {
    return CHARGES.filter(([key]) => `${key}_s` in bins.regions[0]);
}

/**
 * The mean of values of bins over all events.
 * @param {Object} bins
 * @param {number[]} values
 * @returns {number}
 */
export function meanOf(bins, values) {
    const events = bins.events.reduce((sum, n) => sum + n, 0);

    return values.reduce((sum, value, i) => sum + value * bins.events[i], 0) / events;
}

function colourOf(name, i) {
    return name === 'unattributed' ? 'unattributed' : i < COLOURS ? `c${i}` : 'other';
}

/**
 * The layers of the picture, the lowest first: regions, and what is before the first step of an
 * event and after the last.
 * @param {Object} bins
 * @param {string} charge key of one of chargesOf()
 * @returns {Array<{name: string, colour: string, values: number[]}>} values: by bin, in seconds
 */
export function layersOf(bins, charge) {
    return [...bins.regions.map((row, i) => ({ name: row.region, colour: colourOf(row.region, i),
        values: row[`${charge}_s`] })),
    { name: '[unaccounted]', colour: 'unaccounted', values: bins.unaccounted_s }];
}

/* What is below 0 has no height. */
const heightOf = (value) => Math.max(value, 0);

/**
 * The highest value that is drawn.
 * @param {Object} bins
 * @param {Object[]} layers of layersOf()
 * @returns {number}
 */
export function highestOf(bins, layers) {
    return bins.wall_s.reduce((most, wall, i) => Math.max(most, wall,
        layers.reduce((sum, { values }) => sum + heightOf(values[i]), 0)), 0);
}

/* Parts of neighbouring bins that have events: [first, the one after the last]. */
function partsOf(bins) {
    const parts = [];

    bins.events.forEach((n, i) => {
        if (n > 0 && parts.at(-1)?.[1] === i) {
            parts.at(-1)[1]++;
        } else if (n > 0) {
            parts.push([i, i + 1]);
        }
    });
    return parts;
}

/* A line of steps; `back`: from the right end to the left one. */
function stepsOf([from, to], values, x, y, back) {
    const at = (value) => value.toFixed(2);
    const step = (i) => `${at(x(i))} ${at(y(values[i]))}H${at(x(i + 1))}`;
    const stepBack = (i) => `${at(x(i + 1))} ${at(y(values[i]))}H${at(x(i))}`;
    const all = Array.from({ length: to - from }, (_, k) => (back ? stepBack(to - 1 - k) :
        step(from + k)));

    return all.join('L');
}

/**
 * The outlines of the layers, which lie on each other, and the lines of the wall time. These have
 * no sides, which would hide narrow columns.
 * @param {Object} bins
 * @param {Object[]} layers
 * @param {function(number): number} x of the left side of a bin
 * @param {function(number): number} y of a time
 * @returns {{areas: string[], wall: string}} paths of SVG
 */
export function outlinesOf(bins, layers, x, y) {
    const parts = partsOf(bins);
    let below = bins.wall_s.map(() => 0);
    const areas = layers.map(({ values }) => {
        const above = below.map((value, i) => value + heightOf(values[i]));
        const path = parts.map((part) => `M${stepsOf(part, above, x, y, false)}L${
            stepsOf(part, below, x, y, true)}Z`).join('');

        below = above;
        return path;
    });

    return { areas, wall: parts.map((part) =>
        `M${stepsOf(part, bins.wall_s, x, y, false).replaceAll('L', 'M')}`).join('') };
}

/**
 * Which layer is at a time above the axis.
 * @param {Object[]} layers
 * @param {number} bin
 * @param {number} time_s
 * @returns {number} -1: none
 */
export function layerAt(layers, bin, time_s) {
    let below = 0;

    return time_s < 0 ? -1 : layers.findIndex(({ values }) => {
        below += heightOf(values[bin]);
        return time_s < below;
    });
}

/**
 * The numbers of the events of a bin.
 * @param {Object} bins
 * @param {number} i
 * @returns {number[]} [first, last]
 */
export function numbersIn(bins, i) {
    const first = bins.first + i * bins.width;

    return [first, first + bins.width - 1];
}
