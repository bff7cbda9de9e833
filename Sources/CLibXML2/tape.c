#include "library.h"
#include <stdlib.h>
#include <string.h>

/// Makes room for one more; 0 when there is no memory.
static int kxml_grow(void **items, size_t *room, size_t needed, size_t size) {
    if (needed <= *room) return 1;
    size_t wanted = *room * 2 > needed ? *room * 2 : needed;
    void *grown = realloc(*items, wanted * size);
    if (!grown) return 0;
    *items = grown;
    *room = wanted;
    return 1;
}

static void kxml_keep(kxml_tape *tape, const uint8_t *bytes, size_t count) {
    if (!kxml_grow((void **)&tape->text, &tape->text_room, tape->text_count + count, 1)) {
        tape->is_out_of_memory = 1;
        return;
    }
    memcpy(tape->text + tape->text_count, bytes, count);
    tape->text_count += count;
}

static kxml_event *kxml_add(kxml_tape *tape, uint32_t kind, const uint8_t *name) {
    if (!kxml_grow((void **)&tape->events, &tape->event_room, tape->event_count + 1, sizeof(kxml_event))) {
        tape->is_out_of_memory = 1;
        return NULL;
    }
    kxml_event *event = tape->events + tape->event_count++;
    const struct _xmlParserInput *input = tape->parser ? tape->parser->input : NULL;
    event->name = name;
    event->kind = kind;
    event->line = input ? input->line : 0;
    event->column = input ? input->col : 0;
    event->attributes = 0;
    event->attribute_start = event->attribute_count = 0;
    event->text_start = tape->pending;
    event->text_bytes = kind == KXML_CLOSE || tape->has_ink ? tape->text_count - tape->pending : 0;
    return event;
}

static void kxml_end_text(kxml_tape *tape) {
    tape->pending = tape->text_count;
    tape->has_ink = 0;
}

static void kxml_start_element(
    void *owner, const xmlChar *name, const xmlChar *prefix,
    const xmlChar *uri, int namespaces, const xmlChar **names,
    int attributes, int defaulted, const xmlChar **values) {
    (void)prefix, (void)uri, (void)names, (void)defaulted;
    kxml_tape *tape = (kxml_tape *)owner;
    kxml_event *event = kxml_add(tape, KXML_OPEN, name);
    if (!event) return;
    event->attributes = namespaces + attributes;
    event->attribute_start = (uint32_t)tape->attribute_count;
    for (int at = 0; at < attributes; at++) {
        // Name, prefix, namespace, value, end of the value.
        const xmlChar **one = values + 5 * at;
        if (!one[3] || !one[4]) continue;
        if (!kxml_grow((void **)&tape->attributes, &tape->attribute_room, tape->attribute_count + 1, sizeof(kxml_attribute))) {
            tape->is_out_of_memory = 1;
            return;
        }
        kxml_attribute *attribute = tape->attributes + tape->attribute_count++;
        attribute->name = one[0];
        attribute->name_bytes = (uint32_t)kxml_name_bytes(one[0]);
        attribute->value_start = tape->text_count;
        attribute->value_bytes = (size_t)(one[4] - one[3]);
        if (attribute->value_bytes > tape->text_max) attribute->value_bytes = tape->text_max + 1;
        kxml_keep(tape, one[3], attribute->value_bytes);
    }
    event->attribute_count = (uint32_t)tape->attribute_count - event->attribute_start;
    kxml_end_text(tape);
}

static void kxml_end_element(void *owner, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)prefix, (void)uri;
    kxml_tape *tape = (kxml_tape *)owner;
    if (kxml_add(tape, KXML_CLOSE, name)) kxml_end_text(tape);
}

static void kxml_characters(void *owner, const xmlChar *bytes, int count) {
    kxml_tape *tape = (kxml_tape *)owner;
    size_t kept = tape->text_count - tape->pending, more = count > 0 ? (size_t)count : 0;
    if (kept > tape->text_max) return;
    if (more > tape->text_max + 1 - kept) more = tape->text_max + 1 - kept;
    for (size_t at = 0; at < more && !tape->has_ink; at++) tape->has_ink = bytes[at] > 0x20;
    kxml_keep(tape, bytes, more);
}

static void kxml_declared(void *tape) { kxml_add((kxml_tape *)tape, KXML_DECLARATION, NULL); }

void kxml_rewind(kxml_tape *tape) {
    size_t rest = tape->text_count - tape->pending;
    memmove(tape->text, tape->text + tape->pending, rest);
    tape->text_count = rest;
    tape->pending = 0;
    tape->event_count = 0;
    tape->attribute_count = 0;
}

void kxml_free(kxml_tape *tape) {
    if (tape->parser) kxml_parser_free(tape->parser);
    free(tape->events);
    free(tape->attributes);
    free(tape->text);
    free(tape);
}

kxml_tape *kxml_create(size_t text_max) {
    kxml_tape *tape = (kxml_tape *)calloc(1, sizeof *tape);
    if (!tape) return NULL;
    tape->text_max = text_max;
    tape->event_room = 4096;
    tape->attribute_room = 64;
    tape->text_room = 1 << 16;
    tape->events = (kxml_event *)malloc(tape->event_room * sizeof *tape->events);
    tape->attributes = (kxml_attribute *)malloc(tape->attribute_room * sizeof *tape->attributes);
    tape->text = (uint8_t *)malloc(tape->text_room);
    tape->sink.owner = tape;
    tape->sink.declaration = kxml_declared;
    if (tape->events && tape->attributes && tape->text)
        tape->parser = kxml_open(kxml_start_element, kxml_end_element, kxml_characters, &tape->sink);
    if (!tape->parser) {
        kxml_free(tape);
        return NULL;
    }
    return tape;
}

int kxml_feed(kxml_tape *tape, const uint8_t *bytes, size_t count, int final) {
    const int code = kxml_parser_feed(tape->parser, bytes, count, final);
    return tape->is_out_of_memory ? XML_ERR_NO_MEMORY : code;
}
