/* SPDX-License-Identifier: Apache-2.0 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { axeFindings, launch, printedRows, printedText, report, rowsOf, shows, using, wordsOf } from './browser.mjs';

const TABLE = '#view-functions table';
let browser;

before(async () => {
    browser = await launch();
});
after(() => browser.close());

const range = (page) => page.evaluate(() =>
    new URLSearchParams(location.hash.slice(1)).get('range')?.split('-').map(Number) ?? null);

/* The words of the command below a view, from the name of the report on. */
const commandOf = async (page, view) => wordsOf(await page.textContent(`#view-${view} .made code`)).slice(1);

async function drag(page, from, to) {
    const box = await page.locator('.strip-picture:not(.strip-events)').boundingBox();

    await page.mouse.move(box.x + box.width * from, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * (from + to) / 2, box.y + 40);
    await page.mouse.move(box.x + box.width * to, box.y + 40);
    await page.mouse.up();
}

test('a view that was not seen follows the range once it is', () => using(browser, 'profile.html#view=flame', async (page) => {
    const text = () => page.textContent('#view-flame .bar-of-tools');
    const whole = await text();

    await page.click('#tab-functions');
    await drag(page, 0.3, 0.6);
    await page.waitForFunction(() => location.hash.includes('range='));
    await page.click('#tab-flame');
    await page.waitForFunction((old) => document.querySelector('#view-flame .bar-of-tools').textContent !== old, whole);
    const hash = await page.evaluate(() => location.hash);
    const part = await text();

    await using(browser, `profile.html${hash}`, async (fresh) =>
        assert.equal(await fresh.textContent('#view-flame .bar-of-tools'), part));
}));

/* All rows are those that the command prints; the page has the frames as readers see them. */
async function isAsPrinted(page) {
    const words = (await commandOf(page, 'functions')).map((word, i, all) =>
        (all[i - 1] === '--group-by' ? 'task' : word));
    const printed = report(...words).rows;
    const shown = (await page.$$eval(`${TABLE} tbody tr[aria-level="1"]`, (rows) => rows.map((row) =>
        [...row.children].map((cell) => cell.textContent.trim()))));

    assert.equal(shown.length, printed.length);
    for (const row of printed) { /* rows of one time are in any order */
        const name = row.task.startsWith('[') ? row.task : row.task.split(' ').at(-1);
        const fits = shown.some((cells) => cells[0].startsWith(name) && shows(cells[1], row.share_percent) &&
            cells[4].replace(/\D/g, '') === String(row.samples));

        assert.ok(fits, `${JSON.stringify(row)} is not in ${JSON.stringify(shown)}`);
    }
    return printed;
}

test('a range is dragged, and the table is that of the command', () => using(browser, 'profile.html#view=functions',
    async (page) => {
        const whole = await isAsPrinted(page);

        await drag(page, 0.25, 0.5);
        await page.waitForSelector('.chip[data-selected=range]');
        const [from, to] = await range(page);

        assert.ok(to > from);
        const part = await isAsPrinted(page);
        assert.ok(part[0].samples < whole[0].samples);
        await page.dblclick('.strip-picture:not(.strip-events)');
        await page.waitForSelector('.chip[data-selected=range]', { state: 'detached' });
        await isAsPrinted(page);
    }));

test('a range is selected by the keyboard', () => using(browser, 'profile.html', async (page) => {
    await page.focus('[role=slider] >> nth=1');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('.chip[data-selected=range]');
    const [from, to] = await range(page);

    assert.equal(from, 0);
    await page.fill('.seconds >> nth=0', String(Math.floor(to / 2) / 1e6));
    await page.keyboard.press('Enter');
    await page.waitForFunction((end) => location.hash.includes(`range=${Math.floor(end / 2)}-${end}`), to);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.chip[data-selected=range]', { state: 'detached' });
}));

