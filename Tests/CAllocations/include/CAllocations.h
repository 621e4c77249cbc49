#ifndef SERIN_CALLOCATIONS_H
#define SERIN_CALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

/// Whether this process counts its allocations: only with glibc, and not under a sanitizer, which has its own.
bool callocations_available(void);

/// Begins to count the allocations of the calling thread.
void callocations_begin(void);

/// Ends to count and gives how many allocations there were.
size_t callocations_end(void);

#endif
