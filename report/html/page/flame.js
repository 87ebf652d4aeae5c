/* SPDX-License-Identifier: Apache-2.0 */
/* The flame graph, from the top downwards: branches first, then the functions that they call. */
import {makeFrames, topBranches} from './branch_groups.js';
import {clear, commandLine, h, svg, visible} from './dom.js';
import {estimate} from './estimate.js';
import {count, percent, seconds, withError} from './format.js';
import {findFrames, layFrames, markByKey, withinGroups} from './frame_layout.js';
import {childrenOf} from './groups.js';
import {commandOf, passesKeeper} from './selection.js';

const rowHeight = 20, letter = 6.7; /* in units, of which a rem has 16 */

function hasWords(text, search) {
    const low = text.toLowerCase();

    return search.toLowerCase().split(/\s+/).filter(Boolean).every(word => low.includes(word));
}

/* --- what is drawn ---------------------------------------------------------------------------- */

/* Frames are made anew only for another filter. What was zoomed to is found again by its names. */
function followFilter(flame, state) {
    const kept = flame.passesOf(state);

    if (flame.key === kept.key) return;
    const path = flame.tree ? pathOf(flame, flame.zoom) : [];

    flame.key = kept.key;
    flame.tree = makeFrames(flame.samples, kept.passes);
    flame.tree.children = childrenOf(flame.tree);
    flame.zoom = 0;
    for (const name of path) {
        const next = flame.tree.children[flame.zoom].find(i => flame.tree.nameOf(i) === name);

        if (next === undefined) break;
        flame.zoom = next;
    }
    flame.focused = flame.zoom;
}

function followRange(flame, state) {
    const {tree} = flame, {range} = state;

    flame.sums = estimate(flame.samples, {range}, tree.groupOf, tree.count, tree.parents);
    flame.range = range;
    if (!(flame.sums.weight[flame.zoom] > 0)) flame.zoom = 0;
}

function followSearch(flame, {search}) {
    const {tree, samples} = flame;

    flame.found = null;
    if (!search.trim()) return;
    flame.found = findFrames(tree, i => hasWords(tree.nameOf(i), search));
    const groupOf = withinGroups(tree, flame.found.outermost);

    flame.found.sums = estimate(samples, {range: flame.range}, groupOf, 2, new Int32Array([-1, 0]));
}

/* Returns the names from the outermost frame on. */
function pathOf({tree}, group) {
    const path = [];

    for (; group > 0; group = tree.parents[group]) path.unshift(tree.nameOf(group));
    return path;
}

/* --- words ------------------------------------------------------------------------------------ */

function shareText(sums, group) {
    const whole = sums.weight[0];

    return withError(sums.weight[group] / whole * 100, sums.shareError[group] / whole * 100, '%');
}

function describe(flame, group) {
    const {tree, sums} = flame;
    const kind = group === 0 ? '' : tree.levels[group] ? 'function ' : 'branch ';
    const path = pathOf(flame, tree.parents[group] ?? 0).map(visible).join(' / ');
    const times = withError(sums.weight[group] / 1e9, sums.error[group] / 1e9, 's');
    const unsure = sums.weight[group] < 2 * sums.error[group] ? '; not measured' : '';

    const share = group ? `${shareText(sums, group)} of the selected CPU time, ` : '';

    return `${kind}${visible(tree.nameOf(group))}: ${share}${times}, ` +
        `${count(sums.samples[group])} samples${unsure}` +
        (path ? `; in ${path}` : '');
}

function foundText({found}) {
    if (!found) return '';
    if (found.outermost.length === 0) return 'The search finds no frame.';
    return `The search finds ${shareText(found.sums, 1)} of the selected CPU time.`;
}

/* --- marks ------------------------------------------------------------------------------------ */

function cut(text, width) {
    const letters = Math.floor((width - 6) / letter);

    if (letters < 3) return '';
    return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}

function classOf({tree, tops, found}, group) {
    const colour = group === 0 ? 'other' : tops.colourOf(tree.topOf(group));
    const dim = found && !found.matched[group] ? ' unfound' : '';

    return `frame fill-${colour}${tree.levels[group] === 1 ? ' function' : ''}${dim}`;
}

