import { expect, it } from 'vitest';
import { notToldWords } from '../../../src/cli/notify/telling-rows.ts';
import type { TellingOfEvent } from '../../../src/notify/index.ts';

const telling = (how: TellingOfEvent['telling']): TellingOfEvent => ({
  ...{ target: 'ops', event: 'finished', id: 'beam-1/finished-1', isOver: false },
  ...{ at: '2026-03-01T12:00:00.000Z', telling: how },
});

it.each([
  [
    { kind: 'given up', note: 'https://hooks.example: 404' },
    'Not told, and given up: ops of "finished" at 2026-03-01T12:00:00.000Z: https://hooks.example: 404',
  ],
  [
    { kind: 'waits', note: 'https://hooks.example: 503' },
    'Not told yet: ops of "finished" at 2026-03-01T12:00:00.000Z: https://hooks.example: 503; it is tried again',
  ],
  [{ kind: 'due', number: 1 }, 'Not told yet: ops of "finished" at 2026-03-01T12:00:00.000Z'],
] as const)('%j is said as it is', (how, words) => {
  expect(notToldWords(telling(how))).toBe(words);
});
