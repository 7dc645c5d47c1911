import { describe, expect, it } from 'vitest';
import { pause } from '../../../src/cli/watch/pause.ts';

const anHour = 3_600_000;

describe('a pause', () => {
  it('ends by itself', async () => {
    await expect(pause(1, new AbortController().signal)).resolves.toBeUndefined();
  });

  it.each([0, 1])('ends with signal %i of two', async (which) => {
    const controllers = [new AbortController(), new AbortController()];
    const ended = pause(anHour, ...controllers.map(({ signal }) => signal));
    controllers[which]?.abort();
    await expect(ended).resolves.toBeUndefined();
  });

  it('ends at once where a signal was given before', async () => {
    await expect(pause(anHour, AbortSignal.abort())).resolves.toBeUndefined();
  });
});
