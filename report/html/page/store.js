/* SPDX-License-Identifier: Apache-2.0 */
/* What the reader has selected. Views are functions of the document and of this. The fragment of
 * the address holds it, so that a link, Back and a reload show the same; names are in it as text,
 * so that a link also fits the result of the next run. */

/** What is selected at first. */
export const INITIAL = Object.freeze({
    range: null, /* [from, to) in us since the start of the run */
    branch: null, /* its path */
    function: null, /* its name */
    thread: null, /* its name */
    group: 'task,function', /* keys of the grouping of samples */
    view: null, /* the first that there is */
    sort: Object.freeze({}), /* column of each table, '-' before it: largest first */
    search: '',
    metric: 'cpu',
});

/** What Esc and the buttons of the selection clear. */
export const SELECTIONS = Object.freeze(['range', 'branch', 'function', 'thread']);

const TEXTS = ['branch', 'function', 'thread', 'group', 'view', 'search', 'metric'];

function parseRange(text) {
    const match = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '');

    return match ? [Number(match[1]), Number(match[2])] : null;
}

/**
 * The state as a fragment: only what differs from the initial one.
 * @param {Object} state
 * @returns {string} without '#'
 */
export function hashOf(state) {
    const words = new URLSearchParams();

    if (state.range) {
        words.set('range', `${state.range[0]}-${state.range[1]}`);
    }
    for (const key of TEXTS) {
        if (state[key] !== INITIAL[key] && state[key] !== null) {
            words.set(key, state[key].toWellFormed?.() ?? state[key]);
        }
    }
    for (const [table, order] of Object.entries(state.sort)) {
        words.append('sort', `${table}:${order}`);
    }
    return words.toString();
}

/**
 * The state of a fragment. What it does not have, or has wrong, is as at first. What it selects may
 * not be there: validity.js.
 * @param {string} hash with or without '#'
 * @returns {Object}
 */
export function stateOf(hash) {
    const words = new URLSearchParams(hash.replace(/^#/, ''));
    const state = { ...INITIAL, range: parseRange(words.get('range')), sort: {} };

    for (const key of TEXTS) {
        state[key] = words.get(key) ?? INITIAL[key];
    }
    for (const word of words.getAll('sort')) {
        const colon = word.indexOf(':');

        if (colon > 0) {
            Object.defineProperty(state.sort, word.slice(0, colon), { value: word.slice(colon + 1),
                enumerable: true, writable: true, configurable: true });
        }
    }
    return state;
}

/**
 * What Esc changes: the selection that was made last, and the search after all of them.
 * @param {Object} state
 * @param {string[]} order of the selections, the latest at the end
 * @returns {Object|null} for set()
 */
export function undoOf(state, order) {
    for (let i = order.length - 1; i >= 0; i--) {
        if (state[order[i]] !== null) {
            return { [order[i]]: null };
        }
    }
    for (const key of SELECTIONS) {
        if (state[key] !== null) {
            return { [key]: null };
        }
    }
    return state.search !== '' ? { search: '' } : null;
}

/* A frame of the browser, or what Node has. */
function nextFrame(action) {
    if (globalThis.requestAnimationFrame && !globalThis.document?.hidden) {
        requestAnimationFrame(action);
    } else {
        setTimeout(action, 0);
    }
}

/* Texts in the search and brushed ranges would fill the history: they replace its last entry. */
function writeHash(hash, replaces) {
    try {
        if (`#${hash}` !== location.hash && !(hash === '' && location.hash === '')) {
            const address = `${location.pathname}${location.search}#${hash}`;

            history[replaces ? 'replaceState' : 'pushState'](null, '', address);
        }
    } catch {
        /* In a sandbox there is no history: the page works without. */
    }
}

/**
 * Makes the store.
 * @param {string} hash that it begins with
 * @returns {{state: Object, set: function, on: function, undo: function, commands: Object}}
 */
export function makeStore(hash) {
    const listeners = new Set();
    const order = [];
    let waiting = false;

    const store = { state: stateOf(hash), commands: {} };
    const notify = () => {
        waiting = false;
        for (const listener of [...listeners]) {
            listener(store.state);
        }
    };
    const change = (state) => {
        store.state = state;
        if (!waiting) {
            waiting = true;
            nextFrame(notify);
        }
    };
    store.set = (partial, { replace = false } = {}) => {
        for (const key of SELECTIONS) {
            if (partial[key] !== undefined && partial[key] !== null) {
                order.splice(order.indexOf(key) >>> 0, 1);
                order.push(key);
            }
        }
        change({ ...store.state, ...partial });
        writeHash(hashOf(store.state), replace || Object.keys(partial).join() === 'search');
    };
    store.restore = (text) => change(stateOf(text));
    store.undo = () => {
        const partial = undoOf(store.state, order);

        if (partial) {
            store.set(partial);
        }
        return partial !== null;
    };
    store.on = (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
    };
    return store;
}

/**
 * Has the store follow Back, Forward and Esc.
 * @param {Object} store
 * @param {Window} window
 */
export function followBrowser(store, window) {
    window.addEventListener('popstate', () => store.restore(window.location.hash));
    window.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && store.undo()) {
            event.preventDefault();
        }
    });
}
