#ifndef SERIN_CLIBUV_SHIM_H
#define SERIN_CLIBUV_SHIM_H

#include <pthread.h>
#include <stdint.h>
#include <uv.h>

// The calling thread as a number that is never 0. pthread_t is an integer on Linux and a pointer on macOS.
static inline uintptr_t serin_thread_id(void) { return (uintptr_t)pthread_self(); }

#endif
