/* SPDX-License-Identifier: Apache-2.0 */
/* The page as a whole: widths, themes, accessibility, hostile names, and without its script. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { axeFindings, launch, open, pages, printedText, report, using } from './browser.mjs';

const POLICY = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';";
const shots = process.env.SHOTS;
let browser;

before(async () => {
    browser = await launch();
});
after(() => browser.close());

const PAGES = ['run.html', 'profile.html', 'program.html', 'compare.html', 'job.html'];

/* Visits each tab. */
async function eachView(page, use) {
    for (const tab of await page.$$eval('[role=tab]', (all) => all.map((one) => one.id))) {
        await page.click(`#${tab}`);
        await page.waitForSelector(`#${tab}[aria-selected=true]`);
        await use(tab.replace('tab-', ''));
    }
}

for (const width of [360, 1280, 3840]) {
    test(`nothing is cut or needs scrolling sideways at ${width} px`, async () => {
        for (const name of PAGES) {
            for (const colorScheme of shots ? ['light', 'dark'] : ['light']) {
                await using(browser, name, (page) => eachView(page, async (view) => {
                    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

                    assert.ok(wide <= 0, `${name} ${view} is ${wide} px too wide`);
                    if (shots) {
                        mkdirSync(shots, { recursive: true });
                        await page.screenshot({ fullPage: width < 3840, path: path.join(shots,
                            `${name.replace('.html', '')}-${view}-${width}-${colorScheme}.png`) });
                    }
                }), { viewport: { width, height: width === 360 ? 740 : width === 3840 ? 2160 : 900 }, colorScheme });
            }
        }
    });
}

for (const width of [360, 1280]) {
    test(`numbers at an axis do not touch at ${width} px`, () => using(browser, 'run.html', async (page) => {
        await page.click('#tab-events');
        await page.waitForSelector('#view-events .axis text');
        const axes = await page.$$eval('#view-events .axis', (all) => all.map((axis) =>
            [...axis.querySelectorAll('text:not(.strong)')].map((text) => text.getBoundingClientRect()).map(
                ({ left, right, top, bottom }) => ({ left, right, top, bottom }))));

        assert.ok(axes.length >= 4 && axes.every((boxes) => boxes.length >= 2), JSON.stringify(axes));
        for (const boxes of axes) {
            for (let i = 1; i < boxes.length; i++) {
                const [a, b] = [boxes[i - 1], boxes[i]];

                assert.ok(b.left > a.right + 2 || a.left > b.right + 2 || b.bottom <= a.top + 2 ||
                    a.bottom <= b.top + 2, JSON.stringify([a, b]));
            }
        }
    }, { viewport: { width, height: 800 } }));
}

test('a page begins with which run it is, and a failed one with its reason', async () => {
    await using(browser, 'run.html', async (page) => {
        const [host] = report('summary', 'run').filter((row) => row.name === 'host');

        assert.ok((await page.textContent('h1 .identity')).includes(` · ${host.value} · 300 events · gaudit `));
        assert.equal(await page.locator('.failure').count(), 0);
    });
    for (const colorScheme of ['light', 'dark']) {
        await using(browser, 'failed.html', async (page) => {
            assert.equal(await page.textContent('h1 + p'), 'failed: it was made to fail');
            assert.equal(await page.locator('.answer >> text=it was made to fail').count(), 1);
            assert.deepEqual(await axeFindings(page), []);
        }, { colorScheme });
    }
});

test('the run has the labels and texts of the command', () => using(browser, 'run.html#view=summary', async (page) => {
    const lines = printedText('report', 'summary', 'run').split('\n').filter((line) => /^[A-Z]/.test(line));
    const rows = Object.fromEntries(await page.$$eval('#view-summary tr', (all) => all.map((row) =>
        [...row.children].map((cell) => cell.textContent.replaceAll('\u202f', '')))));

    assert.ok(lines.length > 15);
    for (const line of lines) {
        const [, label, text] = line.match(/^(.*?) {2,}(.*)$/);

        assert.equal(rows[label]?.replace('µs', 'us'), text, label);
    }
}));

