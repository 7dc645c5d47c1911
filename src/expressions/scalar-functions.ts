/** The functions that an expression may call on single numbers, with how many arguments they take. */

interface ScalarFunction {
  readonly least: number;
  readonly most: number;
  /** @returns NaN where the function has no value */
  readonly compute: (...values: readonly number[]) => number;
}

const one = (compute: (x: number) => number): ScalarFunction => ({
  least: 1,
  most: 1,
  compute: (x = NaN) => compute(x),
});
const two = (compute: (x: number, y: number) => number): ScalarFunction => ({
  least: 2,
  most: 2,
  compute: (x = NaN, y = NaN) => compute(x, y),
});
const many = (compute: (...values: number[]) => number): ScalarFunction => ({
  least: 1,
  most: 100,
  compute,
});

/** Remainder with the sign of the divisor, as mathjs has it. */
export function modulo(x: number, y: number): number {
  return y === 0 ? x : x - y * Math.floor(x / y);
}

/** Half away from zero, to `digits` decimals (0..15). */
function round(x: number, digits: number): number {
  if (!Number.isInteger(digits) || digits < 0 || digits > 15) return NaN;
  const scale = 10 ** digits;
  return Math.abs(x) * scale >= 2 ** 52
    ? x
    : (Math.sign(x) * Math.round(Math.abs(x) * scale)) / scale;
}

/** By name. `log` is the natural logarithm, or to the base of its second argument. */
export const scalarFunctions: ReadonlyMap<string, ScalarFunction> = new Map<string, ScalarFunction>(
  Object.entries({
    abs: one(Math.abs),
    sqrt: one(Math.sqrt),
    cbrt: one(Math.cbrt),
    square: one((x) => x * x),
    cube: one((x) => x * x * x),
    exp: one(Math.exp),
    expm1: one(Math.expm1),
    log: { least: 1, most: 2, compute: (x = NaN, base = Math.E) => logarithm(x, base) },
    log10: one(Math.log10),
    log2: one(Math.log2),
    log1p: one(Math.log1p),
    sin: one(Math.sin),
    cos: one(Math.cos),
    tan: one(Math.tan),
    asin: one(Math.asin),
    acos: one(Math.acos),
    atan: one(Math.atan),
    atan2: two(Math.atan2),
    sinh: one(Math.sinh),
    cosh: one(Math.cosh),
    tanh: one(Math.tanh),
    asinh: one(Math.asinh),
    acosh: one(Math.acosh),
    atanh: one(Math.atanh),
    floor: one(Math.floor),
    ceil: one(Math.ceil),
    fix: one(Math.trunc),
    round: { least: 1, most: 2, compute: (x = NaN, digits = 0) => round(x, digits) },
    sign: one(Math.sign),
    mod: two(modulo),
    pow: two(Math.pow),
    hypot: many(Math.hypot),
    min: many(Math.min),
    max: many(Math.max),
  }),
);

function logarithm(x: number, base: number): number {
  return base === Math.E ? Math.log(x) : Math.log(x) / Math.log(base);
}
