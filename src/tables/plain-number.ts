/** Where reading is in some bytes, and the number that was read. */
export interface NumberCursor {
  at: number;
  value: number;
}

/** Each is exact as a double. */
const powersOfTen = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** So many digits are exact as a double. */
const exactDigits = 15;

const [zero, nine, plus, minus, point] = [0x30, 0x39, 0x2b, 0x2d, 0x2e];

/** `e` and `E` alike. */
const exponentSign = 0x65;
const lowerCase = 0x20;

function isDigit(byte: number | undefined): byte is number {
  return byte !== undefined && byte >= zero && byte <= nine;
}

/**
 * Reads a number at the cursor as `parseNumber` does, and moves behind it; nothing there is NaN.
 * @returns false for what isn't surely the same number for everybody: other characters, zeros before digits, what a double can't hold
 */
export function readNumber(bytes: Uint8Array, cursor: NumberCursor): boolean {
  const start = cursor.at;
  let at = start;
  const sign = bytes[at];
  if (sign === minus || sign === plus) at += 1;
  const first = at;
  let [digits, seen, decimals, whole] = [0, 0, 0, 0];
  let byte = bytes[at];
  // Leading zeros could be a name's.
  if (byte === zero && isDigit(bytes[at + 1])) return false;
  for (; isDigit(byte); byte = bytes[(at += 1)]) {
    seen += 1;
    if (digits > 0 || byte !== zero) digits += 1;
    if (digits <= exactDigits) whole = 10 * whole + byte - zero;
  }
  const isDecimal = byte === point;
  if (isDecimal) {
    byte = bytes[(at += 1)];
    for (; isDigit(byte); byte = bytes[(at += 1)]) {
      seen += 1;
      decimals += 1;
      if (digits > 0 || byte !== zero) digits += 1;
      if (digits <= exactDigits) whole = 10 * whole + byte - zero;
    }
  }
  if (seen === 0) {
    cursor.value = NaN;
    return at === start && first === start;
  }
  let power = 0;
  const hasExponent = byte !== undefined && (byte | lowerCase) === exponentSign;
  if (hasExponent) {
    const exponent = bytes[(at += 1)];
    if (exponent === minus || exponent === plus) at += 1;
    const begun = at;
    for (byte = bytes[at]; isDigit(byte); byte = bytes[(at += 1)]) power = 10 * power + byte - zero;
    if (at === begun) return false;
    if (exponent === minus) power = -power;
  }
  power -= decimals;
  cursor.at = at;
  if (digits <= exactDigits && power >= -22 && power <= 22) {
    const size = power < 0 ? whole / (powersOfTen[-power] ?? 1) : whole * (powersOfTen[power] ?? 1);
    cursor.value = sign === minus ? -size : size;
    return true;
  }
  // Of whole numbers with so many digits not each one is a double.
  if (!isDecimal && !hasExponent) return false;
  cursor.value = Number(
    Buffer.from(bytes.buffer, bytes.byteOffset + start, at - start).toString('latin1'),
  );
  return Number.isFinite(cursor.value) && (cursor.value !== 0 || digits === 0);
}
