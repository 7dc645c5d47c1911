/** The last steps of a study: its tables, findings, summary and manifest, and the copy of its results. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Activities } from '../../../src/run/activity-contract.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import { keepOutcomes, keepPlatformJob, layout, writeTicket } from '../../../src/store/index.ts';
import { beamStudy, keepStudy, type KeptStudy } from '../../security/kept-study.ts';

const studyId = 'beam-1';
const study = `${beamStudy}findings:
  - { name: Mean, value: mean(y) }
  - { name: High, value: mean(y), where: y > 100 }
  - { name: Most, value: max(y) }
`;

const outcome = (run: number, change: Partial<RunOutcome> = {}): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: { y: run * 2 } },
  elapsedSeconds: 1800,
  ...change,
});

type Progress = Parameters<Activities['closeStudy']>[0]['progress'];
const progress = (change: object = {}): Progress =>
  ({
    ...{ studyId, studyName: 'beam', planHash: 'a', state: 'Finished', activity: 'over' },
    ...{ runs: { total: 2, done: 2, failed: 0, submitted: 2 }, jobs: [], failures: [] },
    notes: ['of the workflow'],
    ...change,
  }) as unknown as Progress;

/** The study with both of its runs collected. */
async function collected(outcomes = [outcome(1), outcome(2)]): Promise<KeptStudy> {
  const kept = await keepStudy(studyId, study, {});
  await keepPlatformJob(kept.folder, 1, 'J1');
  await keepOutcomes(kept.folder, 1, outcomes);
  return kept;
}

const analyse = ({ call }: KeptStudy, change: object = {}) =>
  call('analyseStudy', {
    ...{ studyId, lastJobNumber: 1, nextPlanned: 2, state: 'Finished' },
    ...change,
  } as Parameters<Activities['analyseStudy']>[0]);

const published = ({ root }: KeptStudy, name: string): string =>
  readFileSync(join(root, 'results', studyId, name), 'utf8');

/** Without what is said of the report, which needs the built page. */
const besideReport = (notes: readonly string[]): readonly string[] =>
  notes.filter((note) => !note.startsWith('The report could not'));

/** Closes the study. */
async function close(kept: KeptStudy, change: object = {}) {
  const ticket = await writeTicket(kept.folder, { asks: 'start' }, new Date());
  await kept.call('takeTicket', { studyId, ticket, use: 'start' });
  const input = { studyId, ticket, progress: progress(change) };
  const { notes } = await kept.call('closeStudy', input);
  return { ticket, notes: besideReport(notes) };
}

describe('the analysis of a study', () => {
  it('keeps where the study stands, and tells the findings that have no value with the reason', async () => {
    const kept = await collected();
    const { notes, ...told } = await analyse(kept);
    expect(told).toEqual({ findings: 2, jobs: 1 });
    expect(notes.filter((note) => note.includes('Finding'))).toEqual([
      expect.stringMatching(/^Finding "High": \S/u),
    ]);
    expect(await kept.folder.read(layout.checkpoint)).toEqual({ jobs: 1, nextPlanned: 2 });
    const [mean, high] = await kept.folder.read(layout.findings);
    expect(mean).toMatchObject({ name: 'Mean', value: 3 });
    expect(high).not.toHaveProperty('value');
    await analyse(kept, { withdrawn: [3] });
    expect(await kept.folder.read(layout.checkpoint)).toMatchObject({ withdrawn: [3] });
  });

  it('has fields written to no job of a study that was stopped or aborted', async () => {
    const kept = await collected();
    for (const [state, jobs] of [
      ['Stopped', 0],
      ['Aborted', 0],
      ['Finished with failures', 1],
    ] as const) {
      expect((await analyse(kept, { state })).jobs).toBe(jobs);
    }
  });

  it('has in runs.csv what a run cost, where the price is known', async () => {
    const kept = await collected();
    const table = async (): Promise<string> => {
      await analyse(kept);
      const pieces: Buffer[] = [];
      for await (const piece of await kept.folder.readStream(layout.runsTable)) {
        pieces.push(Buffer.from(piece as Uint8Array));
      }
      return Buffer.concat(pieces).toString('utf8');
    };
    expect(await table()).not.toMatch(/,2(?:\.0+)?,?/u);
    await kept.folder.write(layout.price, { amount: 4, currency: 'USD' } as never);
    expect(await table()).toMatch(/,2(?:\.0+)?,?/u);
  });
});

