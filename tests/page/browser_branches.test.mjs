/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, printedRows, report, rowsOf, shows, using, wordsOf } from './browser.mjs';

const TABLE = '#view-branches table';
let browser;

before(async () => {
    browser = await launch();
});
after(() => browser.close());

async function openAll(page) {
    await page.click('#view-branches .levels button:last-child');
}

/* The names of visible rows from the top, with their levels. */
function names(page) {
    return page.$$eval(`${TABLE} tbody tr`, (rows) => rows.map((row) =>
        `${row.getAttribute('aria-level')} ${row.querySelector('th').textContent.trim()}`));
}

/* Where all or nothing was accepted: with the 95 % interval, of which one end is 100 or 0. */
function showsRate(text, row) {
    const [rate, interval] = text.split(' (');

    if (row.accepted > 0 && row.accepted < row.executed) {
        return interval === undefined && shows(text, row.rate_percent);
    }
    const [low, high] = interval?.match(/^([0-9.]+) to ([0-9.]+)\)$/)?.slice(1) ?? ['', ''];

    return Number(rate) === row.rate_percent && shows(low, row.rate_low_percent) && low !== high &&
        shows(high, row.rate_high_percent);
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
            ['memory', 'memory, self'].every((name, i) => r[`${name} MB`].replace(/\u202f/g, '') ===
                String(i ? row.memory_self_MB : row.memory_total_MB)) &&
            (!counts.get(row.branch)?.executed || showsRate(r['accepted %'], counts.get(row.branch)));

        assert.ok(shown.some(fits), `${row.path}: ${JSON.stringify(row)} is shown as ${JSON.stringify(shown)}`);
    }
}));

/* Numbers in a line of a text, without the widths of columns. */
const numbersOf = (line) => line.match(/(?:<|>-)?[\d.]+/g) ?? [];

test('branches with much self time are bold', () => using(browser, 'run.html', async (page) => {
    await openAll(page);
    const bold = await page.$$eval(`${TABLE} tbody tr:has(b) th`, (all) => all.map((one) => one.textContent.trim()));
    const hot = report('timing', 'run').filter((row) => row.self_percent >= 10).map((row) => row.name);

    assert.ok(hot.length > 0);
    assert.deepEqual(bold.sort(), hot.sort());
}));

test('memory has columns only where it was measured', async () => {
    const titles = (page) => page.$$eval(`${TABLE} thead th`, (all) => all.map((one) => one.textContent).join());

    await using(browser, 'run.html', async (page) => assert.match(await titles(page), /,memory MB,memory, self MB$/));
    await using(browser, 'profile.html', async (page) => assert.doesNotMatch(await titles(page), /memory/));
});

test('the commands below the branches print their rows and columns', () => using(browser, 'profile.html', async (page) => {
    await openAll(page);
    const rows = await rowsOf(page, TABLE);
    const [timing, counts, own] = (await page.$$eval('#view-branches .made code', (all) => all.map((one) =>
        one.textContent))).map(wordsOf);
    const printed = printedRows(...timing);
    const decisions = printedRows(...counts).map(numbersOf);
    const samples = report(...own.slice(1)).rows;

    assert.equal(printed.length, rows.length, timing.join(' '));
    for (const row of rows) {
        const lines = printed.filter((line) => line.trim().startsWith(`${row.branch} `)).map(numbersOf);
        const calls = row.calls.replace(/\D/g, '');

        const shares = [row['share %'], row['self %']].filter((share) => share !== '-');

        assert.ok(lines.some((numbers) => numbers.includes(calls) && shares.every((share) => numbers.includes(share))),
            `${JSON.stringify(row)}: ${lines.join(' / ')}`);
        if (row['accepted %'].includes('±')) {
            const [rate, error] = row['accepted %'].split(' ± ');

            assert.ok(decisions.some((numbers) => shows(rate, Number(numbers.at(-2))) &&
                shows(error, Number(numbers.at(-1)))), JSON.stringify(row));
        }
    }
    const vertexFit = rows.find((row) => row.branch === 'VertexFit');
    const [key] = Object.keys(vertexFit).filter((name) => name.startsWith('CPU, sampled'));
    const [sampled] = samples.filter((row) => / VertexFit$/.test(row.task));

    assert.ok(shows(vertexFit[key], sampled.cpu_s, key.split(' ').at(-1)), `${vertexFit[key]} ${sampled.cpu_s}`);
}, { viewport: { width: 3000, height: 900 } }));

