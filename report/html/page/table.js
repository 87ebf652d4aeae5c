/* SPDX-License-Identifier: Apache-2.0 */
/* Tables: sorted by the buttons in their heads, used by keyboard as a grid or a tree of rows. */
import { clear, h, nameOf, visible } from './dom.js';
import { cellClass, fillCell } from './table_cells.js';
import { actionOfKey, compareBy, keysAbove, makeTree, matchesSearch, nextOrder, openToLevel,
    orderOf, partRows, searchTree, sortRows, visibleTree, widthOfNames } from './table_model.js';

const ROWS = 100; /* that are shown at a time: more would be slow */

function unitOf(column) {
    return typeof column.unit === 'function' ? column.unit() : column.unit;
}

function headOf(table, column) {
    const attributes = { scope: 'col', class: cellClass(column) };
    const unit = h('small', null);

    if (!column.value) {
        return h('th', attributes, h('span', { class: 'offscreen' }, column.title ?? 'bar'));
    }
    const button = h('button', { type: 'button', title: column.help, on: {
        click: () => table.setOrder(nextOrder(table.order(), column)) } }, column.title);
    const head = h('th', attributes, button, ' ', unit);

    head.refresh = (order) => {
        const sorted = order.column === column;

        unit.textContent = unitOf(column) ?? '';
        if (sorted) {
            head.setAttribute('aria-sort', order.descending ? 'descending' : 'ascending');
        } else {
            head.removeAttribute('aria-sort');
        }
    };
    return head;
}

/* The cell of the name: indented as its level, with a button that opens the row. A name that is
 * longer than the column is cut, and whole as its title. */
function nameCell(table, column, entry) {
    const title = visible(column.full ? column.full(entry.row) : column.text(entry.row));
    const cell = h('th', { scope: 'row', class: `name ${cellClass(column) ?? ''}`.trim(), title });
    const content = h('div', { class: 'label' },
        column.cell ? column.cell(entry.row) : nameOf(column.text(entry.row)));

    if (table.tree) {
        content.prepend(h('span', { class: 'toggle', 'aria-hidden': 'true', on: {
            click: (event) => {
                event.stopPropagation();
                table.toggle(entry.row);
            } } }));
        cell.style.setProperty('--level', Math.min(entry.level - 1, 12));
    }
    cell.append(content);
    return cell;
}

function makeRow(table, entry) {
    const cells = table.columns.map((column, i) => (i === 0 ? nameCell(table, column, entry) :
        h('td', { class: cellClass(column) })));
    const element = h('tr', null, cells);

    return { element, cells };
}

function setState(element, name, value) {
    if (value === null) {
        element.removeAttribute(name);
    } else if (element.getAttribute(name) !== String(value)) {
        element.setAttribute(name, value);
    }
}

/* Which row can get the focus by Tab: the one that has had it, else the first. */
function setRoving(table) {
    const entries = table.entries;
    const at = Math.max(entries.findIndex((e) => table.key(e.row) === table.focused), 0);

    if (table.isGrid) {
        entries.forEach((entry, i) =>
            setState(entry.dom.element, 'tabindex', i === at ? 0 : -1));
    }
}

function refreshRow(table, entry, maxima) {
    const key = table.key(entry.row);
    let dom = table.drawn.get(key);

    if (!dom || dom.row !== entry.row) {
        const next = makeRow(table, entry);

        dom = Object.assign(next, { row: entry.row });
        table.drawn.set(key, dom);
        dom.element.entryKey = key;
    }
    entry.dom = dom;
    table.columns.forEach((column, i) => {
        if (i > 0) {
            fillCell(dom.cells[i], column, entry.row, maxima[i]);
        }
    });
    if (table.tree) {
        setState(dom.element, 'aria-level', entry.level);
        setState(dom.element, 'aria-expanded', entry.hasChildren ? entry.open : null);
        setState(dom.element, 'aria-posinset', entry.position);
        setState(dom.element, 'aria-setsize', entry.siblings);
    }
    setState(dom.element, 'aria-selected',
        table.isGrid ? table.isSelected(entry.row) : null);
    setState(dom.element, 'title', table.options.titleOf?.(entry.row) ?? null);
    dom.element.classList.toggle('hit', table.hits.has(key));
    dom.element.classList.toggle('dimmed', Boolean(table.options.isDim?.(entry.row)));
    return dom.element;
}

