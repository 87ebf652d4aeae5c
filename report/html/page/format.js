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
    if (isMissing(p)) {
        return NONE;
    }
    if (p !== 0 && Math.abs(p) < 0.1) {
        return p < 0 ? '>-0.1' : '<0.1';
    }
    return p.toFixed(1);
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
        return `${rate.toFixed(1)} ± ${(error ?? 0).toFixed(1)}`;
    }
    const digits = digitsOf(high - low);

    return rate > 0 ? `${rate.toFixed(1)} (${low.toFixed(digits)} to 100)` :
        `${rate.toFixed(1)} (0 to ${high.toFixed(digits)})`;
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
    const least = 10 ** -digits;

    return (s) => {
        if (isMissing(s)) {
            return NONE;
        }
        const value = s / size;

        return value !== 0 && Math.abs(value) < least ? `<${least.toFixed(digits)}` :
            value.toFixed(digits);
    };
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
 * Memory in KiB, MiB or GiB.
 * @param {number|null} mib
 * @returns {string}
 */
export function mebibytes(mib) {
    if (isMissing(mib)) {
        return NONE;
    }
    if (mib !== 0 && Math.abs(mib) < 0.1) {
        return `${three(mib * 1024)} KiB`;
    }
    return Math.abs(mib) >= 1024 ? `${three(mib / 1024)} GiB` : `${three(mib)} MiB`;
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
