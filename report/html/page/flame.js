/* SPDX-License-Identifier: Apache-2.0 */
/* The flame graph, from the top downwards: branches first, then the functions that they call. */
import { namesOf } from './branch_groups.js';
import { clear, commandLine, h, nameOf, svg, visible } from './dom.js';
import { percent } from './format.js';
import { hasSamples, hasTimes, sourceOf } from './flame_sources.js';
import { findFrames, layFrames, markByKey } from './frame_layout.js';
import { isWithin } from './selection.js';

const rowHeight = 20, letter = 6.7; /* in units, of which a rem has 16 */

function hasWords(text, search) {
    const low = text.toLowerCase();

    return search.toLowerCase().split(/\s+/).filter(Boolean).every((word) => low.includes(word));
}

/* --- what is drawn ---------------------------------------------------------------------------- */

function groupOfNames(tree, names) {
    let group = 0;

    for (const name of names) {
        const next = tree.children[group].find((i) => tree.nameOf(i) === name);

        if (next === undefined) {
            break;
        }
        group = next;
    }
    return group;
}

/* Frames are made anew only for another filter. What was zoomed to is found again by its names. */
function followFilter(flame, state) {
    const key = flame.source.keyOf(state);

    if (flame.key === key) {
        return;
    }
    const path = flame.tree ? pathOf(flame, flame.zoom) : [];

    flame.key = key;
    flame.tree = flame.source.treeOf(state);
    flame.zoom = flame.focused = groupOfNames(flame.tree, path);
}

/* What another view selects, or Back and Esc, is seen: its branch, and the functions in it. */
function followSelection(flame, state) {
    if (flame.branch === state.branch && flame.function === state.function) {
        return;
    }
    flame.branch = state.branch;
    flame.function = state.function;
    flame.zoom = groupOfNames(flame.tree, state.branch ? namesOf({ path: state.branch }) : []);
    if (flame.zoom && pathOf(flame, flame.zoom).join(' ') !== state.branch) {
        flame.zoom = 0;
    }
    flame.focused = flame.zoom;
}

function followRange(flame, state) {
    flame.sums = flame.source.sumsOf(flame.tree, state);
    if (!(flame.sums.weight[flame.zoom] > 0)) {
        flame.zoom = 0;
    }
}

function followSearch(flame, state) {
    const { tree, source } = flame, { search } = state;

    flame.found = null;
    if (!search.trim()) {
        return;
    }
    flame.found = findFrames(tree, (i) => hasWords(tree.nameOf(i), search));
    flame.found.share = source.shareOf(tree, flame.found.outermost, state);
}

/* Returns the names from the outermost frame on. */
function pathOf({ tree }, group) {
    const path = [];

    for (; group > 0; group = tree.parents[group]) {
        path.unshift(tree.nameOf(group));
    }
    return path;
}

/* The branch that a frame is, or that calls its function; null: none that can be selected. */
function branchOf({ tree, source }, group) {
    const names = [];

    for (; group > 0; group = tree.parents[group]) {
        if (!tree.levels[group]) {
            names.unshift(tree.nameOf(group));
        }
    }
    const path = names.join(' ');

    return path !== '' && source.isPath(path) ? path : null;
}

/* --- words ------------------------------------------------------------------------------------ */

function describe(flame, group) {
    const { tree, sums, source } = flame;
    const kind = group === 0 ? '' : tree.levels[group] ? 'function ' : 'branch ';
    const path = pathOf(flame, tree.parents[group] ?? 0).map(visible).join(' / ');
    const share = group ? `${source.share(sums, group)} ${source.ofWhat}, ` : '';

    return `${kind}${visible(tree.nameOf(group))}: ${share}${source.amount(sums, group)}` +
        (path ? `; in ${path}` : '');
}

function foundText({ found, source }) {
    if (!found) {
        return '';
    }
    if (found.outermost.length === 0) {
        return 'The search finds no frame.';
    }
    return `The search finds ${found.share} ${source.ofWhat}.`;
}

