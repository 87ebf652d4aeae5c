/* SPDX-License-Identifier: Apache-2.0 */
/* Sampled CPU time by functions and other keys, as `gaudit report hotspots` groups it. */
import { namesOf } from './branch_groups.js';
import { commandLine, h, nameOf, visible } from './dom.js';
import { column, count, counted, fixed, percent, seconds } from './format.js';
import { groupRows } from './group_rows.js';
import { commandOf, passesKeeper } from './selection.js';
import { estimate } from './estimate.js';
import { makeGrouping, titleOf } from './groups.js';
import { makeTable } from './table.js';

const topDown = 'top-down';
const groupings = ['task,function', 'task,function,callstack', 'function', 'function,callstack',
                   'module,function', 'thread,function', 'source-file,source-line', 'task',
                   topDown];

/* A program without tasks has nothing to be grouped by these. */
function groupingsOf({ columns }) {
    return columns.task.some((task) => task > 0) ? groupings :
        ['module,function', ...groupings.filter((group) => group !== 'module,function' &&
            !group.split(',').includes('task'))];
}

function titleOfGrouping(group) {
    if (group === topDown) {
        return 'calls, from the outermost on';
    }
    return group.split(',').map(titleOf).join(' / ');
}

/** Returns the command that prints all groups of a grouping. */
export function commandOfGrouping(doc, state, group) {
    const options = ['--percent-limit', '0'];

    return commandOf(doc, state, group === topDown ? { view: 'top-down', options }
        : { view: 'hotspots', keys: group, options });
}

/* Groups are made anew only if the keys or the filter change, and not for another range. */
function groupingKeeper(samples) {
    const passesOf = passesKeeper(samples);
    let kept = null;

    return (state, group) => {
        const { passes, key } = passesOf(state);

        if (kept?.group !== group || kept.key !== key) {
            const isTopDown = group === topDown;

            kept = { group, key, grouping: makeGrouping(samples, isTopDown ? 'callstack' : group,
                                                       { passes, topDown: isTopDown }) };
        }
        return kept.grouping;
    };
}

/* --- the table -------------------------------------------------------------------------------- */

function errorText(value, error, digits) {
    return `${fixed(value, digits)} ± ${fixed(error, digits)}`;
}

/* Of a branch the last name is shown first, then the two above it: last names may be equal. */
function nameCell(row) {
    const names = row.key0 === 'task' ? namesOf(row) : [row.name];

    if (row.isOthers) {
        return h('span', { class: 'soft' }, row.name);
    }
    if (names.length < 2) {
        return nameOf(row.name);
    }
    return h('span', { title: visible(row.name) }, nameOf(names[names.length - 1]), ' ',
             h('small', { class: 'soft' }, nameOf(names.slice(-3, -1).join(' '))));
}

function makeColumns(view) {
    const share = (row) => row.weight / view.whole * 100;
    const shareError = (row) => row.shareError / view.whole * 100;
    const sorted = (value) => (row) => row.isOthers ? null : value(row);

    return [
        { id: 'name', title: 'name', value: sorted((row) => row.name), text: (row) => row.name,
         cell: nameCell },
        { id: 'share', title: 'share', unit: '%', numeric: true, first: true,
         help: 'Share of the selected CPU time with its standard error', value: sorted(share),
         text: (row) => errorText(share(row), shareError(row), 1) },
        { id: 'bar', title: 'share as a bar with its error', rank: 2,
         bar: (row) => ({ value: share(row), error: shareError(row) }) },
        { id: 'time', title: 'CPU time', unit: () => view.format.unit, numeric: true,
         help: 'Sampled CPU time with its standard error', value: sorted((row) => row.weight),
         text: (row) => `${view.format.text(row.weight / 1e9)} ± ` +
             view.format.text(row.error / 1e9) },
        { id: 'samples', title: 'samples', numeric: true,
         value: sorted((row) => row.samples), text: (row) => count(row.samples) },
    ];
}

/* Chance alone may have made what is below two standard errors. */
const isUnmeasured = (row) => row.weight < 2 * row.error;