function treeEntries(table, compare) {
    const text = table.search;
    const found = text ? searchTree(table.tree,
        (row) => matchesSearch(table.columns[0].text(row), text)) : null;
    const isOpen = (key) => table.open.has(key) || Boolean(found?.above.has(key));

    table.hits = found ? found.hits : new Set();
    return visibleTree(table.tree, (key) => !table.closed.has(key) && isOpen(key), compare,
        found ? found.shown : null);
}

function flatEntries(table, order) {
    const text = table.search;
    const rows = text ?
        table.rows.filter((row) => matchesSearch(table.columns[0].text(row), text)) : table.rows;
    const { isSmall, others } = table.options;
    const parts = isSmall && !text && !table.all ? partRows(rows, isSmall) :
        { large: rows, small: [] };
    const sorted = sortRows(parts.large, order.column, order.descending);

    table.hits = new Set();
    return [...sorted, ...(parts.small.length > 0 ? [others(parts.small)] : [])].map(
        (row) => ({ row, level: 1, hasChildren: false, open: false }));
}

/* Of a bar with its error. */
function lengthOf({ value, error }) {
    return (value ?? 0) + (error ?? 0);
}

function largest(table, column) {
    if (!column.bar) {
        return 0;
    }
    return column.max ?? table.rows.reduce((max, row) =>
        Math.max(max, lengthOf(column.bar(row))), 0);
}

function drawMore(table, total) {
    const left = total - table.entries.length;

    clear(table.more);
    if (left > 0) {
        table.more.append(h('button', { type: 'button', on: { click: () => {
            table.limit += ROWS;
            table.draw();
        } } }, `${Math.min(left, ROWS)} more`), ` of ${left} rows that are not shown`);
    }
}

function draw(table) {
    const order = table.order();
    const all = table.tree ?
        treeEntries(table, compareBy(order.column, order.descending)) :
        flatEntries(table, order);
    const hadFocus = table.body.contains(document.activeElement);

    table.entries = all.slice(0, table.limit);
    table.heads.forEach((head) => head.refresh?.(order));
    const maxima = table.columns.map((column) => largest(table, column));
    const rows = table.entries.map((entry) => refreshRow(table, entry, maxima));

    if (rows.length !== table.body.children.length ||
        rows.some((row, i) => table.body.children[i] !== row)) {
        table.body.replaceChildren(...rows);
    }
    setRoving(table);
    if (hadFocus) {
        table.focusRow(table.focused);
    }
    drawMore(table, all.length);
    table.empty.hidden = all.length > 0;
    table.empty.textContent = table.search ? 'Nothing to show: no row fits the search.' :
        table.options.none ?? 'Nothing to show.';
}

/* A row that cannot be selected opens and closes. */
function choose(table, { row, hasChildren }) {
    const { select, isSelectable } = table.options;

    if (select && (isSelectable?.(row) ?? true)) {
        select(row);
    } else if (hasChildren) {
        table.toggle(row);
    }
}

function onKey(table, event) {
    const row = event.target.closest('tr');
    const index = table.entries.findIndex((entry) => entry.dom.element === row);

    if (index < 0 || event.target !== row || event.ctrlKey || event.altKey || event.metaKey) {
        return;
    }
    const action = actionOfKey(event.key, table.entries, index);

    if (!action) {
        return;
    }
    event.preventDefault();
    const entry = table.entries[Object.values(action)[0]];

    if ('focus' in action && entry) {
        table.focusRow(table.key(entry.row));
    } else if ('open' in action || 'close' in action) {
        table.toggle(entry.row);
    } else if ('select' in action) {
        choose(table, entry);
    }
}

function onClick(table, event) {
    const row = event.target.closest('tr');
    const entry = table.entries.find((e) => e.dom.element === row);

    if (entry && (globalThis.getSelection?.().isCollapsed ?? true)) {
        table.focused = table.key(entry.row);
        setRoving(table);
        choose(table, entry);
    }
}

/* Also what there is no room for: then the table scrolls sideways, by keyboard, too. */
function allColumnsOf(table, place) {
    const button = h('button', { type: 'button', class: 'all-columns', 'aria-pressed': 'false',
        on: { click: () => {
            const isAll = table.grid.classList.toggle('every');

            button.setAttribute('aria-pressed', String(isAll));
            setState(place, 'tabindex', isAll || !table.isGrid ? 0 : null);
            setState(place, 'role', isAll || !table.isGrid ? 'region' : null);
            setState(place, 'aria-label', isAll || !table.isGrid ? table.options.caption : null);
        } } }, 'all columns');

    return button;
}

