/** A number that isn't written as one: what to write instead. */
import { isKnownUnit, tidy, unitSlip } from './unit-slip.ts';

const digits = String.raw`\d+\.?\d*|\.\d+`;
const sign = '[-+]?';

interface Slip {
  readonly pattern: RegExp;
  readonly advise: (match: RegExpExecArray) => string;
}

const slips: readonly Slip[] = [
  {
    pattern: new RegExp(`^${sign}(?:${digits})[eE][-+]?\\d+$`, 'u'),
    advise: ([text]) =>
      Number.isFinite(Number(text))
        ? `write ${text} as a number`
        : 'write a finite number: they go up to 1.8e308',
  },
  {
    pattern: /^([-+]?)(0x[0-9a-f]+|0o[0-7]+|0b[01]+)$/iu,
    advise: ([, before = '', written = '']) =>
      `write ${before === '-' ? '-' : ''}${Number(written.toLowerCase())}: numbers are decimal`,
  },
  {
    pattern: /^[-+]?\.?nan$/iu,
    advise: () => 'write a number: a value that is not there can not be run',
  },
  {
    pattern: /^[\u2010-\u2015\u2212](.+)$/u,
    advise: ([, rest]) => `write -${rest ?? ''} with the plain sign \`-\` of the keyboard`,
  },
  {
    pattern: /^([-+]?)(\d{1,3})((?:[,' \u00A0\u202F]\d{3})+)(\.\d+)?$/u,
    advise: ([text, before = '', first = '', groups = '', rest = '']) => {
      const plain = `${before}${first}${groups.replace(/\D/gu, '')}${rest}`;
      const isDecimal = /^[-+]?\d+,\d{3}$/u.test(text);
      return isDecimal
        ? `write ${plain}, or ${text.replace(',', '.')} where the comma is a decimal one`
        : `write ${plain}: digits are not grouped`;
    },
  },
  {
    pattern: /^[-+]?\d{1,3}(?:\.\d{3})*,\d+$|^[-+]?\d*,\d+$/u,
    advise: ([text]) =>
      `write ${text
        .replaceAll('.', '')
        .replace(/,/u, '.')
        .replace(/^([-+]?)\./u, '$10.')} with a decimal point`,
  },
  {
    pattern: new RegExp(`^(${sign}(?:${digits}))[dD]([-+]?\\d+)$`, 'u'),
    advise: ([, digitsOf = '', exponent = '']) => `write ${digitsOf}e${exponent}`,
  },
  {
    pattern: new RegExp(`^(${sign}(?:${digits})) ?%$`, 'u'),
    advise: ([, percent = '']) =>
      `write ${tidy(Number(percent) / 100)}, or ${percent} where the runs expect percent`,
  },
  {
    pattern: new RegExp(`^(${sign}(?:${digits})) ?/ ?(${digits})$`, 'u'),
    advise: ([, above = '', below = '']) =>
      Number(below) === 0
        ? 'nothing can be divided by 0'
        : `write ${tidy(Number(above) / Number(below))}`,
  },
  {
    pattern: new RegExp(
      `^(?:(${sign}(?:${digits})) ?[xX*\u00D7\u00B7] ?)?10 ?(?:\\^|\\*\\*) ?([-+]?\\d+)$`,
      'u',
    ),
    advise: ([, factor = '1', exponent = '']) => `write ${factor}e${exponent.replace('+', '')}`,
  },
  {
    pattern: /^[-+]?\.?(?:inf|infinity|\u221E)$/iu,
    advise: () => 'write a finite number, or leave the field out where there is no bound',
  },
];

const withUnit = new RegExp(
  `^(${sign}(?:${digits})(?:[eE][-+]?\\d+)?)\\s*([\\p{L}\u00B0\u00B5"'$\u20AC][^\\s,;:]*(?: ?[/*\u00B7^][^\\s,;:]*)*)$`,
  'u',
);

/** What a text is that was meant as a number. */
export interface NumberSlip {
  /** What to write instead, such as `write 0.5 with a decimal point`. */
  readonly advice: string;
  /** The unit behind the number, where that is the slip. */
  readonly unit?: string;
}

/** @returns what is wrong with a text that was meant as a number; undefined where it doesn't look like one */
export function numberSlip(text: string): NumberSlip | undefined {
  const written = text.trim();
  for (const { pattern, advise } of slips) {
    const match = pattern.exec(written);
    if (match) return { advice: advise(match) };
  }
  const [, number, unit] = withUnit.exec(withPoint(written)) ?? [];
  return number === undefined || unit === undefined ? undefined : unitSlip(number, unit);
}

/** A number with letters behind it, such as `2,5k`, with a decimal point. */
function withPoint(text: string): string {
  return text.replace(/^([-+]?\d*),(\d+)(?=\s*\p{L})/u, '$1.$2');
}

/** @returns whether a text is a number behind a minus that no keyboard has, as word processors write it: `\u22123` */
export function hasOtherMinus(text: string): boolean {
  return /^[\u2010-\u2015\u2212]\s*[\d.]/u.test(text.trim());
}

/** @returns whether a text is a number with a known unit or prefix behind it, such as `10 mm` or `3k` */
export function hasKnownUnit(text: string): boolean {
  const [, , unit] = withUnit.exec(withPoint(text.trim())) ?? [];
  return unit !== undefined && isKnownUnit(unit);
}
