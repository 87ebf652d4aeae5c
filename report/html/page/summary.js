/* SPDX-License-Identifier: Apache-2.0 */
/* What was run, where and how it ended. */
import { commandLine, h, visible } from './dom.js';
import { count, mebibytes, quoted, seconds, three } from './format.js';

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

/**
 * A value of the summary as a text.
 * @param {{value: *, unit: string}} field
 * @returns {string}
 */
export function textOfField({ value, unit }) {
    if (value === null || value === undefined) {
        return '-';
    }
    if (typeof value === 'number') {
        return unit === 's' ? seconds(value) : unit === 'bytes' ? mebibytes(value / 2 ** 20) :
            Number.isInteger(value) ? `${count(value)} ${unit}`.trim() :
                `${three(value)} ${unit}`.trim();
    }
    const list = fromJson(String(value));

    return visible(list ? listed(list) : String(value));
}

export default {
    id: 'summary',
    title: 'The run',
    has: (doc) => (doc.views.summary ?? []).length > 0,
    mount(element, doc) {
        const rows = doc.views.summary.map((field) => h('tr', null,
            h('th', { scope: 'row' }, visible(field.name.replace(/_/g, ' '))),
            h('td', null, h('bdi', null, textOfField(field)))));

        element.append(h('table', { class: 'facts' }, h('tbody', null, rows)),
            commandLine(`gaudit report summary ${quoted(doc.folder)}`));
    },
};
