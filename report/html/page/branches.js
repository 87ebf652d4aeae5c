/* SPDX-License-Identifier: Apache-2.0 */
/* The branches as a tree: what the timer measured, the decisions, and the CPU time of samples. */
import { branchDetails } from './branch_details.js';
import { commandLine, h, nameOf } from './dom.js';
import { column, count, counted, percentNumber, quoted, rateText, wideColumn } from './format.js';
import { commandOf } from './selection.js';
import { makeTable } from './table.js';
import { matchesSearch } from './table_model.js';

const OPEN_PERCENT = 2; /* smaller branches are closed at first */
const HOT_PERCENT = 10; /* of self time: such names are bold */
const BAR_PERCENT = 0.1; /* smaller bars are left out */
const LEVELS = 6;

/**
 * The rows: those of the timer, with the decisions of their branch.
 * @param {Object} views of the document
 * @returns {Object[]}
 */
export function rowsOf(views) {
    const rates = new Map((views.counts ?? []).map((row) => [row.branch, row]));

    return (views.timing ?? []).map((row) => ({ ...row, rate: rates.get(row.branch) ?? null }));
}

/* What is not part of the time in events has no share: it stays below what has. */
function sharedOnly(row, value) {
    return row.total_percent === null ? null : value;
}

function sum(values) {
    return values.reduce((a, b) => a + b, 0);
}

function shareColumns() {
    return [
        { id: 'share', title: 'share', unit: '%', numeric: true, first: true,
            help: 'Total time of the branch in % of the time in events',
            value: (row) => row.total_percent, text: (row) => percentNumber(row.total_percent) },
        { id: 'bar', title: 'share as a bar, the self time darker', max: 100, rank: 1,
            bar: (row) => (row.total_percent >= BAR_PERCENT ?
                { value: row.total_percent, part: row.self_percent ?? 0 } : {}) },
        { id: 'self_share', title: 'self', unit: '%', numeric: true,
            help: 'Time of the branch without the branches below it, in % of the time in events',
            value: (row) => row.self_percent, text: (row) => percentNumber(row.self_percent) },
    ];
}

function timeColumns(rows) {
    const total = column(rows.map((row) => row.total_s));
    const call = wideColumn(rows.flatMap((row) => [row.mean_s, row.p50_s, row.p99_s]));
    const perCall = (id, title, help, rank, first = false) => ({ id, title, help, rank, first,
        unit: call.unit, numeric: true, value: (row) => sharedOnly(row, row[`${id}_s`]),
        text: (row) => call.text(row[`${id}_s`]) });

    return [
        { id: 'self', title: 'self', unit: total.unit, numeric: true, rank: 4, first: true,
            help: 'Time of the branch without the branches below it',
            value: (row) => sharedOnly(row, row.self_s), text: (row) => total.text(row.self_s) },
        { id: 'total', title: 'total', unit: total.unit, numeric: true,
            help: 'Time of the branch with the branches below it',
            value: (row) => sharedOnly(row, row.total_s), text: (row) => total.text(row.total_s) },
        { id: 'calls', title: 'calls', numeric: true, rank: 2, first: true,
            value: (row) => row.calls, text: (row) => count(row.calls) },
        perCall('mean', 'mean', 'Mean time of a call', 2),
        perCall('p50', 'p50', 'Half of the calls take less', 3),
        perCall('p90', 'p90', '90 % of the calls take less', 3),
        perCall('p99', 'p99', '99 % of the calls take less', 3),
        perCall('stddev', 'std.dev.', 'Standard deviation of the calls', 4),
        perCall('max', 'max', 'The slowest call', 3),
        { id: 'event', title: 'at event', numeric: true, rank: 3,
            help: 'The event of the slowest call', value: (row) => row.slowest_event,
            text: (row) => (row.slowest_event === null ? '-' : String(row.slowest_event)) },
    ];
}

function rateColumn() {
    const text = ({ rate }) => (rate && rate.executed > 0 ? rateText(rate) : '-');

    return { id: 'rate', title: 'accepted', unit: '%', numeric: true, rank: 4, first: true,
        help: 'Share of accepted executions with its binomial error; where all or nothing was ' +
            'accepted, with its 95 % interval',
        value: ({ rate }) => rate?.rate_percent ?? null, text };
}

/* Growth of the resident memory of the process, in whole MB as the document has it. */
function memoryColumns(rows) {
    const of = (id, title, what) => ({ id, title, unit: 'MB', numeric: true, rank: 4, first: true,
        help: `Growth of the resident memory of the process during calls of the branch${what}`,
        value: (row) => row[`${id}_MB`], text: (row) => count(row[`${id}_MB`]) });

    return rows.every((row) => row.memory_self_MB === undefined) ? [] :
        [of('memory_total', 'memory', ', summed'),
            of('memory_self', 'memory, self', ' without those below it, summed')];
}

