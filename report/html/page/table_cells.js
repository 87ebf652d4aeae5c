/* SPDX-License-Identifier: Apache-2.0 */
/* Cells of tables: texts, bars, and what a column makes itself. */
import { clear, svg } from './dom.js';

/**
 * A bar with its error, as wide as its cell for `max`.
 * @param {{value: number|null, error: number|null, part: number|null}} bar part: of the value,
 *   drawn in the full colour, the rest of the value paler
 * @param {number} max
 * @returns {SVGElement}
 */
export function barOf({ value, error, part }, max) {
    const bar = svg('svg', { class: 'bar', 'aria-hidden': 'true' });
    const at = (x) => `${Math.min(Math.max(100 * x / max, 0), 100).toFixed(2)}%`;

    const add = (width, name) => {
        if (width > 0 && max > 0 && width / max >= 0.001) {
            bar.append(svg('rect', { x: 0, y: '15%', width: at(width), height: '70%',
                class: name }));
        }
    };

    add(value, part === undefined ? 'mark' : 'mark pale');
    add(part, 'mark');
    if (error > 0 && max > 0 && value > 0) {
        const ends = { x1: at(value - error), x2: at(value + error), y1: '50%', y2: '50%' };

        /* Seen on the bar as well as beside it: with a margin in the colour of the page. */
        bar.append(svg('line', { ...ends, class: 'whisker halo' }),
            svg('line', { ...ends, class: 'whisker' }));
    }
    return bar;
}

/**
 * The class of the cells of a column.
 * @param {Object} column
 * @returns {string|null}
 */
export function cellClass(column) {
    return [column.numeric ? 'r' : '', column.bar || column.graphic ? 'bars' : '',
        column.first ? 'first' : '', column.rank ? `rank${column.rank}` : '']
        .filter(Boolean).join(' ') || null;
}

/**
 * Writes what a cell shows, if that has changed.
 * @param {HTMLElement} cell
 * @param {Object} column
 * @param {Object} row
 * @param {number} max of the bars of the column
 */
export function fillCell(cell, column, row, max) {
    const make = column.graphic ?? column.content;

    if (make) {
        if (cell.shown !== row) {
            clear(cell).append(make(row));
            cell.shown = row;
        }
        return;
    }
    if (column.bar) {
        const bar = column.bar(row);
        const key = `${bar.value} ${bar.error} ${bar.part} ${max}`;

        if (cell.shown !== key) {
            clear(cell).append(barOf(bar, max));
            cell.shown = key;
        }
        return;
    }
    const text = column.text(row);

    if (cell.shown !== text) {
        cell.textContent = text;
        cell.shown = text;
    }
}
