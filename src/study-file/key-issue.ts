import { isMap, isScalar, Scalar, type Pair } from 'yaml';
import { numberSlip, parseNumber } from '../numbers/index.ts';
import { startOf } from './locate-in-yaml.ts';

/** What is wrong with a key of a map. */
export interface KeyIssue {
  readonly message: string;
  readonly hint: string;
  /** Where in the text. */
  readonly offset: number;
  /** The rest of the file can be understood all the same. */
  readonly isReadable: boolean;
  /** Puts into the document what was meant; true where the pair belongs to the one before it, and goes. */
  readonly mend?: () => boolean;
}

/** @returns what is wrong with the key of `pair`; undefined where it is a name */
export function keyIssue(pair: Pair, map: unknown, text: string): KeyIssue | undefined {
  const { key } = pair;
  const offset = startOf(key) ?? 0;
  if (isScalar(key) && key.type === 'PLAIN' && key.source === '<<') {
    return {
      message: 'Merge keys (`<<`) are not part of YAML 1.2, and are not read',
      hint: 'write the fields out; one whole value can be repeated: `settings: &name {…}`, then `settings: *name`',
      offset,
      isReadable: true,
    };
  }
  return decimalComma(pair, map, text) ?? gluedValue(pair) ?? unnamed(pair, offset);
}

/** `{minvalue: 0,5}`: its 5 reads as a key, and so does the `5k` of `2,5k`. */
function decimalComma({ key, value }: Pair, map: unknown, text: string): KeyIssue | undefined {
  if (!isMap(map) || !isScalar(key) || key.type !== 'PLAIN' || !isNothing(value)) {
    return undefined;
  }
  const before = map.items[map.items.findIndex((item) => item.key === key) - 1]?.value;
  if (!isScalar(before) || typeof before.value !== 'number' || !before.range || !key.range) {
    return undefined;
  }
  const written = text.slice(before.range[0], key.range[1]);
  const [, number = '', unit] = /^([-+]?\d+,\d+)(\s*\p{L}[^\s,]*)?$/u.exec(written) ?? [];
  if (number === '') return undefined;
  const meant = number.replace(',', '.');
  const advice = unit === undefined ? undefined : numberSlip(written)?.advice;
  return {
    message: `Expected a decimal point, got the comma of \`${written}\``,
    hint: advice ?? `write ${meant}`,
    offset: before.range[0],
    isReadable: true,
    mend: () => {
      before.value = Number(meant);
      return true;
    },
  };
}

/** `{runs:200}` is one word. */
function gluedValue(pair: Pair): KeyIssue | undefined {
  const { key, value } = pair;
  if (!isScalar(key) || key.type !== 'PLAIN' || typeof key.value !== 'string') return undefined;
  const [, name, rest] = /^([A-Za-z]\w*):(\S.*)$/u.exec(key.value) ?? [];
  if (name === undefined || rest === undefined || !isNothing(value)) return undefined;
  return {
    message: `Expected a space after the colon of \`${name}\``,
    hint: `write \`${name}: ${rest}\``,
    offset: startOf(key) ?? 0,
    isReadable: true,
    mend: () => {
      key.value = name;
      pair.value = new Scalar(parseNumber(rest) ?? rest);
      return false;
    },
  };
}

function unnamed({ key }: Pair, offset: number): KeyIssue | undefined {
  if (isScalar(key) && typeof key.value === 'string') return undefined;
  return {
    message: 'Expected a name as key',
    hint: 'put it into quotes',
    offset,
    isReadable: false,
  };
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (isScalar(value) && value.value === null);
}
