/** Below so many values comparing them is quicker than counting their digits. */
const fewValues = 1000;

/** Bits of a digit, from the lowest on: 32 in three. */
const digits = [11, 11, 10] as const;

/** The places of the finite values, ascending by value; equal ones in the order of their places. */
export function sortedOrder(values: Float64Array): Uint32Array {
  const places = placesOfFinite(values);
  return places.length < fewValues
    ? places.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
    : byDigits(values, places);
}

/** The places of the finite values, in order. */
function placesOfFinite(values: Float64Array): Uint32Array {
  const places = new Uint32Array(values.length);
  let count = 0;
  for (let place = 0; place < values.length; place += 1) {
    if (!Number.isFinite(values[place])) continue;
    places[count] = place;
    count += 1;
  }
  return places.subarray(0, count);
}

/** A double's bits as two whole numbers that are ordered as the double is. */
interface Keys {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  readonly places: Uint32Array;
}

function keysOf(values: Float64Array, places: Uint32Array): Keys {
  const [low, high] = [new Uint32Array(places.length), new Uint32Array(places.length)];
  const bits = new DataView(new ArrayBuffer(8));
  for (let at = 0; at < places.length; at += 1) {
    // Zeros of both signs are equal.
    bits.setFloat64(0, (values[places[at] ?? 0] ?? 0) + 0);
    const [top, bottom] = [bits.getUint32(0), bits.getUint32(4)];
    const isNegative = top >= 0x80000000;
    high[at] = isNegative ? ~top : top | 0x80000000;
    low[at] = isNegative ? ~bottom : bottom;
  }
  return { low, high, places };
}

/** Digit by digit from the lowest, which leaves equal ones in order. */
function byDigits(values: Float64Array, places: Uint32Array): Uint32Array {
  let from = keysOf(values, places);
  const size = places.length;
  let to: Keys = {
    low: new Uint32Array(size),
    high: new Uint32Array(size),
    places: new Uint32Array(size),
  };
  for (const word of ['low', 'high'] as const) {
    let shift = 0;
    for (const width of digits) {
      if (moveBy(from, to, from[word], shift, 2 ** width - 1)) [from, to] = [to, from];
      shift += width;
    }
  }
  return from.places;
}

/** @returns false, and moves nothing, where all have the same digit */
function moveBy(from: Keys, to: Keys, word: Uint32Array, shift: number, mask: number): boolean {
  const starts = new Uint32Array(mask + 2);
  for (let at = 0; at < word.length; at += 1) {
    const digit = ((word[at] ?? 0) >>> shift) & mask;
    starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
  }
  if (starts.includes(word.length)) return false;
  for (let digit = 1; digit <= mask; digit += 1) {
    starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0);
  }
  for (let at = 0; at < word.length; at += 1) {
    const digit = ((word[at] ?? 0) >>> shift) & mask;
    const place = starts[digit] ?? 0;
    starts[digit] = place + 1;
    to.low[place] = from.low[at] ?? 0;
    to.high[place] = from.high[at] ?? 0;
    to.places[place] = from.places[at] ?? 0;
  }
  return true;
}
