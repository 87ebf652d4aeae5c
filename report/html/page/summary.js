/* SPDX-License-Identifier: Apache-2.0 */
/* What was run, where and how it ended, and how good its samples are. */
import { commandLine, h, visible } from './dom.js';
import { count, fixed, quantity, quoted } from './format.js';

/* What the command calls a field, where that is not its name. */
const LABELS = { wall: 'Wall time', loop: 'Event loop', user: 'User time', system: 'System time',
    peak_rss: 'Peak memory', cpu_model: 'CPU model' };
const SAMPLING = { ...LABELS, cpu: 'CPU time used', interval: 'Achieved interval',
    share_error: 'Error of a share', dropped: 'Dropped samples', truncated: 'Call stacks cut short',
    frames_by_stack_scan: 'Frames by stack scan', collector: 'Used by the collector',
    clock_note: 'No better clock', warning: 'Warnings' };

/**
 * What the command calls a field.
 * @param {string} name
 * @param {Object} labels by name
 * @returns {string}
 */
export function labelOf(name, labels = LABELS) {
    const words = name.replace(/_/g, ' ');

    return labels[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function fromJson(text) {
    try {
        return /^[[{]/.test(text) ? JSON.parse(text) : null;
    } catch {
        return null;
    }
}

function listed(value) {
    return Array.isArray(value) ? value.map(String).join(', ') :
        Object.entries(value).map(([name, text]) => `${name} ${text}`).join(', ');
}

/* A part of a whole, as '424 (14.1 %)'. */
function partText(part, whole) {
    return whole > 0 ? `${count(part)} (${quantity(100 * part / whole, '%')})` : count(part);
}

/**
 * A value of the summary as a text.
 * @param {{name: string, value: *, unit: string}} field
 * @param {Object} all values by name
 * @returns {string}
 */
export function textOfField({ name, value, unit }, all = {}) {
    if (value === null || value === undefined) {
        return name === 'warning' ? 'none' : '-';
    }
    if (name === 'event_window') {
        return String(value).replace(/\]$/, ')'); /* its end is not in it */
    }
    if (typeof value === 'number') {
        if (name === 'accepted') {
            return partText(value, all.events);
        }
        return unit === '' ? count(value) : unit === 'Hz' ? `${quantity(value, '')} events/s` :
            unit === 'percent' ? `${quantity(value, '')} %` : quantity(value, unit);
    }
    const list = fromJson(String(value));

    return visible(list ? listed(list) : String(value));
}

function valuesOf(fields) {
    return Object.fromEntries((fields ?? []).map(({ name, value }) => [name, value]));
}

function textOfSampling(field, all) {
    const { name, value } = field;

    if (name === 'sampled' && all.cpu > 0) {
        return `${quantity(value, 's')} of ${quantity(all.cpu, 's')} (${
            fixed(100 * value / all.cpu, 1)} %)`;
    }
    if (name === 'share_error') {
        return `${Number(value.toPrecision(2))} points at 50 %, if samples are independent`;
    }
    if (name === 'dropped' && value > 0) {
        return partText(value, value + all.samples);
    }
    if (name === 'truncated' && value > 0) {
        return partText(value, all.samples);
    }
    return textOfField(field, all);
}

/* --- above all views ----------------------------------------------------------------------- */

/**
 * What is wrong with a run as a whole: how it failed, or that it has no samples.
 * @param {Object} doc
 * @returns {string|null} null: nothing
 */
export function failureOf(doc) {
    const { status, failure_reason: reason, exit_status: exit } = valuesOf(doc.views.summary);

    if (status && status !== 'finished') {
        return `${status}: ${reason ?? (exit === undefined ? 'no reason is known' :
            `exit status ${exit}`)}`;
    }
    return doc.samples && doc.samples.columns.time_us.length === 0 ?
        'no samples: the program used too little CPU time, or none while it was sampled' : null;
}

/**
 * Which run a page is of: job or command, date, host, events, version.
 * @param {Object} doc
 * @returns {string[]}
 */
export function identityOf(doc) {
    const run = valuesOf(doc.views.summary);
    const date = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(run.start_time ?? '');
    const version = (fromJson(String(run.versions ?? '')) ?? {}).gaudit;

    return [run.job ?? run.command, date && `${date[1]} ${date[2]} UTC`, run.host,
        typeof run.events === 'number' ? `${count(run.events)} events` : null,
        version && `gaudit ${version}`].filter(Boolean).map(visible);
}

/* --- the view ------------------------------------------------------------------------------ */

function factsTable(caption, fields, labels, textOf) {
    const all = valuesOf(fields);
    const rows = fields.map((field) => h('tr', null,
        h('th', { scope: 'row' }, visible(labelOf(field.name, labels))),
        h('td', null, h('bdi', null, textOf(field, all)))));

    return h('table', { class: 'facts' }, h('caption', null, caption), h('tbody', null, rows));
}

export default {
    id: 'summary',
    title: 'The run',
    has: (doc) => (doc.views.summary ?? []).length > 0,
    mount(element, doc) {
        const { summary, sampling = [] } = doc.views;

        element.append(factsTable('Run', summary, LABELS, textOfField),
            ...(sampling.length > 0 ?
                [factsTable('Samples', sampling, SAMPLING, textOfSampling)] : []),
            commandLine(`gaudit report summary ${quoted(doc.folder)}`));
    },
};
