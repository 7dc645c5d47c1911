import type { TellingOfEvent } from '../../notify/index.ts';

/** Tellings that are shown; `--json` has all. */
const shown = 10;

/** Who was told of a study, and who wasn't and why, as facts. */
export function tellingRows(
  tellings: readonly TellingOfEvent[],
): readonly (readonly [string, string])[] {
  const last = tellings.slice(-shown);
  const lost = [...new Set(last.flatMap(({ target, telling }) => (isLost(telling) ? target : [])))];
  return [
    ...last.map((one) => [labels[one.telling.kind], tellingWords(one)] as const),
    ...lost.map((target) => ['to do', wayOnWords(target)] as const),
  ];
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
  if (telling.kind === 'given up') {
    const { tries, lastAt } = telling;
    const often =
      tries === 1 ? `tried once, at ${lastAt}` : `tried ${tries} times, the last at ${lastAt}`;
    return `${what}, given up: ${often}: ${note ?? ''}`;
  }
  if (note === undefined) return what;
  return `${what}: ${note}${telling.kind === 'waits' ? '; it is tried again' : ''}`;
}

function isLost({ kind }: TellingOfEvent['telling']): boolean {
  return kind === 'given up';
}

/** What a person does about a target that couldn't be told. */
function wayOnWords(target: string): string {
  return `mend notify.${target} in the profile file, then try it: doeflow notify test ${target}; what was given up is not told again`;
}

/** That a target wasn't told, and whether it still will be. */
export function notToldWords(one: TellingOfEvent): string {
  const words = tellingWords(one);
  return isLost(one.telling)
    ? `Not told: ${words}; ${wayOnWords(one.target)}`
    : `Not told yet: ${words}`;
}

/** The same for programs. */
export function tellingJson({ target, event, id, at, telling }: TellingOfEvent): object {
  const note = 'note' in telling ? (telling.note ?? null) : null;
  const tried =
    telling.kind === 'given up' ? { tries: telling.tries, lastTriedAt: telling.lastAt } : {};
  const told = telling.kind === 'told';
  return { target, event, id, at, told, outcome: telling.kind, note, ...tried };
}