function methodsOf(table) {
    const { options } = table;

    table.key = options.key ?? ((row) => table.columns[0].value(row));
    table.order = () => orderOf(options.store?.state.sort[options.id] ?? table.sorted,
        table.columns, options.sort ?? '');
    table.isSelected = (row) => Boolean(options.isSelected?.(row));
    table.draw = () => draw(table);
    table.setOrder = (order) => {
        const store = options.store;

        table.sorted = order;
        store?.set({ sort: { ...store.state.sort, [options.id]: order } }, { replace: true });
        table.draw();
    };
    table.toggle = (row) => {
        const key = table.key(row);
        const isOpen = table.entries.some((e) => table.key(e.row) === key && e.open);

        (isOpen ? table.closed : table.open).add(key);
        (isOpen ? table.open : table.closed).delete(key);
        table.focused = key;
        if (!isOpen) {
            options.tree.expand?.(row);
        }
        table.draw();
    };
    table.focusRow = (key) => {
        const entry = table.entries.find((e) => table.key(e.row) === key) ?? table.entries[0];

        table.focused = entry && table.key(entry.row);
        setRoving(table);
        entry?.dom.element.focus();
    };
    table.openLevel = (level) => {
        table.open = openToLevel(table.tree, level);
        table.closed.clear();
        table.draw();
    };
    table.reveal = (key) => {
        keysAbove(table.tree, key).forEach((k) => {
            table.open.add(k);
            table.closed.delete(k);
        });
    };
    table.update = (change = {}) => {
        if (change.rows) {
            table.rows = change.rows;
            table.tree = options.tree ? makeTree(table.rows, table.key, options.tree.parent,
                options.tree.hasChildren) : null;
            table.names = Math.max(table.names, widthOfNames(table));
            table.grid.style.setProperty('--names', `${table.names.toFixed(1)}em`);
        }
        if (change.search !== undefined && change.search !== table.search) {
            table.search = change.search;
            table.closed.clear();
        }
        table.draw();
    };
}

/**
 * Makes a table.
 * @param {Object} options
 *   id, caption; columns: [{id, title, unit (text or function), help, value(row): sorts, text(row),
 *   cell(row): element of the first column, full(row): its title, else text(row),
 *   numeric, rank: 1 to 4, the larger the earlier it is
 *   hidden where the page is narrow, first: begins a group, bar(row): {value, error, part}, max;
 *   graphic(row): a picture, content(row): an element or a text with value and text}];
 *   rows; key(row): unique, by default the value of the first column;
 *   sort: the first order, '-id' for the largest first; store: keeps the order;
 *   tree: {parent(row): its key or null, isOpen(row): at first, hasChildren(row): even if its
 *   children are not among the rows yet, expand(row): called before it opens; may update()};
 *   select(row), isSelected(row), isSelectable(row): by default all; isDim(row);
 *   titleOf(row): a text or null;
 *   none: what is said if there are no rows;
 *   isStacked: names are long, so that each has a line of its own where the page is narrow;
 *   isSmall(row), others(rows): the small rows as one, for tables without a tree
 * @returns {Object} {element, allColumns: a button that shows them, update({rows, search}),
 *   openLevel(n), reveal(key), focusRow(key)}
 */
export function makeTable(options) {
    const table = { options, columns: options.columns, rows: [], entries: [], drawn: new Map(),
        open: new Set(), closed: new Set(), hits: new Set(), search: '', limit: ROWS, names: 0,
        isGrid: Boolean(options.tree || options.select) };

    methodsOf(table);
    table.heads = table.columns.map((column) => headOf(table, column));
    table.body = h('tbody', { on: { keydown: (event) => onKey(table, event),
        click: (event) => onClick(table, event) } });
    table.more = h('p', { class: 'more' });
    table.empty = h('p', { class: 'note' });
    table.grid = h('table', { role: options.tree ? 'treegrid' : table.isGrid ? 'grid' : null,
        'data-table': options.id, 'aria-label': options.caption,
    class: options.isStacked ? 'data stacked' : 'data' },
    h('thead', null, h('tr', null, table.heads)), table.body);
    const place = h('div', { class: 'wide', ...(table.isGrid ? {} : { tabindex: 0, role: 'region',
        'aria-label': options.caption }) }, table.grid);

    table.allColumns = allColumnsOf(table, place);
    table.element = h('div', { class: 'table' }, place, table.empty, table.more);
    table.update({ rows: options.rows ?? [] });
    if (options.tree?.isOpen) {
        table.rows.filter(options.tree.isOpen).forEach((row) => table.open.add(table.key(row)));
        table.draw();
    }
    return table;
}
