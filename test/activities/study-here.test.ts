import { afterAll, expect, it } from 'vitest';
import { createHereCheck } from '../../activities/study-here.ts';
import { cureOf } from '../../src/run/cures.ts';
import { layout, openStore } from '../../src/store/index.ts';
import { temporaryFolder } from '../studies/run-study.ts';

const folder = temporaryFolder(afterAll);

it('has a step tried again elsewhere where the store has nothing of the study, and says which worker it was', async () => {
  const store = await openStore(folder);
  const check = createHereCheck(() => store);
  const failure = await check('beam-20261128-180000').catch((error: unknown) => error);
  expect(failure).toMatchObject({ type: 'STUDY_ELSEWHERE', nonRetryable: false });
  expect((failure as Error).message).toContain(`worker ${process.pid}@`);
  expect(cureOf('STUDY_ELSEWHERE')?.waitingFor).toContain('store');

  await store.study('beam-20261128-180000').write(layout.snapshot, {} as never);
  await check('beam-20261128-180000');
});
