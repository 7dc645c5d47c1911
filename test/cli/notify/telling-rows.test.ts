import { expect, it } from 'vitest';
import { notToldWords, tellingRows } from '../../../src/cli/notify/telling-rows.ts';
import type { TellingOfEvent } from '../../../src/notify/index.ts';

const telling = (how: TellingOfEvent['telling']): TellingOfEvent => ({
  ...{ target: 'ops', event: 'finished', id: 'beam-1/finished-1', isOver: false },
  ...{ at: '2026-03-01T12:00:00.000Z', telling: how },
});

const lastAt = '2026-03-01T12:26:00.000Z';
const wayOn =
  'mend notify.ops in the profile file, then try it: doeflow notify test ops; what was given up is not told again';

it.each([
  [
    { kind: 'given up', note: 'https://hooks.example: 404', tries: 1, lastAt },
    `Not told: ops of "finished" at 2026-03-01T12:00:00.000Z, given up: tried once, at ${lastAt}: https://hooks.example: 404; ${wayOn}`,
  ],
  [
    { kind: 'waits', note: 'https://hooks.example: 503' },
    'Not told yet: ops of "finished" at 2026-03-01T12:00:00.000Z: https://hooks.example: 503; it is tried again',
  ],
  [{ kind: 'due', number: 1 }, 'Not told yet: ops of "finished" at 2026-03-01T12:00:00.000Z'],
] as const)('%j is said as it is', (how, words) => {
  expect(notToldWords(telling(how))).toBe(words);
});

it('a target that was given up is said with its tries, their last answer, and once what to do', () => {
  const lost = telling({ kind: 'given up', note: 'https://hooks.example: 503', tries: 5, lastAt });
  expect(tellingRows([lost, lost, telling({ kind: 'told' })])).toEqual([
    ...[lost, lost].map(() => [
      'not told',
      `ops of "finished" at 2026-03-01T12:00:00.000Z, given up: tried 5 times, the last at ${lastAt}: https://hooks.example: 503`,
    ]),
    ['told', 'ops of "finished" at 2026-03-01T12:00:00.000Z'],
    ['to do', wayOn],
  ]);
});
