import { formatDecimal, parseNumber } from '../numbers/index.ts';
import { DesignError } from '../errors.ts';
import type { InputVariable } from './study.ts';

/** Rounds a design value so that what is analysed is what the solver saw. */
export type Rounding = (value: number) => number;

/** The pattern that a variable's values are rounded by; undefined where they aren't. */
export function roundingPattern({
  format,
  integer,
}: Pick<InputVariable, 'format' | 'integer'>): string | undefined {
  return format ?? (integer === true ? '0' : undefined);
}

/**
 * @returns the rounding that `format` or `integer` asks for, undefined where neither does. Halves go to the even neighbour,
 * judged on the exact value of the double, as the platform's formatter does.
 */
export function createRounding(
  variable: Pick<InputVariable, 'name' | 'format' | 'integer'>,
): Rounding | undefined {
  const { name } = variable;
  const pattern = roundingPattern(variable);
  if (pattern === undefined) return undefined;
  const slow = (value: number): number => {
    const rounded = parseNumber(formatDecimal(pattern, value).replaceAll(',', ''));
    if (rounded !== undefined) return rounded === 0 ? 0 : rounded;
    throw new DesignError(
      'DESIGN_FORMAT',
      `Expected \`format\` of ${name} to give a number, got ${JSON.stringify(formatDecimal(pattern, value))}`,
      { hint: 'use a pattern of `0`, `#` and `.`', path: ['variables', name, 'format'] },
    );
  };
  const decimals = /^[#,]*0+(?:\.(0*#*))?$/u.exec(pattern);
  if (!decimals) return slow;
  const digits = decimals[1]?.length ?? 0;
  if (digits > 15) return slow;
  const scale = 10 ** digits;
  return (value) => {
    const scaled = value * scale;
    const nearest = Math.round(scaled);
    const isClear = Math.abs(scaled) < 2 ** 40 && Math.abs(Math.abs(scaled - nearest) - 0.5) > 1e-3;
    if (!isClear) return slow(value);
    return nearest === 0 ? 0 : nearest / scale;
  };
}
