#pragma once
#include "CLibXML2.h"
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

/// What is called of libxml2, by the name it has there.
struct kxml_library {
    typeof(xmlCreatePushParserCtxt) *_Nonnull create;
    typeof(xmlCtxtUseOptions) *_Nonnull use_options;
    typeof(xmlSwitchEncoding) *_Nonnull switch_encoding;
    typeof(xmlParseChunk) *_Nonnull parse;
    typeof(xmlStopParser) *_Nonnull stop;
    typeof(xmlFreeParserCtxt) *_Nonnull free;
};

/// Opened by the first call; NULL when it cannot be.
const struct kxml_library *_Nullable kxml_library(void);

/// A parser that tells this handler and owner. NULL when there is no memory, or no library.
kxml_parser *_Nullable kxml_open(xmlSAXHandler *_Nonnull handler, void *_Nonnull owner);

/// Whether the bytes were at their end when this error came, so that the document was cut.
int kxml_is_cut(xmlErrorPtr _Nonnull error);
