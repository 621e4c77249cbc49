// What the files of this target share.
#ifndef CHASH_INTERNAL_H
#define CHASH_INTERNAL_H

#include "CHash.h"

/// The round constants of FIPS 180-4, section 4.2.2, aligned for loads of 16 bytes.
extern const uint32_t chash_sha256_constants[64];

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define CHASH_HAS_SHANI 1

/// Whether the processor has the instructions that the two functions below need.
bool chash_shani_is_available(void);

void chash_sha256_compress_shani(uint32_t *state, const uint8_t *blocks, size_t count);
void chash_sha256_compress_pair_shani(uint32_t *a, const uint8_t *block_a, uint32_t *b, const uint8_t *block_b);
#endif

#endif
