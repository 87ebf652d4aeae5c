/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, report, rowsOf, shows, using } from './browser.mjs';

const TABLE = '#view-branches table';
let browser;

before(async () => { browser = await launch(); });
after(() => browser.close());

async function openAll(page) {
    await page.click('#view-branches .levels button:last-child');
}

/* The names of visible rows from the top, with their levels. */
function names(page) {
    return page.$$eval(`${TABLE} tbody tr`, (rows) => rows.map((row) =>
        `${row.getAttribute('aria-level')} ${row.querySelector('th').textContent.trim()}`));
}

test('each number of the branches is that of the document', () => using(browser, 'run.html', async (page) => {
    const wide = report('timing', 'run');
    const counts = new Map(report('counts', 'run').map((row) => [row.branch, row]));

    await openAll(page);
    const rows = await rowsOf(page, TABLE);
    assert.equal(rows.length, wide.length);
    for (const row of wide) {
        const shown = rows.filter((r) => r.branch === row.name);
        const fits = (r) => r.calls.replace(/\D/g, '') === String(row.calls) &&
            ['total', 'self', 'mean', 'p50', 'p90', 'p99', 'max'].every((name) => {
                const key = Object.keys(r).find((k) => k.startsWith(`${name} `) && !k.endsWith('%'));

                return shows(r[key], row.total_percent === null && ['self'].includes(name) ? row.self_s :
                    row[`${name}_s`], key.split(' ')[1]);
            }) && shows(r['share %'], row.total_percent) && shows(r['self %'], row.self_percent) &&
            (row.slowest_event === null || r['at event'] === String(row.slowest_event)) &&
            (!counts.get(row.branch)?.executed || shows(r['accepted %'], counts.get(row.branch).rate_percent));

        assert.ok(shown.some(fits), `${row.path}: ${JSON.stringify(row)} is shown as ${JSON.stringify(shown)}`);
    }
}));

test('a column is sorted by its button, by mouse and by keyboard, within siblings', () => using(browser, 'run.html',
async (page) => {
    const wide = report('timing', 'run').filter((row) => row.depth === 1 && row.total_percent !== null);
    const shown = async () => (await names(page)).filter((name) => name.startsWith('2 ')).map((name) => name.slice(2))
        .filter((name) => wide.some((row) => row.name === name));
    const by = (value) => [...wide].sort((a, b) => value(a) - value(b)).map((row) => row.name);

    await page.click(`${TABLE} thead button >> text="mean"`);
    assert.deepEqual(await shown(), by((row) => -row.mean_s));
    assert.equal(await page.getAttribute(`${TABLE} thead th:has(button:text-is("mean"))`, 'aria-sort'), 'descending');
    await page.focus(`${TABLE} thead button:text-is("mean")`);
    await page.keyboard.press('Enter');
    assert.deepEqual(await shown(), by((row) => row.mean_s));
    assert.match(page.url(), /sort=branches%3Amean/);
}));

test('a search shows what it finds, wherever that is', () => using(browser, 'run.html', async (page) => {
    await page.fill('input[type=search]', 'vertex');
    await page.waitForFunction(() =>
        document.querySelector('#view-branches [role=status]').textContent.includes(' of '));
    const status = await page.textContent('#view-branches [role=status]');
    const found = report('timing', 'run').filter((row) => row.name.toLowerCase().includes('vertex'));

    assert.ok(found.length > 0);
    assert.match(status, new RegExp(`^${found.length} of `));
    for (const row of found) {
        assert.ok((await names(page)).some((name) => name.endsWith(` ${row.name}`)), row.name);
    }
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('input[type=search]').value === '');
}));

test('rows are opened, closed and selected by the keyboard; Esc and Back undo it', () => using(browser, 'run.html',
async (page) => {
    const first = page.locator(`${TABLE} tbody tr`).first();

    await first.focus();
    await page.keyboard.press('ArrowLeft');
    const closed = await names(page);
    assert.ok(closed.filter((name) => name.startsWith('2 ')).length <
        report('timing', 'run').filter((r) => r.depth === 1).length);
    assert.equal(await first.getAttribute('aria-expanded'), 'false');
    await page.keyboard.press('ArrowRight');
    assert.equal(await first.getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chip[data-selected=branch]');
    assert.match(page.url(), /branch=/);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.chip[data-selected=branch]', { state: 'detached' });
    await page.goBack();
    await page.waitForSelector('.chip[data-selected=branch]');
    const url = page.url();
    await page.reload();
    await page.waitForSelector('.chip[data-selected=branch]');
    assert.equal(page.url(), url);
}));

test('tabs are changed by arrows, and each view is drawn', () => using(browser, 'run.html', async (page) => {
    const tabs = await page.$$eval('[role=tab]', (all) => all.map((tab) => tab.textContent));

    assert.deepEqual(tabs.filter((tab) => ['Branches', 'Shares', 'Events', 'Workers', 'The run'].includes(tab)),
        ['Branches', 'Shares', 'Events', 'Workers', 'The run']);
    await page.focus('[role=tab]');
    for (const tab of [...tabs.slice(1), tabs[0]]) {
        await page.keyboard.press('ArrowRight');
        await page.waitForSelector(`[role=tab][aria-selected=true]:text-is("${tab}")`);
        const panel = page.locator('[role=tabpanel]:visible');
        assert.equal(await panel.count(), 1);
        assert.doesNotMatch(await panel.innerText(), /This view failed|NaN|undefined|\[object/, tab);
        assert.match(await panel.innerText(), /gaudit report|gaudit compare/, `${tab} has no command`);
    }
}));
