import type { Scalar } from 'yaml';
import { hasLeadingZeros, withoutLeadingZeros } from '../numbers/index.ts';

/** Fields whose texts are data of the user's, where a bare `no` may have been meant as a boolean. */
const dataFields: ReadonlySet<string> = new Set(['values', 'nominal']);

interface ScalarIssue {
  readonly message: string;
  readonly hint: string;
  readonly meant?: number | string;
}

/**
 * A bare scalar that readers of YAML take in different ways, or that no number can hold.
 * @param field the key it belongs to
 * @returns what was expected, what to write, and the value that was meant where that is clear; undefined where the scalar is plain
 */
export function scalarIssue(node: Scalar, field: string | undefined): ScalarIssue | undefined {
  if (node.type !== 'PLAIN') return undefined;
  const source = node.source ?? '';
  if (/^[-+]?0[xo][0-9a-f_]+$/iu.test(source)) {
    const meant = typeof node.value === 'number' ? `write ${node.value}` : 'write it in decimal';
    return {
      message: `Expected a decimal number, got \`${source}\``,
      hint: `${meant}, or "${source}" in quotes for a text`,
    };
  }
  if (hasLeadingZeros(source)) {
    const plain = withoutLeadingZeros(source);
    return {
      message: `Expected a number without leading zeros, got \`${source}\``,
      hint: `write ${plain}, or "${source}" in quotes for a text`,
      meant: Number(plain),
    };
  }
  if (/^[-+]?\d[\d_]*_[\d_]*(?:\.\d*)?$/u.test(source)) {
    return {
      message: `Expected a number without \`_\`, got \`${source}\``,
      meant: Number(source.replaceAll('_', '')),
      hint: `write ${source.replaceAll('_', '')}, or "${source}" in quotes for a text`,
    };
  }
  if (typeof node.value === 'number' && !Number.isFinite(node.value)) {
    return {
      message: `Expected ${Number.isNaN(node.value) ? 'a number, got one that is none:' : 'a finite number, got'} \`${source}\``,
      hint: Number.isNaN(node.value)
        ? 'write the number that is meant, or leave the field out; a text goes into quotes: "NaN"'
        : 'numbers go up to 1.8e308; leave the field out where there is no bound',
    };
  }
  if (
    typeof node.value === 'number' &&
    /^[-+]?\d+$/u.test(source) &&
    !Number.isSafeInteger(node.value)
  ) {
    return {
      message: `Expected a whole number of at most ${Number.MAX_SAFE_INTEGER}, got \`${source}\``,
      hint:
        field === 'seed'
          ? `write a seed of 0 .. ${Number.MAX_SAFE_INTEGER}`
          : `larger ones are not exact: write ${node.value.toExponential()} for the nearest number, or "${source}" in quotes for a text`,
    };
  }
  if (
    field !== undefined &&
    dataFields.has(field) &&
    /^(?:yes|no|on|off|true|false)$/iu.test(source)
  ) {
    return {
      message: `Expected a number or a text, got \`${source}\`, which reads as a boolean`,
      hint: `write "${source}" in quotes for a text`,
      meant: source,
    };
  }
  return undefined;
}
