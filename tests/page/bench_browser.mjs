/* SPDX-License-Identifier: Apache-2.0 */
/* usage: bench_browser.mjs PAGE: prints what a page takes in headless Chromium, as "name|value|unit". */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './browser.mjs';

const ROUNDS = 7;
const address = pathToFileURL(path.resolve(process.argv[2])).href;
const browser = await launch(['--enable-precise-memory-info']);

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const print = (name, value, unit) => console.log(`${name}|${value}|${unit}`);

/* Notes when the script of the page is done. */
function watch() {
    new MutationObserver(() => {
        if (document.documentElement?.dataset.ready) {
            globalThis.readyAt ??= performance.now();
        }
    }).observe(document, { attributes: true, subtree: true });
}

async function load(hash) {
    const context = await browser.newContext({ offline: true,
        viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();

    await page.addInitScript(watch);
    await page.goto(address + hash);
    await page.waitForSelector('html[data-ready]', { timeout: 120000 });
    await page.waitForTimeout(300);
    const [paint, ready, heap] = await page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0]?.startTime, globalThis.readyAt,
        performance.memory.usedJSHeapSize]);

    return { context, page, paint, ready, heap };
}

/* Milliseconds of script, style and layout so far. */
async function work(session) {
    const { metrics } = await session.send('Performance.getMetrics');
    const names = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];

    return metrics.filter(({ name }) => names.includes(name))
        .reduce((sum, { value }) => sum + value * 1e3, 0);
}

async function workOf(page, session, action) {
    const before = await work(session);

    await action();
    await page.evaluate(() => new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
    }));
    return await work(session) - before;
}

/* The range of a quarter of the run moves; the first time groups are made. */
async function brush() {
    const { context, page } = await load('#view=functions');
    const session = await context.newCDPSession(page);
    const end = await page.$eval('.handle', (handle) => Number(handle.ariaValueMax));
    const times = [];

    await session.send('Performance.enable');
    for (let i = 0; i <= ROUNDS; i++) {
        const from = Math.round(end * 1e6 * (0.1 + 0.05 * i));
        const range = `${from}-${from + Math.round(end * 1e6 / 4)}`;

        times.push(await workOf(page, session, () => page.evaluate((words) => {
            location.hash = words;
        }, `view=functions&range=${range}`)));
    }
    print('brush of 25 %, table of functions: script, style, layout', median(times.slice(1)), 'ms');
    await context.close();
}

async function tabs() {
    const { context, page } = await load('');
    const session = await context.newCDPSession(page);

    await session.send('Performance.enable');
    for (const id of await page.$$eval('[role=tab]', (all) => all.map((tab) => tab.id))) {
        print(`open ${id.slice(4)}: script, style, layout`,
            await workOf(page, session, () => page.click(`#${id}`)), 'ms');
    }
    await context.close();
}

const loads = [];

for (let i = 0; i < ROUNDS; i++) {
    const { context, ...times } = await load('');

    loads.push(times);
    await context.close();
}
print('first paint, without script', median(loads.map(({ paint }) => paint)), 'ms');
print('ready', median(loads.map(({ ready }) => ready)), 'ms');
print('heap of the script', median(loads.map(({ heap }) => heap)) / 1048576, 'MiB');
await tabs();
if (process.argv[3] === 'samples') {
    await brush();
}
await browser.close();
