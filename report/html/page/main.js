/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces the static tables of the page by views that follow a selection. Whatever fails before
 * that leaves the page as it was. */
import { binOf, snapped } from './bins.js';
import { sampledByBranch } from './branch_groups.js';
import { decodeDocument } from './decode.js';
import { clear, h, nameOf, visible } from './dom.js';
import { seconds } from './format.js';
import { loopBar } from './loop_bar.js';
import { followBrowser, makeStore, SELECTIONS } from './store.js';
import { failureOf, identityOf } from './summary.js';
import { checkedStore, troubleFinder } from './validity.js';
import { permanent, views } from './views.js';

/* --- tabs ---------------------------------------------------------------------------------- */

function tabKey(event, tabs, store) {
    const at = tabs.findIndex((tab) => tab.button === event.target);
    const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };

    if (at >= 0 && Object.hasOwn(moves, event.key)) {
        const next = tabs[(moves[event.key] + tabs.length) % tabs.length];

        event.preventDefault();
        next.button.focus();
        store.set({ view: next.view.id });
    }
}

function makeTab(view, store) {
    const button = h('button', { type: 'button', role: 'tab', id: `tab-${view.id}`,
        'aria-controls': `view-${view.id}`,
        on: { click: () => store.set({ view: view.id }) } }, view.title);
    const panel = h('section', { role: 'tabpanel', id: `view-${view.id}`,
        'aria-labelledby': `tab-${view.id}`, class: 'view' });

    return { view, button, panel, mounted: false, listeners: new Set(), drawn: null };
}

/* What a view draws depends on all but which view is open. */
function isDrawn(tab, state) {
    return Object.keys(state).every((key) => key === 'view' ||
        state[key] === tab.drawn[key]);
}

/* The store for a view, which follows it only while it is shown: redraw() calls its functions. */
function storeOf(tab, store) {
    return { ...store, get state() {
        return store.state;
    },
        on: (listener) => {
            tab.listeners.add(listener);
            return () => tab.listeners.delete(listener);
        } };
}

function redraw(tab, state) {
    if (!isDrawn(tab, state)) {
        tab.drawn = state;
        tab.listeners.forEach((listener) => listener(state));
    }
}

/* A view that fails says so in its place; the others go on. */
function mount(tab, doc, store, isFirst) {
    tab.mounted = true;
    tab.drawn = store.state;
    try {
        tab.view.mount(tab.panel, doc, storeOf(tab, store));
    } catch (error) {
        if (isFirst) {
            throw error;
        }
        clear(tab.panel).append(h('p', { class: 'note', role: 'alert' },
            `This view failed: ${error.message}. The other views still work.`));
    }
}

function makeTabs(doc, store) {
    const tabs = views.filter((view) => view.has(doc)).map((view) => makeTab(view, store));
    const list = h('div', { role: 'tablist', 'aria-label': 'Views', on: {
        keydown: (event) => tabKey(event, tabs, store) } }, tabs.map((tab) => tab.button));
    let isFirst = true;

    const show = (state) => {
        const shown = tabs.find((tab) => tab.view.id === state.view) ?? tabs[0];

        for (const tab of tabs) {
            tab.button.setAttribute('aria-selected', tab === shown);
            tab.button.tabIndex = tab === shown ? 0 : -1;
            tab.panel.hidden = tab !== shown;
        }
        if (shown && !shown.mounted) {
            mount(shown, doc, store, isFirst);
        } else if (shown) {
            redraw(shown, state);
        }
        isFirst = false;
    };

    return { list, panels: tabs.map((tab) => tab.panel), show };
}

/* --- selection ----------------------------------------------------------------------------- */

function chipText(key, value, bin) {
    if (key === 'range') {
        const [from, to] = snapped(value, bin).map((us) => seconds(us / 1e6));

        return `${from} to ${to}${bin > 1 ? ` in bins of ${seconds(bin / 1e6)}` : ''}`;
    }
    return nameOf(value);
}

