/* SPDX-License-Identifier: Apache-2.0 */
/* Times of regions event by event: stacked, below a line that is the wall time. The picture is a
 * slider: arrow keys go to the next event, and to the region above or below. */
import { axisOf, makeChart } from './chart.js';
import { append, clear, h, nameOf, svg, visible } from './dom.js';
import { count, counted, seconds } from './format.js';
import { chargesOf, highestOf, layerAt, layersOf, meanOf, numbersIn,
    outlinesOf } from './region_layers.js';
import { linear } from './scales.js';

const LEFT = 52;
const RIGHT = 12; /* the room beside the plot */
const TOP = 24;
const BOTTOM = 220;

/* --- texts --------------------------------------------------------------------------------- */

function eventsText(bins, i) {
    const [first, last] = numbersIn(bins, i);

    return first === last ? `event ${first}` : `mean of ${counted(bins.events[i], 'event')
    } from ${first} to ${last}`;
}

function textOf({ bins, layers, chosen, layer }) {
    const wall = `wall time ${seconds(bins.wall_s[chosen])}`;
    const one = layers[layer];

    if (bins.events[chosen] === 0) {
        return `${eventsText(bins, chosen)}: not known`;
    }
    return visible(`${eventsText(bins, chosen)}: ${one ? `${one.name} ${
        seconds(one.values[chosen])}, ` : ''}${wall}`);
}

function noteOf(bins) {
    const events = bins.events.reduce((sum, n) => sum + n, 0);
    const [width, many] = [bins.width, `${counted(events, 'event')}, without warm-up`];

    return `${many}${width > 1 ? `; each column is the mean of ${count(width)} neighbouring ` +
        'numbers' : ''}. The line above each is its wall time.`;
}

/* --- the picture --------------------------------------------------------------------------- */

function draw(shown, width) {
    const { bins, layers } = shown;
    const first = bins.first - 0.5; /* the middle of an event is its number */
    const end = first + bins.events.length * bins.width;
    const x = linear([first, end], [LEFT, width - RIGHT]);
    const y = linear([0, highestOf(bins, layers) || 1], [BOTTOM, TOP]);
    const left = (i) => x(first + i * bins.width);
    const { areas, wall } = outlinesOf(bins, layers, left, y);
    const whole = (value) => (Number.isInteger(value) ? String(value) : '');

    Object.assign(shown, { left, y, width, mark: svg('rect', { class: 'at-event', y: TOP,
        height: BOTTOM - TOP }) });
    placeMark(shown);
    return { height: BOTTOM + 40, marks: [
        axisOf({ scale: y, from: BOTTOM, to: TOP, at: LEFT, across: width - RIGHT, isTime: true,
            isLeft: true, title: 'time per event' }),
        areas.map((d, i) => svg('path', { class: `layer fill-${layers[i].colour}`, d })),
        svg('path', { class: 'wall', d: wall }), shown.mark,
        axisOf({ scale: x, from: LEFT, to: width - RIGHT, at: BOTTOM, across: BOTTOM + 4,
            text: whole, title: 'event' }),
    ] };
}

function placeMark({ mark, left, chosen, isSeen }) {
    mark?.setAttribute('x', left(chosen));
    mark?.setAttribute('width', Math.max(left(chosen + 1) - left(chosen), 1));
    mark?.setAttribute('visibility', isSeen ? 'visible' : 'hidden');
}

/* --- choosing an event --------------------------------------------------------------------- */

function choose(shown, chosen, layer) {
    Object.assign(shown, { chosen: Math.min(Math.max(chosen, 0), shown.bins.events.length - 1),
        layer: Math.min(Math.max(layer, -1), shown.layers.length - 1), isSeen: true });
    say(shown);
}

function say(shown) {
    const { slider, said } = shown;

    placeMark(shown);
    slider.setAttribute('aria-valuenow', shown.chosen);
    slider.setAttribute('aria-valuetext', textOf(shown));
    said.textContent = shown.isSeen ? textOf(shown) : 'Point at the picture, or move in it with ' +
        'the arrow keys: times of a region in an event.';
}

function followPointer(shown, event) {
    const box = shown.slider.querySelector('svg').getBoundingClientRect();
    const unit = shown.width / box.width;
    const [x, y] = [(event.clientX - box.left) * unit, (event.clientY - box.top) * unit];
    const bins = shown.bins.events.length;
    const bin = Math.floor((x - LEFT) / (shown.width - RIGHT - LEFT) * bins);
    const most = shown.y.domain[1];

    if (bin >= 0 && bin < bins && y >= 0 && y <= BOTTOM) {
        choose(shown, bin, layerAt(shown.layers, bin, (BOTTOM - y) / (BOTTOM - TOP) * most));
    }
}

function followKey(shown, event) {
    const { chosen, layer, bins } = shown;
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
        PageUp: [10, 0], PageDown: [-10, 0], Home: [-chosen, 0],
        End: [bins.events.length - 1 - chosen, 0] };

    if (Object.hasOwn(moves, event.key)) {
        event.preventDefault();
        choose(shown, chosen + moves[event.key][0], layer + moves[event.key][1]);
    } else if (event.key === 'Enter') {
        shown.select();
    }
}

function sliderOf(shown, chart) {
    return h('div', { class: 'region-events', role: 'slider', tabindex: 0,
        'aria-label': 'Times of regions event by event', 'aria-valuemin': 0,
        'aria-valuemax': shown.bins.events.length - 1, 'aria-valuenow': 0, on: {
            pointermove: (event) => followPointer(shown, event),
            focus: () => choose(shown, shown.chosen, shown.layer),
            click: (event) => {
                followPointer(shown, event);
                shown.select();
            },
            keydown: (event) => followKey(shown, event) } }, chart);
}

/* --- all of it ----------------------------------------------------------------------------- */

function showKey({ bins, layers }, key) {
    const entry = (swatch, name, values) => h('li', null, h('span', { class: `swatch ${swatch}` }),
        ' ', nameOf(name), ' ', h('span', { class: 'soft' }, seconds(meanOf(bins, values))));

    append(clear(key), layers.map(({ name, colour, values }) =>
        entry(`back-${colour}`, name, values)), entry('wall-line', 'wall time', bins.wall_s));
}

/**
 * The section of the regions of events.
 * @param {Object} bins views.region_events
 * @param {function(number)} [select] called with the number of an event that is clicked, if a
 *   column is one event
 * @returns {HTMLElement}
 */
export function makeRegionEvents(bins, select) {
    const charges = chargesOf(bins);
    const shown = { bins, chosen: 0, layer: 0, isSeen: false, layers: layersOf(bins,
        charges[0][0]), said: h('p', { class: 'said note' }), select: () =>
        bins.width === 1 && bins.events[shown.chosen] > 0 && select?.(numbersIn(bins,
            shown.chosen)[0]) };
    const chart = makeChart('Times of regions event by event, and the wall time', (width) =>
        draw(shown, width), 75);
    const key = h('ul', { class: 'key note' });
    const menu = h('select', { on: { change: () => {
        shown.layers = layersOf(bins, menu.value);
        chart.redraw();
        showKey(shown, key);
        say(shown);
    } } }, charges.map(([value, name]) => h('option', { value }, name)));

    shown.slider = sliderOf(shown, chart);
    showKey(shown, key);
    say(shown);
    return h('section', null, h('h3', null, 'Event by event'), h('p', { class: 'note' },
        noteOf(bins)), charges.length > 1 ? h('label', null, 'Time is charged: ', menu) : null,
    shown.slider, shown.said, key);
}