/* A row selects its function, or the branch of its task. */
function select(doc, store, row) {
    const { samples } = doc, path = row.key0 === 'task' ? samples.tasks[row.value]?.path : null;

    if (row.isOthers) {
        return;
    }
    if (row.key0 === 'function' || row.key0 === 'callstack') {
        store.set({ function: store.state.function === row.name ? null : row.name });
    } else if (path) {
        store.set({ branch: store.state.branch === path ? null : path });
    }
}

function makeGroupTable(doc, store, view) {
    return makeTable({
        id: 'functions', caption: 'CPU time of groups of samples', columns: makeColumns(view),
        rows: view.rows.list(), store, key: (row) => row.key, sort: '-time', isStacked: true,
        tree: { parent: (row) => row.parent, hasChildren: (row) => row.hasChildren,
               isOpen: (row) => view.rows.isOpen(row.key),
               expand: (row) => {
                   view.rows.open(row.key);
                   view.table.update({ rows: view.rows.list() });
               } },
        select: (row) => select(doc, store, row),
        isSelected: (row) => row.key0 === 'function' && row.name === store.state.function,
        none: 'Nothing to show: there are no samples in the selection.',
        isDim: isUnmeasured, titleOf: (row) => isUnmeasured(row) ? 'not measured' : null,
    });
}

/* --- the view --------------------------------------------------------------------------------- */

function menuOf(store, known) {
    const options = known.map((group) => h('option', { value: group }, titleOfGrouping(group)));
    const menu = h('select', { on: { change: () => store.set({ group: menu.value }) } }, options);

    return { menu, label: h('label', null, 'Group by ', menu) };
}

function selectedText(view, all) {
    const whole = view.whole / 1e9, total = all / 1e9;
    const part = view.whole < all ? `, ${percent(whole / total * 100)} of ${seconds(total)}` : '';

    return `Shares are of ${seconds(whole)} of CPU time in ` +
        `${counted(view.samples, 'sample')}${part}.`;
}

/* Rows of these are dimmed. */
function unmeasuredText({ weight, error, samples }) {
    let n = 0;

    for (let i = 1; i < weight.length; i++) {
        if (samples[i] > 0 && weight[i] < 2 * error[i]) {
            n++;
        }
    }
    if (n === 0) {
        return '';
    }
    return ` ${counted(n, 'group')} below 2 standard errors ${n === 1 ? 'is' : 'are'} dimmed: ` +
        'not measured.';
}

function sum(values) {
    let total = 0;

    for (const value of values) {
        total += value;
    }
    return total;
}

export default {
    id: 'functions',
    title: 'Functions',
    has: (doc) => Boolean(doc.samples?.columns.time_us.length),
    mount(element, doc, store) {
        const { samples } = doc, groupingOf = groupingKeeper(samples);
        const known = groupingsOf(samples);
        const { menu, label } = menuOf(store, known);
        const said = h('p', { class: 'note', role: 'status' });
        const line = commandLine(''), all = sum(samples.columns.weight_ns);
        const view = { whole: 0, samples: 0, format: column([]), rows: groupRows(samples) };
        const redraw = (state) => {
            const group = known.includes(state.group) ? state.group : known[0];
            const grouping = groupingOf(state, group);
            const sums = estimate(samples, state, grouping.groupOf, grouping.count,
                                  grouping.parents);

            view.whole = sums.weight[0];
            view.samples = sums.samples[0];
            view.format = column([view.whole / 1e9]);
            view.rows.set(grouping, sums, state.search);
            menu.value = group;
            said.textContent = selectedText(view, all) + unmeasuredText(sums);
            line.set(commandOfGrouping(doc, state, group));
            view.table?.update({ rows: view.rows.list(), search: state.search });
        };

        redraw(store.state);
        view.table = makeGroupTable(doc, store, view);
        view.table.update({ search: store.state.search });
        element.append(h('div', { class: 'bar-of-tools' }, label), said, view.table.element, line);
        store.on(redraw);
    },
};
