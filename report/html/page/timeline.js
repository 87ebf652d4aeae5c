/* SPDX-License-Identifier: Apache-2.0 */
/* The lanes of a timeline: what ran when. The range of the strip is what they show. */
import { append, clear, commandLine, h, nameOf } from './dom.js';
import { counted, quoted, seconds } from './format.js';
import { barAt, barsIn, colourClass, factsOfBar, lanesOf } from './lane_data.js';
import { drawLanes, LEFT, paletteOf, placesOf } from './lane_picture.js';
import { followPointer } from './pointer_range.js';
import { runEnd } from './strip.js';

const NEAR = 3; /* pixels to a bar that the pointer means */
const HINT = 'Point at a call, or go from one to the next with arrow keys.';

/* --- texts --------------------------------------------------------------------------------- */

/* What the line below the lanes says of a bar. */
function sentenceOf(lanes, bar) {
    const { path, calls, begin, length, event, state } = factsOfBar(lanes, bar);
    const what = calls > 1 ? `${counted(calls, 'call')} within ` : '';
    const parts = [`${what}${seconds(length)} from ${begin.toFixed(6)} s`,
        event !== null && path !== 'Event' ? `event ${event}` : null, state];

    return [calls > 1 ? 'the longest: ' : null, nameOf(event !== null && path === 'Event' ?
        `${path} ${event}` : path), ': ', parts.filter((part) => part !== null).join(', ')];
}

/* Seconds of the timeline's own axis, as the command takes them. */
function filterOf(lanes, range) {
    const own = (us) => Math.max((us - lanes.offset) / 1e6, 0).toFixed(9).replace(/\.?0+$/, '');

    return range ? ` --time-filter ${own(range[0])}:${own(range[1])}` : '';
}

function key(lanes) {
    const names = new Map();

    for (const { name, colour } of lanes.branches.slice(1)) {
        const of = colourClass(colour);

        if (of !== 'event' && of !== 'other') {
            names.set(of, name);
        }
    }
    const items = [...names].sort().map(([colour, name]) => h('li', null,
        h('span', { class: `swatch back-${colour}` }), ' ', nameOf(name)));

    return h('ul', { class: 'key' }, items, h('li', null,
        h('span', { class: 'swatch back-event' }), ' events'), h('li', null,
        h('span', { class: 'swatch back-other' }), ' others'));
}

function notesOf(doc) {
    const { damage, notes, joined, joined_below_ns: below } = doc.views.timeline;
    const lines = [...notes], zero = doc.samples ? doc.timeline_start_us : 0;

    if (zero) {
        lines.push('times count from the begin of the timeline, as those of its command: it is ' +
            `at ${seconds(zero / 1e6)} above`);
    }

    if (joined > 0) {
        lines.push(`${counted(joined, 'call')} shorter than ${seconds(below / 1e9)} ` +
            `${joined === 1 ? 'is' : 'are'} joined with near neighbours`);
    }
    return [damage ? h('p', { class: 'note warning' }, `Warning: ${damage}.`) : null,
        lines.length > 0 ? h('p', { class: 'note' }, `${lines.join('; ')}.`) : null];
}

/* --- the picture --------------------------------------------------------------------------- */

function draw(view) {
    const { canvas, place, store, lanes, places } = view;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const unit = rem / 16; /* the picture grows with the texts of the page */
    const width = Math.max(place.clientWidth / unit, 200);
    const ratio = (globalThis.devicePixelRatio || 1) * unit;

    view.unit = unit;
    view.width = width - LEFT - 2;
    view.shown = store.state.range ?? [0, view.end];
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(places.height * ratio);
    canvas.style.height = `${places.height * unit}px`;
    const context = canvas.getContext('2d');

    context.scale(ratio, ratio);
    drawLanes({ context, lanes, places, shown: view.shown, width: view.width,
        palette: paletteOf(place), state: store.state, focus: view.focus });
}

/* Of a page that is printed, or shown in another theme, colours change. */
function redrawWhenNeeded(view) {
    const redraw = () => draw(view);

    new ResizeObserver(redraw).observe(view.place);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
}

function say(view, bar) {
    if (view.said !== bar) {
        view.said = bar;
        append(clear(view.line), ...(bar === null ? [HINT] : sentenceOf(view.lanes, bar)));
    }
}

function timeAt(view, event) {
    const box = view.canvas.getBoundingClientRect();
    const part = ((event.clientX - box.left) / view.unit - LEFT) / view.width;

    return view.shown[0] + Math.min(Math.max(part, 0), 1) * (view.shown[1] - view.shown[0]);
}

function usPerPixel(view) {
    return (view.shown[1] - view.shown[0]) / view.width / view.unit;
}

function barOf(view, event) {
    const y = (event.clientY - view.canvas.getBoundingClientRect().top) / view.unit;
    const place = view.places.rows.find((one) => y >= one.y && y < one.y + one.height);

    return place ? barAt(view.lanes, place.row, timeAt(view, event), NEAR * usPerPixel(view)) :
        null;
}

