/** The occurrence of a recurring study on a real Temporal server: what stands in its way, and what is closed all the same. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  PreparedRecurrence,
  RecurrenceAdmission,
  RecurrenceEnding,
  RecurrenceResult,
  RecurringStudyInput,
} from '../../src/run/archive-contract.ts';
import type { StudyInput, StudyResult } from '../../src/run/messages.ts';
import { recurringScheduleId, studyWorkflowId, taskQueue } from '../../src/temporal/names.ts';
import { waitFor } from '../kit/processes.ts';
import { cutShort, type Script } from './scripted-activities.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 20 };
const passTime = '2026-03-29T03:00:00.000Z';

/** An occurrence of the study `name`, just started. */
async function come(
  name: string,
  script: Script,
  overlap: PreparedRecurrence['overlap'] = 'skip',
  admissions: readonly RecurrenceAdmission[] = [],
) {
  let asked = 0;
  const seen = stage.cast(name, script);
  const endings: RecurrenceEnding[] = [];
  stage.host(name, {
    prepareRecurrence: () =>
      Promise.resolve({
        ...{ studyId: name, studyName: name, planHash: 'hash', overlap },
        ...{ method: 'sobol', runs: 10, summary: 'ten runs', details: 'of ten' },
      }),
    admitRecurrence: () => Promise.resolve(admissions[asked++] ?? { answer: 'begin' }),
    closeRecurrence: (ending) => {
      endings.push(ending);
      const { schedule, studyId, state } = ending;
      const verdict = { comparison: 'same' as const, moved: 0, notes: ['as before'] };
      return Promise.resolve({ schedule, passTime, studyId, state, ...verdict });
    },
  });
  const { workflow } = stage.environment.client;
  const handle = await workflow.start<(input: RecurringStudyInput) => Promise<RecurrenceResult>>(
    'recurringStudyWorkflow',
    {
      workflowId: `${recurringScheduleId(name)}-2026-03-29T03:00:00Z`,
      taskQueue,
      args: [{ schedule: name, passTime, pace }],
    },
  );
  return { ...seen, handle, endings, study: workflow.getHandle(studyWorkflowId(name)) };
}

/** A study of the name that a person started, and that doesn't end by itself. */
function startOther(name: string) {
  stage.cast(name, { endless: true });
  const input = { studyId: name, studyName: name, planHash: 'hash', pace };
  return stage.environment.client.workflow.start<(input: StudyInput) => Promise<StudyResult>>(
    'studyWorkflow',
    { workflowId: studyWorkflowId(name), taskQueue, args: [input] },
  );
}

async function isOpen(study: { describe(): Promise<{ status: { name: string } }> }) {
  return study.describe().then(
    ({ status }) => status.name === 'RUNNING',
    () => false,
  );
}

it('has the memo and search attributes by which the command line finds a study', async () => {
  const { handle, study, endings } = await come('plain', {});
  expect(await handle.result()).toMatchObject({ state: 'Finished', comparison: 'same' });
  const { memo, typedSearchAttributes } = await study.describe();
  expect(memo).toEqual({ studyId: 'plain', planHash: 'hash' });
  expect(typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value])).toEqual(
    expect.arrayContaining([
      ['StudyId', 'plain'],
      ['StudyName', 'plain'],
      ['DesignMethod', 'sobol'],
      ['RunsTotal', 10],
      ['StudyState', 'Finished'],
    ]),
  );
  expect(endings).toEqual([{ schedule: 'plain', passTime, studyId: 'plain', state: 'Finished' }]);
});

it('is skipped while a study of its name is open, and that study is left alone', async () => {
  const other = await startOther('busy');
  const { handle, endings } = await come('busy', { endless: true });
  expect(await handle.result()).toMatchObject({ state: 'Skipped' });
  expect(endings).toMatchObject([{ state: 'Skipped', loss: 'a study "busy" was open' }]);
  expect(await isOpen(other)).toBe(true);
  await other.cancel();
  await other.result();
});

it('begins when the open study of its name has ended, where it may wait', async () => {
  const other = await startOther('patient');
  const { handle, endings } = await come('patient', {}, 'wait');
  await waitFor('the waiting', async () => {
    const { typedSearchAttributes } = await handle.describe();
    return typedSearchAttributes.getAll().some(({ value }) => value === 'waiting');
  });
  expect(endings).toEqual([]);
  await other.terminate();
  expect(await handle.result()).toMatchObject({ state: 'Finished' });
});

it('asks before each try whether it may begin, and begins no study once it may not', async () => {
  const wait = { answer: 'wait', why: 'an earlier one waits too' } as const;
  const late = await come('let-through', {}, 'wait', [wait, wait]);
  expect(await late.handle.result()).toMatchObject({ state: 'Finished' });
  const withdrawn = { answer: 'withdrawn', why: 'its order was taken back' } as const;
  const { handle, endings, study } = await come('withdrawn', {}, 'wait', [wait, withdrawn]);
  expect(await handle.result()).toMatchObject({ state: 'Skipped' });
  expect(endings).toMatchObject([{ state: 'Skipped', loss: 'its order was taken back' }]);
  expect(await isOpen(study)).toBe(false);
});

it('that is cancelled while it waits begins no study', async () => {
  const other = await startOther('recalled');
  const { handle, endings } = await come('recalled', {}, 'wait');
  await handle.cancel();
  expect(await handle.result()).toMatchObject({ state: 'Skipped' });
  expect(endings).toMatchObject([{ loss: 'the occurrence was cancelled before its study began' }]);
  await other.terminate();
});

it('that is cancelled stops its study gently and is closed', async () => {
  const { handle, study, endings, calls } = await come('stopped', cutShort);
  await waitFor('its job', () => calls.includes('submitJob job-1'));
  await handle.cancel();
  expect(await handle.result()).toMatchObject({ state: 'Stopped' });
  expect(endings).toMatchObject([{ state: 'Stopped' }]);
  expect(await isOpen(study)).toBe(false);
});

it('whose study is terminated is closed as broken, with the reason', async () => {
  const { handle, study, endings, calls } = await come('lost', { endless: true });
  await waitFor('its job', () => calls.includes('submitJob job-1'));
  await study.terminate();
  expect(await handle.result()).toMatchObject({ state: 'Broken' });
  expect(endings).toMatchObject([{ state: 'Broken', loss: 'it was terminated' }]);
});

it('that is terminated itself leaves its study running', async () => {
  const { handle, study, calls } = await come('orphan', cutShort);
  await waitFor('its job', () => calls.includes('submitJob job-1'));
  await handle.terminate();
  await expect(handle.result()).rejects.toThrow();
  expect(await isOpen(study)).toBe(true);
  await study.cancel();
  expect(await study.result()).toMatchObject({ state: 'Stopped' });
});
