// SHA-256's compression function: with the processor's own instructions where it has them, in plain C elsewhere.
//
// Only whole blocks are compressed; messages are padded by the caller. Every function may be called from any thread.
#ifndef CHASH_H
#define CHASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __clang__
#pragma clang assume_nonnull begin
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Whether this processor's instructions for SHA-256 are used (x86-64 with SHA-NI).
bool chash_has_hardware_sha256(void);

/// Takes `count` blocks of 64 bytes into a state of eight words.
///
/// The blocks need no alignment. With a count of zero nothing happens.
void chash_sha256_compress(uint32_t *state, const uint8_t *blocks, size_t count);

/// Takes one block into each of two states, which must not be the same.
///
/// With the processor's instructions the two run side by side and cost little more than one.
void chash_sha256_compress_pair(uint32_t *a, const uint8_t *block_a, uint32_t *b, const uint8_t *block_b);

/// `chash_sha256_compress` in plain C, whatever the processor has.
void chash_sha256_compress_portable(uint32_t *state, const uint8_t *blocks, size_t count);

/// `chash_sha256_compress_pair` in plain C, whatever the processor has.
void chash_sha256_compress_pair_portable(
    uint32_t *a, const uint8_t *block_a, uint32_t *b, const uint8_t *block_b);

/// Asks the processor to fetch `size` bytes of memory that are about to be read.
void chash_prefetch(const void *memory, size_t size);

/// Asks the system to keep `size` bytes that are read here and there in large pages, so that reading one of them needs
/// no walk through page tables that are not in the caches either.
///
/// What the memory holds does not change. Where the system has no large pages, or none to spare, nothing happens.
void chash_use_large_pages(const void *memory, size_t size);

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang assume_nonnull end
#endif

#endif