/* --- marks ------------------------------------------------------------------------------------ */

function cut(text, width) {
    const letters = Math.floor((width - 6) / letter);

    if (letters < 3) {
        return '';
    }
    return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}

function isChosen(flame, group) {
    const { tree } = flame;

    if (group === 0) {
        return false;
    }
    if (!tree.levels[group]) {
        return flame.branch !== null && flame.branch === branchOf(flame, group);
    }
    return flame.function === tree.nameOf(group) &&
        (flame.branch === null || isWithin(branchOf(flame, group), flame.branch));
}

function classOf({ tree, source, found }, group) {
    const colour = group === 0 ? 'other' : source.colours.of(tree, group);
    const dim = found && !found.matched[group] ? ' unfound' : '';

    return `frame fill-${colour}${tree.levels[group] === 1 ? ' function' : ''}${dim}`;
}

function drawMark(flame, mark, i) {
    const { group, depth, x, width } = mark, name = visible(flame.tree.nameOf(group));
    const label = cut(name, width), y = depth * rowHeight, chosen = isChosen(flame, group);
    const title = group ? `${name}: ${flame.source.share(flame.sums, group)}` : name;
    const rect = { x: x.toFixed(2), y, width: Math.max(width - 0.5, 0.3).toFixed(2),
                  height: rowHeight - 1, class: classOf(flame, group) };

    return svg('g', { role: 'treeitem', 'aria-level': depth + 1, 'aria-selected': String(chosen),
                     'data-mark': i, tabindex: -1 },
               svg('title', null, title), svg('rect', rect),
               chosen ? svg('rect', { ...rect, x: (x + 1).toFixed(2), y: y + 1,
                                     width: Math.max(width - 2.5, 0.3).toFixed(2),
                                     height: rowHeight - 3, class: 'chosen' }) : null,
               label ? svg('text', { x: (x + 3).toFixed(2), y: y + 14, class: 'frame-name',
                                    'aria-hidden': 'true' }, label) : null);
}

function draw(flame) {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const width = Math.max(flame.element.clientWidth, 200) * 16 / rem;
    const { picture, tree, sums } = flame;
    const hadFocus = picture.contains(document.activeElement);
    const laid = layFrames({ children: tree.children, weight: sums.weight }, flame.zoom, width);
    const left = laid.left / Math.max(sums.weight[flame.zoom], 1) * 100;

    flame.marks = laid.marks;
    flame.width = flame.element.clientWidth;
    picture.setAttribute('viewBox', `0 0 ${width} ${Math.max(laid.depth, 1) * rowHeight}`);
    clear(picture).append(...laid.marks.map((mark, i) => drawMark(flame, mark, i)));
    flame.left.textContent = left >= 0.1
        ? `Frames narrower than half a pixel are not drawn: ${percent(left)}; zoom to see them.`
        : '';
    flame.back.hidden = flame.zoom === 0;
    setFocus(flame, flame.focused, hadFocus);
}

/* --- keyboard and pointer --------------------------------------------------------------------- */

function setFocus(flame, group, takes) {
    const { marks, picture, said } = flame;
    const at = Math.max(marks.findIndex((mark) => mark.group === group), 0), mark = marks[at];

    picture.querySelector('[tabindex="0"]')?.setAttribute('tabindex', -1);
    if (!mark) {
        said.textContent = 'There are no samples in the selection.';
        return;
    }
    flame.focused = mark.group;
    picture.children[at].setAttribute('tabindex', 0);
    if (takes) {
        picture.children[at].focus();
    }
    said.textContent = describe(flame, mark.group);
}

function zoomTo(flame, group) {
    flame.zoom = group;
    flame.focused = group;
    draw(flame);
}

/*
 * Selects what a frame is, and zooms to it; a second time takes both back. A function keeps the
 * selected branch if that calls it there.
 */
