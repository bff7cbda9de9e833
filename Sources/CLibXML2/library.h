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

/// A parser that calls these, and the sink for all else: texts too when `text` is NULL. What it
/// calls gets the sink as its owner; a larger struct begins with it. NULL when there is no memory,
/// or no library.
kxml_parser *_Nullable kxml_open(
    startElementNsSAX2Func _Nonnull start, endElementNsSAX2Func _Nonnull end, charactersSAXFunc _Nullable text,
    kxml_sink *_Nonnull sink);
