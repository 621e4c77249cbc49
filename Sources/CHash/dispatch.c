// Chooses between the plain functions and the processor's instructions when the first block comes.
#include "internal.h"

#include <stdatomic.h>

typedef void compress_function(uint32_t *, const uint8_t *, size_t);
typedef void pair_function(uint32_t *, const uint8_t *, uint32_t *, const uint8_t *);

static void compress_first(uint32_t *state, const uint8_t *blocks, size_t count);
static void pair_first(uint32_t *a, const uint8_t *block_a, uint32_t *b, const uint8_t *block_b);

// Threads that come at the same time all find and store the same function, so that no order between them is needed:
// relaxed loads cost what plain ones do.
static _Atomic(compress_function *) chosen_compress = compress_first;
static _Atomic(pair_function *) chosen_pair = pair_first;

bool chash_has_hardware_sha256(void) {
#ifdef CHASH_HAS_SHANI
  return chash_shani_is_available();
#else
  return false;
#endif
}

static compress_function *find_compress(void) {
#ifdef CHASH_HAS_SHANI
  if (chash_shani_is_available()) return chash_sha256_compress_shani;
#endif
  return chash_sha256_compress_portable;
}

static pair_function *find_pair(void) {
#ifdef CHASH_HAS_SHANI
  if (chash_shani_is_available()) return chash_sha256_compress_pair_shani;
#endif
  return chash_sha256_compress_pair_portable;
}

static void compress_first(uint32_t *state, const uint8_t *blocks, size_t count) {
  compress_function *found = find_compress();
  atomic_store_explicit(&chosen_compress, found, memory_order_relaxed);
  found(state, blocks, count);
}

static void pair_first(uint32_t *a, const uint8_t *block_a, uint32_t *b, const uint8_t *block_b) {
  pair_function *found = find_pair();
  atomic_store_explicit(&chosen_pair, found, memory_order_relaxed);
  found(a, block_a, b, block_b);
}

void chash_sha256_compress(uint32_t *state, const uint8_t *blocks, size_t count) {
  atomic_load_explicit(&chosen_compress, memory_order_relaxed)(state, blocks, count);
}

void chash_sha256_compress_pair(uint32_t *a, const uint8_t *block_a, uint32_t *b, const uint8_t *block_b) {
  atomic_load_explicit(&chosen_pair, memory_order_relaxed)(a, block_a, b, block_b);
}
