/** What a walk through shell text finds. */
import type { ShellPlace } from './shell-scope.ts';

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
  /** Where the shell takes it, which is before what a here-document's text stands behind. */
  readonly place: ShellPlace;
}

/** What stands in place of a value and can't be read. */
export interface FoundFault {
  readonly start: number;
  readonly message: string;
  readonly hint: string;
}

/** An expansion of the shell's own: `${name}`, `$name`, or `name` within arithmetic. */
export interface FoundExpansion {
  readonly name: string;
  /** As it is written. */
  readonly written: string;
  readonly start: number;
  /** Where the shell takes it. */
  readonly place: ShellPlace;
}