test('groups are opened, searched and selected', () => using(browser, 'profile.html#view=functions', async (page) => {
    await page.selectOption('#view-functions select', 'function,callstack');
    await page.waitForFunction(() => /--group-by function,callstack/.test(
        document.querySelector('#view-functions .made code').textContent));
    const first = page.locator(`${TABLE} tbody tr`).first();
    const name = (await first.locator('bdi').first().textContent()).trim();

    await first.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chip[data-selected=function]');
    const command = await commandOf(page, 'functions');
    assert.ok(command.includes(`function=${name}`), command.join(' '));
    await page.waitForFunction((table) => document.querySelectorAll(`${table} [aria-level="1"]`).length === 1, TABLE);
    await page.keyboard.press('Escape');
    await page.fill('input[type=search]', name);
    await page.waitForSelector(`${TABLE} tr.hit`);
    const rows = await rowsOf(page, TABLE);
    assert.ok(rows.some((row) => row.name.includes(name)));
}));

test('frames of the flame graph are reached by arrows and zoomed by Enter', () => using(browser,
    'profile.html#view=flame',
    async (page) => {
        const said = () => page.textContent('#view-flame .said');

        await page.focus('#view-flame [data-mark="0"]');
        await page.keyboard.press('ArrowDown');
        assert.match(await said(), /^branch .*: [\d.]+ ± [\d.]+ % of the selected CPU time, .* samples/);
        const all = await page.locator('#view-flame [data-mark] title').first().textContent();
        await page.keyboard.press('Enter');
        const zoomed = await page.locator('#view-flame [data-mark] title').first().textContent();
        assert.equal(all, 'all');
        assert.notEqual(zoomed, 'all');
        await page.click('#view-flame button:text-is("all")');
        assert.equal(await page.locator('#view-flame [data-mark] title').first().textContent(), 'all');
        await page.fill('input[type=search]', 'e');
        await page.waitForSelector('#view-flame .unfound');
        assert.match(await page.textContent('#view-flame [role=status]'), /finds [\d.]+ ± [\d.]+ %/);
    }));

const frameOf = (page, name) => page.locator(`#view-flame [data-mark]:has(> title:text-matches("^${name}(:|$)"))`);
const selection = (page) => page.evaluate(() => ['branch', 'function'].map((key) =>
    new URLSearchParams(location.hash.slice(1)).get(key)));
const chosen = (page) => page.$$eval('#view-flame [aria-selected=true]:has(.chosen) > title', (all) =>
    all.map((title) => title.textContent.split(':')[0]));
const whenSelected = (page, values) => page.waitForFunction((wanted) => {
    const words = new URLSearchParams(location.hash.slice(1));

    return ['branch', 'function'].every((key, i) => words.get(key) === wanted[i]);
}, values);

test('a frame selects its branch or function, for all views', () => using(browser, 'profile.html#view=flame',
    async (page) => {
        const path = 'HltDiMuonLine HltReconstruction VertexFit';

        await frameOf(page, 'VertexFit').first().click();
        await whenSelected(page, [path, null]);
        assert.deepEqual(await chosen(page), ['VertexFit']);
        assert.match(await page.textContent('#view-flame [data-mark="0"] title'), /^VertexFit/, 'it is zoomed');
        await frameOf(page, 'spin_execute').first().focus();
        await page.keyboard.press('Enter');
        await whenSelected(page, [path, 'spin_execute']);
        assert.deepEqual(await chosen(page), ['spin_execute']);
        await page.click('#tab-functions');
        await page.waitForSelector('#view-functions:not([hidden])');
        const words = await commandOf(page, 'functions');
        assert.ok(words.includes(`task=${path}`) && words.includes('function=spin_execute'), words.join(' '));
        await page.click('#tab-branches');
        await page.waitForSelector('#view-branches tr[aria-selected=true]');
        assert.match(await page.textContent('#view-branches tr[aria-selected=true]'), /^VertexFit/);
        await page.click('#tab-flame');
        await page.keyboard.press('Escape');
        await whenSelected(page, [path, null]);
        await page.waitForFunction(() => document.querySelectorAll('#view-flame .chosen').length === 1);
        assert.deepEqual(await chosen(page), ['VertexFit']);
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !document.querySelector('#view-flame .chosen'));
        assert.equal(await page.textContent('#view-flame [data-mark="0"] title'), 'all');
        await page.goBack();
        await page.waitForFunction(() => document.querySelector('#view-flame .chosen'));
        assert.deepEqual(await chosen(page), ['VertexFit']);
        await frameOf(page, 'VertexFit').first().click(); /* a second time takes it back */
        await whenSelected(page, [null, null]);
    }));

