#pragma once
#include <stddef.h>
#include <stdint.h>

/// A byte of the abbreviated commit of the sources, 0 after its end; the builder gives it.
///
/// It is in a file of its own, so that another commit compiles this one again and no other.
uint8_t kbuild_commit_byte(size_t index);
