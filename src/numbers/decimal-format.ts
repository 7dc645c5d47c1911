export interface DecimalPattern {
  readonly minInteger: number;
  readonly minFraction: number;
  readonly maxFraction: number;
}
export function parseDecimalPattern(
  pattern: string,
): DecimalPattern | { readonly message: string } {
  const match = /^(#*)(0+)(?:\.(0*)(#*))?$/.exec(pattern);
  if (match === null) return { message: `Expected a decimal pattern, got "${pattern}"` };
  const zeros = match[3]?.length ?? 0;
  return {
    minInteger: match[2]?.length ?? 1,
    minFraction: zeros,
    maxFraction: zeros + (match[4]?.length ?? 0),
  };
}
export function formatDecimal(pattern: string, value: number): string {
  const parsed = parseDecimalPattern(pattern);
  if ('message' in parsed) throw new RangeError(parsed.message);
  let text = value.toFixed(parsed.maxFraction);
  for (let n = parsed.maxFraction; n > parsed.minFraction && text.endsWith('0'); n -= 1)
    text = text.slice(0, -1);
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
