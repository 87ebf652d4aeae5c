/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the lanes of a timeline on a canvas: 10^5 bars are too many elements. */
import { ticks } from 'd3-array';
import { visible } from './dom.js';
import { axisUnit } from './format.js';
import { colourClass, FAILED, rectanglesOf } from './lane_data.js';
import { isWithin } from './selection.js';

const HEAD = 20;
const ROW = 18;
const FLAT = 8; /* the height of rows, if there are many */
const MANY = 60;
const AXIS = 36;
const FONT = '11px system-ui, sans-serif';

/** Where rows begin, after their names. */
export const LEFT = 34;

/**
 * Places of lanes from above.
 * @param {Object[]} lanes
 * @returns {{heads: Array, rows: Array, height: number}} {lane, y}, {row, y, height}
 */
export function placesOf(lanes) {
    const count = lanes.reduce((sum, { rows }) => sum + rows.length, 0);
    const height = count > MANY ? FLAT : ROW;
    const [heads, rows] = [[], []];
    let y = 0;

    for (const lane of lanes) {
        heads.push({ lane, y });
        y += HEAD;
        for (const row of lane.rows) {
            rows.push({ row, y, height });
            y += height;
        }
    }
    return { heads, rows, height: y + AXIS };
}

/* What the style sheet says of classes: a canvas has no variables. */
function coloursOf(element, classes) {
    const colours = {};

    for (const name of classes) {
        const probe = document.createElement('i');

        probe.className = `back-${name}`;
        element.append(probe);
        colours[name] = getComputedStyle(probe).backgroundColor;
        probe.remove();
    }
    const style = getComputedStyle(element);

    return { ...colours, text: style.color, back: style.backgroundColor };
}

/**
 * The colours of all parts of a picture, in the theme that is shown.
 * @param {Element} element
 * @returns {Object} by name
 */
export function paletteOf(element) {
    return coloursOf(element, ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'other', 'event',
        'on-mark', 'failed', 'soft', 'line']);
}

function putText(picture, text, x, y, colour) {
    picture.context.fillStyle = colour;
    picture.context.fillText(visible(text), x, y);
}

/* The name, if there is room for all of it, or for the number of an event. */
function putName(picture, bar, { x, width }, y, height) {
    const { context, lanes, palette } = picture;
    const { columns } = lanes;
    const branch = lanes.branches[columns.branch[bar]];
    const isEvent = colourClass(branch.colour) === 'event';
    const texts = isEvent && columns.calls[bar] === 1 ?
        [`${branch.name} ${columns.event[bar]}`, String(columns.event[bar])] : [branch.name];
    const text = width < 12 || height < ROW ? undefined : texts.find((one) => one.length < 200 &&
        context.measureText(visible(one)).width <= width - 6);

    if (text) {
        putText(picture, text, x + 3, y + 12, isEvent ? palette.text : palette['on-mark']);
    }
}

function drawBar(picture, rectangle, y, height) {
    const { context, lanes, palette, state } = picture;
    const { bar, x, width } = rectangle;
    const branch = lanes.branches[lanes.columns.branch[bar]];
    const colour = colourClass(branch.colour);
    const size = Math.max(width - 0.5, 0.75);

    context.globalAlpha = state.branch !== null && !isWithin(branch.path, state.branch) ? 0.3 : 1;
    context.fillStyle = palette[colour];
    context.fillRect(x, y, size, height - 2);
    if (lanes.columns.state[bar] === FAILED) {
        context.strokeStyle = palette.failed;
        context.lineWidth = 1.5;
        context.strokeRect(x, y, size, height - 2);
    }
    putName(picture, bar, rectangle, y, height);
    context.globalAlpha = 1;
}

/* Spans in which lists of calls are missing lie over all rows of a lane. */
function drawGaps(picture, lane, y, height) {
    const { context, shown, width, palette } = picture;
    const xOf = (us) => Math.min(Math.max((us - shown[0]) / (shown[1] - shown[0]), 0), 1) * width;

    for (const gap of lane.gaps) {
        const [from, to] = [xOf(gap.begin), xOf(gap.end)];

        if (to > from) {
            context.save();
            context.beginPath();
            context.rect(LEFT + from, y, to - from, height);
            context.clip();
            context.strokeStyle = palette.soft;
            context.lineWidth = 1;
            for (let x = LEFT + from - height; x < LEFT + to; x += 6) {
                context.beginPath();
                context.moveTo(x, y + height);
                context.lineTo(x + height, y);
                context.stroke();
            }
            context.restore();
        }
    }
}

function drawAxis(picture, y) {
    const { context, shown, width, palette } = picture;
    const range = shown.map((us) => us / 1e6);
    const axis = axisUnit([range[0], range[1]], false);
    const x = (s) => LEFT + (s - range[0]) / (range[1] - range[0]) * width;

    context.textAlign = 'center';
    for (const s of ticks(range[0], range[1], Math.max(2, Math.floor(width / 110)))) {
        context.fillStyle = palette.line;
        context.fillRect(x(s), 0, 0.75, y + 4);
        putText(picture, axis.text(s), Math.min(x(s), LEFT + width - 14), y + 16, palette.soft);
    }
    context.textAlign = 'right';
    putText(picture, `time [${axis.unit}]`, LEFT + width, y + 31, palette.soft);
    context.textAlign = 'left';
}

/**
 * Draws all of it.
 * @param {Object} picture {context, lanes, places, shown, width: of the bars, palette, state,
 *   focus: the number of a bar, or null}
 */
export function drawLanes(picture) {
    const { context, lanes, places, shown, width, palette } = picture;

    context.font = FONT;
    context.textAlign = 'left';
    drawAxis(picture, places.height - AXIS);
    for (const { lane, y } of places.heads) {
        putText(picture, lane.name, LEFT, y + 14, palette.text);
    }
    for (const { row, y, height } of places.rows) {
        if (height >= ROW && row.name.length < 12) {
            context.textAlign = 'right';
            putText(picture, row.name, LEFT - 5, y + 12, palette.soft);
            context.textAlign = 'left';
        }
        for (const rectangle of rectanglesOf(lanes, row, shown, width)) {
            const moved = { ...rectangle, x: rectangle.x + LEFT };

            drawBar(picture, moved, y, height);
            if (rectangle.bar === picture.focus) {
                context.strokeStyle = palette.text;
                context.lineWidth = 2;
                context.strokeRect(moved.x - 1, y - 1, Math.max(moved.width, 1) + 2, height);
            }
        }
    }
    for (const { lane, y } of places.heads) {
        const { height } = places.rows.find(({ row }) => row.lane === lane);

        drawGaps(picture, lane, y + HEAD, height * lane.rows.length - 2);
    }
}
