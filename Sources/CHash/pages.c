// Large pages for memory that is read here and there.
#include "CHash.h"

#ifdef __linux__

#include <sys/mman.h>

// Since Linux 6.1; not in the headers of all systems that run on it.
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

static const uintptr_t large_page_size = 2 * 1024 * 1024;

void chash_use_large_pages(const void *memory, size_t size) {
  uintptr_t start = ((uintptr_t)memory + large_page_size - 1) & ~(large_page_size - 1);
  uintptr_t end = ((uintptr_t)memory + size) & ~(large_page_size - 1);
  if (start >= end) return;
  // The first is for pages that are still to come, the second for those that are there. Both may fail: it is advice.
  (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
  (void)madvise((void *)start, end - start, MADV_COLLAPSE);
}

#else

void chash_use_large_pages(const void *memory, size_t size) {
  (void)memory;
  (void)size;
}

#endif
