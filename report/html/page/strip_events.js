/* SPDX-License-Identifier: Apache-2.0 */
/* Events above the strip: a dot at the start and the time of each, on the time axis of samples. */
import { clear, h, svg } from './dom.js';
import { foundIn, isPart, measured } from './event_times.js';
import { seconds } from './format.js';
import { fitting, linear, log, logTicks, thin } from './scales.js';

const HEIGHT = 56;
const EDGE = 4; /* above and below the dots */
const LINE = 15; /* the height of a label */
const MOST = 3000;

/* '10 ms' of 0.01. */
const powerText = (s) => seconds(s).replace(/\.0+(?= )/, '');

/* Labels lie above the dots: they have a halo, and do not touch each other. */
function labelsOf(marks, y) {
    const sets = [1, 2, 3].map((step) => marks.filter((_, i) => i % step === 0));

    return fitting(marks.length > 0 ? sets : [[]], y, () => LINE).map((s) =>
        svg('text', { x: 2, y: y(s) + 4 }, powerText(s)));
}

function dotsOf(dots, shown, width) {
    const [low, high] = dots.limits;
    const x = linear(shown, [0, width]);
    const y = log([low, high > low ? high : low * 2], [HEIGHT - EDGE, EDGE]);
    const inside = dots.events.filter(({ start }) => start >= shown[0] && start < shown[1]);
    const marks = logTicks(low, high).filter((s) => /^1e/.test(s.toExponential()));

    return [
        ...marks.map((s) => svg('g', { class: 'axis' },
            svg('line', { x1: 0, x2: width, y1: y(s), y2: y(s) }))),
        ...thin(inside, ({ row }) => row.time_s, MOST).map(({ row, start }) => svg('circle', {
            class: row.time_s > dots.p99 ? 'dot off' : 'dot', cx: x(start).toFixed(1),
            cy: y(row.time_s).toFixed(1), r: row.time_s > dots.p99 ? 2.5 : 1.5 },
        svg('title', null, `event ${row.event}${row.warm_up ? ', warm-up' : ''}: ${
            seconds(row.time_s)}`))),
        ...labelsOf(marks, y),
        dots.cover,
    ];
}

/**
 * Makes the dots.
 * @param {Object} doc
 * @returns {Object|null} {picture, note, draw(shown, width, range), select(shown, width, range)};
 *   null: there are no events, or it is not known when they began
 */
export function makeEventDots(doc) {
    const rows = (doc.views.events ?? []).filter((row) => row.time_s > 0);
    const first = doc.events_start_us;

    if (measured(rows).length < 2 || first === undefined) {
        return null;
    }
    const events = rows.map((row) => ({ row, start: first + row.start_s * 1e6 }))
        .sort((a, b) => a.start - b.start);
    const dots = { events, p99: foundIn(doc, measured(rows)).p99, cover: svg('g'),
        limits: [rows.reduce((least, row) => Math.min(least, row.time_s), Infinity),
            rows.reduce((most, row) => Math.max(most, row.time_s), 0)] };
    const picture = svg('svg', { class: 'chart strip-events', role: 'img',
        'aria-label': 'Times of events, logarithmic, above the time of the run' });
    const select = (shown, width, range) => {
        const x = (us) => Math.min(Math.max((us - shown[0]) / (shown[1] - shown[0]), 0), 1) * width;
        const cover = (from, to) => svg('rect', { x: from, y: 0, width: to - from, height: HEIGHT,
            class: 'unselected' });

        clear(dots.cover);
        if (range) {
            dots.cover.append(cover(0, x(range[0])), cover(x(range[1]), width));
        }
    };

    return { picture, select, note: h('p', { class: 'note' }, isPart(doc) ? 'The slowest events' :
        'Events', ': their time at their start, on a logarithmic scale; orange: above the 99th ' +
        'percentile.'),
    draw(shown, width, range) {
        picture.setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
        clear(picture).append(...dotsOf(dots, shown, width));
        select(shown, width, range);
    } };
}
