import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../../src/cli/plan/check-plan.ts';
import type { Analysis, ComputePrice, CoreType } from '../../../src/platform-api/index.ts';
import { parseStudy } from '../../../src/study-file/index.ts';
import { workspaceWith } from './workspace-with.ts';
import type { Study } from '../../../src/study/study.ts';

const coreTypes = [
  { code: 'emerald', cores: [1, 2, 4], price: 0.5, walltimeRequired: true },
  { code: 'onyx', cores: [1], isDeprecated: true },
] as unknown as CoreType[];

const analyses = [
  { code: 'user_included', versions: [{ versionCode: '0' }] },
  { code: 'solver', versions: [{ versionCode: '7.1', allowedCoreTypes: ['jade'] }] },
] as unknown as Analysis[];

async function* listed<T>(rows: readonly T[]): AsyncIterable<T> {
  yield* rows;
}

function client(prices?: readonly ComputePrice[]) {
  return {
    coreTypes: { list: () => listed(coreTypes) },
    analyses: { list: () => listed(analyses) },
    billing: {
      computePrices: () =>
        Promise.resolve(prices ?? { notServed: true as const, endpoint: 'GET /prices/' }),
    },
    ...workspaceWith({}),
  };
}

function study(
  hardware: string,
  analysis = '{code: user_included, version: "0"}',
  execution = '{}',
): Study {
  const text = `name: beam
variables:
  - {name: w, type: Design, values: [1, 2]}
  - {name: y, type: Output, from: {file: out.json, pointer: /y}}
job: {analysis: ${analysis}, command: 'solve \${w}', hardware: ${hardware}}
execution: ${execution}
`;
  return parseStudy(text, {
    file: 'study.yaml',
    readFile: () => undefined,
    fileExists: () => false,
  }).study;
}

describe('asking the platform about a plan', () => {
  it('finds nothing against a plan it takes, and has its price', async () => {
    const fine = study('{coreType: emerald, coresPerSlot: 2, slots: 3, walltime: 4}');
    expect(await checkPlan(fine, client())).toEqual({
      problems: [],
      price: { amount: 0.5, currency: null },
    });
  });

  it('tells once of a core type that the platform does not have', async () => {
    const unknown = study('{coreType: ruby}', '{code: solver, version: "7.1"}');
    const { problems } = await checkPlan(unknown, client());
    expect(problems.map(({ message }) => message)).toEqual([
      'The platform has no core type "ruby"',
    ]);
  });

  it('takes the price of the account where it is served', async () => {
    const fine = study('{coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}');
    const prices = [{ coreType: 'emerald', value: { amount: 2, currency: 'EUR' } }];
    const { price } = await checkPlan(fine, client(prices as unknown as ComputePrice[]));
    expect(price).toEqual({ amount: 2, currency: 'EUR' });
  });

  it.each([
    ['an unknown core type', '{coreType: opal, coresPerSlot: 1}', /no core type "opal"/],
    ['a deprecated core type', '{coreType: onyx, coresPerSlot: 1}', /deprecated/],
    [
      'cores per slot that are not offered',
      '{coreType: emerald, coresPerSlot: 3, walltime: 1}',
      /no size of 3 cores/,
    ],
    ['a missing walltime', '{coreType: emerald, coresPerSlot: 1}', /walltime/],
  ])('finds %s', async (_what, hardware, message) => {
    const { problems } = await checkPlan(study(hardware), client());
    expect(problems.map((problem) => problem.severity)).toEqual(['error']);
    expect(problems[0]?.message).toMatch(message);
  });

  it('finds a walltime that only the cluster has, where the platform wants one of each job', async () => {
    const cluster = '{cluster: {name: beams, slots: 2, walltime: 8}}';
    const onCluster = study('{coreType: emerald, coresPerSlot: 1}', undefined, cluster);
    expect((await checkPlan(onCluster, client())).problems).toEqual([
      {
        ...{ severity: 'error', where: 'job.hardware.walltime' },
        message:
          'The core type "emerald" requires a walltime of each job, also of those that run on a cluster',
        hint: 'Give it in hours, such as walltime: 2',
      },
    ]);
  });

  it.each([
    ['', 1],
    [', walltime: 1', 0],
  ])('warns of a limit that only the cluster’s walltime bounds: job%s', async (walltime, count) => {
    const execution = '{maxCost: 90, cluster: {name: beams, slots: 2, walltime: 8}}';
    const limited = study(`{coreType: jade${walltime}}`, undefined, execution);
    const jade = [{ code: 'jade', cores: [1], price: 0.5 }] as unknown as CoreType[];
    const offers = { ...client(), coreTypes: { list: () => listed(jade) } };
    const { problems } = await checkPlan(limited, offers);
    expect(problems).toHaveLength(count);
    for (const { severity, where, message, hint } of problems) {
      expect([severity, where]).toEqual(['warning', 'job.hardware.walltime']);
      expect(message).toMatch(/^Only the cluster has a walltime: where the platform refuses/u);
      expect(hint).toContain('Give job.hardware a walltime');
    }
  });

  it.each([
    ['an unknown analysis', '{code: other}', /no analysis "other"/],
    ['an unknown version', '{code: solver, version: "8"}', /no version "8"/],
    [
      'a core type the version may not use',
      '{code: solver, version: "7.1"}',
      /does not run on the core type "emerald"/,
    ],
  ])('finds %s', async (_what, analysis, message) => {
    const hardware = '{coreType: emerald, coresPerSlot: 1, walltime: 1}';
    const { problems } = await checkPlan(study(hardware, analysis), client());
    expect(problems.map((problem) => problem.message).join()).toMatch(message);
  });

  it.each([
    ['{code: included}', 'did you mean user_included? Else use one of'],
    ['{code: slover}', 'did you mean `solver`? Else use one of'],
    ['{code: other}', 'use one of user_included, solver. A program of your own: user_included'],
  ])('names the codes that may be meant by %s', async (analysis, hint) => {
    const hardware = '{coreType: emerald, coresPerSlot: 1, walltime: 1}';
    const { problems } = await checkPlan(study(hardware, analysis), client());
    expect(problems[0]?.hint).toContain(hint);
  });
});
