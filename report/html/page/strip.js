/* SPDX-License-Identifier: Apache-2.0 */
/* The strip above the views: processors in use over time, of which a range can be selected. */
import { ticks } from 'd3-array';

import { binOf } from './bins.js';
import { topBranches } from './branch_groups.js';
import { clear, h, nameOf, svg } from './dom.js';
import { lanesInUse, lanesOf } from './lane_data.js';
import { followPointer } from './pointer_range.js';
import { makeEventDots } from './strip_events.js';
import { makeHandles } from './strip_range.js';
import { binsOf, endOf, outlineOf, useOverTime, zoomed } from './use_over_time.js';

const height = 84, axis = 18, laneHeight = 26;

/* --- drawing ---------------------------------------------------------------------------------- */

function add(sum, layer) {
    return sum.map((value, i) => value + layer[i]);
}

/* Returns layers of one picture, and the most that they add up to. */
function layersOf(strip, pixels, thread) {
    const { samples, tops, shown } = strip;
    const bins = samples ? binsOf(samples, shown, pixels) : Math.floor(pixels / 3);
    const use = samples
        ? useOverTime(samples, shown, bins, tops.ofTask, tops.names.length, thread)
        : [lanesInUse(strip.timeline, shown, bins), new Float64Array(bins)];
    const total = use.reduce(add, new Float64Array(bins));

    return { use, most: total.reduce((a, b) => Math.max(a, b), 0) };
}

function drawLayers({ use }, most, width, size) {
    const heightOf = (value) => size - value / most * size, paths = [];
    let below = new Float64Array(use[0].length);

    use.forEach((layer, i) => {
        const name = i + 1 < use.length ? `c${i}` : 'other';

        if (layer.some((value) => value > 0)) {
            paths.push(svg('path', { d: outlineOf(below, layer, width, heightOf),
                                    class: `fill-${name}` }));
        }
        below = add(below, layer);
    });
    return paths;
}

const round = (x) => Math.round(x * 1e6) / 1e6;

function drawAxis(strip, width) {
    const [from, to] = strip.shown.map((us) => us / 1e6);

    return ticks(from, to, Math.max(2, Math.floor(width / 110))).map((time) => {
        const x = (time - from) / (to - from) * width;

        return svg('g', null,
                   svg('line',
                       { x1: x, x2: x, y1: height, y2: height + 4, stroke: 'currentColor' }),
                   svg('text', { x: Math.min(Math.max(x, 12), width - 20), y: height + 15,
                                'text-anchor': 'middle' }, `${round(time)} s`));
    });
}

function drawScale(most, width) {
    const whole = ticks(0, most, 3).filter((value) => value > 0 && Number.isInteger(value));

    return whole.map((value) => {
        const y = height - value / most * height;

        return svg('g', { opacity: 0.7 },
                   svg('line', { x1: 0, x2: width, y1: y, y2: y, stroke: 'currentColor',
                                'stroke-width': 0.5, 'stroke-dasharray': '2 3' }),
                   svg('text', { x: 2, y: y + 11 }, String(value)));
    });
}

/* The part that is not selected is covered. */
function drawRange(strip, width) {
    const { shown, store: { state: { range } } } = strip;
    const xOf = (us) => Math.min(Math.max((us - shown[0]) / (shown[1] - shown[0]), 0), 1) * width;

    clear(strip.cover);
    strip.handles.show(range, shown);
    strip.dots?.select(shown, width, range);
    if (!range) {
        return;
    }
    const [left, right] = range.map(xOf);

    strip.cover.append(
        svg('rect', { x: 0, y: 0, width: left, height, class: 'unselected' }),
        svg('rect', { x: right, y: 0, width: width - right, height, class: 'unselected' }));
}

function draw(strip) {
    const width = Math.max(strip.element.clientWidth, 200), { picture } = strip;
    const layers = layersOf(strip, width, null), most = Math.max(layers.most, 1) * 1.02;

    strip.width = width;
    picture.setAttribute('viewBox', `0 0 ${width} ${height + axis}`);
    clear(picture).append(...drawLayers(layers, most, width, height), ...drawScale(most, width),
                          strip.cover, ...drawAxis(strip, width));
    strip.dots?.draw(strip.shown, width, null);
    drawRange(strip, width);
    drawLanes(strip, width);
}

/* --- lanes ------------------------------------------------------------------------------------ */

function drawLanes(strip, width) {
    clear(strip.lanes);
    if (!strip.details.open) {
        return;
    }
    strip.threads.forEach((thread) => {
        const layers = layersOf(strip, width, thread), most = Math.max(layers.most, 1);

        strip.lanes.append(h('div', { class: 'lane' }, nameOf(strip.samples.threads[thread].name),
                             svg('svg', { viewBox: `0 0 ${width} ${laneHeight}`,
                                          class: 'strip-lane',
                                         preserveAspectRatio: 'none', 'aria-hidden': 'true' },
                                 drawLayers(layers, most, width, laneHeight))));
    });
}

/* --- the pointer ------------------------------------------------------------------------------ */

