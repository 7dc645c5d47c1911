/** Product of two unsigned 32-bit numbers: its upper 32 bits. */
function highProduct(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = (Math.imul(aHigh, bLow) >>> 0) + (Math.imul(aLow, bLow) >>> 16);
  const second = (Math.imul(aLow, bHigh) >>> 0) + (middle & 0xffff);
  return (Math.imul(aHigh, bHigh) + (middle >>> 16) + (second >>> 16)) | 0;
}

/**
 * Philox4x32-10: 128 pseudo-random bits from a 128-bit counter and a 64-bit key, without any state.
 * @param words the counter as four 32-bit words; overwritten by the result
 * @see J. K. Salmon et al. (2011), doi:10.1145/2063384.2063405
 */
export function philox(words: Int32Array, keyLow: number, keyHigh: number): void {
  let c0 = words[0] ?? 0;
  let c1 = words[1] ?? 0;
  let c2 = words[2] ?? 0;
  let c3 = words[3] ?? 0;
  let k0 = keyLow | 0;
  let k1 = keyHigh | 0;
  for (let round = 0; round < 10; round += 1) {
    const high0 = highProduct(0xd2511f53, c0);
    const low0 = Math.imul(0xd2511f53, c0);
    const high1 = highProduct(0xcd9e8d57, c2);
    const low1 = Math.imul(0xcd9e8d57, c2);
    c0 = high1 ^ c1 ^ k0;
    c1 = low1;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 = (k0 + 0x9e3779b9) | 0;
    k1 = (k1 + 0xbb67ae85) | 0;
  }
  words[0] = c0;
  words[1] = c1;
  words[2] = c2;
  words[3] = c3;
}
