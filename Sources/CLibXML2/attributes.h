#pragma once
#include "shim.h"

// The push parser for documents whose attributes matter: sheets. Same promises as in shim.h.

/// Whom the parser calls. Bytes are UTF-8 and valid during the call only.
typedef struct kattr_sink {
    void *_Nullable owner;
    /// Start tag without prefix. attributes is libxml2's array: kattr_value reads it.
    void (*_Nonnull open)(
        void *_Nullable owner, const uint8_t *_Nonnull name, size_t name_bytes,
        const uint8_t *_Nullable const *_Nullable attributes, int count);
    void (*_Nonnull close)(void *_Nullable owner, const uint8_t *_Nonnull name, size_t name_bytes);
    void (*_Nonnull text)(void *_Nullable owner, const uint8_t *_Nonnull bytes, size_t count);
    /// A document type or an entity is declared.
    void (*_Nonnull declaration)(void *_Nullable owner);
} kattr_sink;

static inline void kattr_start_element(
    void *_Nullable owner, const xmlChar *_Nonnull name, const xmlChar *_Nullable prefix,
    const xmlChar *_Nullable uri, int namespaces, const xmlChar *_Nullable *_Nullable names,
    int attributes, int defaulted, const xmlChar *_Nullable *_Nullable values) {
    (void)prefix, (void)uri, (void)namespaces, (void)names, (void)defaulted;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->open(
        sink->owner, name, strlen((const char *)name),
        (const uint8_t *_Nullable const *_Nullable)values, attributes);
}

static inline void kattr_end_element(
    void *_Nullable owner, const xmlChar *_Nonnull name, const xmlChar *_Nullable prefix,
    const xmlChar *_Nullable uri) {
    (void)prefix, (void)uri;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->close(sink->owner, name, strlen((const char *)name));
}

static inline void kattr_characters(
    void *_Nullable owner, const xmlChar *_Nonnull bytes, int count) {
    kattr_sink *sink = (kattr_sink *)owner;
    if (count > 0) sink->text(sink->owner, bytes, (size_t)count);
}

static inline void kattr_internal_subset(
    void *_Nullable owner, const xmlChar *_Nullable name, const xmlChar *_Nullable public_id,
    const xmlChar *_Nullable system_id) {
    (void)name, (void)public_id, (void)system_id;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->declaration(sink->owner);
}

static inline void kattr_entity(
    void *_Nullable owner, const xmlChar *_Nullable name, int type,
    const xmlChar *_Nullable public_id, const xmlChar *_Nullable system_id,
    xmlChar *_Nullable content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->declaration(sink->owner);
}

/// libxml2 prints errors unless someone takes them; they are asked for afterwards.
static inline void kattr_note_error(void *_Nullable owner, xmlErrorPtr _Nullable error) {
    (void)owner, (void)error;
}

/// A parser that reads UTF-8 whatever the document declares, never opens a file or connection and
/// never replaces an entity. NULL when there is no memory. The sink must outlive the parser.
static inline xmlParserCtxtPtr _Nullable kattr_create(kattr_sink *_Nonnull sink) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = kattr_start_element;
    handler.endElementNs = kattr_end_element;
    handler.characters = kattr_characters;
    handler.ignorableWhitespace = kattr_characters;
    handler.cdataBlock = kattr_characters;
    handler.internalSubset = kattr_internal_subset;
    handler.entityDecl = kattr_entity;
    handler.serror = kattr_note_error;
    xmlParserCtxtPtr parser = xmlCreatePushParserCtxt(&handler, sink, NULL, 0, NULL);
    if (!parser) return NULL;
    xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
    xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
    return parser;
}

/// The value of the attribute with that local name whatever its prefix, NULL when there is none.
static inline const uint8_t *_Nullable kattr_value(
    const uint8_t *_Nullable const *_Nullable attributes, int count, const char *_Nonnull name,
    size_t *_Nonnull bytes) {
    for (int i = 0; i < count; i++) {
        const uint8_t *const *attribute = attributes + 5 * i;
        if (strcmp((const char *)attribute[0], name) == 0) {
            *bytes = (size_t)(attribute[4] - attribute[3]);
            return attribute[3];
        }
    }
    return NULL;
}
