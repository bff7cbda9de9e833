#pragma once
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// libxml2's push parser behind plain types: what Swift does not see (macros, variadic and renamed
// things) stays here. What it tells is put on a tape and read from there when a chunk was parsed: a
// call into Swift for each tag cost more than the parsing.

enum { KXML_OPEN = 0, KXML_CLOSE = 1, KXML_DECLARATION = 2 };

/// A tag. Names live as long as the parser, equal ones at one address; texts until the tape is read.
typedef struct kxml_event {
    const uint8_t *_Nullable name;
    uint32_t name_bytes;
    uint32_t kind;
    /// The text since the tag before, references undone; before a start tag only if it is not blank.
    size_t text_start, text_bytes;
    /// Where the parser stood: on the tag's `>`.
    int line, column;
    /// Attributes and namespaces of a start tag; the first of them that are attributes are told.
    int attributes;
    uint32_t attribute_start, attribute_count;
} kxml_event;

typedef struct kxml_attribute {
    const uint8_t *_Nonnull name;
    uint32_t name_bytes;
    size_t value_start, value_bytes;
} kxml_attribute;

typedef struct kxml_tape {
    kxml_event *_Nonnull events;
    size_t event_count, event_room;
    kxml_attribute *_Nonnull attributes;
    size_t attribute_count, attribute_room;
    uint8_t *_Nonnull text;
    size_t text_count, text_room;
    /// Where the text since the last tag begins, and whether it has anything but blanks.
    size_t pending;
    int has_ink;
    /// Longer texts and values are cut to this and one byte, which tells.
    size_t text_max;
    xmlParserCtxtPtr _Nullable parser;
    /// Set by the first error: 1 when it was found at the end of the bytes, so that they were cut.
    int is_cut;
    int has_error;
    int is_out_of_memory;
} kxml_tape;

/// Makes room for one more; 0 when there is no memory.
static inline int kxml_grow(void *_Nonnull *_Nonnull items, size_t *_Nonnull room, size_t needed, size_t size) {
    if (needed <= *room) return 1;
    size_t wanted = *room * 2 > needed ? *room * 2 : needed;
    void *grown = realloc(*items, wanted * size);
    if (!grown) return 0;
    *items = grown;
    *room = wanted;
    return 1;
}

static inline void kxml_keep(kxml_tape *_Nonnull tape, const uint8_t *_Nonnull bytes, size_t count) {
    if (!kxml_grow((void **)&tape->text, &tape->text_room, tape->text_count + count, 1)) {
        tape->is_out_of_memory = 1;
        return;
    }
    memcpy(tape->text + tape->text_count, bytes, count);
    tape->text_count += count;
}

static inline kxml_event *_Nullable kxml_add(kxml_tape *_Nonnull tape, uint32_t kind) {
    if (!kxml_grow((void **)&tape->events, &tape->event_room, tape->event_count + 1, sizeof(kxml_event))) {
        tape->is_out_of_memory = 1;
        return NULL;
    }
    kxml_event *event = tape->events + tape->event_count++;
    memset(event, 0, sizeof *event);
    event->kind = kind;
    if (tape->parser && tape->parser->input) {
        event->line = tape->parser->input->line;
        event->column = tape->parser->input->col;
    }
    event->text_start = tape->pending;
    if (kind == KXML_CLOSE || tape->has_ink) event->text_bytes = tape->text_count - tape->pending;
    return event;
}

static inline void kxml_end_text(kxml_tape *_Nonnull tape) {
    tape->pending = tape->text_count;
    tape->has_ink = 0;
}

static inline void kxml_start_element(
    void *_Nullable owner, const xmlChar *_Nonnull name, const xmlChar *_Nullable prefix,
    const xmlChar *_Nullable uri, int namespaces, const xmlChar *_Nullable *_Nullable names,
    int attributes, int defaulted, const xmlChar *_Nullable *_Nullable values) {
    (void)prefix, (void)uri, (void)names, (void)defaulted;
    kxml_tape *tape = (kxml_tape *)owner;
    kxml_event *event = kxml_add(tape, KXML_OPEN);
    if (!event) return;
    event->name = name;
    event->name_bytes = (uint32_t)strlen((const char *)name);
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
        attribute->name_bytes = (uint32_t)strlen((const char *)one[0]);
        attribute->value_start = tape->text_count;
        attribute->value_bytes = (size_t)(one[4] - one[3]);
        if (attribute->value_bytes > tape->text_max) attribute->value_bytes = tape->text_max + 1;
        kxml_keep(tape, one[3], attribute->value_bytes);
    }
    event->attribute_count = (uint32_t)tape->attribute_count - event->attribute_start;
    kxml_end_text(tape);
}

static inline void kxml_end_element(
    void *_Nullable owner, const xmlChar *_Nonnull name, const xmlChar *_Nullable prefix,
    const xmlChar *_Nullable uri) {
    (void)prefix, (void)uri;
    kxml_tape *tape = (kxml_tape *)owner;
    kxml_event *event = kxml_add(tape, KXML_CLOSE);
    if (!event) return;
    event->name = name;
    event->name_bytes = (uint32_t)strlen((const char *)name);
    kxml_end_text(tape);
}

