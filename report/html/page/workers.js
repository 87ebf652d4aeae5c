/* SPDX-License-Identifier: Apache-2.0 */
/* How the lanes of a timeline spent the run. */
import { commandLine, h, svg } from './dom.js';
import { count, percent, percentNumber, quoted, seconds } from './format.js';
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

        element.append(key(kinds), table.element,
            commandLine(`gaudit report workers ${quoted(doc.folder)}`));
        store.on((state) => table.update({ search: state.search }));
    },
};
