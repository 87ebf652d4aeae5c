/* SPDX-License-Identifier: Apache-2.0 */
/* The table of branches in which slow events spend more CPU time than the others. */
import { append, clear, h, nameOf } from './dom.js';
import { isSlowedBySamples, slowBranches } from './event_samples.js';
import { count, counted, seconds, wideColumn } from './format.js';
import { makeTable } from './table.js';

const OPEN = 0.2; /* of the difference of all, above which a branch is open */

function columnsOf(format) {
    const measured = (id, title, help, of, rank) => ({ id, title, help, rank, numeric: true,
        unit: () => format.unit, value: (row) => of(row)[0], text: (row) =>
            `${format.text(of(row)[0])} ± ${format.text(of(row)[1])}` });

    return [
        { id: 'branch', title: 'branch', value: (row) => row.name, text: (row) => row.name,
            cell: (row) => nameOf(row.name) },
        measured('difference', 'longer by', 'CPU time per slow event, less that per other event',
            (row) => [row.difference, row.error]),
        { id: 'bar', title: 'longer by, as a bar',
            bar: (row) => ({ value: Math.max(row.difference, 0), error: row.error }) },
        measured('slow', 'slow', 'CPU time per slow event', ({ slow }) => [slow.time, slow.error],
            1),
        measured('rest', 'rest', 'CPU time per other event', ({ rest }) => [rest.time, rest.error],
            1),
        { id: 'samples', title: 'samples of slow', numeric: true, rank: 2,
            value: (row) => row.slow.samples, text: (row) => count(row.slow.samples) },
    ];
}

function slowedNote({ slow }, cpu) {
    return h('p', { class: 'note warning' }, 'Warning: by samples slow events have ' +
        `${seconds(slow.time)} of CPU time, but they took ${seconds(cpu)}. Taking a sample ` +
        'lengthens an event: many are slow because they were sampled, and the table says little.');
}

/**
 * Makes the part of the view.
 * @param {Object} doc
 * @param {Object} store
 * @returns {HTMLElement} with show(events, slow, their mean CPU time) and search(text)
 */
export function makeSlowBranches(doc, store) {
    const element = h('section', { class: 'slow-branches' });
    const format = { unit: '', text: () => '' };
    let all = 0;
    let table = null;

    element.show = (events, slow, cpu) => {
        const rows = slowBranches(doc, events, slow);

        element.hidden = !rows;
        if (!rows) {
            return;
        }
        Object.assign(format, wideColumn(rows.map((row) => row.slow.time)));
        const event = rows.find((row) => row.path === '');

        all = event?.difference ?? 0;
        table ??= makeTable({ id: 'slow-branches', caption: 'Slow events take longer in', rows,
            store, columns: columnsOf(format), key: (row) => row.path,
            sort: '-difference', isStacked: true,
            isDim: (row) => Math.abs(row.difference) < 2 * row.error,
            tree: { parent: (row) => row.parent, isOpen: (row) => row.difference > OPEN * all } });
        table.update({ rows });
        append(clear(element), h('h3', null, 'Slow events take longer in'),
            h('p', { class: 'note' }, 'CPU time per event, of the samples that were taken in ' +
                `${counted(slow.length, 'slow event')} and in ` +
                `${counted(events.length - slow.length, 'other')}, with the errors of ` +
                'sampling. Grey: less than two of them.'),
            event && isSlowedBySamples(doc.samples, events, event, cpu) ? slowedNote(event, cpu) :
                null, table.element);
    };
    element.search = (text) => table?.update({ search: text });
    return element;
}
