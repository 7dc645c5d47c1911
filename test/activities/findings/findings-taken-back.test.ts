/** Findings that an amendment took back: their fields are cleared where the platform does that, and told where it doesn't. */
import { beforeEach, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { readFindings } from '../../../activities/findings/read-findings.ts';
import { writeFindings } from '../../../activities/findings/write-findings.ts';
import { InvalidRequestError } from '../../../src/platform-api/index.ts';
import { createAmendment, layout, type Store } from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

let store: Store;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  const folder = store.study('beam-1');
  await folder.write(layout.platformJob(1), { jobId: 'a' });
  await folder.write(layout.verifiedFindings('a'), { jobId: 'a', verified: 2 });
  await folder.write(layout.findings, [{ name: 'Mean', valueType: 'number', value: 2 }]);
  const files = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
  const facts = { createdAt: '2026-05-01T12:00:00.000Z', engineVersion: '1', runs: [] };
  await createAmendment(
    folder,
    { revision: 1, ...files },
    { ...files, ...facts, amendment: { by: 'ann', changes: [] } },
  );
  return () => clean();
});

const run = { signal: new AbortController().signal, attempt: 1, show: () => undefined };
const target = { studyId: 'beam-1', jobId: 'a' };

/** A platform with a field of ours that was taken back, and one of somebody else. */
function pretend(clears: boolean) {
  const fields: Record<string, { value: unknown }> = {
    ...{ Mean: { value: 1 }, Old: { value: 7 }, Theirs: { value: 'x' } },
  };
  const dependencies = {
    store,
    studyCache: {
      get: (_: string, revision = 2) =>
        Promise.resolve({
          study: { findings: [{ name: 'Mean' }, ...(revision === 1 ? [{ name: 'Old' }] : [])] },
        }),
    },
    failpoint: () => Promise.resolve(),
    platform: {
      customFields: {
        values: () => Promise.resolve(fields),
        write: (_: string, values: Record<string, unknown>) => {
          if (!clears && Object.values(values).includes(null))
            return Promise.reject(
              new InvalidRequestError('a value is needed', [], {
                method: 'POST',
                path: 'fields',
                status: 400,
              }),
            );
          for (const [name, value] of Object.entries(values)) fields[name] = { value };
          return Promise.resolve(undefined);
        },
      },
    },
  } as unknown as ActivityDependencies;
  return { dependencies, fields };
}

it('are cleared on the jobs that showed them, and nothing else is', async () => {
  const { dependencies, fields } = pretend(true);
  expect(await writeFindings(dependencies, target, run)).toEqual({ served: true });
  await readFindings(dependencies, target, run);
  expect(fields).toEqual({ Mean: { value: 2 }, Old: { value: null }, Theirs: { value: 'x' } });
  expect(await store.study('beam-1').read(layout.verifiedFindings('a'))).toEqual({
    ...{ jobId: 'a', verified: 1 },
  });
});

it('stay where the platform refuses that, and the record of the job names them', async () => {
  const { dependencies, fields } = pretend(false);
  expect(await writeFindings(dependencies, target, run)).toEqual({ served: true });
  await readFindings(dependencies, target, run);
  expect(fields).toMatchObject({ Mean: { value: 2 }, Old: { value: 7 } });
  expect(await store.study('beam-1').read(layout.verifiedFindings('a'))).toEqual({
    ...{ jobId: 'a', verified: 1, left: ['Old'] },
  });
});