test('the command below the shares prints what the shown branch consists of', async () => {
    const timing = report('timing', 'run');

    for (const root of timing.filter((row) => row.total_s > 0 && timing.some((other) => other.parent === row.branch &&
        other.total_s > 0))) {
        await using(browser, `run.html#view=shares&branch=${encodeURIComponent(root.path)}`, async (page) => {
            const words = wordsOf(await page.textContent('#view-shares .made code'));
            const printed = report(...words.slice(1)).filter((row) => row.root === root.path || row.root === 'Event' ||
                root.name === 'Background');
            const slices = await rowsOf(page, '#view-shares table');
            const children = timing.filter((row) => row.parent === root.branch && row.total_s > 0);
            const others = slices.map((slice) => slice.branch.match(/^\[(\d+) others\]$/)?.[1]).find(Boolean) ?? 0;
            const named = slices.filter((slice) => !slice.branch.startsWith('['));

            assert.equal(named.length + Number(others), children.length);
            assert.ok(children.every((child) => printed.some((row) => row.group === child.name)), words.join(' '));
            for (const slice of named) {
                const name = slice.branch.replace(/ ›$/, '');
                const [unit] = Object.keys(slice).filter((key) => key.startsWith('time ')).map((key) => key.slice(5));

                assert.ok(printed.some((row) => row.group === name && shows(slice[`time ${unit}`], row.total_s, unit) &&
                    shows(slice['share %'], row.total_percent)), JSON.stringify(slice));
            }
        });
    }
});

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

/* Titles of the columns that are seen. */
function seenColumns(page) {
    return page.$$eval(`${TABLE} thead button`, (all) => all.filter((one) => one.checkVisibility()).map((one) =>
        one.textContent));
}

const REQUIRED = ['calls', 'mean', 'p50', 'p90', 'p99', 'max', 'at event'];

for (const width of [1280, 1440, 1680, 1920, 2200, 2400, 2560, 3840]) {
    test(`percentiles and the slowest event are seen at ${width} px, without scrolling`, async () => {
        for (const name of ['run.html', 'profile.html']) {
            await using(browser, name, async (page) => {
                const seen = await seenColumns(page);

                assert.deepEqual(seen.filter((title) => REQUIRED.includes(title)), REQUIRED, `${name}: ${seen}`);
                assert.equal(seen.includes('accepted'), width >= 1680, `${name}: ${seen}`);
                const [scrolls, fits] = await page.$eval(TABLE, (table) => [table.parentNode.scrollWidth,
                    table.parentNode.clientWidth]);

                assert.ok(scrolls <= fits, `${name}: ${scrolls} > ${fits}`);
            }, { viewport: { width, height: 1000 } });
        }
    });
}

test('all columns are shown by a button, and scrolled to by keyboard', async () => {
    for (const width of [360, 1280]) {
        await using(browser, 'run.html', async (page) => {
            const place = page.locator('#view-branches .wide');
            const few = await seenColumns(page);
            const all = await page.$$eval(`${TABLE} thead button`, (heads) => heads.map((one) => one.textContent));

            assert.ok(few.length < all.length);
            await page.focus('#view-branches .all-columns');
            await page.keyboard.press('Enter');
            assert.equal(await page.getAttribute('#view-branches .all-columns', 'aria-pressed'), 'true');
            assert.deepEqual(await seenColumns(page), all);
            await place.focus();
            await page.keyboard.press('ArrowRight');
            await page.waitForFunction(() => document.querySelector('#view-branches .wide').scrollLeft > 0);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
            assert.equal(await page.locator(`${TABLE} tbody tr[aria-expanded=true]`).count() > 0, true);
            await page.focus('#view-branches .all-columns');
            await page.keyboard.press('Enter');
            assert.deepEqual(await seenColumns(page), few);
        }, { viewport: { width, height: 900 } });
    }
    await using(browser, 'run.html', async (page) => assert.ok(!await page.isVisible('#view-branches .all-columns')),
        { viewport: { width: 2560, height: 1400 } });
});

test('the first rows are on the first screen of a phone; the fields of the strip are a key away', async () => {
    for (const name of ['run.html', 'profile.html', 'compare.html', 'gate.html']) {
        await using(browser, name, async (page) => {
            /* Sentences of results are as long as what was measured: three of two lines have 120 px. */
            const [bottom, answers] = await page.$eval('[role=tabpanel]:not([hidden]) tbody tr', (row) => [
                row.getBoundingClientRect().bottom, [...document.querySelectorAll('.answer')].reduce((sum, answer) =>
                    sum + answer.getBoundingClientRect().height, 0)]);

            assert.ok(bottom - answers <= 680, `${name}: the first row ends at ${bottom} px, ${answers} of answers`);
        }, { viewport: { width: 360, height: 800 } });
    }
    await using(browser, 'profile.html', async (page) => {
        assert.ok(!await page.isVisible('#view-strip .seconds >> nth=0'));
        await page.focus('#view-strip .handle');
        assert.ok(await page.isVisible('#view-strip .seconds >> nth=0'));
        assert.ok(await page.isVisible('#view-strip > .note >> nth=0'));
    }, { viewport: { width: 360, height: 800 } });
});
