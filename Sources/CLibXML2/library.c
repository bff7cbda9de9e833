#include "library.h"
#include <dlfcn.h>
#include <pthread.h>

static struct kxml_library library;
static int is_open;

static void open_library(void) {
    // The name with the version of its interface: the headers this was compiled with promise no other.
    void *file = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
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

kxml_parser *kxml_open(xmlSAXHandler *handler, void *owner) {
    const struct kxml_library *xml = kxml_library();
    if (!xml) return NULL;
    handler->initialized = XML_SAX2_MAGIC;
    kxml_parser *parser = xml->create(handler, owner, NULL, 0, NULL);
    if (!parser) return NULL;
    xml->use_options(parser, XML_PARSE_NONET | XML_PARSE_IGNORE_ENC);
    xml->switch_encoding(parser, XML_CHAR_ENCODING_UTF8);
    return parser;
}

int kxml_is_cut(xmlErrorPtr error) {
    const kxml_parser *parser = error->ctxt;
    const int is_at_end = parser && parser->input && parser->input->cur >= parser->input->end;
    return is_at_end || error->code == XML_ERR_DOCUMENT_END;
}
