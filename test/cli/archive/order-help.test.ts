import { expect, it } from 'vitest';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

it('shows durations in its help as they are written', async () => {
  const { stdout } = await doeflowInProcess(['archive', 'create', '--help'], {});
  const defaults = [...stdout.replace(/\s+/gu, ' ').matchAll(/\(default: ([^")]+)\)/gu)];
  expect(defaults.map(([, value]) => value)).toEqual(['30d', '1h', '0s']);
});