function drawMark(flame, mark, i) {
    const {group, depth, x, width} = mark, name = visible(flame.tree.nameOf(group));
    const label = cut(name, width), y = depth * rowHeight;
    const title = group ? `${name}: ${shareText(flame.sums, group)}` : name;

    return svg('g', {role: 'treeitem', 'aria-level': depth + 1, 'data-mark': i, tabindex: -1},
               svg('title', null, title),
               svg('rect', {x: x.toFixed(2), y, width: Math.max(width - 0.5, 0.3).toFixed(2),
                            height: rowHeight - 1, class: classOf(flame, group)}),
               label ? svg('text', {x: (x + 3).toFixed(2), y: y + 14, class: 'frame-name',
                                    'aria-hidden': 'true'}, label) : null);
}

function draw(flame) {
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const width = Math.max(flame.element.clientWidth, 200) * 16 / rem;
    const {picture, tree, sums} = flame;
    const hadFocus = picture.contains(document.activeElement);
    const laid = layFrames({children: tree.children, weight: sums.weight}, flame.zoom, width);
    const left = laid.left / Math.max(sums.weight[flame.zoom], 1) * 100;

    flame.marks = laid.marks;
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
    const {marks, picture, said} = flame;
    const at = Math.max(marks.findIndex(mark => mark.group === group), 0), mark = marks[at];

    picture.querySelector('[tabindex="0"]')?.setAttribute('tabindex', -1);
    if (!mark) {
        said.textContent = 'There are no samples in the selection.';
        return;
    }
    flame.focused = mark.group;
    picture.children[at].setAttribute('tabindex', 0);
    if (takes) picture.children[at].focus();
    said.textContent = describe(flame, mark.group);
}

function zoomTo(flame, group) {
    flame.zoom = flame.zoom === group ? Math.max(flame.tree.parents[group], 0) : group;
    flame.focused = group;
    draw(flame);
}

function onKey(flame, event) {
    const at = flame.marks.findIndex(mark => mark.group === flame.focused);

    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        zoomTo(flame, flame.focused);
        return;
    }
    const next = markByKey(flame.marks, at, event.key);

    if (next === null) return;
    event.preventDefault();
    setFocus(flame, flame.marks[next].group, true);
}

function markOf(flame, event) {
    const element = event.target.closest?.('[data-mark]');

    return element ? flame.marks[Number(element.dataset.mark)] : null;
}

function follow(flame) {
    const {picture} = flame;

    picture.addEventListener('keydown', event => onKey(flame, event));
    picture.addEventListener('click', event => {
        const mark = markOf(flame, event);

        if (mark) zoomTo(flame, mark.group);
    });
    picture.addEventListener('pointerover', event => {
        const mark = markOf(flame, event);

        flame.said.textContent = mark || flame.marks.length > 0
            ? describe(flame, mark ? mark.group : flame.focused) : flame.said.textContent;
    });
}

/* --- the view --------------------------------------------------------------------------------- */

function makeFlame(element, samples) {
    return {element, samples, passesOf: passesKeeper(samples), tops: topBranches(samples), zoom: 0,
            focused: 0, marks: [],
            picture: svg('svg', {class: 'chart flame', role: 'tree', 'aria-label':
                'CPU time of branches and functions: arrows move, Enter zooms'}),
            said: h('p', {class: 'note said', 'aria-live': 'polite'}),
            found: null, foundLine: h('p', {class: 'note', role: 'status'}),
            left: h('p', {class: 'note'}),
            whole: h('span', {class: 'note'}),
            back: h('button', {type: 'button'}, 'all')};
}

export default {
    id: 'flame',
    title: 'Flame graph',
    has: doc => Boolean(doc.samples?.columns.time_us.length),
    mount(element, doc, store) {
        const flame = makeFlame(element, doc.samples), line = commandLine('');
        const redraw = state => {
            followFilter(flame, state);
            followRange(flame, state);
            followSearch(flame, state);
            flame.whole.textContent = 'Widths are shares of ' +
                `${seconds(flame.sums.weight[0] / 1e9)} of CPU time in ` +
                `${count(flame.sums.samples[0])} samples.`;
            flame.foundLine.textContent = foundText(flame);
            flame.foundLine.hidden = !flame.found;
            line.set(commandOf(doc, state, {view: 'flamegraph', options: ['-O', 'flame.svg']}));
            if (element.clientWidth > 0) draw(flame);
        };

        flame.back.addEventListener('click', () => zoomTo(flame, 0));
        element.append(h('div', {class: 'bar-of-tools'}, flame.whole, flame.back), flame.foundLine,
                       flame.said, flame.picture, flame.left, line);
        follow(flame);
        store.on(redraw);
        new ResizeObserver(() => { if (element.clientWidth > 0) draw(flame); }).observe(element);
        redraw(store.state);
    },
};
