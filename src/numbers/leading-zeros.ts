/**
 * Whether a text looks like a number but has zeros before its digits, such as `007`: read as a number it would come back as another text, so
 * it may be a name.
 */
export function hasLeadingZeros(text: string): boolean {
  return /^[-+]?0\d+(?:\.\d*)?$/u.test(text.trim());
}

/** The same number without these zeros. */
export function withoutLeadingZeros(text: string): string {
  return text.trim().replace(/^([-+]?)0+(?=\d)/u, '$1');
}
