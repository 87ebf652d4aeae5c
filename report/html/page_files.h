/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_REPORT_HTML_PAGE_FILES_H
#define GAUDIT_REPORT_HTML_PAGE_FILES_H

/**
 * @file page_files.h
 * What each page contains: the files page.min.js, page.min.css and licences.txt of the folder page,
 * which bundle.sh makes, and the SHA-256 of the first two in base64. Texts end with NUL.
 */

extern const unsigned char gau_page_script[], gau_page_style[], gau_page_licences[];
extern const char gau_page_script_sha256[], gau_page_style_sha256[];

#endif
