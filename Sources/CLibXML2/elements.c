#include "library.h"
#include <string.h>

static void kxe_start_element(
    void *owner, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int namespaces, const xmlChar **names,
    int attributes, int defaulted, const xmlChar **values) {
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

static void kxe_end_element(void *owner, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)name, (void)prefix, (void)uri;
    kxe_sink *sink = (kxe_sink *)owner;
    sink->close(sink->owner);
}

static void kxe_characters(void *owner, const xmlChar *bytes, int count) {
    kxe_sink *sink = (kxe_sink *)owner;
    if (count > 0) sink->text(sink->owner, bytes, (size_t)count);
}

static void kxe_internal_subset(
    void *owner, const xmlChar *name, const xmlChar *public_id,
    const xmlChar *system_id) {
    (void)name, (void)public_id, (void)system_id;
    kxe_sink *sink = (kxe_sink *)owner;
    sink->declaration(sink->owner);
}

static void kxe_entity(
    void *owner, const xmlChar *name, int type,
    const xmlChar *public_id, const xmlChar *system_id,
    xmlChar *content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    kxe_sink *sink = (kxe_sink *)owner;
    sink->declaration(sink->owner);
}

/// Errors are asked for afterwards; libxml2 prints them unless someone takes them.
static void kxe_note_error(void *owner, xmlErrorPtr error) {
    kxe_sink *sink = (kxe_sink *)owner;
    if (!sink || !error || error->level < XML_ERR_ERROR || sink->has_error) return;
    sink->has_error = 1;
    sink->is_cut = kxml_is_cut(error);
}

kxml_parser *kxe_create(kxe_sink *sink) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.startElementNs = kxe_start_element;
    handler.endElementNs = kxe_end_element;
    handler.characters = kxe_characters;
    handler.ignorableWhitespace = kxe_characters;
    handler.cdataBlock = kxe_characters;
    handler.internalSubset = kxe_internal_subset;
    handler.entityDecl = kxe_entity;
    handler.serror = kxe_note_error;
    return kxml_open(&handler, sink);
}

int kxe_feed(kxml_parser *parser, const uint8_t *bytes, size_t count, int final) {
    const int code = kxml_library()->parse(parser, (const char *)bytes, (int)count, final);
    return parser->wellFormed ? 0 : (code ? code : XML_ERR_INTERNAL_ERROR);
}

void kxe_stop(kxml_parser *parser) { kxml_library()->stop(parser); }
void kxe_free(kxml_parser *parser) { kxml_library()->free(parser); }

int kxe_line(const kxml_parser *parser) {
    return parser->input ? parser->input->line : 0;
}
int kxe_column(const kxml_parser *parser) {
    return parser->input ? parser->input->col : 0;
}

int kxe_error_line(const kxml_parser *parser) {
    return parser->lastError.line;
}
int kxe_error_column(const kxml_parser *parser) {
    return parser->lastError.int2;
}
