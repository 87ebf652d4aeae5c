/* SPDX-License-Identifier: Apache-2.0 */
/* What a branch consists of: the branches below it, its self time, and the others together. */

const MOST = 9; /* slices with a colour of their own: more look alike */
const SMALL = 0.01; /* of the branch: smaller ones are among the others */
const CHAIN = 0.9; /* a branch that is almost only one other is not where one wants to begin */

function childrenOf(rows, root) {
    return rows.filter((row) => row.parent === root.branch && row.total_s > 0)
        .sort((a, b) => b.total_s - a.total_s);
}

/**
 * The branch that is shown: the selected one, its parent if nothing is below it, and at first the
 * branch where the time in events divides.
 * @param {Object[]} rows of views.timing
 * @param {string|null} path that is selected
 * @returns {Object} a row
 */
export function rootOf(rows, path) {
    const selected = path === null ? null : rows.find((row) => row.path === path);

    if (selected) {
        const parent = rows.find((row) => row.branch === selected.parent);

        return childrenOf(rows, selected).length > 0 || !parent ? selected : parent;
    }
    let root = rows.find((row) => row.parent === null && row.total_percent > 0) ?? rows[0];

    for (;;) {
        const children = childrenOf(rows, root);

        if (children.length === 0 || children[0].total_s < CHAIN * root.total_s ||
            childrenOf(rows, children[0]).length === 0) {
            return root;
        }
        root = children[0];
    }
}

/**
 * The branches from the root of the tree to one.
 * @param {Object[]} rows
 * @param {Object} row
 * @returns {Object[]}
 */
export function chainOf(rows, row) {
    const chain = [];

    for (let r = row; r && chain.length <= rows.length;
        r = rows.find((other) => other.branch === chain[0].parent)) {
        chain.unshift(r);
    }
    return chain;
}

/**
 * The slices of a branch. They add up to its total time.
 * @param {Object[]} rows
 * @param {Object} root
 * @returns {Object[]} {key, name, path or null, share in % of the time in events, time, colour,
 *   hasChildren}
 */
export function slicesOf(rows, root) {
    const children = childrenOf(rows, root);
    const large = children.filter((row, i) => i < MOST - 1 && row.total_s >= SMALL * root.total_s);
    const isAlmostAll = children.length - large.length === 1 && large.length < MOST - 1;
    const shown = isAlmostAll ? children : large;
    const small = children.slice(shown.length);
    const slices = shown.map((row, i) => ({ key: row.path, name: row.name, path: row.path,
        share: row.total_percent, time: row.total_s, colour: `c${i % 8}`,
        hasChildren: childrenOf(rows, row).length > 0 }));
    const add = (name, time) => {
        if (time > 0) {
            slices.push({ key: name, name, path: null, time, colour: 'other', hasChildren: false,
                share: root.total_s > 0 ? root.total_percent * time / root.total_s : null });
        }
    };

    add(`[${small.length} others]`, small.reduce((sum, row) => sum + row.total_s, 0));
    add('[self]', root.self_s);
    return slices;
}
