/** When a target is told of an event: once where that works, a few times where it doesn't, and again where a worker ended while it told. Pure. */
import type { KeptTry } from './notify-layout.ts';

/** Waits behind the first, second … try that failed; past the last one it is given up. */
export const waitsMs: readonly number[] = [10_000, 60_000, 300_000, 1_200_000];

/** A try whose end nobody has noted for so long was cut off: whether it went out is not known. */
export const cutAfterMs = 120_000;

/** How telling a target of an event stands. */
export type Telling =
  | { readonly kind: 'due'; readonly number: number }
  | { readonly kind: 'waits'; readonly note: string | undefined }
  | { readonly kind: 'told' }
  | {
      readonly kind: 'given up';
      readonly note: string;
      /** How often it was tried. */
      readonly tries: number;
      /** When the last try was made, ISO 8601. */
      readonly lastAt: string;
    };

/** @param tries all of them, the oldest first */
export function nextTry(tries: readonly KeptTry[], now: Date): Telling {
  const last = tries.at(-1);
  if (last === undefined) return { kind: 'due', number: 1 };
  const { outcome, intendedAt } = last;
  if (outcome?.ok === true) return { kind: 'told' };
  const isLast = tries.length > waitsMs.length;
  if (outcome === undefined) {
    if (now.getTime() - Date.parse(intendedAt) < cutAfterMs) {
      return { kind: 'waits', note: tries.at(-2)?.outcome?.note };
    }
    if (!isLast) return { kind: 'due', number: tries.length + 1 };
    const note = 'Whether it went out is not known: the worker ended while it was sent';
    return { kind: 'given up', note, tries: tries.length, lastAt: intendedAt };
  }
  if (isLast || !outcome.mayHelp) {
    return { kind: 'given up', note: outcome.note, tries: tries.length, lastAt: outcome.at };
  }
  const dueMs = Date.parse(outcome.at) + (waitsMs[tries.length - 1] ?? 0);
  return now.getTime() < dueMs
    ? { kind: 'waits', note: outcome.note }
    : { kind: 'due', number: tries.length + 1 };
}
