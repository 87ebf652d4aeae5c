/* SPDX-License-Identifier: Apache-2.0 */
/* How the lanes of a timeline spent the run. */
import { axisOf, makeChart } from './chart.js';
import { append, commandLine, h, nameOf, svg } from './dom.js';
import { count, percent, percentNumber, quoted, seconds, three } from './format.js';
import { linear } from './scales.js';
import { makeTable } from './table.js';

const KINDS = [['busy', 'busy', 'c0'], ['input', 'input', 'c1'], ['background', 'background', 'c2'],
    ['waiting', 'waiting', 'c4'], ['idle', 'idle', 'other'], ['unknown', 'unknown', 'c3']];

function stack(row, kinds) {
    let from = 0;

    return svg('svg', { class: 'bar', 'aria-hidden': 'true' }, kinds.map(([id, name, colour]) => {
        const share = row[`${id}_percent`] ?? 0;
        const mark = svg('rect', { x: `${from}%`, y: '8%', height: '84%', width: `${share}%`,
            class: `fill-${colour}` }, svg('title', null, `${name}: ${percent(share)}`));

        from += share;
        return mark;
    }));
}

function key(kinds) {
    return h('ul', { class: 'key' }, kinds.map(([, name, colour]) => h('li', null,
        h('span', { class: `swatch back-${colour}` }), ' ', name)));
}

/* --- over time ----------------------------------------------------------------------------- */

const LEFT = 52;
const TOP = 24;
const BOTTOM = 180;

/**
 * Rectangles of the parts of a run: in each the mean numbers of lanes, one above another.
 * @param {Object[]} rows of views.workers_over_time, of one process
 * @param {string[]} kinds names of columns, from below
 * @returns {Array<{row: Object, kind: string, from: number, to: number}>}
 */
export function stacksOf(rows, kinds) {
    return rows.flatMap((row) => {
        let from = 0;

        return kinds.map((kind) => {
            const stacked = { row, kind, from, to: from + (row[kind] ?? 0) };

            from = stacked.to;
            return stacked;
        });
    }).filter(({ from, to }) => to > from);
}

function overTime(rows, kinds, width) {
    const stacks = stacksOf(rows, kinds.map(([id]) => id));
    const most = stacks.reduce((top, { to }) => Math.max(top, to), 0);
    const x = linear([rows[0].from_s, rows.at(-1).to_s], [LEFT, width - 12]);
    const y = linear([0, Math.max(Math.round(most), 1)], [BOTTOM, TOP]);

    return { height: BOTTOM + 40, marks: [
        axisOf({ scale: y, from: BOTTOM, to: TOP, at: LEFT, across: width - 12, isLeft: true,
            text: String, title: 'lanes', count: 3 }),
        stacks.map(({ row, kind, from, to }) => {
            const [, name, colour] = kinds.find(([id]) => id === kind);
            const size = Math.max(x(row.to_s) - x(row.from_s) - 1, 0.5);

            return svg('rect', { class: `fill-${colour}`, x: x(row.from_s), width: size, y: y(to),
                height: y(from) - y(to) }, svg('title', null, `${name}, ${seconds(row.from_s)} to ${
                seconds(row.to_s)}: ${three(to - from)} lanes`));
        }),
        axisOf({ scale: x, from: LEFT, to: width - 12, at: BOTTOM, across: BOTTOM + 4,
            isTime: true, title: 'time of the timeline' }),
    ] };
}

/* A chart for each process that has a timeline. */
function chartsOf(doc, kinds) {
    const rows = doc.views.workers_over_time ?? [];
    const processes = [...new Set(rows.map((row) => row.process))];
    const charts = processes.map((process) => {
        const chart = makeChart('How the lanes spent the run, over time', (width) =>
            overTime(rows.filter((row) => row.process === process), kinds, width));

        return { element: h('section', null, h('h3', null, 'Over the run',
            process === null ? null : [': ', nameOf(process)]), chart), chart };
    });

    return { elements: charts.map(({ element }) => element),
        redraw: () => charts.forEach(({ chart }) => chart.redraw()) };
}

export default {
    id: 'workers',
    title: 'Workers',
    has: (doc) => (doc.views.workers ?? []).length > 0,
    mount(element, doc, store) {
        const rows = doc.views.workers;
        const places = new Map(rows.map((row, i) => [row, i])); /* 'worker 10' is after 9 */
        const kinds = KINDS.filter(([id]) => rows.some((row) => row[`${id}_percent`] > 0));
        const shares = kinds.map(([id, name]) => ({ id, title: name, unit: '%', numeric: true,
            rank: 2, value: (row) => row[`${id}_percent`],
            text: (row) => percentNumber(row[`${id}_percent`]) }));
        const table = makeTable({ id: 'workers', caption: 'Times of workers', rows, store,
            key: (row) => `${row.process} ${row.lane}`, columns: [
                { id: 'lane', title: 'lane', value: (row) => places.get(row),
                    text: (row) => row.lane },
                { id: 'bar', title: 'shares as a bar', graphic: (row) => stack(row, kinds) },
                ...shares,
                { id: 'events', title: 'events', numeric: true, rank: 1, first: true,
                    value: (row) => row.events, text: (row) => count(row.events) },
                { id: 'run', title: 'run', numeric: true, rank: 1, value: (row) => row.run_s,
                    text: (row) => seconds(row.run_s) },
            ] });

        const charts = chartsOf(doc, kinds);

        append(element, h('p', { class: 'note' }, 'Of the whole run.'), key(kinds), table.element,
            charts.elements, commandLine(`gaudit report workers ${quoted(doc.folder)}`));
        charts.redraw();
        store.on((state) => table.update({ search: state.search }));
    },
};
