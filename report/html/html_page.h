/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_HTML_PAGE_H
#define GAUDIT_REPORT_HTML_HTML_PAGE_H

#include "documents/view.h"

/**
 * @file html_page.h
 * A result as one file in HTML, which needs no network and no other file: its other views, below
 * each other, as tables and pictures, which need no script; the script of the page replaces them by
 * what can be sorted, searched and selected. A view without data is absent. The page also has the
 * files of the result, so that it can be read in place of the folder.
 */

GAU_VIEW_DECLARATION(html)

#endif
