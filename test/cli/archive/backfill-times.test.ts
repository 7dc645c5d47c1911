import { expect, it } from 'vitest';
import { temporaryFolder } from '../../archive/archive-kit.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

it.each([
  [['--from', '2026-01-01', '--to', '2199-01-01'], '2199-01-01T00:00:00.000Z is after now'],
  [['--from', '2199-01-01'], '2199-01-01T00:00:00.000Z is after now'],
  [['--from', '2025-02-30'], 'There is no day 2025-02-30'],
])('makes up for no pass of a time that is not over: %j', async (times, message) => {
  const home = await temporaryFolder();
  const refused = await doeflowInProcess(['archive', 'backfill', 'x', ...times], {
    DOEFLOW_HOME: home,
  });
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain(message);
});
