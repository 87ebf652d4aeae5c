/* SPDX-License-Identifier: Apache-2.0 */
/* What regions cost per event: where time is spent, and where what spends it was born. */
import { append, commandLine, h } from './dom.js';
import { count, percentNumber, quoted, wideColumn } from './format.js';
import { makeRegionEvents } from './region_events.js';
import { excessOf, kindOf } from './region_layers.js';
import { makeTable } from './table.js';

function timed(id, title, help, format, max) {
    return [
        { id, title, unit: format.unit, numeric: true, first: true, help, rank: 1,
            value: (row) => row[`${id}_s`], text: (row) => (row[`${id}_s`] === null ? '-' :
                `${format.text(row[`${id}_s`])} ± ${format.text(row[`${id}_error_s`])}`) },
        { id: `${id}_bar`, title: `${title} as a bar`, max,
            bar: (row) => ({ value: row[`${id}_s`], error: row[`${id}_error_s`] }) },
    ];
}

function columnsOf(rows) {
    const format = wideColumn(rows.map((row) => row.time_s));
    const step = wideColumn(rows.map((row) => row.step_time_s));
    const max = rows.reduce((most, row) => Math.max(most, (row.at_location_s ?? 0) +
        (row.at_location_error_s ?? 0), row.by_birth_s ?? 0), 0);

    return [
        { id: 'region', title: 'region', value: (row) => row.region, text: (row) => row.region },
        { id: 'share', title: 'share', unit: '%', numeric: true, help: 'Of the wall time of events',
            value: (row) => row.share_percent, text: (row) => percentNumber(row.share_percent) },
        ...timed('at_location', 'at location', 'Charged to where the time is spent', format, max),
        ...timed('by_birth', 'by birth', 'Charged to where the track was born', format, max),
        { id: 'excess', title: 'excess', unit: format.unit, numeric: true, rank: 2,
            value: excessOf, text: (row) => format.text(excessOf(row)) },
        { id: 'kind', title: 'kind', value: kindOf, text: kindOf, rank: 2 },
        { id: 'steps', title: 'steps', numeric: true, rank: 2, first: true,
            value: (row) => row.steps, text: (row) => (row.steps === null ? '-' :
                row.steps < 100 ? row.steps.toFixed(1) : count(row.steps)) },
        { id: 'step', title: 'per step', unit: step.unit, numeric: true, rank: 3,
            value: (row) => row.step_time_s, text: (row) => step.text(row.step_time_s) },
    ];
}

export default {
    id: 'regions',
    title: 'Regions',
    has: (doc) => (doc.views.regions ?? []).length > 0,
    mount(element, doc, store) {
        const rows = doc.views.regions;
        const bins = doc.views.region_events;
        const table = makeTable({ id: 'regions', caption: 'Time of regions per event', rows, store,
            sort: '-at_location', key: (row) => row.region,
            columns: columnsOf(rows).filter((c) => c.id !== 'kind' || rows.some(kindOf)) });

        append(element, h('p', { class: 'note' },
            'Means per event of the whole run. At location: where the time is spent. By birth: ' +
            'where the track that spends it was born. A sink spends more than it causes, a ' +
            'source less.'), table.element,
        bins ? makeRegionEvents(bins) : null,
        commandLine(`gaudit report regions ${quoted(doc.folder)}`));
        store.on((state) => table.update({ search: state.search }));
    },
};
