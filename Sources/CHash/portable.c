// SHA-256's compression function as FIPS 180-4 writes it.
#include "internal.h"

_Alignas(16) const uint32_t chash_sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t rotated(uint32_t word, unsigned bits) { return (word >> bits) | (word << (32 - bits)); }

static inline uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | (uint32_t)bytes[3];
}

static void compress_block(uint32_t *state, const uint8_t *block) {
  uint32_t schedule[64];
  for (int index = 0; index < 16; index++) schedule[index] = big_endian(block + 4 * index);
  for (int index = 16; index < 64; index++) {
    uint32_t early = schedule[index - 15], late = schedule[index - 2];
    uint32_t sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3);
    uint32_t sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10);
    schedule[index] = schedule[index - 16] + sigma0 + schedule[index - 7] + sigma1;
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  for (int index = 0; index < 64; index++) {
    uint32_t sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    uint32_t first = h + sum1 + (g ^ (e & (f ^ g))) + chash_sha256_constants[index] + schedule[index];
    uint32_t sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    uint32_t second = sum0 + ((a & b) | (c & (a | b)));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

void chash_sha256_compress_portable(uint32_t *state, const uint8_t *blocks, size_t count) {
  for (; count > 0; count--, blocks += 64) compress_block(state, blocks);
}

void chash_sha256_compress_pair_portable(
    uint32_t *a, const uint8_t *block_a, uint32_t *b, const uint8_t *block_b) {
  compress_block(a, block_a);
  compress_block(b, block_b);
}
