/** A place in a template that a value goes to. Line and column count from 1. */
export interface Placeholder {
  readonly name: string;
  /** DecimalFormat pattern. */
  readonly format?: string;
  readonly line: number;
  readonly column: number;
}

/** A template in pieces: text that stays as it is, and placeholders. */
export type TemplatePart = string | Placeholder;
