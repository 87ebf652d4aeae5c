/* SPDX-License-Identifier: Apache-2.0 */
#include "html_page.h"

/* After a change: tests/report/html.sh prints the sum that it expects. Contrasts are at least 4.5.
 */

const char gau_html_style_sha256[] = "xvjVcYu511bLH9DmA9Mg69LEXRLhKCQ/3S8TnYTidGs=";

const char gau_html_style[] =
    ":root{color-scheme:light dark;--back:#fff;--fore:#1b1f24;--soft:#57606a;--line:#d0d7de;"
    "--stripe:#f6f8fa;--link:#0550ae}\n"
    "@media(prefers-color-scheme:dark){:root{--back:#0d1117;--fore:#e6edf3;--soft:#9198a1;"
    "--line:#30363d;--stripe:#161b22;--link:#79c0ff}}\n"
    "body{margin:0 auto;padding:1rem 1.5rem 3rem;max-width:100rem;background:var(--back);"
    "color:var(--fore);font:15px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.6rem;margin:.4em 0;overflow-wrap:anywhere}\n"
    "h2{font-size:1.2rem;margin:2.2em 0 .5em;border-bottom:1px solid var(--line)}\n"
    "h3{font-size:1rem;margin:1.4em 0 .4em}\n"
    ".answer{font-size:1.15rem;margin:.3em 0;max-width:70em}\n"
    "nav{margin:.8em 0}nav a{margin-right:1.2em}a{color:var(--link)}\n"
    "a:focus-visible,summary:focus-visible,.wide:focus-visible{outline:2px solid var(--link);"
    "outline-offset:2px}\n"
    ".wide{overflow-x:auto;max-width:100%}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.15em .7em;text-align:left;vertical-align:top;white-space:nowrap}\n"
    "thead th{border-bottom:2px solid var(--line);color:var(--soft);font-weight:600}\n"
    "tbody th{font-weight:400}tbody tr:nth-child(even){background:var(--stripe)}\n"
    ".total>*{border-top:1px solid "
    "var(--line);font-weight:600}.r{text-align:right}.b{color:var(--link)}\n"
    ".note,.made,details{color:var(--soft);font-size:.88rem;margin:.35em 0;max-width:70em}\n"
    "code{font:.88em ui-monospace,monospace;overflow-wrap:anywhere}\n"
    "img{display:block;max-width:100%;height:auto;margin:.6em 0;background:#fff}\n"
    "@media print{body{max-width:none;padding:0;font-size:10px}nav{display:none}"
    ".wide{overflow:visible}tr,img{break-inside:avoid}h2,h3{break-after:avoid}}\n";
