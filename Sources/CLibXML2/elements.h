#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <stdint.h>
#include <string.h>

// libxml2's push parser for documents whose elements and attributes are all told: names without
// prefix, texts, places. Nothing is allocated here except the parser itself.

/// Whom the parser calls. Bytes are UTF-8 and valid during the call only.
typedef struct kxe_sink {
    void *_Nullable owner;
    /// Start tag, before its attributes.
    void (*_Nonnull open)(
        void *_Nullable owner, const uint8_t *_Nonnull name, size_t name_bytes, int attributes);
    void (*_Nonnull attribute)(
        void *_Nullable owner, const uint8_t *_Nonnull name, size_t name_bytes,
        const uint8_t *_Nonnull value, size_t value_bytes);
    void (*_Nonnull close)(void *_Nullable owner);
    void (*_Nonnull text)(void *_Nullable owner, const uint8_t *_Nonnull bytes, size_t count);
    /// A document type or an entity is declared.
    void (*_Nonnull declaration)(void *_Nullable owner);
    /// Set by the first error: 1 when it was found at the end of the bytes, so that they were cut.
    int is_cut;
    int has_error;
} kxe_sink;

static inline void kxe_start_element(
    void *_Nullable owner, const xmlChar *_Nonnull name, const xmlChar *_Nullable prefix,
    const xmlChar *_Nullable uri, int namespaces, const xmlChar *_Nullable *_Nullable names,
    int attributes, int defaulted, const xmlChar *_Nullable *_Nullable values) {
    (void)prefix, (void)uri, (void)names, (void)defaulted;
    kxe_sink *sink = (kxe_sink *)owner;
    sink->open(sink->owner, name, strlen((const char *)name), namespaces + attributes);
    // Five pointers an attribute: name, prefix, namespace, begin and end of the value.
    for (int index = 0; index < attributes; index++) {
        const xmlChar **attribute = values + 5 * index;
        sink->attribute(
            sink->owner, attribute[0], strlen((const char *)attribute[0]), attribute[3],
            (size_t)(attribute[4] - attribute[3]));
    }
}

static inline void kxe_end_element(
    void *_Nullable owner, const xmlChar *_Nonnull name, const xmlChar *_Nullable prefix,
    const xmlChar *_Nullable uri) {
    (void)name, (void)prefix, (void)uri;
    kxe_sink *sink = (kxe_sink *)owner;
    sink->close(sink->owner);
}

static inline void kxe_characters(
    void *_Nullable owner, const xmlChar *_Nonnull bytes, int count) {
    kxe_sink *sink = (kxe_sink *)owner;
    if (count > 0) sink->text(sink->owner, bytes, (size_t)count);
}

static inline void kxe_internal_subset(
    void *_Nullable owner, const xmlChar *_Nullable name, const xmlChar *_Nullable public_id,
    const xmlChar *_Nullable system_id) {
    (void)name, (void)public_id, (void)system_id;
    kxe_sink *sink = (kxe_sink *)owner;
    sink->declaration(sink->owner);
}

static inline void kxe_entity(
    void *_Nullable owner, const xmlChar *_Nullable name, int type,
    const xmlChar *_Nullable public_id, const xmlChar *_Nullable system_id,
    xmlChar *_Nullable content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    kxe_sink *sink = (kxe_sink *)owner;
    sink->declaration(sink->owner);
}

/// Errors are asked for afterwards; libxml2 prints them unless someone takes them.
static inline void kxe_note_error(void *_Nullable owner, xmlErrorPtr _Nullable error) {
    kxe_sink *sink = (kxe_sink *)owner;
    if (!sink || !error || error->level < XML_ERR_ERROR || sink->has_error) return;
    sink->has_error = 1;
    xmlParserCtxtPtr parser = (xmlParserCtxtPtr)error->ctxt;
    int is_at_end = parser && parser->input && parser->input->cur >= parser->input->end;
    sink->is_cut = is_at_end || error->code == XML_ERR_DOCUMENT_END;
}

/// A parser that reads UTF-8 whatever the document declares, never opens a file or connection and
/// never replaces an entity. NULL when there is no memory. The sink must outlive the parser.
static inline xmlParserCtxtPtr _Nullable kxe_create(kxe_sink *_Nonnull sink) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = kxe_start_element;
    handler.endElementNs = kxe_end_element;
    handler.characters = kxe_characters;
    handler.ignorableWhitespace = kxe_characters;
    handler.cdataBlock = kxe_characters;
    handler.internalSubset = kxe_internal_subset;
    handler.entityDecl = kxe_entity;
    handler.serror = kxe_note_error;
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, sink, NULL, 0, NULL);
    if (!parser) return NULL;
    xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
    xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
    return parser;
}

/// Takes the next bytes; 0 while the document is well-formed, else libxml2's error number.
static inline int kxe_feed(
    xmlParserCtxtPtr _Nonnull parser, const uint8_t *_Nullable bytes, size_t count, int final) {
    int code = xmlParseChunk(parser, (const char *)bytes, (int)count, final);
    return parser->wellFormed ? 0 : (code ? code : XML_ERR_INTERNAL_ERROR);
}

static inline void kxe_stop(xmlParserCtxtPtr _Nonnull parser) { xmlStopParser(parser); }
static inline void kxe_free(xmlParserCtxtPtr _Nonnull parser) { xmlFreeParserCtxt(parser); }

/// Where the parser stands: during a start tag's call on its `>`.
static inline int kxe_line(xmlParserCtxtPtr _Nonnull parser) {
    return parser->input ? parser->input->line : 0;
}
static inline int kxe_column(xmlParserCtxtPtr _Nonnull parser) {
    return parser->input ? parser->input->col : 0;
}

/// Where the last error was.
static inline int kxe_error_line(xmlParserCtxtPtr _Nonnull parser) {
    return parser->lastError.line;
}
static inline int kxe_error_column(xmlParserCtxtPtr _Nonnull parser) {
    return parser->lastError.int2;
}
