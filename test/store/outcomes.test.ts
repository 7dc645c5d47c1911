import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { mergeOutcomes, type RunOutcome } from '../../src/run/run-outcome.ts';
import {
  keepJudgedRuns,
  keepOutcomes,
  layout,
  openStore,
  jobsWithOutcomes,
  readAttempts,
  readJudgedRuns,
  readOutcomesBefore,
  readOutcomesOf,
  readOutcomesOfJob,
  readStudyOutcomes,
  type JudgedRun,
} from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

let root = '';
beforeEach(() => {
  root = temporaryFolder(onTestFinished);
});

function outcome(run: number, attempt: number, status: RunOutcome['status']): RunOutcome {
  return { run, attempt, jobNumber: attempt, status, values: {} };
}

describe('mergeOutcomes', () => {
  it('takes the latest attempt, but never lets a failure replace what is done', () => {
    const merged = mergeOutcomes([
      [outcome(1, 1, 'Failed'), outcome(2, 1, 'Done')],
      [outcome(1, 2, 'Failed'), outcome(2, 2, 'Failed')],
    ]);
    expect(merged.get(1)?.attempt).toBe(2);
    expect(merged.get(2)).toMatchObject({ attempt: 1, status: 'Done' });
  });

  it('takes the first attempt that is done, and of two of one number the one that comes later only where both failed', () => {
    const done = [outcome(1, 2, 'Done'), outcome(1, 3, 'Done'), outcome(1, 4, 'Failed')];
    for (const list of [done, done.toReversed()]) {
      expect(mergeOutcomes([list]).get(1)).toBe(done[0]);
    }
    const [first, second] = [outcome(1, 2, 'Done'), outcome(1, 2, 'Done')];
    expect(mergeOutcomes([[first], [second]]).get(1)).toBe(first);
    const [earlier, later] = [outcome(1, 2, 'Failed'), outcome(1, 2, 'Failed')];
    expect(mergeOutcomes([[earlier], [later]]).get(1)).toBe(later);
  });

  it('does not depend on the order in which attempts come', () => {
    const attempts = fc.uniqueArray(
      fc.record({ run: fc.nat(3), attempt: fc.nat(4), isDone: fc.boolean() }),
      { selector: ({ run, attempt }) => `${run}/${attempt}` },
    );
    fc.assert(
      fc.property(attempts, (rows) => {
        const list = rows.map((o) => outcome(o.run, o.attempt, o.isDone ? 'Done' : 'Failed'));
        const there = mergeOutcomes([list]);
        const back = mergeOutcomes([list.toReversed()]);
        for (const [run, chosen] of there) expect(back.get(run)).toEqual(chosen);
        for (const { run, status } of list) {
          if (status === 'Done') expect(there.get(run)?.status).toBe('Done');
        }
      }),
      { seed: 41, numRuns: 300 },
    );
  });
});

describe('outcomes in the store', () => {
  it('read back as they were written, job by job', async () => {
    const folder = (await openStore(root)).study('beam-1');
    const outcomes: RunOutcome[] = [
      { ...outcome(0, 1, 'Done'), values: { y: 0.1 + 0.2, s: 'a\nb', b: true, n: null } },
      { ...outcome(1, 1, 'Failed'), reason: 'exit-code', exitCode: 3, message: 'code 3' },
    ];
    await keepOutcomes(folder, 10, [outcome(1, 3, 'Done')]);
    await keepOutcomes(folder, 2, outcomes);
    expect(await readAttempts(folder)).toEqual([outcomes, [outcome(1, 3, 'Done')]]);
    expect(await readStudyOutcomes(folder, 9)).toEqual([outcomes]);
  });

  it('read back run by run of a job that is not collected yet, the latest that was judged', async () => {
    const folder = (await openStore(root)).study('beam-1');
    const judged = (platformRun: number, status?: RunOutcome['status']): JudgedRun => ({
      ...{ platformRun, evidence: 'm/1' },
      ...(status === undefined ? {} : { outcome: outcome(platformRun, 1, status) }),
    });
    await keepJudgedRuns(folder, 3, [judged(2, 'Failed'), judged(4)]);
    await Promise.all([
      keepJudgedRuns(folder, 3, [judged(1, 'Done')]),
      keepJudgedRuns(folder, 3, [judged(2, 'Done')]),
    ]);
    const outcomes = [outcome(1, 1, 'Done'), outcome(2, 1, 'Done')];
    expect(await readAttempts(folder)).toEqual([outcomes]);
    expect(await readStudyOutcomes(folder, 3)).toEqual([outcomes]);
    expect((await readJudgedRuns(folder, 3)).get(4)).toEqual(judged(4));

    await keepOutcomes(folder, 3, [outcome(1, 1, 'Failed')]);
    expect(await readAttempts(folder)).toEqual([[outcome(1, 1, 'Failed')]]);
    expect((await readJudgedRuns(folder, 3)).size).toBe(0);
  });

  it('are those of the jobs that are asked for, in that order', async () => {
    const folder = (await openStore(root)).study('beam-1');
    const [first, second] = [[outcome(1, 1, 'Done')], [outcome(2, 2, 'Failed')]];
    await keepOutcomes(folder, 1, first);
    await keepOutcomes(folder, 12, second);
    await keepJudgedRuns(folder, 7, [{ platformRun: 1, evidence: 'm/1' }]);
    for (const name of ['notes', 'x3', '4x']) {
      await folder.sink({ name: `outcomes/${name}/1.ndjson` })(['']);
    }
    expect(await readOutcomesOf(folder, [12, 3, 1])).toEqual([second, first]);
    expect(await readOutcomesOfJob(folder, 12)).toEqual(second);
    expect([await readOutcomesOfJob(folder, 3), await readOutcomesOfJob(folder, 7)]).toEqual([
      ...[undefined, undefined],
    ]);
    expect(await readOutcomesBefore(folder, 12, 2)).toEqual(second);
    expect(await readOutcomesBefore(folder, 3, 2)).toEqual([]);
    expect(await jobsWithOutcomes(folder)).toEqual([1, 7, 12]);
  });

  it('are those of a job that is collected while its pages are read', async () => {
    const folder = (await openStore(root)).study('beam-1');
    await keepJudgedRuns(folder, 3, [
      { platformRun: 1, evidence: 'm/1', outcome: outcome(1, 1, 'Done') },
    ]);
    const whole = [outcome(1, 1, 'Done'), outcome(2, 1, 'Done')];
    const slow: typeof folder = {
      ...folder,
      list: async (below) => {
        const listing = await folder.list(below);
        await keepOutcomes(folder, 3, whole);
        return listing;
      },
    };
    expect(await readOutcomesOfJob(slow, 3)).toEqual(whole);
  });

  it('are none before the first job was collected', async () => {
    expect(await readAttempts((await openStore(root)).study('beam-1'))).toEqual([]);
  });

  it('are read as earlier versions spelled them', () => {
    const outcomes = [outcome(1, 1, 'Done'), outcome(2, 1, 'Failed')];
    const text = outcomes.map((one) =>
      JSON.stringify({ ...one, status: one.status.toLowerCase() }),
    );
    expect(layout.outcomes(1).decode(`${text.join('\n')}\n`)).toEqual(outcomes);
  });

  it.each(['{"run": 1', '[]', '{"run": "1"}'])('name the line that is %j', (line) => {
    const good = JSON.stringify(outcome(2, 1, 'Done'));
    expect(() => layout.outcomes(1).decode(`${good}\n${line}\n`)).toThrow(
      /line 2 of outcomes\/1\.ndjson/u,
    );
  });
});
