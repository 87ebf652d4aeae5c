/* SPDX-License-Identifier: Apache-2.0 */
/* What the time of a branch consists of, as a ring and as bars; a click descends. */
import { arc } from 'd3-shape';
import { append, clear, commandLine, h, nameOf, svg, visible } from './dom.js';
import { column, percent, percentNumber, quoted, seconds } from './format.js';
import { makeTable } from './table.js';
import { chainOf, rootOf, slicesOf } from './slices.js';

const RADIUS = 130;

function sliceMark(slice, from, to, select) {
    const shape = arc().innerRadius(RADIUS * 0.58).outerRadius(RADIUS)
        .startAngle(from).endAngle(to);
    const open = slice.path !== null;

    return svg('path', { d: shape(), class: `slice fill-${slice.colour}${open ? ' open' : ''}`,
        on: open ? { click: () => select(slice.path) } : {} },
    svg('title', null, `${visible(slice.name)}: ${percent(slice.share)}, ${seconds(slice.time)}`));
}

/* Names at the ring, where there is room for them. */
function sliceLabel(slice, from, to) {
    const middle = (from + to) / 2;

    if (to - from < 0.3) {
        return null;
    }
    return svg('text', { x: Math.sin(middle) * RADIUS * 0.79, 'text-anchor': 'middle',
        y: 4 - Math.cos(middle) * RADIUS * 0.79, class: 'on-mark' },
    percent(slice.share));
}

function drawRing(root, slices, select) {
    const total = slices.reduce((sum, slice) => sum + slice.time, 0) || 1;
    const marks = [];
    const labels = [];
    let from = 0;

    for (const slice of slices) {
        const to = from + 2 * Math.PI * slice.time / total;

        marks.push(sliceMark(slice, from, to, select));
        labels.push(sliceLabel(slice, from, to));
        from = to;
    }
    const size = RADIUS + 4;

    return svg('svg', { class: 'ring', viewBox: `${-size} ${-size} ${2 * size} ${2 * size}`,
        role: 'img', 'aria-label': `Shares of ${visible(root.name)}; the table has the same` },
    marks, labels,
    svg('text', { 'text-anchor': 'middle', y: -2, class: 'strong' }, percent(root.total_percent)),
    svg('text', { 'text-anchor': 'middle', y: 15 }, seconds(root.total_s)));
}

function drawCrumbs(element, chain, store) {
    append(clear(element), chain.map((row, i) => [
        i > 0 ? h('span', { class: 'soft', 'aria-hidden': 'true' }, '›') : null,
        i < chain.length - 1 ? h('button', { type: 'button', on: {
            click: () => store.set({ branch: row.path }) } }, nameOf(row.name)) :
            h('b', null, nameOf(row.name)),
    ]));
}

function sliceTable(store) {
    let format = column([]);
    const table = makeTable({ id: 'shares', caption: 'Shares of the branch', store, sort: '-share',
        key: (slice) => slice.key, columns: [
            { id: 'name', title: 'branch', value: (slice) => slice.name, text: (s) => s.name,
                cell: (slice) => h('span', null, h('span', { class:
                    `swatch back-${slice.colour}` }), ' ', nameOf(slice.name),
                slice.hasChildren ? h('span', { class: 'soft', 'aria-hidden': 'true' }, ' ›') :
                    null) },
            { id: 'share', title: 'share', unit: '%', numeric: true,
                help: 'Of the time in events', value: (slice) => slice.share,
                text: (slice) => percentNumber(slice.share) },
            { id: 'bar', title: 'share as a bar', bar: (slice) => ({ value: slice.share }) },
            { id: 'time', title: 'time', unit: () => format.unit, numeric: true,
                value: (slice) => slice.time, text: (slice) => format.text(slice.time) },
        ],
        select: (slice) => slice.path !== null && store.set({ branch: slice.path }),
        isSelected: (slice) => slice.path !== null && slice.path === store.state.branch });

    table.show = (slices) => {
        format = column(slices.map((slice) => slice.time));
        table.update({ rows: slices });
    };
    return table;
}

/* The branches directly below one, with all that is below them, and its own time. */
function commandOf({ folder }, root) {
    return `gaudit report timing ${quoted(folder)} --group-by ${quoted(`children=${root.path}`)}`;
}

export default {
    id: 'shares',
    title: 'Shares',
    has: (doc) => (doc.views.timing ?? []).some((row) => row.total_percent > 0),
    mount(element, doc, store) {
        const rows = doc.views.timing;
        const crumbs = h('nav', { class: 'crumbs', 'aria-label': 'Branches above' });
        const place = h('div', { class: 'ring-place' });
        const table = sliceTable(store);
        const line = commandLine('');
        const differs = h('p', { class: 'note' }, '[self] is in the command\'s row of the branch ' +
            'itself, as its self time; rows of Event and [other branches] are of what is not in ' +
            'it.');
        const whole = h('p', { class: 'note' },
            'Times are of the whole run: the timer does not say when they were spent.');
        const redraw = (state) => {
            const root = rootOf(rows, state.branch);
            const slices = slicesOf(rows, root);

            drawCrumbs(crumbs, chainOf(rows, root), store);
            clear(place).append(drawRing(root, slices, (path) => store.set({ branch: path })));
            table.show(slices);
            line.set(commandOf(doc, root));
            whole.hidden = state.range === null;
        };

        element.append(crumbs, whole, h('div', { class: 'beside' }, place, table.element),
            line, differs);
        store.on(redraw);
        redraw(store.state);
    },
};
