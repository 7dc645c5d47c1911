import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { submitJob } from '../../../activities/jobs/submit-job.ts';
import { layout, openStore, readLedger, type Store } from '../../../src/store/index.ts';

let root = '';
let store: Store;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-submit-'));
  store = await openStore(root);
  await store.study('beam-1').write(layout.platformJob(1), { jobId: 'abc' });
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function effects(): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of readLedger(store.study('beam-1'))) {
    if (entry.kind === 'effect') found.push(`${entry.what} ${entry.key} ${entry.effect}`);
  }
  return found;
}

async function submit(post: () => Promise<void>): Promise<void> {
  const dependencies = {
    store,
    platform: { jobs: { submit: post } },
    failpoint: () => Promise.resolve(),
  } as unknown as ActivityDependencies;
  await submitJob(
    dependencies,
    { studyId: 'beam-1', jobNumber: 1, jobId: 'abc' },
    { signal: new AbortController().signal, attempt: 1, show: () => undefined },
  );
}

describe('the ledger of a submit', () => {
  it('has the intent before the request and the confirmation after it', async () => {
    let before: string[] = [];
    await submit(async () => {
      before = await effects();
    });
    expect(before).toEqual(['submit-job abc intent']);
    expect(await effects()).toEqual(['submit-job abc intent', 'submit-job abc sent']);
  });

  it('leaves it open whether a request without an answer had its effect', async () => {
    await expect(submit(() => Promise.reject(new Error('connection lost')))).rejects.toThrow(
      'connection lost',
    );
    expect(await effects()).toEqual(['submit-job abc intent']);
  });
});
