import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { takeOverKey } from '../../../activities/jobs/made-before.ts';
import { createJob } from '../../../activities/jobs/create-job.ts';
import { InvalidRequestError, ServerError, type Job } from '../../../src/platform-api/index.ts';
import {
  layout,
  noteRestored,
  openStore,
  readLedger,
  type JobSpec,
} from '../../../src/store/index.ts';
import { fileTypes } from '../../../src/store/upload-key.ts';
import type { Study } from '../../../src/study/study.ts';
import { studyOf, uniform } from '../../study/plain-study.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-create-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const call = { method: 'POST', path: '/api/v2/jobs/', status: 400 };

async function stage(
  refuse: (body: string) => string | Error | undefined,
  more: JobSpec['files'] = [],
  onPlatform: Readonly<Record<string, readonly string[]>> = {},
  analyses: Study['job']['analyses'] = [],
) {
  const store = await openStore(mkdtempSync(join(root, 's-')));
  const folder = store.study('beam-1');
  const { sha256 } = await store.putBytes(Buffer.from('x'));
  const param = { name: 'param-1.csv', sha256, role: 'param' as const };
  await folder.write(layout.jobSpec(1), {
    jobNumber: 1,
    jobName: 'beam 1',
    searchTag: 'tag',
    jobTag: 'tag-1',
    attemptKey: 'key',
    expectedRuns: 1,
    runs: { first: 1, last: 1 },
    inputsTemplate: { name: 'inputs.in', sha256 },
    files: [...more, param],
  });
  const key = { ...param, typeId: fileTypes.param };
  await folder.write(layout.upload(key), { fileId: 'old' });
  const uploads: string[] = [];
  const sent: { readonly body: object; readonly options: object; readonly ledger: string[] }[] = [];
  const points: string[] = [];
  const effects = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const entry of readLedger(folder)) {
      if (entry.kind !== 'effect') continue;
      found.push([entry.what, entry.key, entry.effect, entry.platformId ?? ''].join(' ').trim());
    }
    return found;
  };
  const study = studyOf([uniform('x')]);
  const dependencies = {
    store,
    studyCache: {
      get: () =>
        Promise.resolve({
          study: { ...study, job: { ...study.job, analyses } },
          fileHash: () => sha256,
        }),
    },
    platform: {
      files: {
        upload: ({ name }: { name: string }) =>
          Promise.resolve({ id: `new-${uploads.push(name)}` }),
      },
      jobs: {
        findByExactName: (word: string, name: string) =>
          Promise.resolve(
            word === 'tag-1' && name === 'beam 1'
              ? Object.keys(onPlatform).map((id) => ({ id }))
              : [],
          ),
        async *statuses(id: string) {
          for (const status of onPlatform[id] ?? []) yield await Promise.resolve({ status });
        },
        create: async (body: object, options: object) => {
          sent.push({ body, options, ledger: await effects() });
          const reason = refuse(JSON.stringify(body));
          if (reason instanceof Error) throw reason;
          return reason === undefined
            ? Promise.resolve({ id: 'job' })
            : Promise.reject(new InvalidRequestError(reason, [], call));
        },
      },
    },
    failpoint: (name: string) => Promise.resolve(points.push(name)),
  } as unknown as ActivityDependencies;
  const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
  const target = { studyId: 'beam-1', jobNumber: 1, onCluster: false };
  return {
    uploadInputs: () =>
      folder.write(layout.upload({ name: 'inputs.in', sha256, typeId: fileTypes.template }), {
        fileId: 'inputs',
      }),
    ...{ store, dependencies, folder, uploads, sent, points, effects, sha256, signal: run.signal },
    create: (onCluster = false) =>
      createJob(dependencies, { ...target, onCluster }, run).catch(
        (error: unknown) => error as Error & object,
      ),
  };
}

