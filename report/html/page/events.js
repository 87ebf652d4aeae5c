/* SPDX-License-Identifier: Apache-2.0 */
/* Single events: how their times are distributed, in which order they came, which are slow. */
import { axisOf, makeChart } from './chart.js';
import { append, clear, commandLine, h, svg } from './dom.js';
import { eventsInRange } from './event_samples.js';
import { count, counted, mebibytes, percent, percentNumber, quoted, seconds, three,
    wideColumn } from './format.js';
import { foundIn, isPart, measured, slowest } from './event_times.js';
import { linear, log, logBins, thin } from './scales.js';
import { makeSlowBranches } from './slow_branches.js';
import { makeTable } from './table.js';

const LEFT = 52;
const MOST = 2000; /* dots: more are slow, and cover each other */

function limits(values) {
    return [values.reduce((a, b) => Math.min(a, b), Infinity),
        values.reduce((a, b) => Math.max(a, b), -Infinity)];
}

/* Of the events, or if there are too many for a page, as the command has them. */
function binsOf(doc, events, width) {
    if (isPart(doc)) {
        return doc.views.event_histogram.map((row) => ({ count: row.events,
            from: row.low_s || row.high_s / 10, to: row.high_s }));
    }
    return logBins(events.map((row) => row.time_s),
        Math.min(40, Math.max(8, Math.round(width / 14))));
}

function histogram(bins, p99, width) {
    const [low, high] = [bins[0].from, bins.at(-1).to];
    const x = log([low, high > low ? high : low * 2], [LEFT, width - 12]);
    const y = linear([0, limits(bins.map((bin) => bin.count))[1]], [180, 24]);

    return { height: 220, marks: [
        axisOf({ scale: y, from: 180, to: 24, at: LEFT, across: width - 12, text: count,
            isLeft: true, title: 'events', count: 4 }),
        axisOf({ scale: x, from: LEFT, to: width - 12, at: 180, across: 184,
            isTime: true, isLog: true, title: 'time of an event' }),
        bins.map((bin) => svg('rect', { class: bin.from >= p99 ? 'fill-c1' : 'mark',
            x: x(bin.from) + 0.5, width: Math.max(x(bin.to) - x(bin.from) - 1, 1), y: y(bin.count),
            height: 180 - y(bin.count) }, svg('title', null,
            `${seconds(bin.from)} to ${seconds(bin.to)}: ${counted(bin.count, 'event')}`))),
        svg('line', { class: 'equal', x1: x(p99), x2: x(p99), y1: 24, y2: 180 }),
        svg('text', { x: x(p99) - 4, y: 34, 'text-anchor': 'end' }, `p99 ${seconds(p99)}`),
    ] };
}

function dotOf(row, x, y, isSlow) {
    return svg('circle', { class: isSlow ? 'dot off' : 'dot', cx: x(row.start_s).toFixed(1),
        cy: y(row.time_s).toFixed(1), r: isSlow ? 3 : 2 },
    isSlow ? svg('title', null, `event ${row.event}: ${seconds(row.time_s)}`) : null);
}

function sequence(events, p99, width) {
    const [low, high] = limits(events.map((row) => row.time_s));
    const x = linear(limits(events.map((row) => row.start_s)), [LEFT, width - 12]);
    const y = log([low, high > low ? high : low * 2], [180, 24]);
    const dots = thin(events, (row) => row.time_s, MOST);

    return { height: 220, marks: [
        axisOf({ scale: y, from: 180, to: 24, at: LEFT, across: width - 12,
            isTime: true, isLeft: true, isLog: true, title: 'time of an event' }),
        axisOf({ scale: x, from: LEFT, to: width - 12, at: 180, across: 184, isTime: true,
            title: 'start of the event' }),
        dots.map((row) => dotOf(row, x, y, row.time_s > p99)),
    ] };
}

function hasMemory(events) {
    return events.some((row) => row.rss_end_mib !== null && row.rss_end_mib !== undefined);
}

