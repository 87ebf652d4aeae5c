/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers as texts. They look the same whatever the language of the browser is. */

const UNITS = [[1, 's'], [1e-3, 'ms'], [1e-6, 'µs'], [1e-9, 'ns']];
const NONE = '-';

function isMissing(value) {
    return value === null || value === undefined || !Number.isFinite(value);
}

/* The unit in which a value is at least 1, of what is left of it after rounding to 3 digits. */
function unitOf(s) {
    const size = Math.abs(s) * (1 + 5e-4);

    return UNITS.find(([unit]) => size >= unit) ?? UNITS[UNITS.length - 1];
}

/**
 * A number with that many decimals, as the tables of the command have it: exact halves are rounded
 * to even digits, and what is not 0 is never shown as 0.
 * @param {number|null} value
 * @param {number} decimals
 * @returns {string}
 */
export function fixed(value, decimals) {
    if (isMissing(value)) {
        return NONE;
    }
    const isHalf = Math.abs(value) * 2 ** (decimals + 1) % 2 === 1;
    const below = Math.floor(Math.abs(value) * 10 ** decimals);
    const text = isHalf && below % 2 === 0 ?
        (Math.sign(value) * below / 10 ** decimals).toFixed(decimals) : value.toFixed(decimals);

    return value !== 0 && Number(text) === 0 ?
        `${value < 0 ? '>-' : '<'}${(10 ** -decimals).toFixed(decimals)}` : text;
}

/**
 * With three significant digits, and no exponent.
 * @param {number} value
 * @returns {string}
 */
export function three(value) {
    if (isMissing(value)) {
        return NONE;
    }
    if (value === 0) {
        return '0';
    }
    const exponent = Math.floor(Math.log10(Math.abs(value) * (1 + 5e-4)));

    return value.toFixed(Math.min(Math.max(2 - exponent, 0), 20));
}

/**
 * A time with its unit, such as '12.3 ms'.
 * @param {number|null} s seconds
 * @returns {string}
 */
export function seconds(s) {
    if (isMissing(s)) {
        return NONE;
    }
    if (s === 0) {
        return '0 s';
    }
    const [unit, name] = unitOf(s);

    return `${three(s / unit)} ${name}`;
}

/**
 * A share, such as '49.8 %'; one that is not 0 is never shown as 0.
 * @param {number|null} p
 * @returns {string}
 */
export function percent(p) {
    const text = percentNumber(p);

    return text === NONE ? text : `${text} %`;
}

/**
 * A share without the sign, for a column that has it in its title.
 * @param {number|null} p
 * @returns {string}
 */
export function percentNumber(p) {
    return fixed(p, 1);
}

/**
 * A whole number, its digits in groups of three with thin spaces.
 * @param {number|null} n
 * @returns {string}
 */
