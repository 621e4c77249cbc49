#include "CHash.h"

enum { line_size = 64 };

void chash_prefetch(const void *memory, size_t size) {
  const char *start = memory;
  for (size_t offset = 0; offset < size; offset += line_size) __builtin_prefetch(start + offset);
}
