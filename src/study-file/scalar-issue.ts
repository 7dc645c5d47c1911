import type { Scalar } from 'yaml';

/** Fields whose texts are data of the user's, where a bare `no` may have been meant as a boolean. */
const dataFields: ReadonlySet<string> = new Set(['values', 'nominal']);

/**
 * A bare scalar that readers of YAML take in different ways, or that no number can hold.
 * @param field the key it belongs to
 * @returns what was expected and what to write, or undefined where the scalar is plain
 */
export function scalarIssue(
  node: Scalar,
  field: string | undefined,
): { readonly message: string; readonly hint: string } | undefined {
  if (node.type !== 'PLAIN') return undefined;
  const source = node.source ?? '';
  if (/^[-+]?0[xo][0-9a-f_]+$/iu.test(source)) {
    const meant = typeof node.value === 'number' ? `write ${node.value}` : 'write it in decimal';
    return {
      message: `Expected a decimal number, got \`${source}\``,
      hint: `${meant}, or "${source}" in quotes for a text`,
    };
  }
  if (/^[-+]?0\d+(?:\.\d*)?$/u.test(source)) {
    const plain = source.replace(/^([-+]?)0+(?=\d)/u, '$1');
    return {
      message: `Expected a number without leading zeros, got \`${source}\``,
      hint: `write ${plain}, or "${source}" in quotes for a text`,
    };
  }
  if (/^[-+]?\d[\d_]*_[\d_]*(?:\.\d*)?$/u.test(source)) {
    return {
      message: `Expected a number without \`_\`, got \`${source}\``,
      hint: `write ${source.replaceAll('_', '')}, or "${source}" in quotes for a text`,
    };
  }
  if (typeof node.value === 'number' && !Number.isFinite(node.value)) {
    return {
      message: `Expected a finite number, got \`${source}\``,
      hint: 'numbers go up to 1.8e308',
    };
  }
  if (
    typeof node.value === 'number' &&
    /^[-+]?\d+$/u.test(source) &&
    !Number.isSafeInteger(node.value)
  ) {
    return {
      message: `Expected a whole number below 2^53, got \`${source}\``,
      hint: `write it with an exponent, or "${source}" in quotes for a text`,
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
    };
  }
  return undefined;
}
