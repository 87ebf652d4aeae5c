/* SPDX-License-Identifier: Apache-2.0 */
/* What changed between the results of A, the baseline, and B, whose page this is. */
import { makeIcicle } from './compare_icicle.js';
import { areRelative, changeOf, directionOf, headingOf, nameOfRow, OTHERS, rowsOfTable,
    scaleOf, searchedText, shareOfChange, signed, verdictOf } from './compare_rows.js';
import { failedBadge, notesOf, runSections } from './compare_runs.js';
import { commandLine, h, nameOf, svg, visible } from './dom.js';
import { column, counted, percentNumber, pluralOf, three } from './format.js';
import { makeTable } from './table.js';
import { matchesSearch } from './table_model.js';

/* Of the tables of the page without script, which this replaces: as the command prints them. */
const PRINTED = [...document.querySelectorAll('#static h3')].map((one) => one.textContent);
const MARKS = { slower: 'fill-c1', faster: 'mark', same: 'fill-other' };

/* --- the table ----------------------------------------------------------------------------- */

/* From 1 in the middle to the ratio, its interval as a line; both cut where the scale ends. */
function ratioBar(row, end) {
    const at = (ratio) => `${(50 + 50 * Math.min(Math.max(Math.log(ratio) / Math.log(end), -1),
        1)).toFixed(2)}%`;
    const bar = svg('svg', { class: 'bar', 'aria-hidden': 'true' },
        svg('line', { class: 'one', x1: '50%', x2: '50%', y1: 0, y2: '100%' }));

    if (!(row.ratio > 0)) {
        return bar;
    }
    const [from, to] = [Math.min(row.ratio, 1), Math.max(row.ratio, 1)].map(at);

    bar.append(svg('rect', { class: MARKS[directionOf(row)], x: from, y: '20%', height: '60%',
        width: `${(Number.parseFloat(to) - Number.parseFloat(from)).toFixed(2)}%` }));
    if (row.ratio_low > 0) {
        const ends = { x1: at(row.ratio_low), x2: at(row.ratio_high), y1: '50%', y2: '50%' };

        bar.append(svg('line', { ...ends, class: 'whisker halo' }),
            svg('line', { ...ends, class: 'whisker' }));
    }
    return bar;
}

function nameCell(row) {
    const { name, above } = nameOfRow(row);

    return row.isSum ? h('span', { class: 'soft' }, name) : h('span', null, nameOf(name), above ?
        h('small', { class: 'soft parents' }, nameOf(above)) : null);
}

/* Sums stay below the rows, whatever the order. */
const rowOnly = (value) => (row) => (row.isSum ? null : value(row));

function timeColumn(id, title, format, per) {
    return { id, title, unit: format.unit, numeric: true, first: id === 'baseline', rank: 1,
        help: `Self time per ${per}: geometric mean of the runs`,
        value: rowOnly((row) => row[`${id}_s`]), text: (row) => format.text(row[`${id}_s`]) };
}

/* What changed most is first, faster or slower. */
function changeColumns(rows) {
    const whole = rows.find((row) => row.isSum && row.key !== OTHERS);
    const single = rows.filter((row) => !row.isSum);
    const times = column(single.map(changeOf));
    const kinds = pluralOf(rows[0].kind);
    const shareOf = (row) => shareOfChange(row, whole);

    return [
        { id: 'change', title: 'B - A', unit: times.unit, numeric: true,
            help: `Change of the self time per ${rows[0].per ?? 'event'}; sorted by its size`,
            value: rowOnly((row) => Math.abs(changeOf(row))),
            text: (row) => signed(changeOf(row), times.text) },
        ...(single.every((row) => shareOf(row) === null) ? [] : [{ id: 'part',
            title: 'of the change', unit: '%', numeric: true, rank: 2, value: rowOnly(shareOf),
            help: `B - A of the row in % of B - A of all ${kinds}`,
            text: (row) => percentNumber(shareOf(row)) }]),
    ];
}

function intervalText(row) {
    return row.ratio_low === null || row.ratio_low === undefined ? '-' :
        `${row.ratio_low.toFixed(3)} to ${row.ratio_high.toFixed(3)}`;
}

