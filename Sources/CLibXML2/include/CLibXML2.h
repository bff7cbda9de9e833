#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// libxml2's push parser behind plain types: what Swift does not see (macros, variadic and renamed
// things) stays in the C files. Parsers read UTF-8 whatever the document declares, never open a
// file or connection and never replace an entity.
//
// The library is opened when the first document comes: with the two that it needs itself it takes a
// third of the program's start, and most files are no XML.

/// 1 when the library is there; else nothing below can make a parser.
int kxml_is_there(void);

/// Of libxml2; it stays behind this name.
typedef struct _xmlParserCtxt kxml_parser;

typedef struct kxml_place {
    int line, column;
} kxml_place;

/// Takes the next bytes; 0 while the document is well-formed, else libxml2's error number.
int kxml_parser_feed(kxml_parser *_Nonnull parser, const uint8_t *_Nullable bytes, size_t count, int final);
void kxml_parser_stop(kxml_parser *_Nonnull parser);
void kxml_parser_free(kxml_parser *_Nonnull parser);
/// Where the parser stands: while a start tag is told on its `>`.
kxml_place kxml_parser_place(const kxml_parser *_Nonnull parser);
/// Where the last error was.
kxml_place kxml_parser_error_place(const kxml_parser *_Nonnull parser);

/// Whom a parser tells what all documents have. Bytes are UTF-8 and valid during the call only.
typedef struct kxml_sink {
    void *_Nullable owner;
    void (*_Nullable text)(void *_Nullable owner, const uint8_t *_Nonnull bytes, size_t count);
    /// A document type or an entity is declared.
    void (*_Nonnull declaration)(void *_Nullable owner);
    /// Set by the first error: 1 when it was found at the end of the bytes, so that they were cut.
    int is_cut;
    int has_error;
} kxml_sink;

// MARK: The tape. What the parser tells is written down and read when a chunk was parsed: a call
// into Swift for each tag cost more than the parsing.

enum { KXML_OPEN = 0, KXML_CLOSE = 1, KXML_DECLARATION = 2 };

/// A tag. Names end with a zero and live as long as the parser, equal ones at one address; texts
/// until the tape is read.
typedef struct kxml_event {
    const uint8_t *_Nullable name;
    uint32_t kind;
    /// The text since the tag before, references undone; before a start tag only if it is not
    /// blank.
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
    kxml_sink sink;
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
    kxml_parser *_Nullable parser;
    int is_out_of_memory;
} kxml_tape;

static inline size_t kxml_name_bytes(const uint8_t *_Nonnull name) { return strlen((const char *)name); }

/// A parser with its tape. NULL when there is no memory, or no library.
kxml_tape *_Nullable kxml_create(size_t text_max);
void kxml_free(kxml_tape *_Nonnull tape);
/// As kxml_parser_feed.
int kxml_feed(kxml_tape *_Nonnull tape, const uint8_t *_Nullable bytes, size_t count, int final);
/// What was read of the tape is forgotten; the text since the last tag stays.
void kxml_rewind(kxml_tape *_Nonnull tape);

// MARK: Calls, for documents whose elements and attributes are all told: names without prefix,
// texts. Nothing is allocated but the parser.

typedef struct kcall_sink {
    kxml_sink base;
    /// Start tag. attributes is libxml2's array: kcall_attribute_at reads it.
    void (*_Nonnull open)(
        void *_Nullable owner, const uint8_t *_Nonnull name, size_t name_bytes,
        const uint8_t *_Nullable const *_Nullable attributes, int count, int namespaces);
    void (*_Nonnull close)(void *_Nullable owner, const uint8_t *_Nonnull name, size_t name_bytes);
} kcall_sink;

typedef struct kcall_attribute {
    const uint8_t *_Nonnull name;
    size_t name_bytes;
    const uint8_t *_Nullable value;
    size_t value_bytes;
} kcall_attribute;

/// NULL when there is no memory, or no library. The sink must outlive the parser.
kxml_parser *_Nullable kcall_create(kcall_sink *_Nonnull sink);
/// One of the attributes of the start tag that is told.
kcall_attribute kcall_attribute_at(const uint8_t *_Nullable const *_Nonnull attributes, int index);
