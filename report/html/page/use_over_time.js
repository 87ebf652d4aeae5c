/* SPDX-License-Identifier: Apache-2.0 */
import { binOf } from './bins.js';
import { partsOf } from './estimate.js';

/* How many processors are in use over time: pure functions of the strip above the views. */

/** Returns the time after the last sample, in microseconds; 0: there are none. */
export function endOf(samples) {
    const bin = binOf(samples);
    let end = 0;

    for (const time of samples.columns.time_us) {
        end = Math.max(end, time + bin);
    }
    return end;
}

/**
 * Sums of CPU time by part of the time and kind of sample.
 * @param {object} samples of the document
 * @param {number[]} range in microseconds, half open
 * @param {number} bins how many parts the range has
 * @param {ArrayLike<number>} kindOf by task
 * @param {number} kinds
 * @param {?number} thread only this one; null: all
 * @returns {Float64Array[]} by kind: in each part the mean number of processors in use
 */
export function useOverTime(samples, range, bins, kindOf, kinds, thread = null) {
    const { time_us, weight_ns, task, thread: threads } = samples.columns;
    const width = (range[1] - range[0]) / bins;
    const use = Array.from({ length: kinds }, () => new Float64Array(bins));

    for (const [from, to] of partsOf(samples, range)) {
        if (thread !== null && threads[from] !== thread) {
            continue;
        }
        for (let i = from; i < to; i++) {
            const bin = Math.min(Math.floor((time_us[i] - range[0]) / width), bins - 1);

            use[kindOf[task[i]]][bin] += weight_ns[i] / (width * 1e3);
        }
    }
    return use;
}

/** Returns how many parts of a range are not narrower than 3 pixels or 5 bins, nor noise alone. */
export function binsOf(samples, range, pixels) {
    const parts = partsOf(samples, range);
    const longest = parts.reduce((most, [from, to]) => Math.max(most, to - from), 0);

    const whole = samples.bin_us ? (range[1] - range[0]) / samples.bin_us / 5 : Infinity;

    return Math.max(1, Math.floor(Math.min(pixels / 3, Math.ceil(longest / 8), whole)));
}

/**
 * Returns the outline of one layer of stacked steps as an SVG path.
 * @param {Float64Array} below the sums of the layers below
 * @param {Float64Array} layer
 */
export function outlineOf(below, layer, width, heightOf) {
    const step = width / layer.length, at = (value) => value.toFixed(1);
    let upper = '', lower = '';

    for (let i = 0; i < layer.length; i++) {
        const left = at(i * step), right = at((i + 1) * step);

        upper += `${i ? 'L' : 'M'}${left} ${at(heightOf(below[i] + layer[i]))}H${right}`;
    }
    for (let i = layer.length - 1; i >= 0; i--) {
        lower += `L${at((i + 1) * step)} ${at(heightOf(below[i]))}H${at(i * step)}`;
    }
    return `${upper}${lower}Z`;
}

/* --- ranges ----------------------------------------------------------------------------------- */

/** Returns two times as a range of whole microseconds within the run; null: it would be empty. */
export function rangeOf(a, b, end) {
    const from = Math.max(0, Math.floor(Math.min(a, b)));
    const to = Math.min(end, Math.ceil(Math.max(a, b)));

    return from < to ? [from, to] : null;
}

/** Returns a part of the run that is larger or smaller by a factor, around a time. */
export function zoomed(shown, at, factor, end) {
    const from = Math.floor(at - (at - shown[0]) * factor);
    const to = Math.ceil(at + (shown[1] - at) * factor);

    return to - from < 100 ? shown : rangeOf(from, to, end) ?? shown;
}

/**
 * Returns the range after a key on one of its ends, or null for a key that does nothing.
 * @param {number[]} range
 * @param {number} side 0: the beginning, 1: the end
 * @param {number=} least step, in microseconds
 */
export function movedByKey(range, side, key, shown, end, least = 1) {
    const step = Math.max(least, Math.round((shown[1] - shown[0]) / 100));
    const moves = { ArrowLeft: -step, ArrowRight: step, ArrowDown: -step, ArrowUp: step,
                   PageDown: -10 * step, PageUp: 10 * step, Home: -end, End: end };

    if (!Object.hasOwn(moves, key)) {
        return null;
    }
    const moved = [...range];

    moved[side] += moves[key];
    moved[0] = Math.max(0, side ? moved[0] : Math.min(moved[0], moved[1] - 1));
    moved[1] = Math.min(end, side ? Math.max(moved[1], moved[0] + 1) : moved[1]);
    return moved;
}