test('the ranks of a job are those of the command, with its sentences', () => using(browser, 'job.html#view=ranks', async (page) => {
    const branches = report('ranks', 'job');
    const each = report('ranks', 'job', '--table', 'ranks');
    const words = printedText('report', 'ranks', 'job', '--table', 'verdict').split(/\s+/).join(' ').trim();
    const shown = await page.$$eval('#view-ranks tbody th', (all) => all.map((cell) => cell.textContent.trim()));

    assert.equal(each.length, 3);
    for (const name of [...branches.map((row) => row.branch), ...each.map((row) => String(row.rank))]) {
        assert.ok(shown.includes(name), `${name} is not shown: ${shown}`);
    }
    assert.equal((await page.$$eval('#view-ranks > p.note', (all) => all.map((line) => line.textContent).join(' '))).replace('µs', 'us'),
        words.replace('µs', 'us'));
    assert.match(await page.textContent('#view-ranks .made code'), /^gaudit report ranks job$/);
    assert.ok(!(await page.textContent('#view-ranks thead')).includes('MPI'), 'there are no calls of MPI');
}));

test('at 360 px three numbers are below each name', () => using(browser, 'run.html', async (page) => {
    const rows = await page.$$eval('#view-branches tbody tr', (all) => all.map((row) => {
        const boxes = [...row.children].map((cell) => cell.getBoundingClientRect()).filter((box) => box.width > 0);

        return { row: row.getBoundingClientRect().width, name: boxes[0].width, numbers: boxes.length - 1,
            isBelow: boxes.slice(1).every((box) => box.top >= boxes[0].bottom - 1 && box.top === boxes[1].top) };
    }));

    assert.ok(rows.length > 3);
    for (const row of rows) {
        assert.ok(row.numbers === 3 && row.isBelow && row.name > 0.95 * row.row && row.row > 300, JSON.stringify(row));
    }
}, { viewport: { width: 360, height: 740 } }));

test('a name has one line at 1280 px, and is whole as its title', () => using(browser, 'hostile.html', async (page) => {
    await page.click('#view-branches .levels button:last-child');
    const names = await page.$$eval('#view-branches tbody tr', (all) => all.map((row) => {
        const name = row.querySelector('.label');

        return { height: row.getBoundingClientRect().height, isCut: name.scrollWidth > name.clientWidth,
            text: name.textContent, title: row.querySelector('.name').title };
    }));
    const heights = names.map(({ height }) => height);

    assert.ok(names.length > 5 && Math.max(...heights) - Math.min(...heights) < 2, heights.join());
    assert.ok(names.some(({ isCut, text }) => isCut && text.length > 4000), 'the longest is cut');
    assert.ok(names.filter(({ text }) => text.length < 20).every(({ isCut }) => !isCut), JSON.stringify(names));
    assert.ok(names.every(({ text, title }) => title.endsWith(text)), JSON.stringify(names));
}));

test('the text of pictures is as large as a rem makes it', async () => {
    for (const [width, rem] of [[1280, 16], [3840, 24]]) {
        await using(browser, 'profile.html', (page) => eachView(page, async (view) => {
            const sizes = await page.$$eval(`#view-${view} svg text, #view-strip svg text`, (all) => all.map((text) =>
                Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d));

            assert.ok(sizes.every((size) => size >= 0.745 * rem || size === 0), `${view}: ${sizes}`);
        }), { viewport: { width, height: 900 } });
    }
});

