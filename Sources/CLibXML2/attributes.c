#include "library.h"
#include <string.h>

static void kattr_start_element(
    void *owner, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int namespaces, const xmlChar **names,
    int attributes, int defaulted, const xmlChar **values) {
    (void)prefix, (void)uri, (void)namespaces, (void)names, (void)defaulted;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->open(
        sink->owner, name, strlen((const char *)name),
        (const uint8_t * const *)values, attributes);
}

static void kattr_end_element(void *owner, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)prefix, (void)uri;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->close(sink->owner, name, strlen((const char *)name));
}

static void kattr_characters(void *owner, const xmlChar *bytes, int count) {
    kattr_sink *sink = (kattr_sink *)owner;
    if (count > 0) sink->text(sink->owner, bytes, (size_t)count);
}

static void kattr_internal_subset(
    void *owner, const xmlChar *name, const xmlChar *public_id,
    const xmlChar *system_id) {
    (void)name, (void)public_id, (void)system_id;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->declaration(sink->owner);
}

static void kattr_entity(
    void *owner, const xmlChar *name, int type,
    const xmlChar *public_id, const xmlChar *system_id,
    xmlChar *content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->declaration(sink->owner);
}

/// libxml2 prints errors unless someone takes them; they are asked for afterwards.
static void kattr_note_error(void *owner, xmlErrorPtr error) {
    (void)owner, (void)error;
}

kxml_parser *kattr_create(kattr_sink *sink) {
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.startElementNs = kattr_start_element;
    handler.endElementNs = kattr_end_element;
    handler.characters = kattr_characters;
    handler.ignorableWhitespace = kattr_characters;
    handler.cdataBlock = kattr_characters;
    handler.internalSubset = kattr_internal_subset;
    handler.entityDecl = kattr_entity;
    handler.serror = kattr_note_error;
    return kxml_open(&handler, sink);
}

const uint8_t *kattr_value(
    const uint8_t * const *attributes, int count, const char *name,
    size_t *bytes) {
    for (int i = 0; i < count; i++) {
        const uint8_t *const *attribute = attributes + 5 * i;
        if (strcmp((const char *)attribute[0], name) == 0) {
            *bytes = (size_t)(attribute[4] - attribute[3]);
            return attribute[3];
        }
    }
    return NULL;
}
