// SHA-256's compression function with the SHA instructions of x86-64 processors.
//
// Only these functions are compiled for such processors (by their `target`), so that the program runs on others too.
#include "internal.h"

#ifdef CHASH_HAS_SHANI

#include <cpuid.h>
#include <immintrin.h>

#define SHANI __attribute__((target("sha,sse4.1,ssse3")))
#define SHANI_INLINE static inline __attribute__((always_inline, target("sha,sse4.1,ssse3")))

bool chash_shani_is_available(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return false;
  bool has_ssse3 = c & (1u << 9), has_sse41 = c & (1u << 19);
  if (!has_ssse3 || !has_sse41) return false;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return false;
  return b & (1u << 29);
}

/// A state in the order that the instructions want, and the last 16 words of the message schedule.
typedef struct {
  __m128i abef, cdgh;
  __m128i words[4];
} lane;

SHANI_INLINE void load_state(lane *lane, const uint32_t *state) {
  __m128i dcba = _mm_loadu_si128((const __m128i *)state);
  __m128i hgfe = _mm_loadu_si128((const __m128i *)(state + 4));
  __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1);
  __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1B);
  lane->abef = _mm_alignr_epi8(cdab, efgh, 8);
  lane->cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
}

SHANI_INLINE void store_state(const lane *lane, uint32_t *state) {
  __m128i feba = _mm_shuffle_epi32(lane->abef, 0x1B);
  __m128i dchg = _mm_shuffle_epi32(lane->cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

SHANI_INLINE void load_block(lane *lane, const uint8_t *block) {
  const __m128i swap = _mm_set_epi64x(0x0C0D0E0F08090A0B, 0x0405060700010203);
  for (int index = 0; index < 4; index++)
    lane->words[index] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(block + 16 * index)), swap);
}

/// Rounds 4 * group to 4 * group + 3; the four words that are needed 16 rounds later replace those just used.
SHANI_INLINE void four_rounds(lane *lane, int group) {
  __m128i word = lane->words[group & 3];
  __m128i sum = _mm_add_epi32(word, _mm_load_si128((const __m128i *)(chash_sha256_constants + 4 * group)));
  lane->cdgh = _mm_sha256rnds2_epu32(lane->cdgh, lane->abef, sum);
  lane->abef = _mm_sha256rnds2_epu32(lane->abef, lane->cdgh, _mm_shuffle_epi32(sum, 0x0E));
  if (group < 12) {
    __m128i next = lane->words[(group + 1) & 3], third = lane->words[(group + 2) & 3];
    __m128i last = lane->words[(group + 3) & 3];
    __m128i partial = _mm_add_epi32(_mm_sha256msg1_epu32(word, next), _mm_alignr_epi8(last, third, 4));
    lane->words[group & 3] = _mm_sha256msg2_epu32(partial, last);
  }
}

SHANI void chash_sha256_compress_shani(uint32_t *state, const uint8_t *blocks, size_t count) {
  lane one;
  load_state(&one, state);
  for (; count > 0; count--, blocks += 64) {
    __m128i abef = one.abef, cdgh = one.cdgh;
    load_block(&one, blocks);
#pragma GCC unroll 16
    for (int group = 0; group < 16; group++) four_rounds(&one, group);
    one.abef = _mm_add_epi32(one.abef, abef);
    one.cdgh = _mm_add_epi32(one.cdgh, cdgh);
  }
  store_state(&one, state);
}

SHANI void chash_sha256_compress_pair_shani(
    uint32_t *a, const uint8_t *block_a, uint32_t *b, const uint8_t *block_b) {
  lane first, second;
  load_state(&first, a);
  load_state(&second, b);
  __m128i first_abef = first.abef, first_cdgh = first.cdgh;
  __m128i second_abef = second.abef, second_cdgh = second.cdgh;
  load_block(&first, block_a);
  load_block(&second, block_b);
  // The rounds of one message wait for each other; those of the other message fill the time.
#pragma GCC unroll 16
  for (int group = 0; group < 16; group++) {
    four_rounds(&first, group);
    four_rounds(&second, group);
  }
  first.abef = _mm_add_epi32(first.abef, first_abef);
  first.cdgh = _mm_add_epi32(first.cdgh, first_cdgh);
  second.abef = _mm_add_epi32(second.abef, second_abef);
  second.cdgh = _mm_add_epi32(second.cdgh, second_cdgh);
  store_state(&first, a);
  store_state(&second, b);
}

#else

// A file must not be empty in C.
typedef int chash_no_shani;

#endif
