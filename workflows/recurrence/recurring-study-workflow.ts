/**
 * One occurrence of a recurring study, started by its schedule: make the study, run it as any other, compare its results, tell.
 *
 * Input: names only; what may be run stands in the store. The study is a child that lives on when this is terminated; a cancellation is
 * handed on to it as a gentle stop, and the occurrence is closed all the same. Survives any crash.
 */
import {
  CancellationScope,
  continueAsNew,
  getExternalWorkflowHandle,
  isCancellation,
  patched,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
  type ChildWorkflowHandle,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import {
  nameWasTaken,
  type PreparedRecurrence,
  type RecurrenceAdmission,
  type RecurrenceEnding,
  type RecurrencePassTarget,
  type RecurrenceResult,
  type RecurringStudyInput,
} from '../../src/run/archive-contract.ts';
import { escapeMarkdownLine } from '../../src/run/escape-markdown.ts';
import { createActivityProxies } from '../activity-proxies.ts';
import { lossOf } from '../failures.ts';
import { scheduledTime } from './scheduled-time.ts';
import { startStudy, type StudyWorkflow } from './start-study.ts';

const flowNameKey = defineSearchAttributeKey('FlowName', 'KEYWORD');
const flowStateKey = defineSearchAttributeKey('FlowState', 'KEYWORD');
const studyIdKey = defineSearchAttributeKey('StudyId', 'KEYWORD');
const studyNameKey = defineSearchAttributeKey('StudyName', 'KEYWORD');

export async function recurringStudyWorkflow(
  input: RecurringStudyInput,
): Promise<RecurrenceResult> {
  const { schedule, pace } = input;
  const passTime = input.passTime ?? scheduledTime();
  const { step } = createActivityProxies(pace);
  // What was made of an occurrence is always closed.
  const prepared = await CancellationScope.nonCancellable(() =>
    step.prepareRecurrence({ schedule, passTime }),
  );
  const { studyId, studyName } = prepared;
  upsertSearchAttributes([
    { key: flowNameKey, value: schedule },
    { key: studyIdKey, value: studyId },
    { key: studyNameKey, value: studyName },
  ]);
  const show = (state: string, sentence: string): void => {
    setCurrentDetails(
      `**${state}**: ${escapeMarkdownLine(sentence)}\n\n\`doeflow schedule show ${schedule}\``,
    );
    upsertSearchAttributes([{ key: flowStateKey, value: state }]);
  };
  const ending = await play(prepared, { ...input, passTime }, show);
  return CancellationScope.nonCancellable(async () => {
    show('comparing', `study ${studyId} ended: ${ending.state}`);
    const result = await step.closeRecurrence({ schedule, passTime, studyId, ...ending });
    show(result.comparison, result.notes.join('. '));
    return result;
  });
}

/** The input, with its time. */
type Occurrence = RecurringStudyInput & RecurrencePassTarget;

type Ending = Pick<RecurrenceEnding, 'state' | 'loss'>;

/** Runs the study to its end, or doesn't begin it. */
async function play(
  prepared: PreparedRecurrence,
  input: Occurrence,
  show: (state: string, sentence: string) => void,
): Promise<Ending> {
  const { studyId, studyName, overlap } = prepared;
  const cancelled = {
    state: 'Skipped',
    loss: 'the occurrence was cancelled before its study began',
  } as const;
  const admit = patched('recurrence-admission') ? askAdmission : admitAlways;
  for (let waits = 0; ; waits += 1) {
    const { answer, why } = await admit(input);
    if (CancellationScope.current().consideredCancelled) return cancelled;
    if (answer === 'withdrawn') return { state: 'Skipped', ...(why && { loss: why }) };
    const study =
      answer === 'wait'
        ? undefined
        : await CancellationScope.nonCancellable(() => startStudy(prepared, input.pace));
    if (study !== undefined) {
      show('running', `study ${studyId}, follow it: doeflow watch ${studyId}`);
      return endOf(study);
    }
    if (overlap === 'skip') {
      return { state: 'Skipped', loss: why ?? nameWasTaken(studyName) };
    }
    if (waits === 0) {
      show('waiting', why ?? `a study "${studyName}" is open; this one begins after it`);
    }
    try {
      await sleep(Math.min(10 * input.pace.retryMs, 60_000), {
        summary: `until it is looked whether a study "${studyName}" is open still`,
      });
    } catch (error) {
      if (isCancellation(error)) return cancelled;
      throw error;
    }
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof recurringStudyWorkflow>(input);
    }
  }
}

/** The order is read again each time: whoever takes it back or pauses it stops what hasn't begun. */
function askAdmission({ pace, ...pass }: Occurrence): Promise<RecurrenceAdmission> {
  const { schedule, passTime } = pass;
  return CancellationScope.nonCancellable(() =>
    createActivityProxies(pace).step.admitRecurrence({ schedule, passTime }),
  );
}

/** Of occurrences that began under an earlier version of this workflow. */
function admitAlways(): Promise<RecurrenceAdmission> {
  return Promise.resolve({ answer: 'begin' });
}

/** A study that was lost is an ending too: it is told, and the next occurrence isn't held up. */
async function endOf(study: ChildWorkflowHandle<StudyWorkflow>): Promise<Ending> {
  CancellationScope.current().cancelRequested.catch(() => stop(study.workflowId));
  try {
    return { state: (await study.result()).state };
  } catch (error) {
    return { state: 'Broken', loss: lossOf(error) };
  }
}

/** The same as a gentle stop: what the study's jobs saved is collected. */
async function stop(workflowId: string): Promise<void> {
  try {
    await CancellationScope.nonCancellable(() => getExternalWorkflowHandle(workflowId).cancel());
  } catch {
    // It ended meanwhile.
  }
}
