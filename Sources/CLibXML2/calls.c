#include "library.h"
#include <string.h>

static void kcall_start_element(
    void *owner, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int namespaces, const xmlChar **names,
    int attributes, int defaulted, const xmlChar **values) {
    (void)prefix, (void)uri, (void)names, (void)defaulted;
    kcall_sink *sink = (kcall_sink *)owner;
    sink->open(
        sink->base.owner, name, strlen((const char *)name), (const uint8_t *const *)values,
        attributes, namespaces);
}

static void kcall_end_element(void *owner, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)prefix, (void)uri;
    kcall_sink *sink = (kcall_sink *)owner;
    sink->close(sink->base.owner, name, strlen((const char *)name));
}

kxml_parser *kcall_create(kcall_sink *sink) {
    return kxml_open(kcall_start_element, kcall_end_element, NULL, &sink->base);
}

kcall_attribute kcall_attribute_at(const uint8_t *const *attributes, int index) {
    // Five pointers an attribute: name, prefix, namespace, begin and end of the value.
    const uint8_t *const *one = attributes + 5 * index;
    return (kcall_attribute){
        .name = one[0], .name_bytes = strlen((const char *)one[0]), .value = one[3],
        .value_bytes = (size_t)(one[4] - one[3])};
}

int kxml_parser_feed(kxml_parser *parser, const uint8_t *bytes, size_t count, int final) {
    const int code = kxml_library()->parse(parser, (const char *)bytes, (int)count, final);
    return parser->wellFormed ? 0 : (code ? code : XML_ERR_INTERNAL_ERROR);
}

void kxml_parser_stop(kxml_parser *parser) { kxml_library()->stop(parser); }
void kxml_parser_free(kxml_parser *parser) { kxml_library()->free(parser); }

kxml_place kxml_parser_place(const kxml_parser *parser) {
    if (!parser->input) return (kxml_place){0, 0};
    return (kxml_place){parser->input->line, parser->input->col};
}

kxml_place kxml_parser_error_place(const kxml_parser *parser) {
    return (kxml_place){parser->lastError.line, parser->lastError.int2};
}