describe('the end of a study', () => {
  it('leaves its summary, study file and manifest in the readable copy, and its state for who asks', async () => {
    const kept = await collected();
    await analyse(kept);
    await kept.folder.write(layout.verifiedFindings('J1'), { jobId: 'J1', verified: 1 });
    const { notes, ticket } = await close(kept);
    expect(notes).toEqual([]);
    expect(JSON.parse(published(kept, 'summary.json'))).toMatchObject({
      ...{ studyId, status: 'Finished', runs: { total: 2, done: 2, withdrawn: 0 } },
      notes: ['of the workflow'],
      findings: [
        { name: 'Mean', value: 3, readBackFromJobs: 1 },
        { name: 'High', reason: expect.any(String) as string },
        { name: 'Most', value: 4, readBackFromJobs: 1 },
      ],
    });
    expect(published(kept, 'summary.json').match(/readBackFromJobs/gu)).toHaveLength(2);
    expect(published(kept, 'study.yaml')).toBe(study);
    const manifest = JSON.parse(published(kept, 'manifest.json')) as object;
    expect(manifest).toMatchObject({
      ...{ studyId, engineVersion: '0', method: 'full-factorial', runs: 2 },
      jobs: [{ jobId: 'J1' }],
    });
    expect(manifest).not.toHaveProperty('revisions');
    expect(await kept.folder.read(layout.status)).toMatchObject({ state: 'Finished' });
    expect(await kept.folder.read(layout.ticketClosed(ticket))).toEqual({
      at: expect.any(String) as string,
    });
    // Once for each start: whoever repeats it writes nothing.
    const again = await kept.call('closeStudy', {
      ...{ studyId, ticket, progress: progress({ state: 'Aborted' }) },
    });
    expect(besideReport(again.notes)).toEqual([]);
    const foreign = await kept.call('closeStudy', {
      ...{
        studyId,
        ticket: '00000000-0000-4000-8000-000000000000',
        progress: progress({ state: 'Aborted' }),
      },
    });
    expect(foreign.notes).toEqual(['The study was closed before: nothing was written or copied']);
    expect(await kept.folder.read(layout.status)).toMatchObject({ state: 'Finished' });
  });

  it('counts in its summary what was stopped apart from what failed', async () => {
    const kept = await collected([
      outcome(1, { status: 'Failed', reason: 'exit-code', values: {} }),
      outcome(2, { status: 'Failed', reason: 'stopped', values: {} }),
    ]);
    await analyse(kept);
    await close(kept, {
      state: 'Stopped',
      runs: { total: 3, done: 0, failed: 2, submitted: 0 },
      failures: [
        { reason: 'exit-code', count: 1 },
        { reason: 'stopped', count: 1 },
      ],
    });
    const { runs } = JSON.parse(published(kept, 'summary.json')) as { runs: object };
    expect(runs).toMatchObject({ total: 3, done: 0, failed: 1, stopped: 1, withdrawn: 1 });
  });

  it('counts on how many jobs a finding was read back, none where none was', async () => {
    const kept = await collected();
    await analyse(kept);
    await close(kept);
    expect(JSON.parse(published(kept, 'summary.json'))).toMatchObject({
      findings: [
        { name: 'Mean', readBackFromJobs: 0 },
        { name: 'High' },
        { name: 'Most', readBackFromJobs: 0 },
      ],
    });
  });

  it('names the revisions of its files', async () => {
    const kept = await collected();
    await analyse(kept);
    const { studyFile, files } = await kept.folder.read(layout.snapshot);
    await kept.folder.write(layout.revision(2), {
      ...{ formatVersion: 1, revision: 2, createdAt: '2026-01-02T00:00:00Z', engineVersion: '0' },
      ...{ runs: 'failed', changes: [], studyFile, files },
    });
    await close(kept);
    expect(JSON.parse(published(kept, 'manifest.json'))).toMatchObject({
      revisions: [{ revision: 2 }],
    });
  });

  it('whose results can’t be copied is told to who asks, and fails nothing', async () => {
    const kept = await collected();
    await analyse(kept);
    const place = join(kept.root, 'results', studyId);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, 'a file in the place of the folder');
    const { notes } = await close(kept);
    expect(notes).toEqual([
      expect.stringMatching(
        /^The results are safe in the store, but could not be copied to .*beam-1: .+ To copy them again: doeflow results beam-1 --to FOLDER$/u,
      ),
    ]);
    expect(await kept.folder.read(layout.status)).toMatchObject({
      notes: expect.arrayContaining(['of the workflow', ...notes]) as string[],
    });
  });

  it('of one that nobody wanted copied copies nothing', async () => {
    const kept = await collected();
    const snapshot = await kept.folder.read(layout.snapshot);
    await kept.folder.write(layout.snapshot, { ...snapshot, resultsDir: undefined });
    await analyse(kept);
    expect((await close(kept)).notes).toEqual([]);
    expect(() => published(kept, 'summary.json')).toThrow('ENOENT');
  });
});
