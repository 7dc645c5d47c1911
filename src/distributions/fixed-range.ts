import type { Distribution } from './distribution.ts';
import { mostLevels } from './linspace.ts';
import { createOnLevels } from './on-levels.ts';
import type { GeneratorEntry } from './generator-entry.ts';
import type { SettingsReader } from './settings-reader.ts';

/** A double as the whole number `digits` times 10^-`decimals`, exactly as it prints. */
interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
}

/** A double holds 10^22 as it is, and no higher power. */
const mostExactDecimals = 22;

function toDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const decimals = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return decimals >= 0
    ? { digits, decimals }
    : { digits: digits * 10n ** BigInt(-decimals), decimals: 0 };
}

function atDecimals({ digits, decimals }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - decimals);
}

/**
 * Levels `minvalue`, `minvalue + increment`, … `maxvalue`, computed in decimals: 0 to 0.3 by 0.1 holds 0.3, not 0.30000000000000004.
 * @throws DesignError DESIGN_SETTINGS, also where the range isn't a multiple of the increment
 */
export const fixedRange: GeneratorEntry = {
  kind: 'grid',
  settings: ['minvalue', 'maxvalue', 'increment'],
  otherNames: ['range', 'arange', 'step', 'discrete_design_range'],
  create,
};

function create(read: SettingsReader): Distribution {
  const written = ['minvalue', 'maxvalue', 'increment'].map((key) => toDecimal(read.number(key)));
  const decimals = Math.max(...written.map((decimal) => decimal.decimals));
  const [low = 0n, high = 0n, step = 0n] = written.map((decimal) => atDecimals(decimal, decimals));
  if (step <= 0n) read.refuse('increment', '`increment` above 0');
  if (high < low) {
    read.refuse('maxvalue', `\`maxvalue\` of at least \`minvalue\` ${read.number('minvalue')}`);
  }
  const text = (digits: bigint): number => Number(`${digits}e-${decimals}`);
  if ((high - low) % step !== 0n) {
    const below = text(high - ((high - low) % step));
    read.refuse(
      'increment',
      `\`increment\` that divides the range ${read.number('minvalue')} to ${read.number('maxvalue')}`,
      `nearest maxvalue: ${below} or ${text(high - ((high - low) % step) + step)}`,
    );
  }
  const count = Number((high - low) / step) + 1;
  if (count > mostLevels) read.refuse('increment', `at most ${mostLevels} levels`);
  const ends = [low, high, step].map(Number);
  const [first = 0, , by = 0] = ends;
  const unit = Number(`1e${decimals}`);
  // Where all of it are whole numbers that a double holds, one division rounds as reading the text does, and takes a fiftieth of the time.
  const isExact = decimals <= mostExactDecimals && ends.every(Number.isSafeInteger);
  const levelAt = isExact
    ? (index: number): number => (first + index * by) / unit
    : (index: number): number => text(low + BigInt(index) * step);
  return createOnLevels(Array.from({ length: count }, (_, index) => levelAt(index)));
}