function ratioColumns(rows) {
    const isRelative = areRelative(rows.filter((row) => !row.isSum));
    const number = (id, title, help, more) => ({ id, title, help, numeric: true, ...more,
        value: rowOnly((row) => row[id]),
        text: (row) => (row[id] === null ? '-' : row[id].toFixed(3)) });

    return [
        ...(isRelative ? [number('time_ratio', 'time ratio', 'Time of B / time of A',
            { rank: 3 })] : []),
        isRelative ? number('ratio', 'relative', 'Time of B / time of A, without what most rows ' +
            'share: what the machine did to all of them') :
            number('ratio', 'ratio', 'Time of B / time of A'),
        { id: 'interval', title: '95 % interval', rank: 3, help: '95 % confidence interval of it',
            value: rowOnly((row) => row.ratio_low), text: intervalText },
    ];
}

function columnsOf(rows, end, isGate) {
    const times = column(rows.filter((row) => !row.isSum).flatMap((row) =>
        [row.baseline_s, row.candidate_s]));
    const verdict = (row) => verdictOf(row, isGate);
    const per = rows[0].per ?? 'event';
    const share = (id, title) => ({ id, title, unit: '%', numeric: true, rank: 4,
        value: rowOnly((row) => row[id]), text: (row) => percentNumber(row[id]) });

    return [
        { id: 'name', title: rows[0].kind, value: rowOnly((row) => nameOfRow(row).name),
            text: searchedText, cell: nameCell },
        ...changeColumns(rows),
        timeColumn('baseline', 'A', times, per), timeColumn('candidate', 'B', times, per),
        { id: 'bar', title: 'ratio as a bar with its interval', rank: 1,
            graphic: (row) => ratioBar(row, end) },
        ...ratioColumns(rows),
        ...(isGate ? [{ id: 'limit', title: 'limit', numeric: true, rank: 1,
            help: 'The largest ratio that the gate lets pass', value: rowOnly((row) => row.limit),
            text: (row) => row.limit?.toFixed(3) ?? '-' }] : []),
        { id: 'verdict', title: 'verdict', value: rowOnly(verdict), text: verdict,
            content: (row) => (isGate && row.gate === 'FAILED' ?
                h('span', null, `${verdictOf(row)} `, failedBadge()) : verdict(row)) },
        share('baseline_percent', 'A'), share('candidate_percent', 'B'),
    ];
}

/* What the selection of a row is in the store; null: it is none. */
function selectionOf(doc, row) {
    if (row.isSum || row.root === '') {
        return null;
    }
    if (row.kind === 'function') {
        return { function: row.path };
    }
    const path = row.kind === 'branch' ? row.path :
        doc.samples?.tasks.find((task) => task.name === row.path)?.path;

    return path ? { branch: path } : null;
}

function isSelected(doc, store, row) {
    const [key, value] = Object.entries(selectionOf(doc, row) ?? {})[0] ?? [];

    return key !== undefined && store.state[key] === value;
}

function makeChangeTable(doc, store, rows, end) {
    return makeTable({ id: 'comparison', caption: headingOf(rows[0], PRINTED), rows, store,
        columns: columnsOf(rows, end, doc.comparison.gate !== null), key: (row) => row.key,
        sort: '-change', isStacked: true,
        tree: { parent: (row) => row.parent },
        select: (row) => {
            const selection = selectionOf(doc, row);

            if (selection) {
                store.set(isSelected(doc, store, row) ? Object.fromEntries(
                    Object.keys(selection).map((key) => [key, null])) : selection);
            }
        },
        isSelectable: (row) => selectionOf(doc, row) !== null,
        isSelected: (row) => isSelected(doc, store, row) });
}

/* --- words --------------------------------------------------------------------------------- */

function sidesOf({ baseline, candidate, gate }) {
    const folders = (side) => side.flatMap((folder, i) => [i > 0 ? ', ' : '', nameOf(folder)]);
    const outcome = { passed: 'passed', failed: 'failed', undecided: 'has no decision' }[gate];

    return h('p', { class: 'note' }, h('b', null, 'A'), ', the baseline: ', folders(baseline), '. ',
        h('b', null, 'B'), ', the candidate: ', folders(candidate), '. ',
        outcome ? h('b', null, `The gate ${outcome}.`) : null);
}