describe('a job of a store that was restored from a back-up', () => {
  it('is the one that the original submitted, and no further one', async () => {
    const made = { first: [], second: ['Completed', 'Executing', 'Pending'], third: [] };
    const { create, sent, store, folder } = await stage(() => undefined, [], made);
    await noteRestored(store, new Date());
    expect(await create()).toEqual({ jobId: 'second' });
    expect(sent).toEqual([]);
    // So that its history is looked at before it would be submitted.
    expect(await folder.has(layout.platformJob(1))).toBe(false);
  });

  it('is the oldest where none was submitted, and is made where there is none', async () => {
    const saved = await stage(() => undefined, [], { first: [], second: [] });
    await noteRestored(saved.store, new Date());
    expect(await saved.create()).toEqual({ jobId: 'first' });
    const none = await stage(() => undefined);
    await noteRestored(none.store, new Date());
    expect(await none.create()).toEqual({ jobId: 'job' });
  });

  it('has the key of its markers taken over, where it executes what would be sent', async () => {
    const analyses = [
      {
        ...{ analysis: { code: 'user_included', version: '0' }, command: 'sh model.sh' },
        ...{ inputFiles: [], templates: [] },
      },
    ];
    const original = await stage(() => undefined, [], {}, analyses);
    await original.uploadInputs();
    await original.create();
    const { jobanalyses } = original.sent[0]?.body as Pick<Job, 'jobanalyses'>;
    const copy = await stage(() => undefined, [], {}, analyses);
    await copy.uploadInputs();
    const own = { ...(await copy.folder.read(layout.jobSpec(1))), attemptKey: 'another' };
    await copy.folder.write(layout.jobSpec(1), own);
    const takeOver = (analyses: Job['jobanalyses']): Promise<void> =>
      takeOverKey(copy.dependencies, 'beam-1', own, { id: 'made', jobanalyses: analyses } as Job);
    await takeOver(jobanalyses);
    expect((await copy.folder.read(layout.jobSpec(1))).attemptKey).toBe('another');
    await noteRestored(copy.store, new Date());
    const amended = jobanalyses.map((one) => ({ ...one, command: `${one.command} # else` }));
    await expect(takeOver(amended)).rejects.toMatchObject({ type: 'NOT_OURS', nonRetryable: true });
    await takeOver(jobanalyses);
    expect((await copy.folder.read(layout.jobSpec(1))).attemptKey).toBe('key');
  });

  it('is not looked for in any other store', async () => {
    const { create, sent } = await stage(() => undefined, [], { first: ['Completed'] });
    expect(await create()).toEqual({ jobId: 'job' });
    expect(sent).toHaveLength(1);
  });
});

describe('a job that is saved on the platform', () => {
  it('has its files, its name and no run that the platform adds, and belongs to the activity', async () => {
    const { create, sent, signal, folder, points } = await stage(() => undefined);
    expect(await create()).toEqual({ jobId: 'job' });
    const [{ body, options } = expect.fail()] = sent;
    expect(body).toMatchObject({
      ...{ name: 'beam 1', jobvariables: [], includeNominalRun: false },
      ...{ paramFile: { id: 'old' }, caseFile: null },
      jobanalyses: [],
    });
    expect(options).toEqual({ signal, version: 'v2' });
    expect(await folder.read(layout.platformJob(1))).toEqual({ jobId: 'job', triesAreKept: true });
    expect(points).toEqual(['create-after-post']);
  });

  it('for a cluster is asked of the version that knows clusters', async () => {
    const { create, sent } = await stage(() => undefined);
    await create(true);
    expect(sent[0]?.options).toMatchObject({ version: 'v3' });
  });

  it('has a case file where the study has cases, and needs each file to be there', async () => {
    const files = [{ name: 'case-1.csv', sha256: 'c', role: 'case' as const }];
    const { create, sent, folder } = await stage(() => undefined, files);
    expect(await create()).toMatchObject({
      ...{ type: 'UPLOAD_MISSING', nonRetryable: true },
      message: 'case-1.csv was not uploaded before its job was created',
    });
    expect(sent).toEqual([]);
    const key = { name: 'case-1.csv', sha256: 'c', typeId: fileTypes.case };
    await folder.write(layout.upload(key), { fileId: 'cases' });
    expect(await create()).toEqual({ jobId: 'job' });
    expect(sent[0]?.body).toMatchObject({ paramFile: { id: 'old' }, caseFile: { id: 'cases' } });
  });

  it('is in the ledger before it is asked for, and with its id once it is made', async () => {
    const { create, sent, effects } = await stage(() => undefined);
    await create();
    expect(sent[0]?.ledger).toEqual(['create-job tag-1 intent']);
    expect(await effects()).toEqual(['create-job tag-1 intent', 'create-job tag-1 sent job']);
    const lost = await stage(() => new ServerError('cut', call));
    expect(await lost.create()).toBeInstanceOf(ServerError);
    expect(await lost.effects()).toEqual(['create-job tag-1 intent']);
    expect(lost.points).toEqual([]);
  });
});