function makeChip(key, state, isIgnored, store, bin) {
    return h('button', { type: 'button', class: isIgnored ? 'chip ignored' : 'chip',
        'data-selected': key, on: { click: () => store.set({ [key]: null }) } },
    h('span', { class: 'soft' }, key === 'range' ? 'time' : key), ' ',
    chipText(key, state[key], bin), ' ', h('span', { class: 'offscreen' }, '(remove)'),
    h('span', { 'aria-hidden': 'true' }, '×'));
}

/* What is selected, each with a button that removes it, and what of it is ignored and why. */
function chips(store, find, bin) {
    const element = h('div', { class: 'chips', role: 'group', 'aria-label': 'Selected' });
    const ignored = h('div', { class: 'ignored-why', role: 'status' });
    const draw = (state) => {
        const troubles = find(state);
        const selected = SELECTIONS.filter((key) => state[key] !== null);

        clear(element).append(...selected.map((key) =>
            makeChip(key, state, key in troubles, store, bin)));
        clear(ignored).append(...Object.values(troubles).map((trouble) =>
            h('p', { class: 'note' }, visible(`${trouble}: the selection is ignored`))));
    };

    store.on(draw);
    draw(store.state);
    return [element, ignored];
}

function searchField(store) {
    const field = h('input', { type: 'search', placeholder: 'Search names', spellcheck: 'false',
        'aria-label': 'Search names', autocomplete: 'off', on: {
            input: () => store.set({ search: field.value }) } });
    const draw = (state) => {
        if (field.value !== state.search) {
            field.value = state.search;
        }
    };

    store.on(draw);
    draw(store.state);
    return field;
}

/* --- start --------------------------------------------------------------------------------- */

function makeApp(doc, raw) {
    const find = troubleFinder(doc);
    const bin = binOf(doc.samples), store = checkedStore(raw, find, bin);
    const tabs = makeTabs(doc, store);
    const above = permanent.filter((view) => view.has(doc)).map((view) => ({ view,
        element: h('section', { id: `view-${view.id}`, 'aria-label': view.title }) }));
    const app = h('div', { id: 'app' }, loopBar(doc), above.map(({ element }) => element),
        h('div', { class: 'toolbar' }, tabs.list, searchField(store)), chips(raw, find, bin),
        tabs.panels);

    return { app, start() {
        above.forEach(({ view, element }) => view.mount(element, doc, store));
        tabs.show(store.state);
        store.on(tabs.show);
    } };
}

/* Below the title: which run this is; first of the answers: how it failed. */
function completeHead(doc) {
    const title = document.querySelector('h1');
    const failure = failureOf(doc);
    const words = identityOf(doc);

    if (failure) {
        const line = [...document.querySelectorAll('.answer')].find((answer) =>
            answer.textContent === visible(failure)) ??
            h('p', { class: 'answer' }, visible(failure));

        line.classList.add('failure');
        line.style.color = 'light-dark(#b00020, #ff8a80)';
        title?.after(line);
    }
    if (words.length > 0) {
        const line = h('small', { class: 'soft parents identity' }, words.join(' · '));

        Object.assign(line.style, { fontSize: '0.875rem', fontWeight: 400, lineHeight: 1.4,
            overflowWrap: 'anywhere' });
        title?.append(line);
    }
}

function pieces() {
    return [...document.querySelectorAll('script.document')].map((piece) => piece.textContent);
}

/* Views measure the page when they are mounted, so they are in it then; nothing is painted between
 * the two, and what fails brings the static part back. */
async function start() {
    const still = document.getElementById('static');
    const doc = await decodeDocument(pieces());
    const store = makeStore(location.hash);

    if (doc.samples) {
        doc.sampledByBranch = sampledByBranch(doc.samples, doc.views.timing);
    }
    const { app, start: startViews } = makeApp(doc, store);

    still.replaceWith(app);
    try {
        startViews();
    } catch (error) {
        app.replaceWith(still);
        throw error;
    }
    completeHead(doc);
    followBrowser(store, window);
    document.documentElement.dataset.ready = 'true';
}

start().catch((error) => {
    document.documentElement.dataset.failed = String(error.message);
    document.getElementById('static')?.prepend(h('p', { class: 'note', role: 'alert' },
        `The page is shown without its script, which failed: ${error.message}.`));
});
