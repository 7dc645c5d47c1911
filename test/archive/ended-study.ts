/** Studies that ended, as the engine leaves them in its store, without a platform: their outputs are made up. */
import { analyseStudy } from '../../activities/study/analyse-study.ts';
import { closeStudy } from '../../activities/study/close-study.ts';
import { createStudyCache } from '../../activities/study-cache.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { compileRunExpression } from '../../src/expressions/index.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { keepOutcomes, layout, snapshotStudy, type Store } from '../../src/store/index.ts';
import type { Plan } from '../../src/study/plan.ts';
import type { Study } from '../../src/study/study.ts';
import { planHash, planLoadedStudy, readStudy } from '../../src/study-file/index.ts';

type Value = RunOutcome['values'][string];

/** Runs the study file at `path` in thought: run 2 fails, and leaves its log. */
export async function endStudy(store: Store, path: string, studyId: string): Promise<void> {
  const loaded = await readStudy(path, { allowOutside: ['/'] });
  await snapshotStudy(store, loaded, {
    studyId,
    planHash: await planHash(loaded),
    createdAt: new Date('2026-01-01T00:00:00Z'),
    engineVersion: '0.1.0',
    platform: { kind: 'configured', baseUrl: 'https://platform.example/', account: 'someone' },
  });
  const folder = store.study(studyId);
  const plan = planLoadedStudy(loaded);
  const outcomes = outcomesOf(loaded.study, plan);
  await keepOutcomes(folder, 1, outcomes);
  await folder.sink(layout.runFiles(2, 1).file('process_output.log'))(['out of memory\n']);
  const dependencies = {
    store,
    studyCache: createStudyCache(store),
    engineVersion: '0.1.0',
  } as unknown as ActivityDependencies;
  const state = 'Finished with failures';
  const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
  await analyseStudy(dependencies, { studyId, lastJobNumber: 1, nextPlanned: 2, state }, run);
  const done = outcomes.filter(({ run: number, status }) => number > 0 && status === 'Done').length;
  await closeStudy(
    dependencies,
    {
      studyId,
      progress: {
        studyId,
        studyName: loaded.study.name,
        planHash: '',
        state,
        activity: '',
        runs: { total: plan.runCount, done, failed: plan.runCount - done } as never,
        jobs: [],
        failures: [{ reason: 'exit-code', count: 1 }],
        notes: [],
      },
    },
    run,
  );
}

function outcomesOf(study: Study, plan: Plan): readonly RunOutcome[] {
  const kinds = new Map(study.variables.map(({ name }) => [name, 'any'] as const));
  const size = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  const { runNumbers, columns } = plan.block(0, size);
  return Array.from(runNumbers, (run, row): RunOutcome => {
    const inputs = plan.columns.map((name, index) => [name, columns[index]?.[row] ?? ''] as const);
    const sum = inputs.reduce(
      (total, [, value], index) => total + (typeof value === 'number' ? value / (index + 1.3) : 1),
      0,
    );
    const scope: Record<string, Value> = Object.fromEntries(inputs);
    const values: Record<string, Value> = {};
    study.variables.forEach((variable, index) => {
      if (variable.type === 'Output') {
        values[variable.name] = Math.exp(Math.sin(sum * (index + 1))) * 100 + sum / 7;
      } else if (
        (variable.type === 'Constraint' || variable.type === 'Objective') &&
        variable.expression !== undefined
      ) {
        const value = compileRunExpression(variable.expression, kinds).evaluate(scope as never);
        values[variable.name] = value;
      }
      scope[variable.name] = values[variable.name] ?? scope[variable.name] ?? null;
    });
    const common = {
      ...{ run, attempt: 1, jobNumber: 1, platformJob: 'KqCXp', platformRun: row + 1 },
      ...{ startedAt: '2026-01-01T00:00:00Z', endedAt: '2026-01-01T00:01:00Z' },
    };
    if (run !== 2) return { ...common, status: 'Done', exitCode: 0, values };
    return {
      ...common,
      status: 'Failed',
      reason: 'exit-code',
      exitCode: 1,
      message: 'the command ended with exit code 1',
      values: {},
    };
  });
}
