/** A DecimalFormat pattern, taken apart. @see java.text.DecimalFormat of Java SE */
export interface DecimalPattern {
  /** Texts around the digits, quotes resolved. */
  readonly positive: Affixes;
  /** Around a negative number's digits; brings its own minus sign. */
  readonly negative: Affixes;
  readonly minInteger: number;
  /** With an exponent: how many integer digits share one; otherwise without limit. */
  readonly maxInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
  /** Digits between grouping commas; 0: none. */
  readonly groupingSize: number;
  /** 100 for a pattern with `%`, 1000 with `‰`. */
  readonly multiplier: 1 | 100 | 1000;
  /** Fewest digits of the exponent; 0: no exponent. */
  readonly minExponent: number;
  /** The point is printed even with nothing behind it. */
  readonly alwaysPoint: boolean;
}

export interface Affixes {
  readonly prefix: string;
  readonly suffix: string;
}

interface Affix {
  readonly text: string;
  /** Index of the first character that isn't part of it. */
  readonly end: number;
  readonly multiplier: 1 | 100 | 1000;
}

class PatternFault extends Error {}

/** Characters of a whole pattern. */
const longest = 1_000;
/** Java prints no more digits of a double, whatever its pattern says. */
const mostInteger = 309;
const mostFraction = 340;
/** No double's exponent needs more than three. */
const mostExponent = 10;
/** Characters of a pattern that a message quotes. */
const quotedAtMost = 60;

/**
 * Takes a pattern such as `0.00##`, `#,##0.0`, `0.###E00`, `0.0'%'` or `0.0;(0.0)` apart, with Java's rules.
 * @returns the pattern, or a sentence saying what is wrong with it; patterns without a digit, the currency sign, and more digits than a double has are refused
 */
export function parseDecimalPattern(
  pattern: string,
): DecimalPattern | { readonly message: string } {
  try {
    return parse(pattern);
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    return {
      message: `Expected a decimal pattern, got ${quoted(pattern)}: ${error.message}`,
    };
  }
}

function quoted(pattern: string): string {
  return JSON.stringify(
    pattern.length > quotedAtMost ? `${pattern.slice(0, quotedAtMost)}…` : pattern,
  );
}

function parse(pattern: string): DecimalPattern {
  if (pattern.length > longest) {
    throw new PatternFault(`it has ${pattern.length} characters, more than ${longest}`);
  }
  const prefix = readAffix(pattern, 0);
  const number = /^[#0,.]*(?:E0*)?/u.exec(pattern.slice(prefix.end))?.[0] ?? '';
  if (!/[#0]/u.test(number)) throw new PatternFault('it has no digit (`0` or `#`)');
  const suffix = readAffix(pattern, prefix.end + number.length, true);
  const multiplier = oneMultiplier(prefix, suffix);
  const positive = { prefix: prefix.text, suffix: suffix.text };
  const mirrored = { prefix: `-${prefix.text}`, suffix: suffix.text };
  const own = pattern[suffix.end] === ';' ? readNegative(pattern, suffix.end + 1) : mirrored;
  const isSame = own.prefix === positive.prefix && own.suffix === positive.suffix;
  return { positive, negative: isSame ? mirrored : own, multiplier, ...countDigits(number) };
}

function readNegative(pattern: string, start: number): Affixes {
  if (start === pattern.length) return { prefix: '', suffix: '' };
  const prefix = readAffix(pattern, start);
  const digits = /^(?:[#0,.]|E)*/u.exec(pattern.slice(prefix.end))?.[0] ?? '';
  const suffix = readAffix(pattern, prefix.end + digits.length, true);
  if (suffix.end < pattern.length) throw new PatternFault('it has a second `;`');
  oneMultiplier(prefix, suffix);
  return { prefix: prefix.text, suffix: suffix.text };
}

/** Reads literal text up to a character of the number or, behind the number, up to `;`. */
function readAffix(pattern: string, start: number, behind = false): Affix {
  let text = '';
  let multiplier: Affix['multiplier'] = 1;
  let isQuoted = false;
  let at = start;
  for (; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === "'") {
      if (pattern[at + 1] === "'") {
        text += character;
        at += 1;
      } else isQuoted = !isQuoted;
      continue;
    }
    if (!isQuoted) {
      if ('#0,.'.includes(character)) {
        if (behind) throw new PatternFault(`\`${character}\` comes after its digits`);
        break;
      }
      if (character === ';') {
        if (!behind) throw new PatternFault('`;` comes before its digits');
        break;
      }
      if (character === '¤') throw new PatternFault('the currency sign is not supported');
      if (character === '%' || character === '‰') {
        if (multiplier !== 1) throw new PatternFault('it has more than one percent sign');
        multiplier = character === '%' ? 100 : 1000;
      }
    }
    text += character;
  }
  if (isQuoted) throw new PatternFault('a quote is not closed');
  return { text, end: at, multiplier };
}

function oneMultiplier(prefix: Affix, suffix: Affix): Affix['multiplier'] {
  if (prefix.multiplier === 1) return suffix.multiplier;
  if (suffix.multiplier !== 1) throw new PatternFault('it has more than one percent sign');
  return prefix.multiplier;
}

type DigitCounts = Omit<DecimalPattern, 'positive' | 'negative' | 'multiplier'>;

/** Java's way of counting, with its reading of `##.##` as `#0.##` and of `.##` as `.0#`. */
function countDigits(number: string): DigitCounts {
  const [mantissa = '', exponent] = number.split('E');
  const [integer = '', fraction, more] = mantissa.split('.');
  if (more !== undefined) throw new PatternFault('it has two decimal points');
  if (fraction?.includes(',') === true || integer.endsWith(','))
    throw new PatternFault('no digits follow a grouping comma');
  if (exponent === '') throw new PatternFault('no `0` follows `E`');
  const places = integer.replaceAll(',', '');
  if (/0#/u.test(places) || /#0/u.test(fraction ?? ''))
    throw new PatternFault('`#` and `0` are mixed: integer digits are `##00`, decimals `00##`');
  let minInteger = places.replaceAll('#', '').length;
  let minFraction = fraction?.replaceAll('#', '').length ?? 0;
  const maxFraction = fraction?.length ?? 0;
  if (minInteger > mostInteger || maxFraction > mostFraction) {
    throw new PatternFault(
      `it asks for more than the ${mostInteger} integer digits and ${mostFraction} decimals of a double`,
    );
  }
  if (exponent !== undefined && exponent.length > mostExponent) {
    throw new PatternFault(`its exponent has more than ${mostExponent} digits`);
  }
  if (fraction !== undefined && minInteger === 0 && minFraction === 0) {
    if (places === '') minFraction = 1;
    else minInteger = 1;
  }
  const comma = integer.lastIndexOf(',');
  return {
    minInteger,
    maxInteger: exponent === undefined ? Infinity : places.length,
    minFraction,
    maxFraction,
    groupingSize: comma < 0 ? 0 : integer.length - comma - 1,
    minExponent: exponent?.length ?? 0,
    alwaysPoint: fraction !== undefined && (places === '' || fraction === ''),
  };
}