for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing serious in any view, ${colorScheme}`, async () => {
        /* Dark is a matter of colours: the pages that have all of them. */
        for (const name of colorScheme === 'dark' ? ['profile.html', 'compare.html'] : PAGES) {
            await using(browser, name, (page) => eachView(page, async (view) => {
                assert.deepEqual(await axeFindings(page), [], `${name} ${view}`);
            }), { colorScheme });
        }
        const { page, context } = await open(browser, 'damaged.html', { colorScheme, isStatic: true });

        await page.waitForSelector('html[data-failed]');
        assert.deepEqual(await axeFindings(page), [], 'the static part');
        await context.close();
    });
}

test('what an address selects and the result has not is said and ignored', async () => {
    const shown = (page) => page.$$eval('.ignored-why p', (all) => all.map((one) => one.textContent));
    const hash = 'view=functions&function=nope&branch=no%20way%3Cb%3E&range=90-50';

    await using(browser, `profile.html#${hash}`, async (page) => {
        const all = [];

        await using(browser, 'profile.html#view=functions', async (whole) =>
            all.push(await whole.textContent('#view-functions')));
        assert.deepEqual(await shown(page), ['the time ends before it begins: the selection is ignored',
            "no branch 'no way<b>' in this result: the selection is ignored",
            "no function 'nope' in this result: the selection is ignored"]);
        assert.equal(await page.textContent('#view-functions'), all[0]);
        assert.equal(await page.locator('.chip.ignored').count(), 3);
        await page.click('.chip[data-selected=range]');
        await page.waitForFunction(() => !location.hash.includes('range='));
        await page.click('.chip[data-selected=function]');
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !document.querySelector('.chip'));
        assert.deepEqual(await shown(page), []);
    });
    await using(browser, 'profile.html#range=900000000-910000000', async (page) => {
        assert.match((await shown(page))[0], /^the time is outside of the run, which has .*: the selection is ignored$/);
        assert.equal(await page.locator('.strip-picture .unselected').count(), 0);
    });
    await using(browser, 'run.html#function=f', async (page) =>
        assert.deepEqual(await shown(page), ["no function 'f' in this result: the selection is ignored"]));
    /* What is there, but has nothing in common. */
    await using(browser, 'profile.html#view=functions&branch=Events&function=spin_execute', async (page) => {
        assert.deepEqual(await shown(page), []);
        assert.match(await page.innerText('#view-functions .table'), /there are no samples in the selection/);
    });
});

test('names are text, whatever they contain', () => using(browser, 'hostile.html', async (page) => {
    assert.equal(await page.evaluate(() => globalThis.wasRun), undefined);
    await page.click('#view-branches .levels button:last-child');
    const text = await page.innerText('#view-branches');

    assert.match(text, /<\/td><script>globalThis\.wasRun=1<\/script>/);
    assert.match(text, /\\u202e/);
    await eachView(page, async () => {});
    assert.equal(await page.$$eval('#app script, #app img, #app iframe', (all) => all.length), 0);
}));

test('under the policy of a build server the static part is there and whole', async () => {
    const server = http.createServer((request, response) => {
        response.setHeader('Content-Security-Policy', POLICY);
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(readFileSync(path.join(pages, 'run.html')));
    });

    await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
    });
    const { page, context } = await open(browser, `http://127.0.0.1:${server.address().port}/`, { isStatic: true });

    try {
        assert.equal(await page.$('#app'), null);
        assert.match(await page.innerText('.answer'), / % of .* in events is in /);
        const tables = await page.$$eval('#static table', (all) => all.map((one) => one.rows.length));
        assert.ok(tables.length >= 3 && tables[0] > 5, JSON.stringify(tables));
        assert.match(await page.innerText('#static'), /VertexFit/);
        const overlaps = await page.$$eval('#static td, #static th', (cells) => cells.filter((cell) =>
            cell.scrollWidth > cell.clientWidth + 1).length);
        assert.equal(overlaps, 0);
    } finally {
        await context.close();
        server.close();
    }
});

test('a page whose data is damaged keeps its static part', async () => {
    const { page, context, troubles } = await open(browser, 'damaged.html', { isStatic: true });

    await page.waitForSelector('html[data-failed]');
    assert.match(await page.innerText('#static'), /VertexFit/);
    assert.deepEqual(troubles, []);
    await context.close();
});

test('it prints: the open view in light colours, without buttons', () => using(browser, 'run.html', async (page) => {
    const pdf = await page.pdf({ format: 'A4' });

    assert.ok(pdf.length > 10000);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(255, 255, 255)');
    assert.equal(await page.isVisible('input[type=search]'), false);
    assert.ok(await page.isVisible('#view-branches thead th >> nth=1'));
    if (shots) {
        await page.screenshot({ path: path.join(shots, 'run-print.png'), fullPage: true });
    }
}));
