/** A link that somebody planted where results go: nothing is written behind it, and whoever looks at the study reads why. */
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeError } from '../../src/cli/describe-error.ts';
import { exitCodeOf } from '../../src/cli/exit-codes.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import { layout, publishResults, writeTicket } from '../../src/store/index.ts';
import { beamStudy, keepStudy } from './kept-study.ts';

const studyId = 'beam-1';

it('is told in the notes of the ended study, and is no bug', async () => {
  const { root, folder, planHash, call } = await keepStudy(studyId, beamStudy, {
    coreTypes: { list: () => [] },
    remarks: () => [],
  });
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'results'));
  const ticket = await writeTicket(folder, { asks: 'start' }, new Date());
  await call('takeTicket', { studyId, ticket, use: 'start' });
  await call('planStudy', { studyId, studyName: 'beam', planHash, ticket });
  await call('analyseStudy', { studyId, lastJobNumber: 0, nextPlanned: 3, state: 'Finished' });
  const progress = {
    ...{ studyId, studyName: 'beam', planHash, state: 'Finished', activity: 'over' },
    ...{ runs: { total: 2, done: 0, failed: 0, submitted: 0 }, jobs: [], failures: [] },
    ...{ notes: ['the first note'], time: 0 },
  } as unknown as StudyProgress;
  const { notes } = await call('closeStudy', { studyId, progress, ticket });
  expect(notes.join()).toMatch(
    /results are safe in the store.* is a link, .*doeflow results beam-1 --to FOLDER/u,
  );
  expect((await folder.read(layout.status)).notes).toEqual(['the first note', ...notes]);
  expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);

  const error: unknown = await publishResults(folder, join(root, 'results', studyId)).catch(
    (cause: unknown) => cause,
  );
  const { message, hint } = await describeError(error);
  expect(message).toContain('is a link, and links are not followed');
  expect(hint).toMatch(/^Remove that link/u);
  expect(exitCodeOf(error)).toBe(2);
});
