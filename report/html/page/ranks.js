/* SPDX-License-Identifier: Apache-2.0 */
/* The ranks of an MPI job side by side: their branches, and how each rank spent its time. */
import { append, commandLine, h, visible } from './dom.js';
import { column, count, percentNumber, quoted } from './format.js';
import { makeTable } from './table.js';

/**
 * The columns that some row has a value in.
 * @param {Object[]} columns each with `value`
 * @param {Object[]} rows
 * @returns {Object[]}
 */
export function filled(columns, rows) {
    return columns.filter(({ value }) => rows.some((row) => (value(row) ?? '') !== ''));
}

/* Times of one table have one unit. */
function timed(rows, ids) {
    const format = column(rows.flatMap((row) => ids.map(([id]) => row[id] ?? 0)));

    return ids.map(([id, title, help, rank]) => ({ id, title, help, rank, unit: format.unit,
        numeric: true, first: true, value: (row) => row[id],
        text: (row) => (row[id] === null ? '-' : format.text(row[id])) }));
}

function branchesTable(rows, store) {
    const [least, mean, most, waiting] = timed(rows, [
        ['min_s', 'min', 'In the rank that has least of it', 2],
        ['mean_s', 'mean', 'Of all ranks'],
        ['max_s', 'max', 'In the rank that has most of it'],
        ['waiting_s', 'waiting', 'For other ranks, before collective calls; mean of all ranks', 2],
    ]);

    return makeTable({ id: 'ranks', caption: 'Branches in all ranks', rows, store,
        key: (row) => row.branch, columns: filled([
            { id: 'branch', title: 'branch', value: (row) => row.branch,
                text: (row) => row.branch },
            { id: 'calls', title: 'calls', numeric: true, first: true, rank: 2,
                value: (row) => row.calls, text: (row) => count(row.calls) },
            least, mean, most, waiting,
            { id: 'imbalance', title: 'imbalance', unit: '%', numeric: true, first: true,
                help: 'max / mean - 1', value: (row) => row.imbalance_percent,
                text: (row) => percentNumber(row.imbalance_percent) },
            { id: 'slowest', title: 'slowest rank', numeric: true, rank: 1,
                value: (row) => row.slowest_rank, text: (row) => count(row.slowest_rank) },
            { id: 'ranks', title: 'ranks', numeric: true, rank: 3, value: (row) => row.ranks,
                help: 'That have the branch', text: (row) => count(row.ranks) },
        ], rows) });
}

function ranksTable(rows, store) {
    const [time, cpu, work, mpi, waiting, mpiCpu] = timed(rows, [
        ['time_s', 'time', 'Of all sections and events'],
        ['cpu_s', 'CPU time', 'Also what MPI spends in busy waiting', 2],
        ['work_s', 'work', 'Not in calls of MPI'],
        ['mpi_s', 'MPI', 'In calls of MPI'],
        ['waiting_s', 'waiting', 'For other ranks, before collective calls', 1],
        ['mpi_cpu_s', 'CPU in MPI', 'Mostly busy waiting', 3],
    ]);

    return makeTable({ id: 'ranks_each', caption: 'Ranks', rows, store, sort: 'rank',
        key: (row) => row.folder, columns: filled([
            { id: 'rank', title: 'rank', value: (row) => row.rank,
                text: (row) => String(row.rank) },
            { id: 'host', title: 'host', rank: 2, value: (row) => row.host,
                text: (row) => row.host ?? '-' },
            { id: 'status', title: 'end', value: (row) => row.status, text: (row) => row.status },
            { id: 'events', title: 'events', numeric: true, first: true,
                value: (row) => row.events,
                text: (row) => (typeof row.events === 'number' ? count(row.events) : '-') },
            time, cpu, work, mpi, waiting, mpiCpu,
        ], rows) });
}

export default {
    id: 'ranks',
    title: 'Ranks',
    has: (doc) => (doc.views.ranks_each ?? []).length > 0,
    mount(element, doc, store) {
        const { ranks = [], ranks_each: each } = doc.views;
        const tables = [ranksTable(each, store)];

        if (ranks.length > 0) {
            tables.unshift(branchesTable(ranks, store));
        }
        append(element, (doc.ranks_notes ?? []).map((note) =>
            h('p', { class: 'note' }, visible(note))), tables.map((table) => table.element),
        commandLine(`gaudit report ranks ${quoted(doc.folder)}`));
        store.on((state) => tables.forEach((table) => table.update({ search: state.search })));
    },
};
