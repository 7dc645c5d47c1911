import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { analysisRequest } from '../../../activities/jobs/analysis-request.ts';
import { prepareJob } from '../../../activities/jobs/prepare-job.ts';
import { refuseJob } from '../../../activities/jobs/refuse-job.ts';
import { readRevision } from '../../../activities/study/read-revision.ts';
import { createStudyCache } from '../../../activities/study-cache.ts';
import {
  createAmendment,
  keepRevision,
  keepStudyFiles,
  layout,
  openStore,
  readJobSpec,
  readRevisions,
  snapshotStudy,
  type Store,
} from '../../../src/store/index.ts';
import { readStudy } from '../../../src/study-file/index.ts';

const studyId = 'ishigami-1';
const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
let root = '';
let store: Store;
let dependencies: ActivityDependencies;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-prepare-'));
  cpSync('studies/ishigami', join(root, 'study'), { recursive: true });
  store = await openStore(join(root, 'store'));
  const loaded = await readStudy(join(root, 'study'));
  const at = new Date('2026-01-01T00:00:00Z');
  const snapshot = await snapshotStudy(store, loaded, {
    ...{ studyId, planHash: 'p', createdAt: at, engineVersion: '0' },
  });
  dependencies = {
    store,
    studyCache: createStudyCache(store),
    now: () => new Date(),
  } as unknown as ActivityDependencies;
  const folder = store.study(studyId);
  for (const revision of [2, 3]) {
    writeFileSync(join(root, 'study', 'ishigami.awk'), `# mended ${revision}\n`);
    const kept = await keepStudyFiles(store, loaded);
    const facts = { createdAt: at.toISOString(), engineVersion: '0', runs: 'failed' } as const;
    expect(await keepRevision(folder, snapshot, kept, facts)).toBe(revision);
  }
  const runs = [1, 4].map((number) => ({ run: number, attempt: 2, spent: {} }));
  await folder.write(layout.retryChoice(2), { runs });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** What the platform is given as the model of job `jobNumber`. */
async function modelOf(jobNumber: number): Promise<string> {
  const spec = await readJobSpec(store.study(studyId), jobNumber);
  const { study, fileHash } = await dependencies.studyCache.get(studyId, spec.revision);
  const [analysis] = study.job.analyses;
  if (analysis === undefined) throw new Error('Expected an analysis, got none');
  const { inputFiles } = await analysisRequest(study, analysis, 0, spec, fileHash, (key) =>
    Promise.resolve({ id: key.sha256 }),
  );
  const id = String(inputFiles?.[0]?.id);
  return (await store.readContent(id)).toString('utf8').split('\n')[0] ?? '';
}

/** Amends the study: its template names the run, so that the param file has a column for it. @returns the revision */
async function amendTemplate(): Promise<number> {
  writeFileSync(join(root, 'study', 'point.txt.in'), 'run ${run}\nx1 ${x1}\nx2 ${x2}\nx3 ${x3}\n');
  const kept = await keepStudyFiles(store, await readStudy(join(root, 'study')));
  const folder = store.study(studyId);
  const newest = (await readRevisions(folder)).at(-1);
  if (newest === undefined) throw new Error('Expected a revision, got none');
  const facts = { createdAt: '2026-01-02T00:00:00.000Z', engineVersion: '0', runs: [] };
  const amendment = { by: 'ann', changes: ['templates'] };
  expect(await createAmendment(folder, newest, { ...kept, ...facts, amendment })).toBe(true);
  return newest.revision + 1;
}

/** Columns of the param file that the platform is given for job `jobNumber`. */
async function paramColumnsOf(jobNumber: number): Promise<readonly string[]> {
  const { files } = await readJobSpec(store.study(studyId), jobNumber);
  const [param] = files.filter(({ role }) => role === 'param');
  const text = (await store.readContent(param?.sha256 ?? '')).toString('utf8');
  return text.split('\n')[0]?.split(',') ?? [];
}

describe('a job that is prepared', () => {
  it('runs with the files of its revision', async () => {
    await prepareJob(dependencies, { studyId, jobNumber: 1 }, run);
    await prepareJob(dependencies, { studyId, jobNumber: 2, revision: 2 }, run);
    expect((await readJobSpec(store.study(studyId), 1)).revision).toBeUndefined();
    expect((await readJobSpec(store.study(studyId), 2)).revision).toBe(2);
    expect(await modelOf(1)).not.toContain('mended');
    expect(await modelOf(2)).toBe('# mended 2');
  });

  it('is made as its revision says, and one without a revision as the study was started, whatever it was amended to', async () => {
    const revision = await amendTemplate();
    await prepareJob(dependencies, { studyId, jobNumber: 1 }, run);
    await prepareJob(dependencies, { studyId, jobNumber: 2, revision }, run);
    expect(await paramColumnsOf(1)).toEqual(['x1', 'x2', 'x3']);
    expect(await paramColumnsOf(2)).toEqual(['x1', 'x2', 'x3', 'run']);
  });

  it('keeps the revision that it was made with, whoever takes it over', async () => {
    const first = await prepareJob(dependencies, { studyId, jobNumber: 2, revision: 2 }, run);
    expect(await prepareJob(dependencies, { studyId, jobNumber: 2, revision: 3 }, run)).toEqual(
      first,
    );
    expect(await modelOf(2)).toBe('# mended 2');
    await prepareJob(dependencies, { studyId, jobNumber: 1 }, run);
    await prepareJob(dependencies, { studyId, jobNumber: 1, revision: 3 }, run);
    expect((await readJobSpec(store.study(studyId), 1)).revision).toBeUndefined();
  });

  it('is one job for two that prepare it at the same moment', async () => {
    const [one, other] = await Promise.all(
      [2, 3].map((revision) => prepareJob(dependencies, { studyId, jobNumber: 2, revision }, run)),
    );
    expect(one).toEqual(other);
    expect(await modelOf(2)).toMatch(/^# mended [23]$/u);
  });

  it('has a post-process of a command alone, as the platform allows', async () => {
    await prepareJob(dependencies, { studyId, jobNumber: 1 }, run);
    const spec = await readJobSpec(store.study(studyId), 1);
    const { study, fileHash } = await dependencies.studyCache.get(studyId, undefined);
    const [analysis] = study.job.analyses;
    if (analysis === undefined) throw new Error('Expected an analysis, got none');
    const command = 'grep mass out.txt';
    const asked = await analysisRequest(
      study,
      { ...analysis, postProcess: { command } },
      0,
      spec,
      fileHash,
      (key) => Promise.resolve({ id: key.sha256 }),
    );
    expect(asked.postProcessScriptCommand).toContain(command);
    expect(asked.postProcessScript).toBeUndefined();
  });

  it('says of its runs with which files they ran, also where the platform turned it down', async () => {
    await prepareJob(dependencies, { studyId, jobNumber: 2, revision: 2 }, run);
    await refuseJob(dependencies, { studyId, jobNumber: 2, message: 'no' }, run);
    const outcomes = await store.study(studyId).read(layout.outcomes(2));
    expect(outcomes.map(({ run: number, revision }) => [number, revision])).toEqual([
      [1, 2],
      [4, 2],
    ]);
  });
});

it('a revision is told with its files and what it changed', async () => {
  const { files, note } = await readRevision(dependencies, { studyId, revision: 3 }, run);
  expect(files).toEqual(['ishigami.awk', 'point.txt.in']);
  expect(note).toMatch(
    /^Since 2026-01-01T00:00:00\.000Z.* revision 3 .*ishigami\.awk changed \([0-9a-f]{8} to [0-9a-f]{8}\)/u,
  );
});
