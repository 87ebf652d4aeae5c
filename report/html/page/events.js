/* SPDX-License-Identifier: Apache-2.0 */
/* Single events: how their times are distributed, in which order they came, which are slow. */
import { axisOf, makeChart } from './chart.js';
import { append, commandLine, h, svg } from './dom.js';
import { count, mebibytes, percent, quoted, seconds, three, wideColumn } from './format.js';
import { measured, slowAgainstRest, slowest } from './event_times.js';
import { linear, log, logBins, thin } from './scales.js';
import { makeTable } from './table.js';

const LEFT = 52;
const MOST = 2000; /* dots: more are slow, and cover each other */

function limits(values) {
    return [values.reduce((a, b) => Math.min(a, b), Infinity),
        values.reduce((a, b) => Math.max(a, b), -Infinity)];
}

function histogram(events, p99, width) {
    const times = events.map((row) => row.time_s);
    const bins = logBins(times, Math.min(40, Math.max(8, Math.round(width / 14))));
    const [low, high] = limits(times);
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
            `${seconds(bin.from)} to ${seconds(bin.to)}: ${count(bin.count)} events`))),
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
    const line = (title, key, text) => h('tr', null, h('th', { scope: 'row' }, title),
        h('td', { class: 'r' }, text(slow[key])), h('td', { class: 'r' }, text(rest[key])),
        h('td', { class: 'r' }, slow[key] === null || rest[key] === null ? '-' :
            signed(slow[key] - rest[key], text)));
    const head = (title) => h('th', { scope: 'col', class: 'r' }, title);

    return h('table', { class: 'data' }, h('caption', null, `Means of events above p99 = ${
        seconds(p99)}, and of the rest`),
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, 'mean per event'),
        head(`slow (${count(slow.events)})`), head(`rest (${count(rest.events)})`),
        head('difference'))),
    h('tbody', null, line('time', 'time', seconds), line('CPU time', 'cpu', seconds),
        line('growth of anonymous memory', 'growth', mebibytes), line('accepted', 'accepted',
            percent)));
}

function slowTable(rows, median, store, select, chosen) {
    const format = wideColumn(rows.map((row) => row.time_s));
    const column = (id, title, text, more = {}) => ({ id, title, numeric: true,
        value: (row) => row[id], text: (row) => text(row[id]), ...more });

    return makeTable({ id: 'slowest', caption: 'Slowest events', rows, store, sort: '-time_s',
        key: (row) => row.event, select, isSelected: (row) => row.event === chosen(), columns: [
            column('event', 'event', String, { numeric: false }),
            column('time_s', 'time', format.text, { unit: format.unit }),
            { id: 'bar', title: 'time as a bar', bar: (row) => ({ value: row.time_s }) },
            { id: 'ratio', title: '× median', numeric: true, rank: 1,
                value: (row) => row.time_s / median, text: (row) => three(row.time_s / median) },
            column('cpu_s', 'CPU time', format.text, { unit: format.unit, rank: 1 }),
            column('decision', 'decision', String, { numeric: false, first: true, rank: 2 }),
            column('worker', 'worker', String, { rank: 2 }),
            column('start_s', 'start', seconds, { rank: 2 }),
        ] });
}

/* `doc.replay`: the command that runs one event again, to which its number is added. */
function replayLine(doc, event) {
    return doc.replay ? `${doc.replay} ${event}` : `gaudit report event ${event} ` +
        quoted(doc.folder);
}

export default {
    id: 'events',
    title: 'Events',
    has: (doc) => measured(doc.views.events ?? []).length > 1,
    mount(element, doc, store) {
        const events = measured(doc.views.events);
        const found = slowAgainstRest(events);
        const slow = slowest(events, 20);
        const replay = commandLine(replayLine(doc, slow[0].event), 'The selected event again:');
        let chosen = slow[0].event;
        const table = slowTable(slow, found.median, store, (row) => {
            chosen = row.event;
            replay.set(replayLine(doc, chosen));
            table.update();
        }, () => chosen);
        const charts = [
            ['Distribution', makeChart('Histogram of the times of events', (width) =>
                histogram(events, found.p99, width))],
            ['In the order of time', makeChart('Times of events against their start', (width) =>
                sequence(events, found.p99, width))],
            ...(hasMemory(events) ? [['Memory at the end of events', makeChart(
                'Memory of the process against the start of events', (width) =>
                    memory(events, width))]] : []),
        ];
        const part = ([title, ...content]) => h('section', null, h('h3', null, title), content);

        append(element, h('p', { class: 'note' },
            `${count(events.length)} events of the whole run, without warm-up. Orange: above ` +
            'the 99th percentile.'),
        h('div', { class: 'panels' }, charts.map(part), part(['Slow events', comparison(found)])),
        h('h3', null, 'Slowest events'), table.element, doc.replay ? replay : null,
        commandLine(`gaudit report events ${quoted(doc.folder)}`));
        charts.forEach(([, chart]) => chart.redraw());
    },
};