test('a function of another branch is selected without the branch of before', () => using(browser,
    `profile.html#view=flame&branch=${encodeURIComponent('HltDiMuonLine HltReconstruction VertexFit')}`,
    async (page) => {
        assert.match(await page.textContent('#view-flame [data-mark="0"] title'), /^VertexFit/);
        await page.click('#view-flame button:text-is("all")');
        await page.waitForFunction(() => /^all/.test(document.querySelector('#view-flame [data-mark] title').textContent));
        await page.$$eval('#view-flame [data-mark]', (all) => {
            const box = (one) => one.querySelector('rect').getBoundingClientRect();
            const other = box(all.find((one) => one.querySelector('title').textContent.startsWith('FastTracking:')));

            all.find((one) => one.querySelector('.function') && box(one).left >= other.left - 1 &&
                box(one).right <= other.right + 1).focus();
        });
        await page.keyboard.press('Enter');
        await page.waitForSelector('.chip[data-selected=function]');
        const [branch, name] = await selection(page);
        assert.ok(branch === null && name !== null, `${branch} ${name}`);
    }));

test('a program without tasks is grouped by modules at first', () => using(browser, 'program.html#view=functions',
    async (page) => {
        const groups = await page.$$eval('#view-functions option', (all) => all.map((one) => one.value));

        assert.equal(await page.inputValue('#view-functions select'), 'module,function');
        assert.ok(groups.length > 4 && groups.every((group) => !group.includes('task')), groups.join(' '));
        assert.match(await page.textContent('#view-functions .made code'), /--group-by module,function/);
    }));

test('the command of a flame graph draws the selected branch', () => using(browser,
    'profile.html#view=flame&branch=HltDiMuonLine+HltReconstruction', async (page) => {
        const words = wordsOf(await page.textContent('#view-flame .made code'));

        assert.ok(words.includes('--filter') && words.some((word) => word.startsWith('task=HltDiMuonLine HltRec')),
            words.join(' '));
        assert.match(printedText(...words.slice(0, words.indexOf('-O'))), /VertexFit/);
        assert.doesNotMatch(printedText(...words.slice(0, words.indexOf('-O'))), /HltSingleMuonLine/);
    }));

test('a program without tasks has the colours of modules', () => using(browser, 'program.html#view=flame',
    async (page) => {
        const names = await page.$$eval('#view-flame .key li', (all) => all.map((one) => one.textContent.trim()));
        const colours = await page.$$eval('#view-flame .frame.function', (all) => new Set(all.map((one) =>
            one.getAttribute('class').match(/fill-(\w+)/)[1])).size);

        assert.ok(names.length >= 2 && names.some((name) => /\.so/.test(name)), names.join());
        assert.ok(colours >= 2, String(colours));
        const [key, used] = await page.evaluate(() => [['.key .swatch', /back-(\w+)/], ['.frame.function', /fill-(\w+)/]]
            .map(([selector, pattern]) => [...document.querySelectorAll(`#view-flame ${selector}`)].map((one) =>
                one.getAttribute('class').match(pattern)[1])));

        assert.ok(used.every((colour) => key.includes(colour)), `${used} of ${key}`);
    }));

test('a result of the timer alone has a flame graph of its branches', () => using(browser, 'run.html#view=flame',
    async (page) => {
        const timing = report('timing', 'run').filter((row) => row.self_percent !== null);
        const sum = (rows) => rows.reduce((total, row) => total + row.self_s, 0);
        const titles = await page.$$eval('#view-flame [data-mark] title', (all) => all.map((one) => one.textContent));
        const text = await page.textContent('#view-flame .bar-of-tools');

        const [, whole, unit] = text.match(/ of ([\d.]+) (\S+) of wall time by the timer\.all$/);

        assert.ok(shows(whole, sum(timing), unit), text);
        assert.ok(titles.length > 5);
        for (const title of titles.slice(1)) {
            const [, name, share] = title.match(/^(.*): (.*) %$/);
            const fits = timing.filter((row) => row.name === name).some((row) => shows(share, 100 / sum(timing) *
                sum(timing.filter(({ path }) => path === row.path || path.startsWith(`${row.path} `)))));

            assert.ok(fits, title);
        }
        assert.equal(await page.textContent('#view-flame .made code'), 'gaudit report flamegraph run -O flame.svg');
        await frameOf(page, 'FastTracking').first().click();
        await whenSelected(page, ['HltDiMuonLine HltReconstruction FastTracking', null]);
    }));

