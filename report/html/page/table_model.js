/* SPDX-License-Identifier: Apache-2.0 */
/* What a table shows, in which order: without the DOM, so that it is tested without a browser. */

const LETTER = 0.56; /* em: a letter of a name, on average */
const INDENT = 0.96; /* em: of a level */

function isMissing(value) {
    return value === null || value === undefined || Number.isNaN(value);
}

/**
 * Compares rows by a column. A row without a value is last in both directions.
 * @param {{value: function(Object): *}} column
 * @param {boolean} descending
 * @returns {function(Object, Object): number}
 */
export function compareBy(column, descending) {
    const sign = descending ? -1 : 1;

    return (a, b) => {
        const x = column.value(a);
        const y = column.value(b);

        if (isMissing(x) || isMissing(y)) {
            return Number(isMissing(x)) - Number(isMissing(y));
        }
        return x < y ? -sign : x > y ? sign : 0;
    };
}

/**
 * The rows in the order of a column; equal ones stay as they were.
 * @param {Object[]} rows
 * @param {Object} column
 * @param {boolean} descending
 * @returns {Object[]} a new array
 */
export function sortRows(rows, column, descending) {
    return [...rows].sort(compareBy(column, descending));
}

/**
 * Which column and direction a text such as '-total' means.
 * @param {string|undefined} text
 * @param {Object[]} columns
 * @param {string} initial the order if the text names no column
 * @returns {{column: Object, descending: boolean}}
 */
export function orderOf(text, columns, initial) {
    for (const order of [text ?? '', initial]) {
        const id = order.replace(/^-/, '');
        const column = columns.find((c) => c.id === id);

        if (column) {
            return { column, descending: order !== id };
        }
    }
    return { column: columns[0], descending: false };
}

/**
 * The order after a click on a column's title: largest first for numbers, then the reverse.
 * @param {Object} order as orderOf() returns it
 * @param {Object} column
 * @returns {string}
 */
export function nextOrder(order, column) {
    const descending = order.column === column ? !order.descending : Boolean(column.numeric);

    return (descending ? '-' : '') + column.id;
}

/**
 * Rows as a tree. A row whose parent is not among them is a root.
 * @param {Object[]} rows
 * @param {function(Object): *} key
 * @param {function(Object): *} parent its key, or null
 * @param {function(Object): boolean} [hasChildren] also if they are not among the rows yet
 * @returns {{key: function, rows: Map, children: Map, roots: Object[], parents: Map}}
 */
export function makeTree(rows, key, parent, hasChildren) {
    const tree = { key, hasChildren, rows: new Map(), children: new Map(), roots: [],
        parents: new Map() };

    for (const row of rows) {
        tree.rows.set(key(row), row);
    }
    for (const row of rows) {
        const above = parent(row);
        const has = !isMissing(above) && tree.rows.has(above) && above !== key(row);

        tree.parents.set(key(row), has ? above : null);
        if (!has) {
            tree.roots.push(row);
        } else if (tree.children.has(above)) {
            tree.children.get(above).push(row);
        } else {
            tree.children.set(above, [row]);
        }
    }
    return tree;
}

/**
 * Rows of a tree that are seen, from top to bottom. Not recursive: trees may be deep.
 * @param {Object} tree
 * @param {function(*): boolean} isOpen of a key
 * @param {function(Object, Object): number} compare siblings
 * @param {Set|null} shown keys, or null for all
 * @returns {Object[]} {row, level, hasChildren, open, position, siblings}
 */
export function visibleTree(tree, isOpen, compare, shown = null) {
    const entries = [];
    const stack = [];
    const push = (rows, level) => {
        const seen = shown ? rows.filter((row) => shown.has(tree.key(row))) : [...rows];

        seen.sort(compare);
        for (let i = seen.length - 1; i >= 0; i--) {
            stack.push({ row: seen[i], level, position: i + 1, siblings: seen.length });
        }
    };

    push(tree.roots, 1);
    while (stack.length > 0) {
        const entry = stack.pop();
        const below = tree.children.get(tree.key(entry.row)) ?? [];

        entry.hasChildren = below.length > 0 || Boolean(tree.hasChildren?.(entry.row));
        entry.open = entry.hasChildren && isOpen(tree.key(entry.row));
        entries.push(entry);
        if (entry.open) {
            push(below, entry.level + 1);
        }
    }
    return entries;
}

