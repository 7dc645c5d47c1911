/**
 * What a command found, before anybody decided how it is said: one JSON document and the same for people.
 * Commands make views and never print; the three voices (human, json, quiet) turn a view into text.
 */

import { assertNever } from '../../errors.ts';

/** A piece of a view for people. Texts may come from others: the voices make them printable. */
export type Block =
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  /** Name and value, aligned. */
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Right-aligned columns, by index. */
      readonly right?: readonly number[];
    }
  /** Commands to try next; only shown on a terminal. */
  | { readonly kind: 'next'; readonly commands: readonly string[] };

export interface View {
  /** The document that `--json` prints. */
  readonly json: unknown;
  readonly human: readonly Block[];
  /** What `--quiet` prints; nothing when absent. */
  readonly quiet?: string;
}

/** How one voice says a view: the exact text for stdout, with its line ends. */
export type Voice = (view: View) => string;

/** `block` with its commands and sentences said by `carry`; tables hold what is, and no advice. */
export function carryInBlock(block: Block, carry: (text: string) => string): Block {
  switch (block.kind) {
    case 'text':
      return { ...block, lines: block.lines.map(carry) };
    case 'facts':
      return { ...block, rows: block.rows.map(([name, value]) => [name, carry(value)] as const) };
    case 'next':
      return { ...block, commands: block.commands.map(carry) };
    case 'table':
      return block;
    default:
      return assertNever(block);
  }
}