static inline void kxml_characters(
    void *_Nullable owner, const xmlChar *_Nonnull bytes, int count) {
    kxml_tape *tape = (kxml_tape *)owner;
    size_t kept = tape->text_count - tape->pending, more = count > 0 ? (size_t)count : 0;
    if (kept > tape->text_max) return;
    if (more > tape->text_max + 1 - kept) more = tape->text_max + 1 - kept;
    for (size_t at = 0; at < more && !tape->has_ink; at++) tape->has_ink = bytes[at] > 0x20;
    kxml_keep(tape, bytes, more);
}

static inline void kxml_internal_subset(
    void *_Nullable owner, const xmlChar *_Nullable name, const xmlChar *_Nullable public_id,
    const xmlChar *_Nullable system_id) {
    (void)name, (void)public_id, (void)system_id;
    kxml_add((kxml_tape *)owner, KXML_DECLARATION);
}

static inline void kxml_entity(
    void *_Nullable owner, const xmlChar *_Nullable name, int type,
    const xmlChar *_Nullable public_id, const xmlChar *_Nullable system_id,
    xmlChar *_Nullable content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    kxml_add((kxml_tape *)owner, KXML_DECLARATION);
}

/// What was read of the tape is forgotten; the text since the last tag stays.
static inline void kxml_rewind(kxml_tape *_Nonnull tape) {
    size_t rest = tape->text_count - tape->pending;
    memmove(tape->text, tape->text + tape->pending, rest);
    tape->text_count = rest;
    tape->pending = 0;
    tape->event_count = 0;
    tape->attribute_count = 0;
}

/// Errors are asked for afterwards; libxml2 prints them unless someone takes them.
static inline void kxml_note_error(void *_Nullable owner, xmlErrorPtr _Nullable error) {
    kxml_tape *tape = (kxml_tape *)owner;
    if (!tape || !error || error->level < XML_ERR_ERROR || tape->has_error) return;
    tape->has_error = 1;
    xmlParserCtxtPtr parser = (xmlParserCtxtPtr)error->ctxt;
    int is_at_end = parser && parser->input && parser->input->cur >= parser->input->end;
    tape->is_cut = is_at_end || error->code == XML_ERR_DOCUMENT_END;
}

static inline void kxml_free(kxml_tape *_Nonnull tape) {
    if (tape->parser) xmlFreeParserCtxt(tape->parser);
    free(tape->events);
    free(tape->attributes);
    free(tape->text);
    free(tape);
}

/// A parser that reads UTF-8 whatever the document declares, never opens a file or connection and
/// never replaces an entity, with its tape. NULL when there is no memory.
static inline kxml_tape *_Nullable kxml_create(size_t text_max) {
    kxml_tape *tape = (kxml_tape *)calloc(1, sizeof *tape);
    if (!tape) return NULL;
    tape->text_max = text_max;
    tape->event_room = 4096;
    tape->attribute_room = 64;
    tape->text_room = 1 << 16;
    tape->events = (kxml_event *)malloc(tape->event_room * sizeof *tape->events);
    tape->attributes = (kxml_attribute *)malloc(tape->attribute_room * sizeof *tape->attributes);
    tape->text = (uint8_t *)malloc(tape->text_room);
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
    if (tape->events && tape->attributes && tape->text)
        tape->parser = xmlCreatePushParserCtxt(&handler, tape, NULL, 0, NULL);
    if (!tape->parser) {
        kxml_free(tape);
        return NULL;
    }
    xmlCtxtUseOptions(tape->parser, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
    xmlSwitchEncoding(tape->parser, XML_CHAR_ENCODING_UTF8);
    return tape;
}

/// Takes the next bytes; 0 while the document is well-formed, else libxml2's error number.
static inline int kxml_feed(
    kxml_tape *_Nonnull tape, const uint8_t *_Nullable bytes, size_t count, int final) {
    int code = xmlParseChunk(tape->parser, (const char *)bytes, (int)count, final);
    if (tape->is_out_of_memory) return XML_ERR_NO_MEMORY;
    return tape->parser->wellFormed ? 0 : (code ? code : XML_ERR_INTERNAL_ERROR);
}

/// Where the parser stands.
static inline int kxml_line(const kxml_tape *_Nonnull tape) {
    return tape->parser->input ? tape->parser->input->line : 0;
}
static inline int kxml_column(const kxml_tape *_Nonnull tape) {
    return tape->parser->input ? tape->parser->input->col : 0;
}

/// Where the last error was.
static inline int kxml_error_line(const kxml_tape *_Nonnull tape) {
    return tape->parser->lastError.line;
}
static inline int kxml_error_column(const kxml_tape *_Nonnull tape) {
    return tape->parser->lastError.int2;
}