/**
 * The keys above one, from its parent on.
 * @param {Object} tree
 * @param {*} key
 * @returns {Array}
 */
export function keysAbove(tree, key) {
    const above = [];

    for (let k = tree.parents.get(key); !isMissing(k) && above.length <= tree.rows.size;
        k = tree.parents.get(k)) {
        above.push(k);
    }
    return above;
}

/**
 * How wide the column of names should be: as its longest name with its level, but not wider than
 * what anyone reads.
 * @param {Object} table {rows, columns, key, tree: null or of makeTree()}
 * @returns {number} in em
 */
export function widthOfNames({ rows, columns, key, tree }) {
    const levelOf = (row) => (tree ? keysAbove(tree, key(row)).length : 0);
    const longest = rows.reduce((most, row) => Math.max(most,
        LETTER * String(columns[0].text(row)).length + INDENT * levelOf(row)), 0);

    return Math.min(Math.max(longest + 2, 11), 34);
}

/**
 * What a search leaves of a tree: rows that match, all above and all below them.
 * @param {Object} tree
 * @param {function(Object): boolean} matches
 * @returns {{hits: Set, above: Set, shown: Set}} keys
 */
export function searchTree(tree, matches) {
    const hits = new Set();
    const above = new Set();
    const shown = new Set();

    for (const [key, row] of tree.rows) {
        if (matches(row)) {
            hits.add(key);
            keysAbove(tree, key).forEach((k) => above.add(k));
        }
    }
    const below = [...hits];

    while (below.length > 0) {
        const key = below.pop();

        if (!shown.has(key)) {
            shown.add(key);
            below.push(...(tree.children.get(key) ?? []).map(tree.key));
        }
    }
    above.forEach((key) => shown.add(key));
    return { hits, above, shown };
}

/**
 * The keys that are open if all rows down to a level are seen.
 * @param {Object} tree
 * @param {number} level 1: roots only
 * @returns {Set}
 */
export function openToLevel(tree, level) {
    const open = new Set();
    let rows = tree.roots;

    for (let i = 1; i < level && rows.length > 0; i++) {
        rows.forEach((row) => open.add(tree.key(row)));
        rows = rows.flatMap((row) => tree.children.get(tree.key(row)) ?? []);
    }
    return open;
}

/* Right opens and then goes down, left closes and then goes up: as trees do everywhere. */
function sideways(key, entries, index) {
    const entry = entries[index];

    if (key === 'ArrowRight' && entry.hasChildren) {
        return entry.open ? { focus: index + 1 } : { open: index };
    }
    if (key === 'ArrowLeft' && entry.open) {
        return { close: index };
    }
    if (key === 'ArrowLeft') {
        for (let i = index - 1; i >= 0; i--) {
            if (entries[i].level < entry.level) {
                return { focus: i };
            }
        }
    }
    return null;
}

/**
 * What a key does in a table.
 * @param {string} key as KeyboardEvent has it
 * @param {Object[]} entries that are seen
 * @param {number} index of the one with the focus
 * @returns {Object|null} {focus}, {open}, {close} or {select}: an index
 */
export function actionOfKey(key, entries, index) {
    const last = entries.length - 1;
    const moves = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last,
        PageDown: index + 10, PageUp: index - 10 };

    if (Object.hasOwn(moves, key)) {
        return { focus: Math.min(Math.max(moves[key], 0), last) };
    }
    if (key === 'Enter' || key === ' ') {
        return { select: index };
    }
    return sideways(key, entries, index);
}

/**
 * Whether a text has all words of a search, whatever their case.
 * @param {string} text
 * @param {string} search
 * @returns {boolean}
 */
export function matchesSearch(text, search) {
    const low = text.toLowerCase();

    return search.toLowerCase().split(/\s+/).every((word) => low.includes(word));
}

/**
 * Parts rows that are too small to be shown from the others.
 * @param {Object[]} rows
 * @param {function(Object): boolean} isSmall
 * @returns {{large: Object[], small: Object[]}} a single small row stays among the large ones
 */
export function partRows(rows, isSmall) {
    const small = rows.filter(isSmall);

    if (small.length < 2) {
        return { large: rows, small: [] };
    }
    return { large: rows.filter((row) => !isSmall(row)), small };
}