export function count(n) {
    if (isMissing(n)) {
        return NONE;
    }
    return String(Math.round(n)).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

/**
 * The plural of a noun.
 * @param {string} word
 * @returns {string}
 */
export function pluralOf(word) {
    return /(ch|s|x)$/.test(word) ? `${word}es` : `${word}s`;
}

/**
 * A number and what is counted, such as '1 sample' or '2 branches'.
 * @param {number|null} n
 * @param {string} word in the singular
 * @returns {string}
 */
export function counted(n, word) {
    return `${count(n)} ${n === 1 ? word : pluralOf(word)}`;
}

/**
 * A share of counts. Where all or nothing was counted there is no error to either side: then it is
 * with the 95 % interval.
 * @param {Object} row of views.counts
 * @returns {string} without the sign %
 */
export function rateText({ rate_percent: rate, rate_error_percent: error, rate_low_percent: low,
    rate_high_percent: high }) {
    if (isMissing(rate)) {
        return NONE;
    }
    if ((rate > 0 && rate < 100) || isMissing(low) || isMissing(high)) {
        return `${fixed(rate, 1)} ± ${fixed(error ?? 0, 1)}`;
    }
    const digits = digitsOf(high - low);

    return rate > 0 ? `${fixed(rate, 1)} (${fixed(low, digits)} to 100)` :
        `${fixed(rate, 1)} (0 to ${fixed(high, digits)})`;
}

/* Digits after the point that show the error with two digits. */
function digitsOf(error) {
    if (isMissing(error) || error <= 0) {
        return 1;
    }
    return Math.min(Math.max(1 - Math.floor(Math.log10(error * (1 + 5e-3))), 0), 12);
}

/**
 * A value with its standard error, both as precise as the error is.
 * @param {number|null} value
 * @param {number|null} error
 * @param {string} unit '%' or 's' (then ms, µs or ns are chosen), or another one
 * @returns {string}
 */
export function withError(value, error, unit) {
    if (isMissing(value)) {
        return NONE;
    }
    const [size, name] = unit === 's' ? unitOf(Math.max(Math.abs(value), error ?? 0)) : [1, unit];
    const digits = digitsOf(error / size);
    const text = (value / size).toFixed(digits);

    return isMissing(error) ? `${text} ${name}` :
        `${text} ± ${(error / size).toFixed(digits)} ${name}`;
}

function textIn(size, digits) {
    return (s) => fixed(isMissing(s) ? null : s / size, digits);
}

function sizesOf(values) {
    return values.filter((v) => !isMissing(v) && v !== 0).map(Math.abs).sort((a, b) => a - b);
}

/**
 * As column(), for times that differ by orders of magnitude: the unit of the middle one.
 * @param {Array<number|null>} values in seconds
 * @returns {{unit: string, text: function(number|null): string}}
 */
export function wideColumn(values) {
    const sizes = sizesOf(values);
    const [size, unit] = sizes.length > 0 ? unitOf(sizes[sizes.length >> 1]) : UNITS[0];

    const digits = sizes[sizes.length >> 1] >= 100 * size ? 1 : 2;

    return { unit, text: textIn(size, digits) };
}

/**
 * How a column of times is shown: one unit and one number of digits for all of them.
 * @param {Array<number|null>} values in seconds
 * @returns {{unit: string, text: function(number|null): string}}
 */
export function column(values) {
    const sizes = sizesOf(values);
    const largest = sizes.length > 0 ? sizes[sizes.length - 1] : 0;
    const [size, unit] = largest > 0 ? unitOf(largest) : UNITS[0];
    const digits = largest > 0 ? Math.max(0, 3 - Math.floor(Math.log10(largest / size))) : 0;

    return { unit, text: textIn(size, digits) };
}

/**
 * How the times at an axis are written: in one unit, without zeros at the end.
 * @param {number[]} domain [low, high] in seconds
 * @param {boolean} isLog then the unit is that of the middle
 * @returns {{unit: string, text: function(number): string}}
 */
export function axisUnit([low, high], isLog) {
    const [size, unit] = unitOf(isLog && low > 0 ? Math.sqrt(low * high) : high);

    return { unit, text: (s) => String(Number((s / size).toPrecision(9))) };
}

/**
 * Memory of events, which commands have in MiB only.
 * @param {number|null} mib
 * @returns {string}
 */
export function mebibytes(mib) {
    return isMissing(mib) ? NONE : `${three(mib)} MiB`;
}

/* Of one unit the largest comes first. */
const BYTES = [[1e12, 'TB'], [1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB'], [1, 'B']];
const QUANTITIES = { s: UNITS, bytes: BYTES };

/**
 * A quantity as commands write single ones: with four significant digits, without zeros at the end.
 * @param {number|null} value
 * @param {string} unit 's' or 'bytes', of which a larger or smaller one is chosen, or another one
 * @returns {string}
 */
export function quantity(value, unit) {
    if (isMissing(value)) {
        return NONE;
    }
    const units = QUANTITIES[unit] ?? [[1, unit]];
    const [size, name] = value === 0 ? units.find(([one]) => one === 1) :
        units.find(([least]) => Math.abs(value) >= least) ?? units[units.length - 1];
    const scaled = value / size;
    const text = Math.abs(scaled) >= 9999.5 ? scaled.toFixed(0) :
        String(Number(scaled.toPrecision(4)));

    return `${text} ${name}`.trim();
}

/**
 * A size as commands have it, in B, kB, MB, GB or TB.
 * @param {number|null} n bytes
 * @returns {string}
 */
export function bytes(n) {
    return quantity(n, 'bytes');
}

/**
 * A word for a shell: quoted where it must be.
 * @param {string} word
 * @returns {string}
 */
export function quoted(word) {
    return /^[A-Za-z0-9_./+,:@%=-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

/**
 * A name as a pattern of --filter that matches nothing else.
 * @param {string} name
 * @returns {string}
 */
export function literal(name) {
    return name.replace(/[*?[\]\\]/g, '\\$&');
}
