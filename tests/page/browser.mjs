/* SPDX-License-Identifier: Apache-2.0 */
/* A page in headless Chromium. Whatever it prints, asks for or is refused is a failure. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(path.join(process.env.NODE_MODULES, 'none.js'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export const pages = process.env.PAGES;

/** Launches the browser, with further arguments. */
export function launch(more = []) {
    return chromium.launch({ executablePath: browsers.find((file) => existsSync(file)),
        chromiumSandbox: false,
        args: ['--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none', ...more] });
}

/** What the command prints as JSON. */
export function report(...words) {
    return JSON.parse(execFileSync(process.env.GAUDIT, ['report', ...words, '--format', 'json'],
        { cwd: pages, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }));
}

/** What a command prints as text; its words are without 'gaudit'. */
export function printedText(...words) {
    return execFileSync(process.env.GAUDIT, words, { cwd: pages, encoding: 'utf8', maxBuffer: 1 << 28,
        stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, COLUMNS: '300' } });
}

/** The lines of the rows of the first table that a command prints as text. */
export function printedRows(...words) {
    const lines = printedText(...words).split('\n');
    const rows = lines.slice(lines.findIndex((line) => line.startsWith('---')) + 1);

    return rows.slice(0, rows.findIndex((line) => line === '' || line.startsWith('---')));
}

/** The words of a command that the page shows, without 'gaudit' and without its quotes. */
export function wordsOf(command) {
    return command.match(/(?:'[^']*'|[^\s'])+/g).map((word) => word.replaceAll("'", '')).slice(1);
}

/** What `gaudit compare` prints as JSON. */
export function compared(...words) {
    return JSON.parse(execFileSync(process.env.GAUDIT, ['compare', ...words, '--format', 'json'],
        { cwd: pages, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }));
}

/** What `gaudit gate` prints as JSON, whether it passes or fails. */
export function gated(...words) {
    return JSON.parse(spawnSync(process.env.GAUDIT, ['gate', ...words, '--format', 'json'],
        { cwd: pages, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }).stdout);
}

/** Rows of columns. */
export function rowsOfColumns(columns) {
    return Object.values(columns)[0].map((value, i) =>
        Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[i]])));
}

/** Opens a page; `url` is a name of a file or an address. */
export async function open(browser, url, options = {}) {
    const [file, ...hash] = url.split(/(?=#)/);
    const address = url.includes('://') ? url : pathToFileURL(path.join(pages, file)).href + hash.join('');
    const context = await browser.newContext({ offline: !url.includes('://'),
        viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const troubles = [];

    page.on('console', (message) => troubles.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
    page.on('request', (request) => {
        if (request.url().split('#')[0] !== address.split('#')[0] && !request.url().startsWith('data:')) {
            troubles.push(`request: ${request.url()}`);
        }
    });
    await page.goto(address);
    if (!options.javaScriptEnabled && options.isStatic !== true) {
        await page.waitForSelector('html[data-ready]', { timeout: 30000 });
    }
    return { page, context, troubles };
}

/** Opens a page, has it used, and checks that nothing went wrong meanwhile. */
export async function using(browser, url, use, options = {}) {
    const { page, context, troubles } = await open(browser, url, options);

    try {
        await use(page);
        assert.deepEqual(troubles, []);
    } finally {
        await context.close();
    }
}

/** Serious findings of axe in the page as it is, as lines. */
export async function axeFindings(page) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run({ exclude: ['svg circle', 'svg rect'] }));

    return violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map(
        (v) => `${v.id}: ${v.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join('; ')}`);
}

/** The texts of a table's rows, by the texts of its heads. */
export function rowsOf(page, table) {
    return page.$eval(table, (element) => {
        const heads = [...element.querySelectorAll('thead th')].map((th) => ({
            name: (th.querySelector('button') ?? th).textContent.trim(),
            unit: th.querySelector('small')?.textContent ?? '' }));

        return [...element.querySelectorAll('tbody tr')].map((tr) => Object.fromEntries(
            [...tr.children].map((cell, i) => [heads[i].unit ? `${heads[i].name} ${heads[i].unit}` : heads[i].name,
                cell.textContent.trim()])));
    });
}

const UNITS = { s: 1, ms: 1e-3, 'µs': 1e-6, ns: 1e-9, '%': 1 };

/** Whether a text is a number as it is shown: as near as its digits are. */
export function shows(text, value, unit = '%') {
    if (value === null || value === undefined) {
        return text === '-';
    }
    const scaled = value / UNITS[unit];

    if (text.startsWith('<')) {
        return scaled < Number(text.slice(1));
    }
    const digits = text.replace(/[\u202f\u00a0 ]/g, '').split('±')[0];
    const decimals = (digits.split('.')[1] ?? '').length;

    return Math.abs(Number(digits) - scaled) <= 0.5000001 * 10 ** -decimals;
}
