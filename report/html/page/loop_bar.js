/* SPDX-License-Identifier: Apache-2.0 */
/* How the workers spent the event loop: one bar over the width of the page, and its key. */
import { h, svg } from './dom.js';
import { percent, seconds } from './format.js';

/* The first colours are those of branches, below the bar. */
const PARTS = [
    ['event_s', 'events, warm-up included', 'c7'],
    ['input_s', 'input', 'c6'],
    ['waiting_s', 'waiting', 'c4'],
    ['merge_s', 'merging', 'c3'],
    ['unaccounted_s', 'unaccounted', 'other'],
];

/**
 * The parts of the loop time of all workers.
 * @param {Object[]} rows of views.loop_times
 * @returns {{total: number, parts: Object[]}} parts that are not 0, as {name, colour, time, share}
 */
export function partsOfLoop(rows) {
    const sum = (key) => rows.reduce((total, row) => total + (row[key] ?? 0), 0);
    const total = sum('loop_s');
    const parts = PARTS.map(([key, name, colour]) => ({ name, colour, time: sum(key),
        share: 100 * sum(key) / total }));

    return { total, parts: parts.filter((part) => part.time !== 0) };
}

function segments(parts) {
    let from = 0;

    return parts.map(({ name, colour, share, time }) => {
        const segment = svg('rect', { x: `${from}%`, y: 0, height: '100%',
            width: `${Math.max(share, 0)}%`, class: `fill-${colour} gap` },
        svg('title', null, `${name}: ${seconds(time)}, ${percent(share)}`));

        from += Math.max(share, 0);
        return segment;
    });
}

/* Below the bar: why its times are not those of the sentences above. */
function noteOfTimes() {
    const note = h('p', { class: 'note' }, 'Wall times of the loop, with what auditors take. ' +
        'Times of branches and "in events" are of the timer: without warm-up.');

    note.style.order = 2;
    return note;
}

/**
 * The bar with its key.
 * @param {Object} doc
 * @returns {HTMLElement|null} null without loop times
 */
export function loopBar(doc) {
    const rows = doc.views.loop_times ?? [];
    const { total, parts } = partsOfLoop(rows);

    if (!(total > 0)) {
        return null;
    }
    const workers = rows.length > 1 ? `, ${rows.length} workers together` : '';

    return h('figure', { class: 'loop' },
        h('figcaption', null, h('b', null, 'Event loop'), ` ${seconds(total)}${workers}`),
        svg('svg', { class: 'loop-bar', role: 'img', 'aria-label':
            `Event loop: ${parts.map((p) => `${p.name} ${percent(p.share)}`).join(', ')}` },
        segments(parts)),
        h('ul', { class: 'key' }, parts.map(({ name, colour, time, share }) => h('li', null,
            h('span', { class: `swatch back-${colour}` }), ' ', name, ' ', h('b', null,
                percent(share)), ' ', h('span', { class: 'soft' }, seconds(time))))),
        doc.views.timing ? noteOfTimes() : null);
}
