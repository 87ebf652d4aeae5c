/* SPDX-License-Identifier: Apache-2.0 */
/* What a comparison says of its rows, without the DOM. A: the baseline, B: the candidate. */
const TOTAL = /^all (branches|tasks|functions)$/;
const CHANGED = ['significant', 'added', 'removed'];
const STEPS = [1.05, 1.2, 1.5, 2]; /* ratios at which a colour becomes stronger */

/** The key of the row that holds the others. */
export const OTHERS = 'others';

/**
 * Whether a row is the sum over all others.
 * @param {Object} row of doc.comparison.rows
 * @returns {boolean}
 */
export function isTotal(row) {
    return row.root === '' && TOTAL.test(row.path);
}

/**
 * The change of the time, B - A; above 0: B takes longer. What is missing on one side takes none.
 * @param {Object} row
 * @returns {number} in seconds
 */
export function changeOf(row) {
    return (row.candidate_s ?? 0) - (row.baseline_s ?? 0);
}

/**
 * What a row has of the change of the whole. If chance alone can have made that, there is none.
 * @param {Object} row
 * @param {Object|undefined} whole row of the sum over all
 * @returns {number|null} in %
 */
export function shareOfChange(row, whole) {
    const isTested = whole && whole.ratio_low !== null;
    const change = whole ? changeOf(whole) : 0;

    return change === 0 || (isTested && directionOf(whole) === 'same') ? null :
        100 * changeOf(row) / change;
}

/**
 * In which direction a row has changed, if chance alone has not made its ratio.
 * @param {Object} row
 * @returns {string} 'slower', 'faster', or 'same': the interval holds 1, or there is none
 */
export function directionOf(row) {
    const { ratio, ratio_low: low, ratio_high: high } = row;

    if (low > 1 || (row.verdict === 'significant' && ratio > 1)) {
        return 'slower';
    }
    return (high !== null && high < 1) || (row.verdict === 'significant' && ratio < 1) ?
        'faster' : 'same';
}

/**
 * How strong the colour of a ratio is: the same for a ratio and its inverse.
 * @param {number} ratio
 * @returns {number} 1 to 5; 5: from 2 on
 */
export function strengthOf(ratio) {
    const size = Math.max(ratio, 1 / ratio);

    return 1 + STEPS.filter((step) => size >= step * (1 - 1e-12)).length;
}

/**
 * The class of the colour of a row.
 * @param {Object|null} row null: it was not compared
 * @returns {string}
 */
export function colourOf(row) {
    const direction = row ? directionOf(row) : 'same';

    return direction === 'same' ? 'same' : `${direction}${strengthOf(row.ratio)}`;
}

function total(rows, key) {
    return rows.reduce((sum, row) => sum + (row[key] ?? 0), 0);
}

/**
 * Whether ratios of rows are to what most rows share, and not of their times.
 * @param {Object[]} rows
 * @returns {boolean}
 */
export function areRelative(rows) {
    return rows.some((row) => Math.abs(row.time_ratio - row.ratio) > 1e-9);
}

/* Of geometric means: their sum has no interval, and no ratio to what most rows share. */
function othersOf(rows, isRelative) {
    const baseline = total(rows, 'baseline_s');
    const candidate = total(rows, 'candidate_s');
    const ratio = baseline > 0 ? candidate / baseline : null;
    const word = rows.every((row) => row.verdict === 'too small') ? 'too small' : 'within chance';

    return { key: OTHERS, parent: null, isSum: true, root: '',
        path: `[${rows.length} others ${word}]`,
        kind: rows[0].kind, verdict: '', gate: '', baseline_s: baseline, candidate_s: candidate,
        baseline_percent: total(rows, 'baseline_percent'),
        candidate_percent: total(rows, 'candidate_percent'),
        ratio: isRelative ? null : ratio, ratio_low: null, ratio_high: null,
        time_ratio: ratio };
}

/**
 * The rows of the table: what changed; the others below one row; the sum over all. Where nothing
 * could be tested, as with a single run on each side, only rows that are too small are the others.
 * @param {Object[]} rows of one kind
 * @returns {Object[]} copies with key, parent, isSum
 */
