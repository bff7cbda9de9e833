#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <stdint.h>
#include <string.h>

// libxml2's push parser behind plain types: what Swift does not see (macros, variadic and renamed
// things) stays here. Nothing is allocated here except the parser itself.

/// Whom the parser calls. Calls stop after kxml_stop. Bytes are UTF-8 and valid during the call only.
typedef struct kxml_sink {
    void *_Nullable owner;
    /// Start tag; attributes counts those of the element, namespaces included.
    void (*_Nonnull open)(
        void *_Nullable owner, const uint8_t *_Nonnull name, size_t name_bytes, int attributes);
    void (*_Nonnull close)(void *_Nullable owner, const uint8_t *_Nonnull name, size_t name_bytes);
    void (*_Nonnull text)(void *_Nullable owner, const uint8_t *_Nonnull bytes, size_t count);
    /// A document type or an entity is declared.
    void (*_Nonnull declaration)(void *_Nullable owner);
    /// Text is told only while this is not 0: most of it is blanks between elements.
    int wants_text;
    /// The attributes of the element whose start tag is being told, five pointers each; NULL between such calls.
    const uint8_t *_Nullable *_Nullable attributes;
    int attribute_count;
    /// Set by the first error: 1 when it was found at the end of the bytes, so that they were cut.
    int is_cut;
    int has_error;
} kxml_sink;

static inline void kxml_start_element(
    void *_Nullable owner, const xmlChar *_Nonnull name, const xmlChar *_Nullable prefix,
    const xmlChar *_Nullable uri, int namespaces, const xmlChar *_Nullable *_Nullable names,
    int attributes, int defaulted, const xmlChar *_Nullable *_Nullable values) {
    (void)prefix, (void)uri, (void)names, (void)defaulted;
    kxml_sink *sink = (kxml_sink *)owner;
    sink->attributes = values;
    sink->attribute_count = attributes;
    sink->open(sink->owner, name, strlen((const char *)name), namespaces + attributes);
    sink->attributes = NULL;
    sink->attribute_count = 0;
}

/// The value of an attribute of the element being opened, by its name without prefix; NULL when it has none.
static inline const uint8_t *_Nullable kxml_attribute(
    const kxml_sink *_Nonnull sink, const uint8_t *_Nonnull name, size_t name_bytes,
    size_t *_Nonnull value_bytes) {
    for (int at = 0; at < sink->attribute_count; at++) {
        // Name, prefix, namespace, value, end of the value.
        const uint8_t *const *one = sink->attributes + 5 * at;
        if (!one[0] || !one[3] || !one[4] || strlen((const char *)one[0]) != name_bytes) continue;
        if (memcmp(one[0], name, name_bytes)) continue;
        *value_bytes = (size_t)(one[4] - one[3]);
        return one[3];
    }
    return NULL;
}

static inline void kxml_end_element(
    void *_Nullable owner, const xmlChar *_Nonnull name, const xmlChar *_Nullable prefix,
    const xmlChar *_Nullable uri) {
    (void)prefix, (void)uri;
    kxml_sink *sink = (kxml_sink *)owner;
    sink->close(sink->owner, name, strlen((const char *)name));
}

static inline void kxml_characters(
    void *_Nullable owner, const xmlChar *_Nonnull bytes, int count) {
    kxml_sink *sink = (kxml_sink *)owner;
    if (count > 0 && sink->wants_text) sink->text(sink->owner, bytes, (size_t)count);
}

static inline void kxml_internal_subset(
    void *_Nullable owner, const xmlChar *_Nullable name, const xmlChar *_Nullable public_id,
    const xmlChar *_Nullable system_id) {
    (void)name, (void)public_id, (void)system_id;
    kxml_sink *sink = (kxml_sink *)owner;
    sink->declaration(sink->owner);
}

static inline void kxml_entity(
    void *_Nullable owner, const xmlChar *_Nullable name, int type,
    const xmlChar *_Nullable public_id, const xmlChar *_Nullable system_id,
    xmlChar *_Nullable content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    kxml_sink *sink = (kxml_sink *)owner;
    sink->declaration(sink->owner);
}

/// Errors are asked for afterwards; libxml2 prints them unless someone takes them.
static inline void kxml_note_error(void *_Nullable owner, xmlErrorPtr _Nullable error) {
    kxml_sink *sink = (kxml_sink *)owner;
    if (!sink || !error || error->level < XML_ERR_ERROR || sink->has_error) return;
    sink->has_error = 1;
    xmlParserCtxtPtr parser = (xmlParserCtxtPtr)error->ctxt;
    int is_at_end = parser && parser->input && parser->input->cur >= parser->input->end;
    sink->is_cut = is_at_end || error->code == XML_ERR_DOCUMENT_END;
}

/// A parser that reads UTF-8 whatever the document declares, never opens a file or connection and
/// never replaces an entity. NULL when there is no memory. The sink must outlive the parser.
static inline xmlParserCtxtPtr _Nullable kxml_create(kxml_sink *_Nonnull sink) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = kxml_start_element;
    handler.endElementNs = kxml_end_element;
    handler.characters = kxml_characters;
    handler.ignorableWhitespace = kxml_characters;
    handler.cdataBlock = kxml_characters;
    handler.internalSubset = kxml_internal_subset;
    handler.entityDecl = kxml_entity;
    handler.serror = kxml_note_error;
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, sink, NULL, 0, NULL);
    if (!parser) return NULL;
    xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
    xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
    return parser;
}

/// Takes the next bytes; 0 while the document is well-formed, else libxml2's error number.
static inline int kxml_feed(
    xmlParserCtxtPtr _Nonnull parser, const uint8_t *_Nullable bytes, size_t count, int final) {
    int code = xmlParseChunk(parser, (const char *)bytes, (int)count, final);
    return parser->wellFormed ? 0 : (code ? code : XML_ERR_INTERNAL_ERROR);
}

static inline void kxml_stop(xmlParserCtxtPtr _Nonnull parser) { xmlStopParser(parser); }
static inline void kxml_free(xmlParserCtxtPtr _Nonnull parser) { xmlFreeParserCtxt(parser); }

/// Where the parser stands: during a start tag's call on its `>`.
static inline int kxml_line(xmlParserCtxtPtr _Nonnull parser) {
    return parser->input ? parser->input->line : 0;
}
static inline int kxml_column(xmlParserCtxtPtr _Nonnull parser) {
    return parser->input ? parser->input->col : 0;
}

/// Where the last error was.
static inline int kxml_error_line(xmlParserCtxtPtr _Nonnull parser) {
    return parser->lastError.line;
}
static inline int kxml_error_column(xmlParserCtxtPtr _Nonnull parser) {
    return parser->lastError.int2;
}
