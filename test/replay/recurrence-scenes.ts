/** Occurrences of recurring studies whose histories are kept: one for each turn that an occurrence can take. */
import type {
  PreparedRecurrence,
  RecurrenceResult,
  RecurringStudyInput,
} from '../../src/run/archive-contract.ts';
import type { StudyInput, StudyResult } from '../../src/run/messages.ts';
import { recurringScheduleId, studyWorkflowId, taskQueue } from '../../src/temporal/names.ts';
import { waitFor } from '../kit/processes.ts';
import type { Script } from '../workflows/scripted-activities.ts';
import type { StoryStage } from '../workflows/story-stage.ts';

const passTime = '2026-03-29T03:00:00.000Z';
const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 50 };

interface Occurrence {
  readonly script?: Script;
  readonly overlap?: PreparedRecurrence['overlap'];
  readonly verdict?: Pick<RecurrenceResult, 'comparison' | 'moved' | 'notes'>;
  /** Absent: the workflow asks Temporal for the time that was meant. */
  readonly passTime?: string;
}

/** Plays all of them; the name of each, which its study has too, begins with `again-`. */
export async function playRecurrences(stage: StoryStage): Promise<void> {
  const { workflow } = stage.environment.client;
  const come = (name: string, { script = {}, overlap = 'skip', ...rest }: Occurrence) => {
    const verdict = rest.verdict ?? { comparison: 'same', moved: 0, notes: ['As before'] };
    const { calls } = stage.cast(name, script);
    stage.host(name, {
      prepareRecurrence: () =>
        Promise.resolve({
          ...{ studyId: name, studyName: name, planHash: 'hash', overlap },
          ...{ method: 'sobol', runs: 10, summary: 'ten runs', details: 'of ten' },
        }),
      admitRecurrence: () => Promise.resolve({ answer: 'begin' }),
      closeRecurrence: ({ schedule, studyId, state }) =>
        Promise.resolve({ schedule, passTime, studyId, state, ...verdict }),
    });
    const input = {
      ...{ schedule: name, pace },
      ...(rest.passTime === undefined ? {} : { passTime: rest.passTime }),
    };
    return workflow
      .start<(input: RecurringStudyInput) => Promise<RecurrenceResult>>('recurringStudyWorkflow', {
        workflowId: `${recurringScheduleId(name)}-occurrence`,
        taskQueue,
        args: [input],
      })
      .then((handle) => ({ handle, calls }));
  };
  /** A study of the name that a person started. */
  const open = (name: string, script: Script) => {
    stage.cast(name, script);
    const input = { studyId: name, studyName: name, planHash: 'hash', pace };
    return workflow.start<(input: StudyInput) => Promise<StudyResult>>('studyWorkflow', {
      ...{ workflowId: studyWorkflowId(name), taskQueue, args: [input] },
    });
  };

  await (
    await come('again-first', {
      verdict: { comparison: 'first', moved: 0, notes: [] },
    })
  ).handle.result();
  const notes = ['Moved since again-first: 12 of 400 values are beyond their tolerances'];
  const moved = { comparison: 'moved', moved: 12, notes } as const;
  await (await come('again-moved', { verdict: moved, passTime })).handle.result();

  const busy = await open('again-skipped', { endless: true });
  const skipped = { comparison: 'skipped', moved: 0, notes: [] } as const;
  await (await come('again-skipped', { verdict: skipped, passTime })).handle.result();
  await busy.cancel();
  await busy.result();

  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let isPlanning = false;
  const planning = (name: string): Promise<void> | undefined => {
    if (name !== 'planStudy') return undefined;
    isPlanning = true;
    return held;
  };
  const earlier = await open('again-waiting', { before: planning });
  await waitFor('the earlier study', () => isPlanning);
  const waiting = await come('again-waiting', { overlap: 'wait', passTime });
  await waitFor('the waiting', async () => {
    const { typedSearchAttributes } = await waiting.handle.describe();
    return typedSearchAttributes.getAll().some(({ value }) => value === 'waiting');
  });
  // Before it has made a job, whose name the next one has too.
  await earlier.cancel();
  release();
  await waiting.handle.result();

  const stopped = await come('again-stopped', { script: { endless: true }, passTime });
  await waitFor('its job', () => stopped.calls.includes('submitJob job-1'));
  await stopped.handle.cancel();
  await stopped.handle.result();
}