export function rowsOfTable(rows) {
    const single = rows.filter((row) => !isTotal(row));
    const isTested = single.some((row) => row.ratio_low !== null);
    const isShown = (row) => CHANGED.includes(row.verdict) || row.gate === 'FAILED' ||
        (!isTested && row.verdict === 'not tested');
    const rest = single.filter((row) => !isShown(row));
    const above = rest.length > 1 ? OTHERS : null;
    const put = (row, parent, isSum) => ({ ...row, parent, isSum,
        key: JSON.stringify([row.root, row.path, row.module]) });

    return [...single.filter(isShown).map((row) => put(row, null, false)),
        ...(above ? [othersOf(rest, areRelative(single))] : []),
        ...rest.map((row) => put(row, above, false)),
        ...rows.filter(isTotal).map((row) => put(row, null, true))];
}

/**
 * The end of the name of a row, and what stands before it.
 * @param {Object} row
 * @returns {{name: string, above: string}}
 */
export function nameOfRow(row) {
    if (row.kind !== 'branch' || row.isSum) {
        return { name: row.path, above: row.root };
    }
    const names = row.path.split(' ');
    const above = names.slice(-3, -1).join(' ');

    return { name: names[names.length - 1],
        above: above || (row.root === row.path ? '' : row.root) };
}

/**
 * What a search looks for in a row: the root of all events is in the name of no branch.
 * @param {Object} row
 * @returns {string}
 */
export function searchedText(row) {
    return row.kind === 'function' ? `${row.path} ${row.root}` : row.path;
}

/**
 * The verdict in words.
 * @param {Object} row
 * @param {boolean} isGate whether a row can fail
 * @returns {string}
 */
export function verdictOf(row, isGate = false) {
    const word = row.verdict === 'significant' ? directionOf(row) : row.verdict;

    return isGate && row.gate === 'FAILED' ? `${word}, fails` : word;
}

/**
 * The end of the scale of ratios, which goes from its inverse: what holds all intervals of rows
 * that changed, but not more than 4 or less than 1.1.
 * @param {Object[]} rows
 * @returns {number}
 */
export function scaleOf(rows) {
    const sizes = rows.filter((row) => directionOf(row) !== 'same').flatMap((row) =>
        [row.ratio, row.ratio_low, row.ratio_high]).filter((ratio) => ratio > 0).map((ratio) =>
        Math.max(ratio, 1 / ratio));

    return Math.min(sizes.reduce((a, b) => Math.max(a, b), 1.1), 4);
}

/**
 * A change with its sign.
 * @param {number} value
 * @param {function(number): string} textOf of its size
 * @returns {string}
 */
export function signed(value, textOf) {
    const text = textOf(Math.abs(value));

    return /[1-9]/.test(text) && !text.startsWith('<') ? `${value > 0 ? '+' : '-'}${text}` : text;
}

const QUANTITIES = { wall: 'Self wall time', cpu: 'Self CPU time', sampled: 'Sampled CPU time' };

/**
 * The heading of a table of rows: which clock, per what, of what; then, as the command prints it,
 * how many runs were compared, and how they were made.
 * @param {Object} row
 * @param {string[]} printed headings of the tables that the command prints
 * @returns {string}
 */
export function headingOf(row, printed = []) {
    const begin = `${QUANTITIES[row.quantity] ?? 'Time'} per ${row.per ?? 'event'} by `;
    const own = `${begin}${row.kind}`;

    return printed.find((text) => text.startsWith(`${own}:`)) ??
        printed.find((text) => text.startsWith(begin)) ?? own;
}

/**
 * The branches of B as a tree for layFrames(): group 0 is above all, the others are rows of the
 * timer. A frame is as wide as what is below it, also if workers made that more than its time.
 * @param {Object[]} timing views.timing
 * @returns {{rows: Array, parents: number[], children: number[][], weight: Float64Array}}
 */
export function treeOf(timing) {
    const groups = new Map(timing.map((row, i) => [row.branch, i + 1]));
    const parents = [-1, ...timing.map((row) => groups.get(row.parent) ?? 0)];
    const children = parents.map(() => []);
    const weight = Float64Array.from([0, ...timing.map((row) => row.total_s ?? 0)]);
    const order = [];

    parents.forEach((parent, group) => parent >= 0 && children[parent].push(group));
    for (const stack = [0]; stack.length > 0;) {
        const group = stack.pop();

        order.push(group);
        stack.push(...children[group]);
    }
    for (const group of order.reverse()) {
        weight[group] = Math.max(weight[group], children[group].reduce((sum, child) =>
            sum + weight[child], 0));
    }
    return { rows: [null, ...timing], parents, children, weight };
}
