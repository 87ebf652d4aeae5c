/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_HTML_PAGE_H
#define GAUDIT_REPORT_HTML_HTML_PAGE_H

#include "documents/view.h"

/**
 * @file html_page.h
 * A result as one file in HTML, which needs no network, no script and no other file: its other
 * views, below each other, as tables and pictures. A view without data is absent.
 */

GAU_VIEW_DECLARATION(html)

/** The style sheet, and its SHA-256 in base64, by which the page's policy permits it. */
extern const char gau_html_style[], gau_html_style_sha256[];

#endif
