import { expect, it } from 'vitest';
import { joinDashedValues } from '../../src/cli/dashed-values.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';

it.each([
  [
    ['results', 's', '--sort', '-q', '--limit', '3'],
    ['results', 's', '--sort=-q', '--limit', '3'],
  ],
  [
    ['results', 's', '--where', '-x > 3'],
    ['results', 's', '--where=-x > 3'],
  ],
  [
    ['results', 's', '--sort', '--json'],
    ['results', 's', '--sort', '--json'],
  ],
  [
    ['logs', '--', '--sort', '-q'],
    ['logs', '--', '--sort', '-q'],
  ],
  [
    ['results', '--sort'],
    ['results', '--sort'],
  ],
])('%j is read with the value that its option takes', (argv, joined) => {
  expect(joinDashedValues(argv)).toEqual(joined);
});

it('a column that is called as an option is can be sorted by', async () => {
  const env = { DOEFLOW_HOME: '/nonexistent' };
  const { stderr } = await doeflowInProcess(['results', 'none', '--sort', '-v'], env);
  expect(stderr).not.toContain('too many arguments');
  expect(stderr).not.toContain('USAGE_ARGUMENTS');
});
