/** What a walk through shell text finds. */

/** How the shell takes what stands at a place of its text; in an `asIs` place it replaces nothing. */
export type ShellContext = 'bare' | 'quoted' | 'arithmetic' | 'asIs';

/** A value's place in shell text: from `start` up to `end`. */
export interface FoundValue {
  readonly name: string;
  /** DecimalFormat pattern. */
  readonly format?: string;
  readonly context: ShellContext;
  readonly start: number;
  readonly end: number;
}

/** What stands in place of a value and can't be read. */
export interface FoundFault {
  readonly start: number;
  readonly message: string;
  readonly hint: string;
}

/** An expansion of the shell's own: `${name}`, or `$name`. */
export interface FoundExpansion {
  readonly name: string;
  /** As it is written. */
  readonly written: string;
  readonly start: number;
}
