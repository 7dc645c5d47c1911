/** Where ticks of an axis stand, and what is written at them, for any finite numbers: the plot library loses steps below 1e-20. */
import { roundingPart } from '../../numbers/only-rounding.ts';
import { decimalText } from './decimal-text.ts';

/** An axis counted in steps between its ticks, so that a tick stands at each whole place. */
export interface AxisScale {
  /** Where a value stands on the axis. */
  place(value: number): number;
  readonly first: number;
  readonly last: number;
  /** What stands at a place: a number at a tick, nothing between two. */
  textAt(place: number): string;
  /** Behind the axis's name: what was taken off all numbers where they would be too long; mostly nothing. */
  readonly offset: string;
}

const mostSteps = 5;
/** Letters that a number at a tick may have, if a shorter way can be found. */
const mostLetters = 7;
/** Only so many times their range away from zero are numbers told as differences. */
const farFromZero = 10;

/** A scale with up to seven ticks over all finite values; with none it goes from 0 to 1. */
export function axisScale(values: Iterable<number | null>): AxisScale {
  const [low, high] = rangeOf(values);
  const top = Math.max(Math.abs(low), Math.abs(high));
  const size = Number(top.toExponential().split('e')[1]);
  const shrunk = (value: number): number => timesTen(value, -size);
  const [from, to] = widened(shrunk(low), shrunk(high));
  const exponent = Math.floor(Math.log10((to - from) / mostSteps));
  const rough = (to - from) / mostSteps / 10 ** exponent;
  const digit = [1, 2, 5, 10].find((one) => one >= rough * (1 - 1e-9)) ?? 10;
  const step = digit * 10 ** exponent;
  const start = Math.floor(from / step + 1e-9);
  const end = Math.max(start + 1, Math.ceil(to / step - 1e-9));
  // Bars begin at the place 0, which must be the value 0 where there is one.
  const origin = start <= 0 && end >= 0 ? 0 : start;
  const textOf = (steps: number): string =>
    decimalText(BigInt(steps) * BigInt(digit), exponent + size);
  const ticks = Array.from({ length: end - start + 1 }, (_, tick) => start + tick);
  const base = ticks.toSorted((a, b) => textOf(a).length - textOf(b).length)[0] ?? 0;
  const [plain, short] = [0, base].map((less) => ticks.map((tick) => textOf(tick - less)));
  const isShort =
    Math.abs(base) > farFromZero * (end - start) &&
    longest(plain) > mostLetters &&
    longest(short) + 1 < longest(plain);
  const texts = (isShort ? short : plain) ?? [];
  return {
    place: (value) => shrunk(value) / step - origin,
    first: start - origin,
    last: end - origin,
    textAt: (place) => texts[place - (start - origin)] ?? '',
    offset: !isShort ? '' : base < 0 ? ` + ${textOf(-base)}` : ` − ${textOf(base)}`,
  };
}

function rangeOf(values: Iterable<number | null>): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  return low === 0 && high === 0 ? [-1, 1] : [low, high];
}

/** Ends that doubles can tell apart; of one value alone it stands in the middle. */
function widened(from: number, to: number): readonly [number, number] {
  if (from === to) return [from - Math.abs(from) / 2, to + Math.abs(to) / 2];
  return to - from < roundingPart ? [from - roundingPart, to + roundingPart] : [from, to];
}

/** A value times a power of ten, in two steps: one alone may be beyond the largest number. */
function timesTen(value: number, power: number): number {
  const half = Math.trunc(power / 2);
  return value * 10 ** half * 10 ** (power - half);
}

function longest(texts: readonly string[] = []): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0);
}
