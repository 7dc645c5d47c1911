import { expect, it } from 'vitest';
import { sayOnceAMinute } from '../../src/host/supervisor/say-again.ts';

it('tells a person a sentence once a minute, however often it is said', () => {
  const heard: string[] = [];
  let now = 0;
  const say = sayOnceAMinute(
    (sentence) => heard.push(sentence),
    () => now,
  );
  for (now = 0; now < 120_000; now += 2000) {
    say('The worker fails again and again');
    if (now === 30_000) say('Starting runner');
  }
  expect(heard).toEqual([
    'The worker fails again and again',
    'Starting runner',
    'The worker fails again and again',
  ]);
});
