/* SPDX-License-Identifier: Apache-2.0 */
/* The lanes of a timeline: where their bars are in time. Pure functions of the view "Timeline". */

const EVENTS = 10; /* colour of the bars that are events */
const COLOURS = 8;
const STATES = [null, 'rejected', 'ended with an error', 'aborted', 'did not end'];

/** The states of calls that are outlined. */
export const FAILED = 2;

/**
 * The class of a colour of the page.
 * @param {number} colour of a branch of the document
 * @returns {string}
 */
export function colourClass(colour) {
    if (colour === EVENTS) {
        return 'event';
    }
    return colour < COLOURS ? `c${colour}` : 'other';
}

/**
 * Bars of all lanes, on the axis of samples if there are some.
 * @param {Object} doc
 * @returns {Object|null} {lanes: [{name, kind, gaps, rows: [{name, lane, from, to}]}], rows, begin,
 *   end: in us by bar, columns, branches, last: the end of all}; null: there is no timeline
 */
export function lanesOf(doc) {
    const timeline = doc.views?.timeline;

    if (!timeline) {
        return null;
    }
    const { columns } = timeline;
    const offset = doc.timeline_start_us ?? 0;
    const us = (ns) => ns / 1e3 + offset;
    const begin = Float64Array.from(columns.begin_ns, us);
    const end = Float64Array.from(columns.begin_ns, (ns, i) => us(ns + columns.length_ns[i]));
    let at = 0;
    const lanes = timeline.lanes.map((lane) => ({ name: lane.name, kind: lane.kind,
        gaps: lane.gaps.map((gap) => ({ begin: us(gap.begin_ns), lists: gap.lists,
            end: us(gap.begin_ns + gap.length_ns) })),
        rows: lane.rows.map((row) => {
            const from = at;

            at += row.bars;
            return { name: row.name, from, to: at };
        }) }));

    lanes.forEach((lane) => lane.rows.forEach((row) => {
        row.lane = lane;
    }));
    return { lanes, rows: lanes.flatMap((lane) => lane.rows), begin, end, columns, offset,
        branches: timeline.branches, last: Math.ceil(Math.max(us(timeline.to_ns), 1)) };
}

/* The first bar of a row that begins after a time. */
function firstAfter(lanes, row, time) {
    let [low, high] = [row.from, row.to];

    while (low < high) {
        const middle = (low + high) >>> 1;

        if (lanes.begin[middle] > time) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/**
 * The bars of a row that are in a range, be it in part. Bars of a row are one after another.
 * @param {Object} lanes
 * @param {Object} row
 * @param {number[]} range in us
 * @returns {number[]} the first, and the one after the last
 */
export function barsIn(lanes, row, range) {
    let from = firstAfter(lanes, row, range[0]);

    if (from > row.from && lanes.end[from - 1] > range[0]) {
        from--;
    }
    return [from, Math.max(from, firstAfter(lanes, row, range[1]))];
}

/**
 * The bar that is nearest to a time, if it is as near as `most`.
 * @param {Object} lanes
 * @param {Object} row
 * @param {number} time
 * @param {number} [most] in us
 * @returns {number|null}
 */
export function barAt(lanes, row, time, most = Infinity) {
    const next = firstAfter(lanes, row, time);
    const candidates = [next - 1, next].filter((bar) => bar >= row.from && bar < row.to);
    const distance = (bar) => Math.max(lanes.begin[bar] - time, time - lanes.end[bar], 0);
    const [bar] = candidates.sort((a, b) => distance(a) - distance(b));

    return bar !== undefined && distance(bar) <= most ? bar : null;
}

/**
 * Rectangles of the bars of a row, of which what shares a pixel is drawn once: the widest there.
 * @param {Object} lanes
 * @param {Object} row
 * @param {number[]} shown range in us
 * @param {number} width in pixels
 * @returns {Array<{bar: number, x: number, width: number}>}
 */
export function rectanglesOf(lanes, row, shown, width) {
    const [from, to] = barsIn(lanes, row, shown);
    const scale = width / (shown[1] - shown[0]);
    const list = [];

    for (let bar = from; bar < to; bar++) {
        const x = Math.max((lanes.begin[bar] - shown[0]) * scale, 0);
        const size = Math.min((lanes.end[bar] - shown[0]) * scale, width) - x;
        const last = list.at(-1);

        if (last && size < 1 && last.width < 1 && Math.floor(last.x) === Math.floor(x)) {
            if (size > last.width) {
                Object.assign(last, { bar, width: size });
            }
        } else {
            list.push({ bar, x, width: size });
        }
    }
    return list;
}

/**
 * How many lanes are in calls over time: those of workers and threads, in their outermost row; if
 * there are none, all.
 * @param {Object} lanes
 * @param {number[]} range
 * @param {number} bins
 * @returns {Float64Array} in each part of the range the mean number
 */
export function lanesInUse(lanes, range, bins) {
    const width = (range[1] - range[0]) / bins;
    const use = new Float64Array(bins);
    const working = lanes.lanes.filter(({ kind }) => kind === 'worker' || kind === 'thread');
    const chosen = working.length > 0 ? working : lanes.lanes;

    for (const row of chosen.map(({ rows }) => rows[0])) {
        const [from, to] = barsIn(lanes, row, range);

        for (let bar = from; bar < to; bar++) {
            const begin = Math.max(lanes.begin[bar] - range[0], 0) / width;
            const end = Math.min(lanes.end[bar] - range[0], range[1] - range[0]) / width;

            for (let bin = Math.floor(begin); bin < Math.min(end, bins); bin++) {
                use[bin] += Math.min(end, bin + 1) - Math.max(begin, bin);
            }
        }
    }
    return use;
}

/**
 * What is said of a bar.
 * @param {Object} lanes
 * @param {number} bar
 * @returns {{path: string, calls: number, begin: number, length: number, event: number|null,
 *   state: string|null}} begin and length in seconds
 */
export function factsOfBar(lanes, bar) {
    const { branch, event, calls, state } = lanes.columns;

    return { path: lanes.branches[branch[bar]].path, calls: calls[bar],
        begin: lanes.begin[bar] / 1e6, length: lanes.columns.length_ns[bar] / 1e9,
        event: event[bar] > 0 ? event[bar] : null, state: STATES[state[bar]] ?? null };
}
