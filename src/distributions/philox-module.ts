/** {@link philox} as WebAssembly: its 64-bit products take plain JavaScript six times as long. */

const low32 = 0xffffffffn;

/** Signed or unsigned LEB128: seven bits a byte, least first. */
function leb(value: number | bigint, isSigned = true): number[] {
  let rest = BigInt(value);
  const bytes: number[] = [];
  for (;;) {
    const byte = Number(rest & 0x7fn);
    rest >>= 7n;
    const isLast = isSigned
      ? (rest === 0n && byte < 64) || (rest === -1n && byte >= 64)
      : rest === 0n;
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}

// Instructions; binary ones take their operands from the stack.
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const word = (value: number | bigint): number[] => [0x42, ...leb(value)];
const float = (value: number): number[] => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
const add = 0x7c;
const multiply = 0x7e;
const and = 0x83;
const or = 0x84;
const xor = 0x85;
const shiftLeft = 0x86;
const shiftRight = 0x88;
const lowWord = [...word(low32), and];
const highWord = [...word(32), shiftRight];

/** Parameters of `fill`, then its locals; all 64 bits wide but `end` and `at`, which are addresses. */
const local = { end: 0, block: 1, keyLow: 2, keyHigh: 3, third: 4, fourth: 5, at: 6 } as const;
const [c0, c1, c2, c3, product0, product1, firstKey] = [7, 8, 9, 10, 11, 12, 13];

function keysOfRounds(): number[] {
  return Array.from({ length: 10 }, (_, round) =>
    [
      [get(local.keyLow), set(firstKey + 2 * round)],
      [get(local.keyHigh), set(firstKey + 2 * round + 1)],
      [get(local.keyLow), word(0x9e3779b9), add, lowWord, set(local.keyLow)],
      [get(local.keyHigh), word(0xbb67ae85), add, lowWord, set(local.keyHigh)],
    ].flat(2),
  ).flat();
}

/** Words 1 and 3 keep the whole products; what lies above 32 bits is cut off where they are read. */
function oneRound(round: number): number[] {
  const mixed = (product: number, other: number, key: number): number[] =>
    [get(product), highWord, get(other), xor, get(key), xor, lowWord].flat();
  return [
    [get(c0), word(0xd2511f53), multiply, set(product0)],
    [get(c2), word(0xcd9e8d57), multiply, set(product1)],
    [mixed(product1, c1, firstKey + 2 * round), set(c0)],
    [mixed(product0, c3, firstKey + 2 * round + 1), set(c2)],
    [get(product1), set(c1), get(product0), set(c3)],
  ].flat(2);
}

/** Stores 26 bits of each of two words as a number inside (0, 1), like the stream's `uniform`. */
function storeUniform(high: number, low: number, offset: number): number[] {
  const bits = [get(high), word(6), shiftRight, word(26), shiftLeft, get(low), lowWord, word(6)];
  const toFloat = [shiftRight, or, 0xb9, float(0.5), 0xa0, float(2 ** -52), 0xa2];
  return [get(local.at), ...bits, ...toFloat, 0x39, 3, offset].flat();
}

function fillBody(): number[] {
  const counter = [
    [get(local.block), lowWord, set(c0), get(local.block), highWord, set(c1)],
    [get(local.third), set(c2), get(local.fourth), set(c3)],
  ].flat(2);
  const rounds = Array.from({ length: 10 }, (_, round) => oneRound(round)).flat();
  const next = [
    [get(local.block), word(1), add, set(local.block)],
    [get(local.at), 0x41, 16, 0x6a, 0x22, local.at, get(local.end), 0x49, 0x0d, 0],
  ].flat(2);
  const stores = [...storeUniform(c0, c1, 0), ...storeUniform(c2, c3, 8)];
  return [keysOfRounds(), 0x03, 0x40, counter, rounds, stores, next, 0x0b, 0x0b].flat();
}

/**
 * The bytes of a module with one page of memory, `memory`, and a function `fill(end, block, keyLow, keyHigh, third, fourth)`: it writes
 * two numbers a block from address 0 up to `end`, a multiple of 16 above 0. All arguments but `end` are 64-bit, the key and the upper
 * counter unsigned 32-bit numbers.
 */
export function philoxModule(): Uint8Array {
  const i32 = 0x7f;
  const i64 = 0x7e;
  const sized = (bytes: readonly number[]): number[] => [...leb(bytes.length, false), ...bytes];
  const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
  const name = (text: string): number[] => sized([...new TextEncoder().encode(text)]);
  const locals = [2, 1, i32, firstKey + 20 - c0, i64];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 6, i32, i64, i64, i64, i64, i64, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...name('fill'), 0, 0, ...name('memory'), 2, 0]),
    ...section(10, [1, ...sized([...locals, ...fillBody()])]),
  ]);
}