function tableNote(rows, end) {
    const isTested = rows.some((row) => !row.isSum && row.ratio_low !== null);
    const removed = rows.filter((row) => row.verdict === 'removed').length;
    const bars = `Bars: ratio B / A on a logarithmic scale, from 1/${three(end)} at the left to ` +
        `${three(end)} at the right`;

    return `${bars}${isTested ? '; the line is the 95 % interval, grey: it holds 1' :
        '; grey: not tested'}.${removed > 0 ?
        ` ${removed} ${removed > 1 ? 'are' : 'is'} removed: not in the picture.` : ''}`;
}

/* The widths are of the timer, which is also there if only CPU times were compared. */
function noteOfIcicle(rows) {
    const { quantity } = rows.find((row) => row.kind === 'branch');

    return 'Widths: wall time with the branches below, of the first run of B. Colours: ratio ' +
        `B / A of the self ${quantity === 'cpu' ? 'CPU' : 'wall'} time, of all runs.`;
}

/* --- the view ------------------------------------------------------------------------------ */

function makePart(doc, store, kind) {
    const rows = rowsOfTable(doc.comparison.rows.filter((row) => row.kind === kind));
    const end = scaleOf(rows);
    const table = makeChangeTable(doc, store, rows, end);
    const element = h('div', null, h('h3', null, headingOf(rows[0], PRINTED)),
        h('div', { class: 'bar-of-tools' }, table.allColumns), table.element,
        h('p', { class: 'note' }, tableNote(rows, end)),
        notesOf(doc.comparison, pluralOf(kind)));

    return { kind, rows, table, element };
}

function makeSwitch(parts, show) {
    const menu = h('select', { on: { change: () => show(menu.value) } }, parts.map(({ kind }) =>
        h('option', { value: kind }, pluralOf(kind))));

    return parts.length > 1 ? h('label', null, 'Rows: ', menu) : null;
}

/* A row that is selected elsewhere is seen here, also if it is one of the others. */
function follow(doc, store, part, found, state) {
    const { rows, table } = part;
    const row = rows.find((one) => isSelected(doc, store, one));
    const single = rows.filter((one) => !one.isSum);
    const hits = single.filter((one) => matchesSearch(searchedText(one), state.search));

    if (row && row.key !== part.shown) {
        table.reveal(row.key);
    }
    part.shown = row?.key;
    found.textContent = state.search ? `${hits.length} of ${counted(single.length, 'row')}` : '';
    found.hidden = found.textContent === '';
    table.update({ search: state.search });
}

export default {
    id: 'comparison',
    title: 'Comparison',
    has: (doc) => (doc.comparison?.rows ?? []).length > 0,
    mount(element, doc, store) {
        const { comparison, views } = doc;
        const kinds = [...new Set(comparison.rows.map((row) => row.kind))];
        const parts = kinds.map((kind) => makePart(doc, store, kind));
        const found = h('p', { class: 'note', role: 'status' });
        const show = (kind) => parts.forEach((part) => {
            part.element.hidden = part.kind !== kind;
        });
        const icicle = kinds.includes('branch') && views.timing?.length > 0 ?
            makeIcicle(views.timing, comparison.rows, store) : null;
        const redraw = (state) => {
            parts.forEach((part) => follow(doc, store, part, found, state));
            icicle?.show(state.branch);
        };

        show(kinds[0]);
        element.append(...[
            ...comparison.sentences.filter((sentence) => !doc.answers?.includes(sentence)).map(
                (sentence) => h('p', null, visible(sentence))),
            sidesOf(comparison),
            makeSwitch(parts, show), found,
            ...parts.map((part) => part.element),
            icicle && h('h3', null, 'Branches of B'),
            icicle && h('p', { class: 'note' }, noteOfIcicle(comparison.rows)),
            icicle, ...runSections(comparison), commandLine(comparison.command)].filter(Boolean));
        store.on(redraw);
        redraw(store.state);
    },
};