describe('a job that is made once', () => {
  it('isn’t made again where the records have it, whoever asks', async () => {
    let made = 0;
    const { create } = await stage(() => {
      made += 1;
      return undefined;
    });
    expect(await create()).toEqual({ jobId: 'job' });
    expect(await create()).toMatchObject({
      ...{ type: 'JOB_MADE_BEFORE', nonRetryable: true },
      message: "Job 1 is on the platform already, as job job: it isn't made again",
    });
    expect(made).toBe(1);
  });

  it('isn’t made where it is over', async () => {
    const { create, folder } = await stage(() => 'nobody asks');
    await folder.write(layout.outcomes(1), []);
    expect(await create()).toMatchObject({
      ...{ type: 'JOB_OVER', nonRetryable: true, message: "Job 1 is over: it isn't made again" },
    });
  });
});

describe('a job whose files the platform has lost', () => {
  it('has them sent again, and is asked for once more by whoever looks first', async () => {
    const { create, uploads } = await stage((body) =>
      body.includes('"old"')
        ? 'paramFile.id: Invalid pk "old" - object does not exist.'
        : undefined,
    );
    expect(await create()).toMatchObject({
      ...{ type: 'UPLOAD_LOST', nonRetryable: false },
      message: expect.stringMatching(
        /^The platform had lost files .* sent again: .*"old"/u,
      ) as string,
    });
    expect(uploads).toEqual(['param-1.csv']);
    expect(await create()).toEqual({ jobId: 'job' });
  });

  it('is refused in the end where every file is lost at once', async () => {
    const { create, uploads } = await stage((body) => {
      const id = /"paramFile":\{"id":"([^"]+)"/u.exec(body)?.[1] ?? '';
      return `paramFile.id: Invalid pk "${id}" - object does not exist.`;
    });
    for (let tries = 1; tries <= 10; tries += 1)
      expect(await create()).toMatchObject({ type: 'UPLOAD_LOST' });
    expect(await create()).toBeInstanceOf(InvalidRequestError);
    expect(uploads).toHaveLength(10);
  });

  it('has none sent again for a failure that only names them, and none for a refusal of another kind', async () => {
    const text = 'paramFile.id: Invalid pk "old" - object does not exist.';
    const failing = await stage(() => new ServerError(text, call));
    expect(await failing.create()).toBeInstanceOf(ServerError);
    const refusing = await stage(() => 'paramFile "old" is too large');
    expect(await refusing.create()).toBeInstanceOf(InvalidRequestError);
    expect([failing.uploads, refusing.uploads]).toEqual([[], []]);
  });

  it('is refused where something else is not there', async () => {
    const { create, uploads } = await stage(() => 'coreType: Object with code=x does not exist.');
    expect(await create()).toBeInstanceOf(InvalidRequestError);
    expect(uploads).toEqual([]);
  });
});
