/* SPDX-License-Identifier: Apache-2.0 */
/* The views in the order of their tabs, and what always stands above them. */
import comparison from './compare.js';
import branches from './branches.js';
import shares from './shares.js';
import agreement from './agreement.js';
import events from './events.js';
import ranks from './ranks.js';
import regions from './regions.js';
import workers from './workers.js';
import functions from './functions.js';
import flame from './flame.js';
import strip from './strip.js';
import summary from './summary.js';
import timeline from './timeline.js';

export const views = [comparison, branches, functions, flame, shares, agreement, timeline, events,
    regions, ranks, workers, summary];

/** Mounted at the start, above the tabs. */
export const permanent = [strip];
