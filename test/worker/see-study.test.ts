import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { expect, it, onTestFinished } from 'vitest';
import type { StudyProgress } from '../../src/run/messages.ts';
import { layout, openStore, type Store } from '../../src/store/index.ts';
import { seeStudy } from '../../worker/see-study.ts';

const study = { studyId: 'beam-1', studyName: 'beam' };
const now = new Date('2026-03-01T12:00:00.000Z');

const progressAs = (state: StudyProgress['state']): StudyProgress => ({
  ...{ ...study, planHash: 'x', state, activity: '', jobs: [], failures: [], notes: [] },
  runs: { total: 2, done: 2, failed: 0, submitted: 0 },
});

/** A store with a study whose workflow is open and answers in that state. */
async function scene(state: StudyProgress['state']): Promise<{ store: Store; client: Client }> {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-seen-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openStore(folder);
  await store.study(study.studyId).write(layout.snapshot, {} as never);
  const handle = {
    describe: () => Promise.resolve({ status: { name: 'RUNNING' }, raw: {} }),
    query: () => Promise.resolve(progressAs(state)),
  };
  const client = {
    options: { namespace: 'default', loadedDataConverter: {} },
    workflow: { getHandle: () => handle },
    withDeadline: (_: unknown, ask: () => unknown) => ask(),
  };
  return { store, client: client as unknown as Client };
}

it('sees a study that goes on', async () => {
  const { store, client } = await scene('Running');
  const seen = await seeStudy({ store, client, embedded: true }, study, now);
  expect(seen).toMatchObject({ progress: { state: 'Running' }, isBlind: false });
});

it('sees no end before the records have it: cost and results are not written yet', async () => {
  const { store, client } = await scene('Finished');
  const seeing = { store, client, embedded: true };
  expect(await seeStudy(seeing, study, now)).toEqual({ troubles: [], isBlind: true });
  await store.study(study.studyId).write(layout.status, progressAs('Finished'));
  expect(await seeStudy(seeing, study, now)).toMatchObject({
    progress: { state: 'Finished' },
    isBlind: false,
  });
});
