/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the timer and the samples of one run say the same: they share nothing but the run. */
import { axisOf, makeChart } from './chart.js';
import { commandLine, h, nameOf, svg, visible } from './dom.js';
import { count, fixed, percentNumber, quoted } from './format.js';
import { linear } from './scales.js';
import { makeTable } from './table.js';

const FAR = 3; /* standard errors */
const LEAST = 0.1; /* %: smaller ones are shown together */

/**
 * The end of a name of a branch, and what stands before it.
 * @param {string} path
 * @returns {{name: string, above: string}} above: its two nearest parents
 */
export function shortName(path) {
    const names = path.split(' ');

    return { name: names[names.length - 1], above: names.slice(-3, -1).join(' ') };
}

function pointOf(row, x, y, isSelected) {
    const far = Math.abs(row.z ?? 0) > FAR;
    const at = { x: x(row.timer_percent), y: y(row.sampled_percent) };
    const up = y(row.sampled_percent + row.error_percent);
    const down = y(Math.max(row.sampled_percent - row.error_percent, 0));

    return [svg('line', { class: 'error', x1: at.x, x2: at.x, y1: up, y2: down }),
        svg('circle', { class: `dot${far ? ' off' : ''}${isSelected ? ' chosen' : ''}`,
            cx: at.x, cy: at.y, r: isSelected ? 7 : 4.5 },
        svg('title', null, `${visible(row.branch)}: timer ${percentNumber(row.timer_percent)} %, ` +
            `samples ${percentNumber(row.sampled_percent)} %`)),
        far ? svg('text', { class: 'strong', x: at.x + 8, y: at.y + 4 },
            visible(shortName(row.branch).name)) : null];
}

function draw(rows, width, selected) {
    const side = Math.min(width, 420);
    const most = 1.05 * rows.reduce((max, row) => Math.max(max, row.timer_percent,
        row.sampled_percent + row.error_percent), 1);
    const x = linear([0, most], [44, side - 12]);
    const y = linear([0, most], [side - 40, 24]);
    const text = (value) => `${value} %`;

    return { height: side, marks: [
        axisOf({ scale: x, from: 44, to: side - 12, at: side - 40, across: 24, text,
            title: 'timer, share of the time in events' }),
        axisOf({ scale: y, from: side - 40, to: 24, at: 44, across: side - 12, text, isLeft: true,
            title: 'samples' }),
        svg('line', { class: 'equal', x1: x(0), y1: y(0), x2: x(most), y2: y(most) }),
        rows.map((row) => pointOf(row, x, y, row.branch === selected)),
    ] };
}

/* The timer measures CPU time only if the job says so; else that of samples is taken. */
function ratioColumns(rows) {
    return rows.some((row) => typeof row.cpu_per_wall === 'number') ? [{ id: 'cpu_per_wall',
        title: 'CPU/wall', numeric: true, rank: 3, value: (row) => row.cpu_per_wall,
        help: 'CPU time / wall time of the branch: below 1 it waited, or others had the processor',
        text: (row) => fixed(row.cpu_per_wall, 2) }] : [];
}

/* As the command writes it, and with a plus. */
function signed(points) {
    const text = percentNumber(points);

    return points > 0 && !text.startsWith('<') ? `+${text}` : text;
}

/**
 * Whether neither the timer nor the samples have 0.1 % in a branch.
 * @param {Object} row of views.agreement
 * @returns {boolean}
 */
export function isTiny(row) {
    return row.timer_percent < LEAST && row.sampled_percent < LEAST;
}

/**
 * Such branches as one row, without an error.
 * @param {Object[]} rows
 * @returns {Object}
 */
export function othersOf(rows) {
    const sum = (key) => rows.reduce((total, row) => total + row[key], 0);

    return { branch: `[${rows.length} others below ${LEAST} %]`, isOthers: true, z: null,
        error_percent: null, timer_percent: sum('timer_percent'), samples: sum('samples'),
        sampled_percent: sum('sampled_percent'), difference_percent: sum('difference_percent') };
}

function sampledText({ sampled_percent: sampled, error_percent: error }) {
    return fixed(sampled, 1) + (error === null ? '' : ` ± ${fixed(error, 1)}`);
}

function nameCell({ branch, isOthers }) {
    const { name, above } = shortName(branch);

    return isOthers ? h('span', { class: 'soft' }, branch) : h('span', null, nameOf(name),
        h('small', { class: 'soft parents' }, nameOf(above)));
}

function tableOf(rows, store) {
    const number = (id, title, text, more = {}) => ({ id, title, numeric: true, ...more,
        value: (row) => row[id], text: (row) => text(row[id], row) });

    return makeTable({ id: 'agreement', caption: 'Timer and samples', rows, store,
        sort: '-timer_percent', key: (row) => row.branch, isStacked: true, columns: [
            { id: 'branch', title: 'branch', value: (row) => shortName(row.branch).name,
                text: (row) => row.branch, cell: nameCell },
            number('timer_percent', 'timer', percentNumber, { unit: '%' }),
            number('sampled_percent', 'sampled', (_, row) => sampledText(row), { unit: '%' }),
            number('difference_percent', 'difference', signed, { unit: 'points' }),
            number('z', 'errors', percentNumber,
                { help: 'The difference in standard errors', rank: 1 }),
            number('samples', 'samples', count, { rank: 2 }),
            ...ratioColumns(rows),
        ],
        isSmall: (row) => isTiny(row) && row.branch !== store.state.branch, others: othersOf,
        select: (row) => !row.isOthers && store.set({
            branch: store.state.branch === row.branch ? null : row.branch }),
        isSelected: (row) => store.state.branch === row.branch });
}

/* The verdict of the command is the last of the answers. */
function sentence(doc) {
    return `${doc.answers[doc.answers.length - 1] ?? ''} `;
}

/* Warnings are read; what explains the numbers is folded. */
function notesOf({ agreement_notes: notes = [] }) {
    const isWarning = (note) => note.startsWith('warning: ');
    const lines = (list) => list.map((note) => h('p', { class: 'note' }, visible(note)));
    const details = notes.filter((note) => !isWarning(note));

    return [...lines(notes.filter(isWarning)), details.length > 0 ? h('details', null,
        h('summary', null, 'Details'), lines(details)) : null];
}

export default {
    id: 'agreement',
    title: 'Agreement',
    has: (doc) => (doc.views.agreement ?? []).length > 0,
    mount(element, doc, store) {
        const rows = doc.views.agreement;
        const table = tableOf(rows, store);
        const chart = makeChart('Shares by samples against those by the timer, as in the table',
            (width) => draw(rows, width, store.state.branch), 27);

        element.append(h('p', null, sentence(doc), ' ', h('span', { class: 'soft' },
            'Whole run. On the dashed line both say the same; the lines at points are one ' +
            'standard error.')),
        h('div', { class: 'beside' }, chart, table.element), ...notesOf(doc).filter(Boolean),
        commandLine(`gaudit compare ${quoted(doc.folder)}`));
        chart.redraw();
        store.on((state) => {
            chart.redraw();
            table.update({ search: state.search });
        });
    },
};