function memory(events, width) {
    const points = thin(events.filter((row) => row.rss_end_mib !== null),
        (row) => row.rss_end_mib, MOST);
    const x = linear(limits(points.map((row) => row.start_s)), [LEFT, width - 12]);
    const top = limits(points.map((row) => row.rss_end_mib))[1];
    const y = linear([0, top], [140, 24]);
    const path = (key) => points.filter((row) => row[key] !== null).map((row, i) =>
        `${i ? 'L' : 'M'}${x(row.start_s).toFixed(1)},${y(row[key]).toFixed(1)}`).join('');

    return { height: 180, marks: [
        axisOf({ scale: y, from: 140, to: 24, at: LEFT, across: width - 12, isLeft: true, count: 3,
            text: (mib) => String(mib), title: 'MiB: all resident memory; anonymous (dashed)' }),
        axisOf({ scale: x, from: LEFT, to: width - 12, at: 140, across: 144,
            isTime: true, title: 'start of the event' }),
        svg('path', { class: 'curve', d: path('rss_end_mib') }),
        svg('path', { class: 'curve dashed', d: path('anonymous_end_mib') }),
    ] };
}

/* --- tables -------------------------------------------------------------------------------- */

function signed(value, text) {
    return value === null || !Number.isFinite(value) ? '-' : (value > 0 ? '+' : '') + text(value);
}

function comparison({ slow, rest, p99 }) {
    const line = (title, key, text, difference = text) => h('tr', null,
        h('th', { scope: 'row' }, title),
        h('td', { class: 'r' }, text(slow[key])), h('td', { class: 'r' }, text(rest[key])),
        h('td', { class: 'r' }, slow[key] === null || rest[key] === null ? '-' :
            signed(slow[key] - rest[key], difference)));
    const head = (title) => h('th', { scope: 'col', class: 'r' }, title);

    const table = h('table', { class: 'data' }, h('caption', null, `Means of events above p99 = ${
        seconds(p99)}, and of the rest`),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'mean per event'),
        head(`slow (${count(slow.events)})`), head(`rest (${count(rest.events)})`),
        head('difference'))),
    h('tbody', null, line('time', 'time', seconds), line('CPU time', 'cpu', seconds),
        line('growth of anonymous memory', 'growth', mebibytes), line('accepted', 'accepted',
            percent, (p) => `${percentNumber(p)} points`)));

    return h('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Slow events' },
        table);
}

function slowTable(rows, shown, store, select) {
    const format = wideColumn(slowest(shown.events, 20).map((row) => row.time_s));
    const column = (id, title, text, more = {}) => ({ id, title, numeric: true,
        value: (row) => row[id], text: (row) => text(row[id]), ...more });

    return makeTable({ id: 'slowest', caption: 'Slowest events', rows, store, sort: '-time_s',
        key: (row) => row.event, select, isSelected: (row) => row.event === shown.chosen, columns: [
            column('event', 'event', String, { numeric: false }),
            column('time_s', 'time', format.text, { unit: format.unit }),
            { id: 'bar', title: 'time as a bar', bar: (row) => ({ value: row.time_s }) },
            { id: 'ratio', title: '× median', numeric: true, rank: 1,
                value: (row) => row.time_s / shown.found.median,
                text: (row) => three(row.time_s / shown.found.median) },
            column('cpu_s', 'CPU time', format.text, { unit: format.unit, rank: 1 }),
            column('decision', 'decision', String, { numeric: false, first: true, rank: 2 }),
            column('worker', 'worker', String, { rank: 2 }),
            column('start_s', 'start', seconds, { rank: 2 }),
        ] });
}

/* `doc.replay`: the command that runs one event again, to which its number is added. */
function replayOf(doc) {
    const which = h('span');
    const line = commandLine('', which);

    line.show = (event, isChosen) => {
        line.hidden = !doc.replay || event === null;
        which.textContent = `The ${isChosen ? 'selected' : 'slowest'} event again:`;
        line.set(`${doc.replay} ${event}`);
    };
    return line;
}

/* As the command has them: a slope with its confidence interval. */
function growthNote(doc, events) {
    const kind = events.some((row) => row.anonymous_end_mib !== null) ? 'anonymous' : 'resident';
    const slope = ({ per, slope_mib: value, low_mib: low, high_mib: high }) =>
        `${mebibytes(value)} ${per} (${mebibytes(low)} to ${mebibytes(high)} at 95 %)`;
    const rows = doc.views.event_growth ?? [];

    return rows.length === 0 ? null : h('p', { class: 'note growth' }, `Growth of ${kind} ` +
        `memory in the whole run: ${rows.map(slope).join(', ')}. It is the median of all slopes: ` +
        'a trend, no proof of a leak.');
}

