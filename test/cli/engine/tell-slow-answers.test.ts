/** A wait for the platform is told while it lasts, and once what can be had without it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tellSlowAnswers, tellWayAround } from '../../../src/cli/engine/tell-slow-answers.ts';
import { tellWhileWaiting } from '../../../src/slow-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const told = { call: '[GET] "http://p/api/v2/jobs/"', limitMs: Infinity, tryMs: 120_000 };
const forMs = (ms: number) =>
  Promise.all([
    tellWhileWaiting(told, () => new Promise((resolve) => setTimeout(resolve, ms))),
    vi.advanceTimersByTimeAsync(ms),
  ]);

it('the way around a slow answer is told once, after the wait itself', async () => {
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const ends = [tellSlowAnswers(note), tellWayAround(note, 'without it: --offline')];
  await forMs(4_000);
  expect(notes).toEqual([]);
  await forMs(11_000);
  expect(notes).toEqual([
    'Waiting for the whole answer to [GET] "http://p/api/v2/jobs/" for 5 s; each try is given up after 120 s',
    'without it: --offline',
    expect.stringContaining(' for 10 s; '),
  ]);
  for (const end of ends) end();
  await forMs(11_000);
  expect(notes).toHaveLength(3);
});
