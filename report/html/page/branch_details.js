/* SPDX-License-Identifier: Apache-2.0 */
/* All that is known of the selected branch, also what a narrow table has no room for. */
import { append, clear, h, nameOf } from './dom.js';
import { count, percent, rateText, seconds } from './format.js';

/**
 * The facts of a branch.
 * @param {Object} row of views.timing, with the decisions as `rate`
 * @returns {Array<[string, string]>} names and values
 */
export function factsOf(row) {
    const { rate } = row;
    const facts = [['type', row.type],
        ['total', row.total_percent === null ? seconds(row.total_s) :
            `${seconds(row.total_s)}, ${percent(row.total_percent)} of the time in events`],
        ['self', row.self_percent === null ? seconds(row.self_s) :
            `${seconds(row.self_s)}, ${percent(row.self_percent)}`],
        ['calls', count(row.calls)]];

    if (row.calls > 0 && row.mean_s !== null) {
        facts.push(['mean', `${seconds(row.mean_s)}, standard deviation ${seconds(row.stddev_s)}`],
            ['p50, p90, p99', [row.p50_s, row.p90_s, row.p99_s].map(seconds).join(', ')],
            ['least', seconds(row.min_s)],
            ['most', `${seconds(row.max_s)}, event ${row.slowest_event}`]);
    }
    if (rate && rate.executed > 0) {
        facts.push(['decisions', `${count(rate.accepted)} accepted, ${count(rate.rejected)} ` +
            `rejected, ${count(rate.failed)} failed of ${count(rate.executed)}`],
        ['accepted', `${rateText(rate)} %`]);
    }
    return facts;
}

/**
 * An element for the facts of the selected branch.
 * @returns {HTMLElement} with show(row or null)
 */
export function branchDetails() {
    const element = h('section', { 'aria-label': 'The selected branch', 'aria-live': 'polite' });

    element.hidden = true;
    element.show = (row) => {
        element.hidden = !row;
        if (row) {
            append(clear(element), h('h3', null, nameOf(row.name)),
                h('p', { class: 'note' }, nameOf(row.path)),
                h('dl', { class: 'details' }, factsOf(row).map(([name, text]) =>
                    [h('dt', null, name), h('dd', null, text)])));
        }
    };
    return element;
}
