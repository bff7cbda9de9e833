#include "library.h"
#include <string.h>

static void kxe_start_element(
    void *owner, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int namespaces, const xmlChar **names,
    int attributes, int defaulted, const xmlChar **values) {
    (void)prefix, (void)uri, (void)names, (void)defaulted;
    kxe_sink *sink = (kxe_sink *)owner;
    sink->open(sink->base.owner, name, strlen((const char *)name), namespaces + attributes);
    // Five pointers an attribute: name, prefix, namespace, begin and end of the value.
    for (int index = 0; index < attributes; index++) {
        const xmlChar **attribute = values + 5 * index;
        sink->attribute(
            sink->base.owner, attribute[0], strlen((const char *)attribute[0]), attribute[3],
            (size_t)(attribute[4] - attribute[3]));
    }
}

static void kxe_end_element(void *owner, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)name, (void)prefix, (void)uri;
    kxe_sink *sink = (kxe_sink *)owner;
    sink->close(sink->base.owner);
}

kxml_parser *kxe_create(kxe_sink *sink) { return kxml_open(kxe_start_element, kxe_end_element, NULL, &sink->base); }

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
