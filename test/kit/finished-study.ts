/** Studies in a store without a platform: their runs have ended as a test says. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createStudyCache } from '../../activities/study-cache.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  keepOutcomes,
  keepRunKeys,
  layout,
  snapshotStudy,
  type Store,
} from '../../src/store/index.ts';
import { keysByRun, readStudy } from '../../src/study-file/index.ts';

/** Keeps a study as `run` does before its workflow starts. @param files beside the study file, by their paths */
export async function placeStudy(
  store: Store,
  studyId: string,
  studyFile: string,
  { files = {}, at = '2026-01-01T00:00:00Z' }: { files?: Record<string, string>; at?: string } = {},
): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'doeflow-placed-'));
  try {
    for (const [path, text] of Object.entries({ ...files, 'study.yaml': studyFile })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    await snapshotStudy(store, await readStudy(root), {
      ...{ studyId, planHash: 'p', createdAt: new Date(at), engineVersion: '0' },
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Ends all planned runs of a study in job 1, as its collection does: `filesOf` tells what each run left; undefined for one that failed. */
export async function endRuns(
  store: Store,
  studyId: string,
  filesOf: (run: number) => Readonly<Record<string, string>> | undefined,
): Promise<void> {
  const folder = store.study(studyId);
  const { plan, keysOfRuns } = await createStudyCache(store).get(studyId);
  const outcomes: RunOutcome[] = [];
  for (let run = plan.includesNominalRun ? 0 : 1; run <= plan.runCount; run += 1) {
    const files = filesOf(run);
    const common = { run, attempt: 1, jobNumber: 1, platformJob: 'j1', values: {} };
    if (files === undefined) outcomes.push({ ...common, status: 'Failed', reason: 'exit-code' });
    else {
      const hashes: Record<string, string> = {};
      for (const [path, text] of Object.entries(files)) {
        await folder.sink(layout.runFiles(run, 1).file(path))([text]);
        hashes[path] = createHash('md5').update(text).digest('hex');
      }
      outcomes.push({ ...common, status: 'Done', files: hashes, elapsedSeconds: 60 });
    }
  }
  const runs = outcomes.map(({ run }) => run);
  await keepRunKeys(folder, 1, outcomes, await keysByRun(keysOfRuns(runs)));
  await keepOutcomes(folder, 1, outcomes);
}
