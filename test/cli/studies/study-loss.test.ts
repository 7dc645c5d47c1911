import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { jobsLeftBy, keepWhatWasPaid } from '../../../src/cli/studies/study-loss.ts';
import { studyGone } from '../../../src/cli/studies/study-gone.ts';
import type { StoredStudy } from '../../../src/cli/studies/stored-study.ts';
import { keepOutcomes, keepPlatformJob, openStore } from '../../../src/store/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-loss-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what a lost study left', () => {
  it('is each job of the platform that isn’t collected, and no advice pays twice or is refused', async () => {
    const store = await openStore(folder);
    const study = store.study('beam-1');
    for (const jobNumber of [1, 2, 11]) await keepPlatformJob(study, jobNumber, `id${jobNumber}`);
    await keepOutcomes(study, 1, []);
    const left = await jobsLeftBy(store, 'beam-1');
    expect(left).toEqual([
      { jobNumber: 2, jobId: 'id2' },
      { jobNumber: 11, jobId: 'id11' },
    ]);
    const sentence = keepWhatWasPaid('beam-1', left);
    expect(sentence).toContain('id2 (job 2), id11 (job 11)');
    expect(sentence).toContain('doeflow results beam-1');
    expect(sentence).toContain('doeflow resume beam-1');
    expect(sentence).toContain('doeflow stop beam-1');
    expect(sentence).not.toMatch(/doeflow (?:run|retry|watch)/u);
    const seen = keepWhatWasPaid('beam-1', [
      { jobNumber: 2, jobId: 'id2', status: 'Completed', isOver: true, isReaped: true },
      {
        ...{ jobNumber: 11, jobId: 'id11', status: 'Executing', pricePerHour: 0.5 },
        ...{ currency: 'USD', endsAt: '2026-05-01T13:00:00.000Z' },
      },
    ]);
    expect(seen).toContain(
      'Its jobs that still run on the platform and cost: job id11 (job 11 of the study), Executing: 0.50 USD an hour, until 2026-05-01T13:00:00.000Z at the latest',
    );
    expect(seen).toContain(
      'Ended, and to be collected when it goes on: id2 (job 2; doeflow’s reaper stopped it)',
    );
    expect(seen).not.toContain('may still run');
    expect(keepWhatWasPaid('beam-1', [])).toContain('left no job on the platform');
  });

  it('is not said to be nothing where no engine runs that could tell', async () => {
    const stored = { studyId: 'beam-1', snapshot: {}, ended: undefined, starting: undefined };
    const { message, hint } = await studyGone(undefined, stored as unknown as StoredStudy);
    expect(message).toBe('Study beam-1 is unfinished, but no engine is running');
    expect(hint).not.toContain('left no job');
    expect(hint).toContain('may still run and cost');
    expect(hint).toContain('doeflow watch beam-1');
  });
});
