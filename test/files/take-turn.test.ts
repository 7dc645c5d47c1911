import { expect, it } from 'vitest';
import { takeTurn } from '../../src/files/index.ts';

it('lets timers have their turn while calls that this thread waits for go on and on', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const untilMs = performance.now() + 200;
  while (performance.now() < untilMs) await takeTurn();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
