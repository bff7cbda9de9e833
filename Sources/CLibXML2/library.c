#include "library.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

static struct kxml_library library;
static int is_open;

// 2.14 is the first whose interface has another number.
#if LIBXML_VERSION >= 21400
#define LIBRARY "libxml2.so.16"
#else
#define LIBRARY "libxml2.so.2"
#endif

static void open_library(void) {
    // The name with the version of its interface: the headers this was compiled with promise no
    // other.
    void *file = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!file) return;
    library.create = dlsym(file, "xmlCreatePushParserCtxt");
    library.use_options = dlsym(file, "xmlCtxtUseOptions");
    library.switch_encoding = dlsym(file, "xmlSwitchEncoding");
    library.parse = dlsym(file, "xmlParseChunk");
    library.stop = dlsym(file, "xmlStopParser");
    library.free = dlsym(file, "xmlFreeParserCtxt");
    is_open = library.create && library.use_options && library.switch_encoding && library.parse
        && library.stop && library.free;
}

const struct kxml_library *kxml_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_library);
    return is_open ? &library : NULL;
}

int kxml_is_there(void) { return kxml_library() != NULL; }

static void sink_characters(void *owner, const xmlChar *bytes, int count) {
    kxml_sink *sink = (kxml_sink *)owner;
    if (count > 0 && sink->text) sink->text(sink->owner, bytes, (size_t)count);
}

static void sink_internal_subset(void *owner, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id) {
    (void)name, (void)public_id, (void)system_id;
    kxml_sink *sink = (kxml_sink *)owner;
    sink->declaration(sink->owner);
}

static void sink_entity(
    void *owner, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id, xmlChar *content) {
    (void)name, (void)type, (void)public_id, (void)system_id, (void)content;
    kxml_sink *sink = (kxml_sink *)owner;
    sink->declaration(sink->owner);
}

/// Errors are asked for afterwards; libxml2 prints them unless someone takes them.
static void sink_error(void *owner, xmlErrorPtr error) {
    kxml_sink *sink = (kxml_sink *)owner;
    if (!sink || !error || error->level < XML_ERR_ERROR || sink->has_error) return;
    const kxml_parser *parser = error->ctxt;
    const int is_at_end = parser && parser->input && parser->input->cur >= parser->input->end;
    sink->has_error = 1;
    sink->is_cut = is_at_end || error->code == XML_ERR_DOCUMENT_END;
}

kxml_parser *kxml_open(startElementNsSAX2Func start, endElementNsSAX2Func end, charactersSAXFunc text, kxml_sink *sink) {
    const struct kxml_library *xml = kxml_library();
    if (!xml) return NULL;
    if (!text) text = sink_characters;
    xmlSAXHandler handler;
    memset(&handler, 0, sizeof handler);
    handler.initialized = XML_SAX2_MAGIC;
    handler.startElementNs = start;
    handler.endElementNs = end;
    handler.characters = text;
    handler.ignorableWhitespace = text;
    handler.cdataBlock = text;
    handler.internalSubset = sink_internal_subset;
    handler.entityDecl = sink_entity;
    handler.serror = sink_error;
    kxml_parser *parser = xml->create(&handler, sink, NULL, 0, NULL);
    if (!parser) return NULL;
    xml->use_options(parser, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
    xml->switch_encoding(parser, XML_CHAR_ENCODING_UTF8);
    return parser;
}