/* The strip above has the axis of the samples. */
function zeroOf(doc) {
    const us = doc.events_start_us;

    return us ? ` Starts count from the first event, which is at ${seconds(us / 1e6)} above.` : '';
}

function noteOf(doc, events, all, range) {
    if (isPart(doc)) {
        const inRange = range ? `, of which ${count(events)} began in the selected time` : '';

        return `${counted(doc.views.event_count, 'event')}: of so many the page has only the ` +
            `slowest ${count(all)}${inRange}. The distribution is of the whole run.`;
    }
    if (!range || doc.events_start_us === undefined) {
        return `${counted(all, 'event')} of the whole run, without warm-up. Orange: above the ` +
            `99th percentile.${zeroOf(doc)}`;
    }
    return `${count(events)} of ${counted(all, 'event')}, without warm-up: those that began in ` +
        'the selected time. Orange: above their 99th percentile. Commands print the whole run.' +
        zeroOf(doc);
}

/* What is shown: the events that began in the selected range. */
function chartsOf(doc, shown, all) {
    return [
        ['Distribution', makeChart('Histogram of the times of events', (width) =>
            histogram(binsOf(doc, shown.events, width), shown.found.p99, width))],
        [isPart(doc) ? 'The slowest in the order of time' : 'In the order of time',
            makeChart('Times of events against their start', (width) =>
                sequence(shown.events, shown.found.p99, width))],
        ...(hasMemory(all) && !isPart(doc) ? [['Memory at the end of events', makeChart(
            'Memory of the process against the start of events', (width) =>
                memory(shown.events, width))]] : []),
    ];
}

function makeParts(doc, store, all) {
    const shown = { events: all, found: foundIn(doc, all), chosen: null };
    const replay = replayOf(doc);
    const charts = chartsOf(doc, shown, all);
    const means = h('section');
    const part = ([title, ...content]) => h('section', null, h('h3', null, title), content);
    const table = slowTable([], shown, store, (row) => {
        shown.chosen = row.event;
        replay.show(shown.chosen, true);
        table.update();
    });

    return { shown, charts, table, replay, means, branches: makeSlowBranches(doc, store),
        panels: h('div', { class: 'panels' }, charts.map(part), means) };
}

function showEvents(doc, parts, events) {
    const { shown } = parts;
    const rows = slowest(events, 20);

    Object.assign(shown, { events, found: foundIn(doc, events) });
    if (!rows.some((row) => row.event === shown.chosen)) {
        shown.chosen = null;
    }
    parts.replay.show(shown.chosen ?? rows[0]?.event ?? null, shown.chosen !== null);
    parts.panels.hidden = events.length === 0;
    parts.table.update({ rows });
    if (!isPart(doc)) { /* else the rest is not there */
        append(clear(parts.means), h('h3', null, 'Slow events'), comparison(shown.found));
        parts.branches.show(events, events.filter((row) => row.time_s > shown.found.p99),
            shown.found.slow.cpu);
    }
    if (events.length > 0) {
        parts.charts.forEach(([, chart]) => chart.redraw());
    }
}

export default {
    id: 'events',
    title: 'Events',
    has: (doc) => measured(doc.views.events ?? []).length > 1,
    mount(element, doc, store) {
        const all = measured(doc.views.events);
        const parts = makeParts(doc, store, all);
        const note = h('p', { class: 'note' });
        let range; /* the one that is shown */
        const redraw = (state) => {
            if (String(state.range) !== range) {
                const events = eventsInRange(doc, all, state.range);

                range = String(state.range);
                note.textContent = noteOf(doc, events.length, all.length, state.range);
                showEvents(doc, parts, events);
            }
            parts.branches.search(state.search);
        };

        append(element, note, parts.panels, hasMemory(all) ? growthNote(doc, all) : null,
            parts.branches, h('h3', null, 'Slowest events'), parts.table.element, parts.replay,
            commandLine(`gaudit report events ${quoted(doc.folder)}`));
        store.on(redraw);
        redraw(store.state);
    },
};