function choose(flame, group) {
    const { store, tree } = flame, { branch } = store.state, own = branchOf(flame, group);
    const isAgain = flame.zoom === group && isChosen(flame, group);
    const selection = group === 0 ? { branch: null, function: null }
        : !tree.levels[group] ? { branch: isAgain ? null : own }
        : { branch: branch !== null && isWithin(own, branch) ? branch : null,
           function: isAgain ? null : tree.nameOf(group) };

    Object.assign(flame, { branch, function: store.state.function }, selection);
    zoomTo(flame, isAgain ? Math.max(tree.parents[group], 0) : group);
    if (Object.entries(selection).some(([key, value]) => store.state[key] !== value)) {
        store.set(selection);
    }
}

function markOf(flame, event) {
    const element = event.target.closest?.('[data-mark]');

    return element ? flame.marks[Number(element.dataset.mark)] : null;
}

function onKey(flame, event) {
    const mark = markOf(flame, event), at = flame.marks.indexOf(mark);

    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) {
        return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        choose(flame, mark.group);
        return;
    }
    const next = markByKey(flame.marks, at, event.key);

    if (next === null) {
        return;
    }
    event.preventDefault();
    setFocus(flame, flame.marks[next].group, true);
}

function follow(flame) {
    const { picture } = flame;

    picture.addEventListener('keydown', (event) => onKey(flame, event));
    picture.addEventListener('click', (event) => {
        const mark = markOf(flame, event);

        if (mark) {
            choose(flame, mark.group);
        }
    });
    picture.addEventListener('focusin', (event) => {
        const mark = markOf(flame, event);

        if (mark && mark.group !== flame.focused) {
            setFocus(flame, mark.group, false);
        }
    });
    picture.addEventListener('pointerover', (event) => {
        const mark = markOf(flame, event);

        flame.said.textContent = mark || flame.marks.length > 0
            ? describe(flame, mark ? mark.group : flame.focused) : flame.said.textContent;
    });
}

/* --- the view --------------------------------------------------------------------------------- */

function keyOfColours(key) {
    return key && h('ul', { class: 'key note', 'aria-label': 'Modules' },
        key.map(({ name, colour }) => h('li', null,
            h('span', { class: `swatch back-${colour}` }), ' ', nameOf(name))));
}

function makeFlame(element, doc, store) {
    const source = sourceOf(doc), { label } = source;

    return { element, store, source, branch: null, function: null, zoom: 0, focused: 0, marks: [],
            width: 0,
            picture: svg('svg', { class: 'chart flame', role: 'tree', 'aria-label':
                `${label}: arrows move, Enter selects and zooms` }),
            said: h('p', { class: 'note said', 'aria-live': 'polite' }),
            found: null, foundLine: h('p', { class: 'note', role: 'status' }),
            left: h('p', { class: 'note' }),
            whole: h('span', { class: 'note' }),
            back: h('button', { type: 'button' }, 'all') };
}

export default {
    id: 'flame',
    title: 'Flame graph',
    has: (doc) => hasSamples(doc) || hasTimes(doc),
    mount(element, doc, store) {
        const flame = makeFlame(element, doc, store), { source } = flame, line = commandLine('');
        const redraw = (state) => {
            followFilter(flame, state);
            followSelection(flame, state);
            followRange(flame, state);
            followSearch(flame, state);
            flame.whole.textContent = source.whole(flame.sums, state);
            flame.foundLine.textContent = foundText(flame);
            flame.foundLine.hidden = !flame.found;
            line.set(source.commandOf(state));
            if (element.clientWidth > 0) {
                draw(flame);
            }
        };

        flame.back.addEventListener('click', () => zoomTo(flame, 0));
        element.append(...[h('div', { class: 'bar-of-tools' }, flame.whole, flame.back),
                           keyOfColours(source.colours.key), flame.foundLine, flame.said,
                           flame.picture, flame.left, line].filter(Boolean));
        follow(flame);
        store.on(redraw);
        new ResizeObserver(() => {
            if (element.clientWidth > 0 && element.clientWidth !== flame.width) {
                draw(flame);
            }
        }).observe(element);
        redraw(store.state);
    },
};
