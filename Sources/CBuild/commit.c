#include "CBuild.h"

#ifndef KOPIYKA_COMMIT
#define KOPIYKA_COMMIT ""
#endif

static const char commit[] = KOPIYKA_COMMIT;

uint8_t kbuild_commit_byte(size_t index) { return index < sizeof commit ? (uint8_t)commit[index] : 0; }
