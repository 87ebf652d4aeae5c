/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GAUDIT_SRC_OPTIONS_XML_LIBRARY_H
#define GAUDIT_SRC_OPTIONS_XML_LIBRARY_H

#include <libxml/parser.h>
#include <libxml/xmlerror.h>

/*
 * The functions of libxml2 that are used. It is loaded when the first option file is read: with the
 * libraries that it needs itself it takes half of the start of a program, and most programs read no
 * option file.
 */
/* clang-format off */
#define GAU_XML_FUNCTIONS(F) \
    F(xmlNewParserCtxt) F(xmlFreeParserCtxt) F(xmlCtxtReadMemory) F(xmlFreeDoc) F(xmlStopParser) \
    F(xmlSetGenericErrorFunc) F(xmlSetStructuredErrorFunc) F(__xmlGenericError) \
    F(__xmlGenericErrorContext) F(__xmlStructuredError) F(__xmlStructuredErrorContext)
/* clang-format on */

#define GAU_XML_MEMBER(name) __typeof__(name) *name;
struct gau_xml_library {
    GAU_XML_FUNCTIONS(GAU_XML_MEMBER)
};

/* Loads it at the first call. NULL: @p reason says why, itself NULL if memory was missing. By any
 * thread. */
const struct gau_xml_library *gau_xml_library(const char **reason);

#endif