for (const colorScheme of ['light', 'dark']) {
    for (const view of ['functions', 'flame']) {
        test(`${view}: axe finds nothing serious, ${colorScheme}`, () => using(browser, `profile.html#view=${view}`,
            async (page) => {
                await page.waitForSelector(`#view-${view}:not([hidden])`);
                assert.deepEqual(await axeFindings(page), []);
                for (const width of [360, 1280, 3840]) {
                    await page.setViewportSize({ width, height: 900 });
                    assert.deepEqual(await page.evaluate(() => (document.documentElement.scrollWidth <= innerWidth ? []
                        : [...document.querySelectorAll('#app *')].filter((each) =>
                            each.getBoundingClientRect().right > innerWidth).map((each) =>
                            `${each.tagName} ${each.getAttribute('class')}`))), [], `${width} px`);
                }
            }, { colorScheme }));
    }
}

async function openAllRows(page) {
    for (;;) {
        const more = page.locator('#view-functions .more button');

        if (await more.count() > 0) {
            await more.click();
        } else if (await page.locator(`${TABLE} tr[aria-expanded=false] .toggle`).count() > 0) {
            await page.$$eval(`${TABLE} tr[aria-expanded=false] .toggle`, (all) => all.forEach((one) => one.click()));
        } else {
            return;
        }
    }
}

for (const group of ['task,function', 'function', 'module,function', 'source-file,source-line', 'task,function,callstack',
    'top-down']) {
    test(`the command prints the rows of the table, by ${group}`, () => using(browser,
        `profile.html#view=functions&group=${group}`, async (page) => {
            await openAllRows(page);
            const shown = await page.$$eval(`${TABLE} tbody tr`, (rows) => rows.map((row) => [...row.children]
                .filter((_, i) => i === 1 || i === 4).map((cell) => cell.textContent.trim())));
            const words = wordsOf(await page.textContent('#view-functions .made code'));
            const printed = printedRows(...words);
            /* Functions below each other that have the same samples are printed without numbers of their own. */
            const numbers = printed.map((line) => line.match(/ ([\d.]+) %(?: +(\d+) )?/)?.slice(1));
            const all = numbers.map((_, i) => numbers.slice(0, i + 1).findLast(Boolean));
            const column = (rows, i) => rows.map((row) => row[i]).sort();

            assert.ok(printed.length > 5, words.join(' '));
            assert.equal(shown.length, printed.length, `${words.join(' ')}\n${printed.join('\n')}`);
            assert.deepEqual(column(shown.map(([share]) => share.split(' ')), 0), column(all, 0));
            if (group !== 'top-down') {
                assert.deepEqual(column(shown, 1), column(all, 1));
            }
        }));
}

test('what is not measured is dimmed', () => using(browser, 'profile.html#view=functions', async (page) => {
    const rows = await page.$$eval(`${TABLE} tbody tr`, (all) => all.map((row) => ({
        isDim: row.classList.contains('dimmed'), title: row.title,
        samples: Number(row.lastElementChild.textContent), text: row.textContent })));
    const note = await page.textContent('#view-functions .note');
    const dimmed = rows.filter((row) => row.isDim);

    /* A single sample is as large as its error. */
    assert.ok(rows.filter((row) => row.samples === 1).every((row) => row.isDim));
    assert.ok(rows.every((row) => row.title === (row.isDim ? 'not measured' : '') && !row.text.includes('measured')));
    assert.ok(Number(note.match(/ (\d+) groups? below 2 standard errors/)?.[1] ?? 0) >= dimmed.length, note);
}));
