/* SPDX-License-Identifier: Apache-2.0 */
/* What is computed of single events. Warm-up, the first event of each worker, is left out. */
import { quantile } from './scales.js';

const SLOW = 0.99;

/**
 * Events without warm-up, those with a time.
 * @param {Object[]} rows of views.events
 * @returns {Object[]}
 */
export function measured(rows) {
    return rows.filter((row) => !row.warm_up && row.time_s > 0);
}

function meanOf(rows, value) {
    const values = rows.map(value).filter((x) => x !== null && Number.isFinite(x));

    return values.length > 0 ? values.reduce((a, b) => a + b, 0) / values.length : null;
}

/* Memory is that of the process: of an event that ran beside others it says nothing. */
function growthOf(row) {
    return row.overlapped || row.anonymous_end_mib === null || row.anonymous_begin_mib === null ?
        null : row.anonymous_end_mib - row.anonymous_begin_mib;
}

function meansOf(rows) {
    return { events: rows.length, time: meanOf(rows, (row) => row.time_s),
        cpu: meanOf(rows, (row) => row.cpu_s), growth: meanOf(rows, growthOf),
        accepted: meanOf(rows, (row) => (row.decision === 'accepted' ? 100 :
            row.decision === 'rejected' ? 0 : null)) };
}

/**
 * The median, the 99th percentile, and the means of events above it and of the rest.
 * @param {Object[]} events measured
 * @param {{median: number, p99: number}=} known of them
 * @returns {{median: number, p99: number, slow: Object, rest: Object}}
 */
export function slowAgainstRest(events, known) {
    const times = Float64Array.from(known ? [] : events, (row) => row.time_s).sort();
    const { median, p99 } = known ?? { median: quantile(times, 0.5), p99: quantile(times, SLOW) };

    return { median, p99,
        slow: meansOf(events.filter((row) => row.time_s > p99)),
        rest: meansOf(events.filter((row) => row.time_s <= p99)) };
}

/** Whether the page has only the slowest events, as there are very many. */
export function isPart(doc) {
    return doc.views.event_count > doc.views.events.length;
}

/**
 * slowAgainstRest(). The median and the 99th percentile of the whole run are those of the command;
 * of very many events these are all that is known.
 * @param {Object} doc
 * @param {Object[]} events measured
 */
export function foundIn(doc, events) {
    const timeOf = (statistic) => doc.views.event_times?.find((row) =>
        row.statistic === statistic)?.time_s;
    const known = { median: timeOf('median'), p99: timeOf('p99') };

    if (isPart(doc)) {
        return known;
    }
    return slowAgainstRest(events, known.p99 !== undefined &&
        events.length === measured(doc.views.events).length ? known : undefined);
}

/**
 * The slowest events.
 * @param {Object[]} events measured
 * @param {number} most
 * @returns {Object[]}
 */
export function slowest(events, most) {
    return [...events].sort((a, b) => b.time_s - a.time_s || a.event - b.event).slice(0, most);
}
