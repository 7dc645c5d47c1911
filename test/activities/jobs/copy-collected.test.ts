import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { copyCollected } from '../../../activities/jobs/copy-collected.ts';
import type { CachedStudy, StudyCache } from '../../../activities/study-cache.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import { layout, openStore, type Store } from '../../../src/store/index.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

/** A cache that knows of a study only where its results go. */
function cacheOf(resultsDir: string | undefined): StudyCache {
  const snapshot = { ...(resultsDir === undefined ? {} : { resultsDir }) };
  return { get: () => Promise.resolve({ snapshot } as CachedStudy) };
}

const outcomeOf = (run: number): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: {} },
});

describe('what was collected of runs', () => {
  let root = '';
  let store: Store;
  const run = { signal: new AbortController().signal, show: () => undefined };
  beforeEach(async () => {
    root = temporaryFolder(onTestFinished);
    store = await openStore(join(root, 'store'));
    await store.study('beam-1').sink(layout.runFiles(3, 1).file('out'))(['y3']);
  });

  it('is copied to where the results of the study go, with its progress', async () => {
    const shown: object[] = [];
    const studyCache = cacheOf(join(root, 'beam-1'));
    const telling = { ...run, show: (details: object) => void shown.push(details) };
    await copyCollected({ store, studyCache }, 'beam-1', [3, 4].map(outcomeOf), telling);
    expect(readFileSync(join(root, 'beam-1', 'runs', '3', 'out'), 'utf8')).toBe('y3');
    expect(shown).toEqual([{ copying: { copied: 0, of: 2 } }, { copying: { copied: 1, of: 2 } }]);
  });

  it('stays in the store alone where no place was named', async () => {
    await copyCollected({ store, studyCache: cacheOf(undefined) }, 'beam-1', [outcomeOf(3)], run);
    expect(existsSync(join(root, 'beam-1'))).toBe(false);
  });

  it('is no fault of the job where the place refuses it', async () => {
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'beam-1'));
    const studyCache = cacheOf(join(root, 'beam-1'));
    await copyCollected({ store, studyCache }, 'beam-1', [outcomeOf(3)], run);
    expect(existsSync(join(root, 'elsewhere', 'runs'))).toBe(false);
  });

  it('is left where the worker is told to end', async () => {
    const studyCache = cacheOf(join(root, 'beam-1'));
    const told = { ...run, signal: AbortSignal.abort(new Error('the worker ends')) };
    await expect(
      copyCollected({ store, studyCache }, 'beam-1', [outcomeOf(3)], told),
    ).rejects.toThrow('the worker ends');
    expect(existsSync(join(root, 'beam-1'))).toBe(false);
  });
});
