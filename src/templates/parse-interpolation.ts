import { parseDecimalPattern } from '../numbers/index.ts';
import type { Placeholder } from './template-part.ts';

type Interpolation =
  | { readonly placeholder: Pick<Placeholder, 'name' | 'format'>; readonly end: number }
  /** `${r"…"}`: text to take as it stands. */
  | { readonly text: string; readonly end: number }
  | { readonly message: string; readonly hint: string };

const name = String.raw`\s*(?<name>[A-Za-z_]\w*)\s*`;
const quoted = String.raw`(?:"(?<double>[^"]*)"|'(?<single>[^']*)')`;
const plain = new RegExp(String.raw`${name}\}`, 'uy');
const computer = new RegExp(String.raw`${name}\?\s*c\s*\}`, 'uy');
const formatted = new RegExp(String.raw`${name}\?\s*string\s*\(\s*${quoted}\s*\)\s*\}`, 'uy');
const raw = new RegExp(String.raw`\s*r${quoted}\s*\}`, 'uy');

/** What `?c` stands for: at most 16 decimals, no grouping, never an exponent. */
const computerFormat = '0.################';
const known = 'known: `${name}`, `${name?string("0.00")}`, `${name?c}`, `${r"text as it is"}`';

/** Reads what follows `${`, from offset `start`, up to and with its `}`. */
export function parseInterpolation(text: string, start: number): Interpolation {
  const match = (pattern: RegExp): Readonly<Record<string, string | undefined>> | undefined => {
    pattern.lastIndex = start;
    return pattern.exec(text)?.groups;
  };
  const simple = match(plain);
  if (simple) return { placeholder: { name: simple['name'] ?? '' }, end: plain.lastIndex };
  const numeric = match(computer);
  if (numeric) {
    const placeholder = { name: numeric['name'] ?? '', format: computerFormat };
    return { placeholder, end: computer.lastIndex };
  }
  const literal = match(raw);
  if (literal) return { text: literal['double'] ?? literal['single'] ?? '', end: raw.lastIndex };
  const long = match(formatted);
  if (!long) return { message: `Expected a placeholder, got ${shown(text, start)}`, hint: known };
  const format = long['double'] ?? long['single'] ?? '';
  // FreeMarker reads escapes and interpolations inside its string literals.
  if (/\\|[$#]\{/u.test(format)) {
    return {
      message: `Expected a pattern of plain characters, got ${JSON.stringify(format)}`,
      hint: 'leave out backslashes, `${` and `#{`',
    };
  }
  const pattern = parseDecimalPattern(format);
  if ('message' in pattern) {
    return { message: pattern.message, hint: 'such as "0", "0.00", "0.00##" or "0.###E0"' };
  }
  return { placeholder: { name: long['name'] ?? '', format }, end: formatted.lastIndex };
}

function shown(text: string, start: number): string {
  const rest = text.slice(start, start + 40).split(/[\r\n]/u)[0] ?? '';
  const end = rest.indexOf('}');
  return end < 0
    ? `\`\${${rest}\`, which is not closed or not known`
    : `\`\${${rest.slice(0, end + 1)}\``;
}
