import type { TellingOfEvent } from '../../notify/index.ts';

/** Tellings that are shown; `--json` has all. */
const shown = 10;

/** Who was told of a study, and who wasn't and why, as facts. */
export function tellingRows(
  tellings: readonly TellingOfEvent[],
): readonly (readonly [string, string])[] {
  return tellings.slice(-shown).map((one) => [labels[one.telling.kind], tellingWords(one)]);
}

const labels = {
  told: 'told',
  due: 'to tell',
  waits: 'to tell',
  'given up': 'not told',
} as const satisfies Readonly<Record<TellingOfEvent['telling']['kind'], string>>;

/** `ops of "finished" at TIME`, and what was said where it wasn't told. */
export function tellingWords({ target, event, at, telling }: TellingOfEvent): string {
  const what = `${target} of "${event}" at ${at}`;
  const note = 'note' in telling ? telling.note?.replace(/\s+/gu, ' ') : undefined;
  if (note === undefined) return what;
  return `${what}: ${note}${telling.kind === 'waits' ? '; it is tried again' : ''}`;
}

/** That a target wasn't told, and whether it still will be. */
export function notToldWords(one: TellingOfEvent): string {
  const isGivenUp = one.telling.kind === 'given up';
  return `${isGivenUp ? 'Not told, and given up' : 'Not told yet'}: ${tellingWords(one)}`;
}

/** The same for programs. */
export function tellingJson({ target, event, id, at, telling }: TellingOfEvent): object {
  const note = 'note' in telling ? (telling.note ?? null) : null;
  return { target, event, id, at, told: telling.kind === 'told', outcome: telling.kind, note };
}
