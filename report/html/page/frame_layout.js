/* SPDX-License-Identifier: Apache-2.0 */

/* Where the frames of a flame graph are, without the DOM. */

const mostMarks = 2000;

/**
 * Places the frames of one and those below it, as wide as their share of it, the heaviest first.
 * What would be narrower than half a pixel is left out, with all that is below it.
 * @param {{children: number[][], weight: Float64Array}} tree
 * @param {number} root
 * @param {number} width in pixels
 * @returns {{marks: {group: number, depth: number, x: number, width: number}[], depth: number,
 *   left: number}} depth: the number of rows; left: the time that the deepest rows lack, by frames
 *   that were left out
 */
export function layFrames({ children, weight }, root, width) {
    const scale = weight[root] > 0 ? width / weight[root] : 0;
    const marks = [], row = scale > 0 ? [{ group: root, depth: 0, x: 0, width }] : [];
    let left = 0, depth = 0;

    /* Row by row, so that the upper rows are whole where there are too many. */
    for (let i = 0; i < row.length && marks.length < mostMarks; i++) {
        const mark = row[i], below = [...children[mark.group]];
        let x = mark.x;

        marks.push(mark);
        depth = mark.depth + 1;
        below.sort((a, b) => weight[b] - weight[a] || a - b);
        for (const group of below) {
            const size = weight[group] * scale;

            if (size >= 0.5) {
                row.push({ group, depth: mark.depth + 1, x, width: size });
            } else {
                left += weight[group];
            }
            x += size;
        }
    }
    return { marks, depth, left };
}

/**
 * Returns the mark that a key leads to, or null: down and up the rows, along a row.
 * @param {{group: number, depth: number, x: number, width: number}[]} marks row by row
 * @param {number} at index of a mark
 */
export function markByKey(marks, at, key) {
    const now = marks[at], inRow = (mark) => mark.depth === now.depth;

    if (key === 'ArrowRight') {
        return at + 1 < marks.length && inRow(marks[at + 1]) ? at + 1 : null;
    }
    if (key === 'ArrowLeft') {
        return at > 0 && inRow(marks[at - 1]) ? at - 1 : null;
    }
    const depth = now.depth + (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : NaN);
    const isBelow = (mark) => mark.x >= now.x - 1e-6 && mark.x < now.x + now.width - 1e-6;
    const isAbove = (mark) => mark.x <= now.x + 1e-6 && mark.x + mark.width > now.x + 1e-6;
    const found = marks.findIndex((mark) => mark.depth === depth &&
                                  (depth > now.depth ? isBelow(mark) : isAbove(mark)));

    if (key === 'Home') {
        return 0;
    }
    return found >= 0 ? found : null;
}

/**
 * Returns the groups that a search matches and that no other match is above of.
 * @param {{count: number, parents: Int32Array}} tree
 * @param {function(number): boolean} matches
 * @returns {{matched: Uint8Array, outermost: number[]}}
 */
export function findFrames({ count, parents }, matches) {
    const matched = new Uint8Array(count), within = new Uint8Array(count), outermost = [];

    for (let i = 1; i < count; i++) {
        matched[i] = matches(i) ? 1 : 0;
        within[i] = within[parents[i]] || matched[i];
        if (matched[i] && !within[parents[i]]) {
            outermost.push(i);
        }
    }
    return { matched, outermost };
}

/**
 * Returns by combination the number 1 where a sample is in one of the groups, else 0 if it is in
 * any group, else -1: for the error of what a search matches.
 */
export function withinGroups({ count, parents, groupOf }, groups) {
    const within = new Uint8Array(count);

    for (const group of groups) {
        within[group] = 1;
    }
    for (let i = 1; i < count; i++) {
        if (within[parents[i]]) {
            within[i] = 1;
        }
    }
    return groupOf.map((group) => group < 0 ? -1 : within[group]);
}
