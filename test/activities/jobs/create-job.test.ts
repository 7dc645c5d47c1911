import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { createJob } from '../../../activities/jobs/create-job.ts';
import { InvalidRequestError } from '../../../src/platform-api/index.ts';
import { layout, openStore } from '../../../src/store/index.ts';
import { fileTypes } from '../../../src/store/upload-key.ts';
import { studyOf, uniform } from '../../study/plain-study.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-create-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const call = { method: 'POST', path: '/api/v2/jobs/', status: 400 };

async function stage(refuse: (body: string) => string | undefined) {
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
    files: [param],
  });
  const key = { ...param, typeId: fileTypes.param };
  await folder.write(layout.upload(key), { fileId: 'old' });
  const uploads: string[] = [];
  const dependencies = {
    store,
    studyCache: {
      get: () => Promise.resolve({ study: studyOf([uniform('x')]), fileHash: () => sha256 }),
    },
    platform: {
      files: {
        upload: ({ name }: { name: string }) =>
          Promise.resolve({ id: `new-${uploads.push(name)}` }),
      },
      jobs: {
        create: (body: object) => {
          const reason = refuse(JSON.stringify(body));
          return reason === undefined
            ? Promise.resolve({ id: 'job' })
            : Promise.reject(new InvalidRequestError(reason, [], call));
        },
      },
    },
    failpoint: () => Promise.resolve(),
  } as unknown as ActivityDependencies;
  const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
  const target = { studyId: 'beam-1', jobNumber: 1, onCluster: false };
  return {
    folder,
    uploads,
    create: () =>
      createJob(dependencies, target, run).catch((error: unknown) => error as Error & object),
  };
}

describe('a job that is made once', () => {
  it('isn’t made again where the records have it, whoever asks', async () => {
    let made = 0;
    const { create } = await stage(() => {
      made += 1;
      return undefined;
    });
    expect(await create()).toEqual({ jobId: 'job' });
    expect(await create()).toMatchObject({ type: 'JOB_MADE_BEFORE', nonRetryable: true });
    expect(made).toBe(1);
  });

  it('isn’t made where it is over', async () => {
    const { create, folder } = await stage(() => 'nobody asks');
    await folder.write(layout.outcomes(1), []);
    expect(await create()).toMatchObject({ type: 'JOB_OVER', nonRetryable: true });
  });
});

describe('a job whose files the platform has lost', () => {
  it('has them sent again, and is asked for once more by whoever looks first', async () => {
    const { create, uploads } = await stage((body) =>
      body.includes('"old"')
        ? 'paramFile.id: Invalid pk "old" - object does not exist.'
        : undefined,
    );
    expect(await create()).toMatchObject({ type: 'UPLOAD_LOST', nonRetryable: false });
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

  it('is refused where something else is not there', async () => {
    const { create, uploads } = await stage(() => 'coreType: Object with code=x does not exist.');
    expect(await create()).toBeInstanceOf(InvalidRequestError);
    expect(uploads).toEqual([]);
  });
});
