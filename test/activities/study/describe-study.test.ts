/** What the Temporal UI shows of a study: why runs failed, what it costs, where its results are. */
import { describe, expect, it } from 'vitest';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import { ServerError } from '../../../src/platform-api/index.ts';
import { keepOutcomes, layout } from '../../../src/store/index.ts';
import { keepStudy, beamStudy, type KeptStudy } from '../../security/kept-study.ts';

const studyId = 'beam-1';

const failed = (run: number, message: string): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Failed', reason: 'exit-code', message, values: {} },
});

async function kept(outcomes: readonly RunOutcome[] = [], platform = {}): Promise<KeptStudy> {
  const study = await keepStudy(studyId, beamStudy, platform);
  if (outcomes.length > 0) await keepOutcomes(study.folder, 1, outcomes);
  return study;
}

describe('the description of a study', () => {
  it('names five causes of failures, says how many others there are, and cuts a long one', async () => {
    const runs = [1, 2, 3, 4, 5, 6, 7].map((run) => failed(run, `cause ${'abcdefg'[run - 1]}`));
    const { call } = await kept(runs);
    const { causes } = await call('describeStudy', { studyId, isOver: true });
    expect(causes).toHaveLength(6);
    expect(causes.slice(0, 5).every((words) => words.startsWith('1x exit-code: cause '))).toBe(
      true,
    );
    expect(causes[5]).toBe('and 2 other causes');
  });

  it('says nothing of others where there are none, and leaves words of 300 letters as they are', async () => {
    const around = '1x exit-code:  (such as run 1)'.length;
    for (const [letters, isCut] of [
      [300 - around, false],
      [301 - around, true],
    ] as const) {
      const { call } = await kept([failed(1, 'x'.repeat(letters))]);
      const { causes } = await call('describeStudy', { studyId, isOver: true });
      expect(causes).toHaveLength(1);
      expect(causes[0]).toHaveLength(300);
      expect(causes[0]?.endsWith('…')).toBe(isCut);
    }
  });

  it('gives a cost without an upper end while jobs execute, and a whole one at the end', async () => {
    const run: RunOutcome = {
      ...{ run: 1, attempt: 1, jobNumber: 1, status: 'Done', values: {}, elapsedSeconds: 3600 },
    };
    const { call, folder } = await kept([run]);
    await folder.write(layout.price, { amount: 2, currency: 'USD' } as never);
    expect(await call('describeStudy', { studyId, isOver: false })).toMatchObject({
      ...{ cost: 'at least 2.00 USD so far (of what is collected)', costRange: '>=2.00 USD' },
    });
    expect(await call('describeStudy', { studyId, isOver: true })).toMatchObject({
      ...{ cost: 'about 2.00 USD', costRange: '2.00 USD' },
    });
  });

  it('reads the price where none is kept, and goes without where the platform tells none', async () => {
    const run: RunOutcome = {
      ...{ run: 1, attempt: 1, jobNumber: 1, status: 'Done', values: {}, elapsedSeconds: 3600 },
    };
    let isDown = true;
    const platform = {
      coreTypes: {
        async *list() {
          await Promise.resolve();
          if (isDown) throw new ServerError('down', { method: 'GET', path: 'x', status: 500 });
          yield { code: 'emerald', price: 0.5 };
        },
      },
      billing: { computePrices: () => Promise.resolve([]) },
    };
    const { call, folder } = await kept([run], platform);
    expect(await call('describeStudy', { studyId, isOver: false })).toMatchObject({
      ...{ cost: 'unknown, because there is no price', costRange: '' },
    });
    isDown = false;
    expect(await call('describeStudy', { studyId, isOver: false })).toMatchObject({
      ...{ cost: 'at least 0.50 so far (of what is collected)', costRange: '>=0.50' },
    });
    expect(await folder.find(layout.price)).toEqual({ amount: 0.5, currency: null });
  });

  it('says where results and the jobs’ pages are, where there are any', async () => {
    const { call, folder, root } = await kept();
    const plain = await call('describeStudy', { studyId, isOver: true });
    expect(plain).toEqual({
      ...{
        causes: [],
        cost: expect.any(String) as string,
        costRange: expect.any(String) as string,
      },
      resultsDir: `${root}/results/${studyId}`,
    });
    const other = await keepStudy('beam-2', beamStudy, {});
    const snapshot = await other.folder.read(layout.snapshot);
    const platform = { kind: 'configured', baseUrl: 'https://platform.example/' };
    await other.folder.write(layout.snapshot, {
      ...{ ...snapshot, platform, resultsDir: undefined },
    } as never);
    const shown = await other.call('describeStudy', { studyId: 'beam-2', isOver: true });
    expect(shown).toMatchObject({ jobPages: 'https://platform.example/jobs' });
    expect(shown).not.toHaveProperty('resultsDir');
    expect(await folder.has(layout.status)).toBe(false);
  });
});
