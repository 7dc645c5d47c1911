/** An input whose values differ between failed and accepted runs. */
export interface FailureBias {
  readonly input: string;
  /** The value in question of an input that holds texts. */
  readonly level?: string;
  /** Where the failed runs lie; `high` of a text: where it is taken. */
  readonly side: 'low' | 'high';
  /** Probability that a failed run has the larger value than an accepted one; 0.5 = no relation. */
  readonly share: number;
  readonly pValue: number;
  /** Where failures lie in a corner: of what other input. */
  readonly and?: { readonly input: string; readonly side: 'low' | 'high' };
}

/** Where failures lie, in words such as `high values of x` or `S235 of grade`. */
export function describeBias({ input, level, side, and }: FailureBias): string {
  if (and) return `${side} values of ${input} together with ${and.side} values of ${and.input}`;
  if (level === undefined) return `${side} values of ${input}`;
  return side === 'high' ? `${level} of ${input}` : `values of ${input} other than ${level}`;
}