function timeAt(strip, event) {
    const box = strip.picture.getBoundingClientRect();
    const part = (event.clientX - box.left) / Math.max(box.width, 1);

    return strip.shown[0] + Math.min(Math.max(part, 0), 1) * (strip.shown[1] - strip.shown[0]);
}

function followPicture(strip, picture) {
    followPointer(picture, { store: strip.store, end: strip.end,
                            timeAt: (event) => timeAt(strip, event),
                            usPerPixel: () => (strip.shown[1] - strip.shown[0]) / strip.width });
}

function zoom(strip, at, factor) {
    strip.shown = zoomed(strip.shown, at, factor, strip.end);
    draw(strip);
}

function reset(strip) {
    strip.shown = [0, strip.end];
    if (strip.store.state.range) {
        strip.store.set({ range: null });
    }
    draw(strip);
}

/* The wheel alone moves the page, as everywhere. */
function followWheel(strip) {
    strip.picture.addEventListener('wheel', (event) => {
        if (!event.ctrlKey && !event.shiftKey && !strip.element.contains(document.activeElement)) {
            return;
        }
        event.preventDefault();
        const delta = event.deltaY || event.deltaX;

        if (delta) {
            zoom(strip, timeAt(strip, event), delta > 0 ? 1.25 : 0.8);
        }
    }, { passive: false });
    strip.picture.addEventListener('dblclick', () => reset(strip));
}

/* --- the run ---------------------------------------------------------------------------------- */

const hasSamples = (doc) => Boolean(doc.samples?.columns.time_us.length);

/* What is over time. */
function whatOf(samples) {
    return samples ? 'Processors in use over time, by outermost branch'
        : 'Lanes of the timeline that are in calls over time';
}

/**
 * Returns the end of the time that can be selected, in microseconds.
 * @param {object} doc
 * @param {?object} timeline of lanesOf()
 */
export function runEnd(doc, timeline) {
    return Math.max(hasSamples(doc) ? endOf(doc.samples) : 0, timeline?.last ?? 0);
}

/* --- the view --------------------------------------------------------------------------------- */

function keyOf(strip) {
    const used = new Set();

    for (const task of strip.samples.columns.task) {
        used.add(strip.tops.ofTask[task]);
    }
    return h('ul', { class: 'key' }, strip.tops.names.map((name, i) => {
        const colour = i + 1 < strip.tops.names.length ? `c${i}` : 'other';

        return used.has(i)
            ? h('li', null, h('span', { class: `swatch back-${colour}` }), ' ', nameOf(name))
            : null;
    }));
}

function toolsOf(strip) {
    const button = (text, action) => h('button', { type: 'button', on: { click: action } }, text);
    const middle = () => {
        const [from, to] = strip.store.state.range ?? strip.shown;

        return (from + to) / 2;
    };

    return h('div', { class: 'bar-of-tools' }, strip.handles.fields,
             h('div', { class: 'levels' }, button('zoom in', () => zoom(strip, middle(), 0.5)),
               button('zoom out', () => zoom(strip, middle(), 2)),
               button('whole run', () => reset(strip))));
}

function makeStrip(element, doc, store) {
    const samples = hasSamples(doc) ? doc.samples : null, timeline = lanesOf(doc);
    const end = runEnd(doc, timeline);
    const strip = { element, samples, timeline, store, end, shown: [0, end],
                   tops: samples && topBranches(samples), cover: svg('g'),
                   threads: samples ? [...new Set(samples.columns.thread)] : [],
                   lanes: h('div', { class: 'lanes' }), dots: makeEventDots(doc) };

    strip.picture = svg('svg', { class: 'chart strip-picture', role: 'img', 'aria-label':
        `${whatOf(samples)}; drag to select a range` });
    strip.handles = makeHandles(store, end, () => strip.shown, binOf(samples));
    strip.details = h('details', { on: { toggle: () => drawLanes(strip, strip.width) } },
                      h('summary', null, strip.threads.length === 1 ? '1 thread' :
                                      `${strip.threads.length} threads`), strip.lanes);
    return strip;
}

export default {
    id: 'strip',
    title: 'Time',
    has: (doc) => hasSamples(doc) || Boolean(doc.views.timeline),
    mount(element, doc, store) {
        const strip = makeStrip(element, doc, store);

        element.append(h('p', { class: 'note' },
            `${whatOf(strip.samples)}. ` +
            'Drag: select a range; Ctrl and wheel: zoom; double click: the whole run.'));
        if (strip.dots) {
            element.append(strip.dots.note, strip.dots.picture);
        }
        element.append(h('div', { class: 'strip' }, strip.picture, strip.handles.sliders),
                       ...(strip.samples ? [keyOf(strip)] : []), toolsOf(strip),
                       ...(strip.samples ? [strip.details] : []));
        followPicture(strip, strip.picture);
        if (strip.dots) {
            followPicture(strip, strip.dots.picture);
        }
        followWheel(strip);
        store.on(() => drawRange(strip, strip.width));
        new ResizeObserver(() => draw(strip)).observe(element);
        draw(strip);
    },
};
