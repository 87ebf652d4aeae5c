/* SPDX-License-Identifier: Apache-2.0 */
/* The branches of B from the top downwards, in the colours of their ratios to A. */
import { colourOf, isTotal, treeOf, verdictOf } from './compare_rows.js';
import { clear, h, svg, visible } from './dom.js';
import { percent, seconds, three } from './format.js';
import { layFrames, markByKey } from './frame_layout.js';

const ROW = 22;
const LETTER = 6.9;
const REM = 16; /* of the picture's own units per rem of the page */

function keyOfColours() {
    const steps = [1, 2, 3, 4, 5];
    const swatch = (name) => h('span', { class: `swatch ratio ${name}` });

    return h('ul', { class: 'key note ratios' },
        h('li', null, '1/2 or less ', steps.map((i) => swatch(`faster${6 - i}`)), ' faster'),
        h('li', null, 'slower ', steps.map((i) => swatch(`slower${i}`)), ' 2 or more'),
        h('li', null, swatch('same'), ' the interval holds 1, or there is none'));
}

function nameOfGroup({ tree }, group) {
    return group === 0 ? 'all branches' : tree.rows[group].name;
}

function ratioText(row, isSum) {
    if (!row || row.ratio === null) {
        return row ? verdictOf(row) : 'not compared';
    }
    const interval = row.ratio_low === null ? '' :
        ` (${three(row.ratio_low)} to ${three(row.ratio_high)})`;

    return `${isSum ? 'time' : 'self time'} × ${three(row.ratio)}${interval}, ${verdictOf(row)}`;
}

function describe(icicle, group) {
    const { tree } = icicle;
    const timed = tree.rows[group];
    const share = timed && timed.total_percent !== null ?
        `, ${percent(timed.total_percent)} of the time in events of B` : '';

    return `${visible(nameOfGroup(icicle, group))}: ${seconds(tree.weight[group])}${share}; ` +
        ratioText(icicle.compared[group], group === 0);
}

function cut(text, width) {
    const letters = Math.floor((width - 12) / LETTER);

    return letters < 3 ? '' : text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}

function drawMark(icicle, { group, depth, x, width }, i) {
    const row = icicle.compared[group];
    const colour = row?.verdict === 'added' ? 'same added' : colourOf(row);
    const selected = group > 0 && icicle.tree.rows[group].path === icicle.branch;
    const label = cut(visible(nameOfGroup(icicle, group)), width);

    return svg('g', { role: 'treeitem', 'aria-level': depth + 1, 'data-mark': i, tabindex: -1,
        'aria-selected': String(selected),
        'data-branch': group > 0 ? icicle.tree.rows[group].path : null },
    svg('title', null, describe(icicle, group)),
    svg('rect', { class: `ratio ${colour}${selected ? ' chosen' : ''}`, x: (x + 0.5).toFixed(2),
        y: depth * ROW + 0.5, width: Math.max(width - 1, 0.3).toFixed(2), height: ROW - 2 }),
    label ? svg('text', { x: (x + 5).toFixed(2), y: depth * ROW + 15, 'aria-hidden': 'true' },
        label) : null);
}

function setFocus(icicle, group, takes) {
    const { marks, picture } = icicle;
    const at = Math.max(marks.findIndex((mark) => mark.group === group), 0);

    if (marks.length === 0) {
        return;
    }
    icicle.focused = marks[at].group;
    picture.querySelector('[tabindex="0"]')?.setAttribute('tabindex', -1);
    picture.children[at].setAttribute('tabindex', 0);
    icicle.said.textContent = describe(icicle, icicle.focused);
    if (takes) {
        picture.children[at].focus();
    }
}

function draw(icicle) {
    const { element, picture, tree } = icicle;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || REM;
    const width = Math.max(element.clientWidth * REM / rem, 240);
    const hadFocus = picture.contains(document.activeElement);
    const laid = layFrames(tree, icicle.zoom, width);

    icicle.marks = laid.marks;
    icicle.width = element.clientWidth;
    picture.setAttribute('viewBox', `0 0 ${width} ${Math.max(laid.depth, 1) * ROW}`);
    clear(picture).append(...laid.marks.map((mark, i) => drawMark(icicle, mark, i)));
    icicle.back.hidden = icicle.zoom === 0;
    setFocus(icicle, icicle.focused, hadFocus);
}

/* A branch without others below it is seen among those beside it. */
function choose(icicle, group, store) {
    const { tree } = icicle;
    const path = group > 0 ? tree.rows[group].path : null;
    const to = tree.children[group].length > 0 ? group : Math.max(tree.parents[group], 0);

    icicle.zoom = to === icicle.zoom && to === group ? Math.max(tree.parents[to], 0) : to;
    icicle.focused = group;
    store.set({ branch: store.state.branch === path ? null : path });
    draw(icicle);
}

function onKey(icicle, event, store) {
    const at = icicle.marks.findIndex((mark) => mark.group === icicle.focused);
    const next = at < 0 ? null : markByKey(icicle.marks, at, event.key);

    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) {
        return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        choose(icicle, icicle.focused, store);
    } else if (next !== null) {
        event.preventDefault();
        setFocus(icicle, icicle.marks[next].group, true);
    }
}

function follow(icicle, store) {
    const groupOf = (event) => {
        const mark = event.target.closest?.('[data-mark]');

        return mark ? icicle.marks[Number(mark.dataset.mark)].group : null;
    };

    icicle.picture.addEventListener('keydown', (event) => onKey(icicle, event, store));
    icicle.picture.addEventListener('click', (event) => {
        const group = groupOf(event);

        if (group !== null) {
            choose(icicle, group, store);
        }
    });
    icicle.picture.addEventListener('pointerover', (event) => {
        icicle.said.textContent = describe(icicle, groupOf(event) ?? icicle.focused);
    });
    icicle.back.addEventListener('click', () => {
        icicle.zoom = 0;
        draw(icicle);
    });
}

/* By group the row of the comparison, or null. */
function comparedRows(tree, rows) {
    const byPath = new Map(rows.filter((row) => row.kind === 'branch' && !isTotal(row)).map(
        (row) => [row.path, row]));
    const all = rows.find((row) => row.kind === 'branch' && isTotal(row)) ?? null;

    return tree.rows.map((timed) => (timed ? byPath.get(timed.path) ?? null : all));
}

/**
 * Makes the picture.
 * @param {Object[]} timing views.timing of B
 * @param {Object[]} rows of the comparison
 * @param {Object} store
 * @returns {HTMLElement} with show(branch): its path, or null
 */
export function makeIcicle(timing, rows, store) {
    const tree = treeOf(timing);
    const icicle = { tree, compared: comparedRows(tree, rows), zoom: 0, focused: 0, marks: [],
        branch: store.state.branch, width: 0,
        picture: svg('svg', { class: 'chart icicle', role: 'tree', 'aria-label':
            'Branches of B by their time: arrows move, Enter selects' }),
        said: h('p', { class: 'note said', 'aria-live': 'polite' }),
        back: h('button', { type: 'button' }, 'all') };

    icicle.element = h('div', { class: 'icicle-place' }, keyOfColours(),
        h('div', { class: 'bar-of-tools' }, icicle.said, icicle.back), icicle.picture);
    icicle.element.show = (branch) => {
        icicle.branch = branch;
        if (icicle.element.clientWidth > 0) {
            draw(icicle);
        }
    };
    follow(icicle, store);
    new ResizeObserver(() => {
        if (icicle.element.clientWidth > 0 && icicle.element.clientWidth !== icicle.width) {
            draw(icicle);
        }
    }).observe(icicle.element);
    return icicle.element;
}
