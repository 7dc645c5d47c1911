import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await new RunningPlatform().start();
}, 60_000);
afterAll(async () => {
  await platform.end();
}, 60_000);

const variable = (
  name: string,
  generator: string,
  settings: object,
  more: object = {},
): Record<string, unknown> => ({
  ...{ name, variableType: 'Param', valueGeneratorType: generator },
  ...{ valueGeneratorSettings: settings, ...more },
});

/** The values of all runs of a job, by variable, once it is over. */
async function runValues(jobId: string): Promise<readonly Record<string, string>[]> {
  await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
  await platform.untilStatus(jobId, 'Completed');
  const { json } = await platform.call('GET', `/api/v2/jobs/${jobId}/runs/?page_size=1000`);
  const runs = json['results'] as { variables: { name: string; displayValue: string }[] }[];
  return runs.map(({ variables }) =>
    Object.fromEntries(variables.map(({ name, displayValue }) => [name, displayValue])),
  );
}

it('crosses the levels of all variables, first in display order slowest, cases fastest', async () => {
  const jobId = await platform.createJob(
    { command: 'true' },
    {
      jobvariables: [
        variable(
          'load',
          'FixedRange',
          { minvalue: 5, maxvalue: 6, increment: 1 },
          { variableType: 'Case', displayOrder: 0 },
        ),
        variable('b', 'Linspace', { minvalue: 0, maxvalue: 1, count: 2 }, { displayOrder: 2 }),
        variable(
          'a',
          'FixedRange',
          { minvalue: 1, maxvalue: 2, increment: 1 },
          { displayOrder: 1 },
        ),
      ],
    },
  );
  expect((await runValues(jobId)).map(({ a, b, load }) => `${a} ${b} ${load}`)).toEqual([
    ...['1 0 5', '1 0 6', '1 1 5', '1 1 6', '2 0 5', '2 0 6', '2 1 5', '2 1 6'],
  ]);
});

it('draws as many rows as the iterations say, and the same for the same job', async () => {
  const draw = async (): Promise<readonly Record<string, string>[]> =>
    runValues(
      await platform.createJob(
        { command: 'true' },
        {
          jobvariables: [
            {
              ...variable('u', '', { minvalue: 2, maxvalue: 3 }),
              variableGeneratorType: 'Uniform',
            },
          ],
          ...{ monteCarloIterations: 20, includeNominalRun: true },
        },
      ),
    );
  const rows = await draw();
  expect(rows).toHaveLength(21);
  expect(rows[0]).toEqual({ u: '2.5' });
  expect(rows.every(({ u }) => Number(u) > 2 && Number(u) < 3)).toBe(true);
  expect(new Set(rows.map(({ u }) => u)).size).toBeGreaterThan(19);
  expect(await draw()).toEqual(rows);
});

it.each([
  [
    'a distribution without iterations',
    { jobvariables: [variable('n', 'Normal', { mean: 0, stddev: 1 })] },
    'monteCarloIterations',
  ],
  [
    'settings that contradict each other',
    {
      jobvariables: [variable('n', 'Uniform', { minvalue: 3, maxvalue: 1 })],
      monteCarloIterations: 2,
    },
    'jobvariables',
  ],
  [
    'settings that are no numbers',
    {
      jobvariables: [variable('n', 'Uniform', { minvalue: 'a', maxvalue: 1 })],
      monteCarloIterations: 2,
    },
    'jobvariables',
  ],
  ['a variable without values', { jobvariables: [variable('n', '', {})] }, 'jobvariables'],
])('refuses %s', async (_, more, field) => {
  const { status, json } = await platform.call('POST', '/api/v2/jobs/', {
    name: 'wrong',
    jobanalyses: [
      {
        analysis: { code: 'user_included' },
        command: 'true',
        hardware: { coreType: 'emerald', coresPerSlot: 1 },
      },
    ],
    ...more,
  });
  expect([status, Object.keys(json)]).toEqual([400, [field]]);
});
