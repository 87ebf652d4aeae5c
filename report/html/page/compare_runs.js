/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of a comparison that are not of branches, tasks or functions: what was set, the whole
 * runs, events. */
import { h, visible } from './dom.js';
import { mebibytes, seconds } from './format.js';

const TOTALS = { wall_s: 'wall time', loop_s: 'event loop', cpu_s: 'CPU of the process',
    peak_rss_bytes: 'peak memory' };
const PER_EVENT = ['loop_s', 'cpu_s']; /* where runs have events */
const EVENTS = { event_time: 'time', event_cpu_time: 'CPU time', growth_mib: 'memory growth' };

/**
 * How a row of the whole runs is called.
 * @param {Object} row of comparison.total
 * @param {boolean} isPerEvent whether times are per event
 * @returns {string}
 */
export function nameOfTotal({ path }, isPerEvent) {
    return `${TOTALS[path] ?? path}${isPerEvent && PER_EVENT.includes(path) ? ' per event' : ''}`;
}

/**
 * How a row of the events is called.
 * @param {Object} row of comparison.events
 * @returns {string}
 */
export function nameOfEvents({ path }) {
    return EVENTS[path] ?? path;
}

/**
 * A value of one side with its unit.
 * @param {string} path of the row, which ends with the unit
 * @param {number|null} value
 * @returns {string}
 */
export function quantityOf(path, value) {
    return path.endsWith('_bytes') ? mebibytes(value === null ? null : value / 2 ** 20) :
        path.endsWith('_mib') ? mebibytes(value) : seconds(value);
}

function ratioText(value) {
    return value === null || value === undefined ? '-' : value.toFixed(3);
}

/**
 * The 95 % interval of the ratio of a row, or of its difference if it has one.
 * @param {Object} row
 * @returns {string}
 */
export function intervalOf(row) {
    if (row.ratio_low !== null && row.ratio_low !== undefined) {
        return `${ratioText(row.ratio_low)} to ${ratioText(row.ratio_high)}`;
    }
    return row.difference_low === null || row.difference_low === undefined ? '-' :
        `B - A: ${quantityOf(row.path, row.difference_low)} to ${
            quantityOf(row.path, row.difference_high)}`;
}

/**
 * The mark of a row that fails a gate, in the word of the command.
 * @returns {HTMLElement}
 */
export function failedBadge() {
    return h('b', { class: 'badge' }, 'FAILED');
}

function makeTable(caption, titles, rows) {
    const cell = (content, i) => h('td', { class: i < rows.numeric ? 'r' : null },
        typeof content === 'string' ? visible(content) : content);
    const head = (title, i) => h('th', { scope: 'col',
        class: i > 0 && i <= rows.numeric ? 'r' : null }, title);

    return h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': caption },
        h('table', { class: 'data' }, h('caption', { class: 'offscreen' }, caption),
            h('thead', null, h('tr', null, titles.map(head))),
            h('tbody', null, rows.cells.map(([name, ...texts]) => h('tr', null,
                h('th', { scope: 'row' }, h('bdi', null, visible(name))), texts.map(cell))))));
}

function changesTable(caption, rows, nameOf, isGate) {
    const verdict = (row) => (isGate && row.gate === 'FAILED' ?
        h('span', null, `${row.verdict ?? '-'} `, failedBadge()) : row.verdict ?? '-');
    const hasLimit = isGate && rows.some((row) => row.limit);

    return makeTable(caption, ['', 'A', 'B', 'ratio', '95 % interval',
        ...(hasLimit ? ['limit'] : []), 'verdict'], { numeric: hasLimit ? 5 : 4,
        cells: rows.map((row) => [nameOf(row), quantityOf(row.path, row.baseline),
            quantityOf(row.path, row.candidate), ratioText(row.ratio), intervalOf(row),
            ...(hasLimit ? [ratioText(row.limit)] : []), verdict(row)]) });
}

/**
 * The lines that the command has below a table; null: none.
 * @param {Object} comparison of the document
 * @param {string} name of the table
 * @returns {HTMLElement|null}
 */
export function notesOf({ notes }, name) {
    const lines = notes?.[name] ?? [];

    return lines.length === 0 ? null : h('ul', { class: 'note' },
        lines.map((line) => h('li', null, visible(line))));
}

/**
 * Sections of what was set, the whole runs and the events, as far as there are any.
 * @param {Object} comparison of the document
 * @returns {HTMLElement[]}
 */
export function runSections(comparison) {
    const { differences = [], total = [], events = [], gate, rows } = comparison;
    const isPerEvent = rows[0]?.per === 'event';
    const part = (id, title, table) => h('section', { 'data-table': id }, h('h3', null, title),
        table, notesOf(comparison, id));

    return [
        differences.length > 0 && part('differences', 'What differs', makeTable(
            'Settings, machines and versions that differ', ['', 'A', 'B'], { numeric: 0,
                cells: differences.map((row) => [row.setting, row.baseline, row.candidate].map(
                    (text) => String(text ?? '-'))) })),
        total.length > 0 && part('total', 'Whole runs', changesTable('Whole runs', total,
            (row) => nameOfTotal(row, isPerEvent), false)),
        events.length > 0 && part('events', 'Events', changesTable(
            'Events that both sides have', events, nameOfEvents, gate !== null)),
    ].filter(Boolean);
}
