// SPDX-License-Identifier: Apache-2.0
//
// Dropout with the random numbers of engine/kernels/philox.h: the same elements are dropped as on the
// CPU.
/* Philox4x32-10 word `index` of (seed, node, step). */
DEVICE u32 philox_word(u64 seed, u64 node, u64 step, u32 index) {
  const u32 in_group = index % 64;
  u32 c0 = index / 64 * 16 + in_group % 16, c1 = (u32)step, c2 = (u32)node, c3 = (u32)(node >> 32);
  u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const u64 p0 = (u64)0xD2511F53u * c0, p1 = (u64)0xCD9E8D57u * c2;
    const u32 n0 = (u32)(p1 >> 32) ^ c1 ^ k0, n2 = (u32)(p0 >> 32) ^ c3 ^ k1;
    c1 = (u32)p1;
    c3 = (u32)p0;
    c0 = n0;
    c2 = n2;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  const u32 word = in_group / 16;
  return word == 0 ? c0 : word == 1 ? c1 : word == 2 ? c2 : c3;
}

/* What is kept where a word is at least `limit`; none is where `some` is 0. */
KERNEL(dropout)
(MEM(x), i64 seed, i64 step, MEM(y), MEM(mask), int count, int node_low, int node_high, int limit,
 int some, float scale) {
  INPUT(float, x);
  OUTPUT(float, y);
  OUTPUT(u8, mask);
  const int i = GLOBAL_ID;
  if (i >= count) return;
  const u64 node = ((u64)(u32)node_high << 32) | (u32)node_low;
  const u32 word = philox_word((u64)seed, node, (u64)step, (u32)i);
  const int keep = some && word >= (u32)limit;
  if (mask) mask[i] = (u8)keep;
  if (y) y[i] = keep ? x[i] * scale : 0.0f;
}

KERNEL(dropout_grad)(MEM(dy), MEM(mask), MEM(dx), int count, float scale) {
  INPUT(float, dy);
  INPUT(u8, mask);
  OUTPUT(float, dx);
  const int i = GLOBAL_ID;
  if (i < count) dx[i] = mask[i] ? dy[i] * scale : 0.0f;
}