/* `sampled.by`: by path {weight, error} in ns, of what is selected. */
function sampledColumn(sampled) {
    const of = (row) => sampled.by?.get(row.path) ?? null;
    const text = (row) => {
        const found = of(row);

        return found && found.weight > 0 ? `${sampled.format.text(found.weight / 1e9)} ± ` +
            sampled.format.text(found.error / 1e9) : '-';
    };

    return { id: 'sampled', title: 'CPU, sampled', numeric: true, rank: 3, first: true,
        unit: () => sampled.format.unit, help: 'CPU time of samples with its standard error',
        value: (row) => of(row)?.weight ?? null, text };
}

function makeSampled(doc) {
    const sampled = { by: null, format: column([]) };

    sampled.follow = (state) => {
        sampled.by = doc.sampledByBranch(state);
        sampled.format = column([...sampled.by.values()].map((found) => found.weight / 1e9));
    };
    return sampled;
}

function levelButtons(table, depth) {
    const levels = Array.from({ length: Math.min(LEVELS, depth) }, (_, i) => i + 1);

    return h('div', { class: 'levels', role: 'group', 'aria-label': 'Open branches to a level' },
        h('span', { 'aria-hidden': 'true' }, 'open to level'),
        levels.map((level) => h('button', { type: 'button', 'aria-label': `level ${level}`,
            on: { click: () => table.openLevel(level) } }, String(level))));
}

function nameCell(row) {
    return row.self_percent >= HOT_PERCENT ? h('b', null, nameOf(row.name)) : nameOf(row.name);
}

function makeBranchTable(doc, store, rows, sampled) {
    const columns = [
        { id: 'branch', title: 'branch', value: (row) => row.name, text: (row) => row.name,
            full: (row) => row.path, cell: nameCell, help: `Bold: at least ${HOT_PERCENT} % of ` +
                'the time in events without the branches below' },
        ...shareColumns(), ...timeColumns(rows), ...(sampled ? [sampledColumn(sampled)] : []),
        ...(doc.views.counts ? [rateColumn()] : []), ...memoryColumns(rows),
    ];

    return makeTable({ id: 'branches', caption: 'Time per branch', columns, rows, store,
        key: (row) => row.branch, sort: '-total', isStacked: true,
        tree: { parent: (row) => row.parent, isOpen: (row) => row.total_percent > OPEN_PERCENT },
        select: (row) => store.set({ branch: store.state.branch === row.path ? null : row.path }),
        isSelected: (row) => store.state.branch === row.path });
}

/* A branch that is selected elsewhere is opened here. */
function revealSelected(table, rows, path) {
    const row = path === null ? null : rows.find((r) => r.path === path);

    if (row) {
        table.reveal(row.branch);
    }
}

/* Of the selected range and function, as the column of sampled CPU time. */
function commandOfSamples(doc, state) {
    return commandOf(doc, { ...state, branch: null, thread: null }, { view: 'hotspots',
        keys: 'task', options: ['--percent-limit', '0'] });
}

function commandsOf(doc) {
    const folder = quoted(doc.folder);

    return [commandLine(`gaudit report timing ${folder} --wide`),
        ...(doc.views.counts ? [commandLine(`gaudit report counts ${folder}`, 'Decisions:')] : [])];
}

export default {
    id: 'branches',
    title: 'Branches',
    has: (doc) => (doc.views.timing ?? []).length > 0,
    mount(element, doc, store) {
        const rows = rowsOf(doc.views);
        const sampled = doc.sampledByBranch && doc.samples ? makeSampled(doc) : null;
        const table = makeBranchTable(doc, store, rows, sampled);
        const found = h('span', { class: 'note', role: 'status' });
        const range = h('p', { class: 'note' });
        const depth = 1 + rows.reduce((most, row) => Math.max(most, row.depth), 0);
        const total = sum(rows.filter((row) => row.parent === null).map((row) => row.calls));
        const details = branchDetails();
        const ownTimes = sampled ? commandLine('', 'CPU time of samples, without the branches ' +
            'below:') : null;
        let branch = null;

        const redraw = (state) => {
            sampled?.follow(state);
            if (state.branch !== branch) {
                branch = state.branch;
                revealSelected(table, rows, branch);
                details.show(rows.find((row) => row.path === branch) ?? null);
            }
            const hits = rows.filter((row) => matchesSearch(row.name, state.search)).length;

            found.textContent = state.search ? `${hits} of ${counted(rows.length, 'branch')}` : '';
            range.textContent = state.range && total > 0 ? 'Times and decisions are of the whole ' +
                `run${sampled ? '; the CPU time of samples is of the selected range' : ''}.` : '';
            range.hidden = range.textContent === '';
            ownTimes?.set(commandOfSamples(doc, state));
            table.update({ search: state.search });
        };

        element.append(h('div', { class: 'bar-of-tools' }, levelButtons(table, depth),
            table.allColumns, found),
            range, h('div', { class: 'detailed' }, table.element, details),
            ...commandsOf(doc), ...(ownTimes ? [ownTimes] : []));
        store.on(redraw);
        redraw(store.state);
    },
};