/* Only what the rest of the page knows can be selected there. */
function select(view, bar) {
    const { path } = factsOfBar(view.lanes, bar);
    const { state } = view.store;

    view.store.set({ branch: state.branch === path ? null : path });
}

function followMouse(view) {
    const { canvas, store } = view;

    followPointer(canvas, { store, end: view.end, timeAt: (event) => timeAt(view, event),
        usPerPixel: () => usPerPixel(view), click: (event) => {
            const bar = barOf(view, event);

            view.focus = bar ?? view.focus;
            if (bar !== null) {
                select(view, bar);
            }
        } });
    canvas.addEventListener('pointermove', (event) => {
        const bar = barOf(view, event);

        say(view, bar ?? view.focus);
    });
    canvas.addEventListener('pointerleave', () => say(view, view.focus));
    canvas.addEventListener('dblclick', () => store.set({ range: null }));
}

/* --- keys ---------------------------------------------------------------------------------- */

function rowOf(view, bar) {
    return view.lanes.rows.findIndex(({ from, to }) => bar >= from && bar < to);
}

/* The nearest bar of the next row that has some in what is shown. */
function barBeside(view, bar, step) {
    const { lanes, shown } = view;
    const middle = (Math.max(lanes.begin[bar], shown[0]) + Math.min(lanes.end[bar], shown[1])) / 2;

    for (let i = rowOf(view, bar) + step; lanes.rows[i]; i += step) {
        const [from, to] = barsIn(lanes, lanes.rows[i], shown);

        if (from < to) {
            return Math.min(Math.max(barAt(lanes, lanes.rows[i], middle), from), to - 1);
        }
    }
    return bar;
}

function firstBar({ lanes, shown }) {
    const [bar] = lanes.rows.map((row) => barsIn(lanes, row, shown)).find(([from, to]) =>
        from < to) ?? [null];

    return bar;
}

function isShown({ lanes, shown }, bar) {
    return bar !== null && lanes.begin[bar] < shown[1] && lanes.end[bar] >= shown[0];
}

/* The bar after a key, or undefined for a key that does nothing. */
function movedByKey(view, name) {
    if (!isShown(view, view.focus)) {
        return /^Arrow|^Home$|^End$/.test(name) ? firstBar(view) : undefined;
    }
    const [from, to] = barsIn(view.lanes, view.lanes.rows[rowOf(view, view.focus)], view.shown);
    const moves = { ArrowLeft: () => Math.max(view.focus - 1, from), Home: () => from,
        ArrowRight: () => Math.min(view.focus + 1, to - 1), End: () => to - 1,
        ArrowUp: () => barBeside(view, view.focus, -1),
        ArrowDown: () => barBeside(view, view.focus, 1) };

    return Object.hasOwn(moves, name) ? moves[name]() : undefined;
}

function followKeys(view) {
    view.place.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        const bar = movedByKey(view, event.key);

        if (bar !== undefined) {
            event.preventDefault();
            view.focus = bar;
            say(view, bar);
            draw(view);
        } else if (event.key === 'Enter' && isShown(view, view.focus)) {
            event.preventDefault();
            select(view, view.focus);
        }
    });
    view.place.addEventListener('focus', () => {
        if (!isShown(view, view.focus) && view.place.matches(':focus-visible')) {
            view.focus = firstBar(view);
            say(view, view.focus);
            draw(view);
        }
    });
}

/* --- the view ------------------------------------------------------------------------------ */

function makeView(doc, store) {
    const lanes = lanesOf(doc);
    const canvas = h('canvas', { 'aria-hidden': 'true' });

    return { lanes, store, canvas, end: runEnd(doc, lanes), places: placesOf(lanes.lanes),
        focus: null, said: null, line: h('p', { class: 'said', role: 'status' }, HINT),
        place: h('div', { class: 'lanes-picture', tabindex: 0, role: 'application',
            'aria-label': 'Lanes of the timeline. Arrow keys go from call to call, Enter selects ' +
                'the branch.' }, canvas) };
}

export default {
    id: 'timeline',
    title: 'Timeline',
    has: (doc) => Boolean(doc.views.timeline),
    mount(element, doc, store) {
        const view = makeView(doc, store);
        const command = commandLine('');
        const redraw = (state) => {
            command.set(`gaudit report timeline ${quoted(doc.folder)}${
                filterOf(view.lanes, state.range)} -O timeline.svg`);
            draw(view);
        };

        append(element, h('p', { class: 'note' }, 'What ran when, in the selected time. ' +
            'Drag: select a range; click: select the branch; double click: the whole run.'),
        key(view.lanes), ...notesOf(doc), view.line, view.place, command);
        followMouse(view);
        followKeys(view);
        redrawWhenNeeded(view);
        store.on(redraw);
        redraw(store.state);
    },
};
