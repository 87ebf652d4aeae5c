/* SPDX-License-Identifier: Apache-2.0 */
/* What pictures share: scales, axes, and drawing again when the width of the page changes. */
import { ticks } from 'd3-array';
import { clear, h, svg } from './dom.js';
import { axisUnit } from './format.js';
import { numbersOf } from './scales.js';

const REM = 16; /* of a chart's own units per rem of the page */

/**
 * An axis below (from, to: its x) or at the left (its y), with lines across the chart.
 * @param {Object} axis {scale, from, to, at, across, title, isLeft, isLog, count; text, or isTime:
 *   values are seconds, written in one unit that the title then has}
 * @returns {SVGElement}
 */
export function axisOf(axis) {
    const { scale, from, to, at, across, isLeft, isLog, isTime } = axis;
    const time = isTime ? axisUnit(scale.domain, Boolean(isLog)) : null;
    const text = time ? time.text : axis.text;
    const title = time ? `${axis.title} [${time.unit}]` : axis.title;
    const marks = numbersOf(axis, text, ticks).map((value) => {
        const x = scale(value);
        const line = isLeft ? { x1: at, x2: across, y1: x, y2: x } :
            { x1: x, x2: x, y1: at, y2: across };
        const place = isLeft ? { x: at - 6, y: x + 4, 'text-anchor': 'end' } :
            { x, y: at + 16, 'text-anchor': 'middle' };

        return [svg('line', line), svg('text', place, text(value))];
    });
    const middle = isLeft ? { x: at - 40, y: Math.min(from, to) - 8, class: 'strong' } :
        { x: Math.max(from, to), y: at + 32, 'text-anchor': 'end', class: 'strong' };

    return svg('g', { class: 'axis' }, marks, svg('text', middle, title));
}

/**
 * A picture as wide as its place, at most `most` rem; drawn again when that changes.
 * @param {string} label what it shows, for who cannot see it
 * @param {function(number): {height: number, marks: Array}} draw for a width
 * @param {number} [most]
 * @returns {HTMLElement}
 */
export function makeChart(label, draw, most = 60) {
    const element = h('div', { class: 'chart-place' });
    let drawn = 0;

    element.style.maxWidth = `${most}rem`;
    element.redraw = () => {
        const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || REM;
        const width = Math.round(Math.max((element.clientWidth || 640) * REM / rem, 240));
        const { height, marks } = draw(width);
        const chart = svg('svg', { class: 'chart', role: 'img', 'aria-label': label,
            viewBox: `0 0 ${width} ${height}` }, marks);

        drawn = element.clientWidth;
        chart.style.width = `${width / REM}rem`;
        clear(element).append(chart);
    };
    new ResizeObserver(() => {
        if (element.clientWidth > 0 && Math.abs(element.clientWidth - drawn) > 1) {
            element.redraw();
        }
    }).observe(element);
    return element;
}
