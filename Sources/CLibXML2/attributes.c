#include "library.h"
#include <string.h>

static void kattr_start_element(
    void *owner, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int namespaces, const xmlChar **names,
    int attributes, int defaulted, const xmlChar **values) {
    (void)prefix, (void)uri, (void)namespaces, (void)names, (void)defaulted;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->open(
        sink->base.owner, name, strlen((const char *)name),
        (const uint8_t * const *)values, attributes);
}

static void kattr_end_element(void *owner, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)prefix, (void)uri;
    kattr_sink *sink = (kattr_sink *)owner;
    sink->close(sink->base.owner, name, strlen((const char *)name));
}

kxml_parser *kattr_create(kattr_sink *sink) {
    return kxml_open(kattr_start_element, kattr_end_element, NULL, &sink->base);
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
