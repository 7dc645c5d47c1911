import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure, WorkflowNotFoundError } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { sendUpdate } from '../../../src/cli/studies/send-update.ts';

const failed = (cause: Error) => () =>
  Promise.reject(new WorkflowUpdateFailedError('Workflow Update failed', cause));

describe('what is said to a study that is ending', () => {
  it('is told as ended where its workflow closed before or over it', async () => {
    const gone = () => Promise.reject(new WorkflowNotFoundError('gone', 'study-beam', undefined));
    expect(await sendUpdate('beam-1', gone)).toBe('ended');
    const closed = ApplicationFailure.create({ type: 'AcceptedUpdateCompletedWorkflow' });
    expect(await sendUpdate('beam-1', failed(closed))).toBe('ended');
    const ending = ApplicationFailure.nonRetryable('It ends', 'STUDY_OVER', 'ending');
    expect(await sendUpdate('beam-1', failed(ending))).toBe('ending');
    expect(await sendUpdate('beam-1', () => Promise.resolve(3))).toEqual({ answer: 3 });
  });

  it('is refused with the study’s own sentence and what to wait for, and other failures stay', async () => {
    const over = ApplicationFailure.nonRetryable('Study beam is stopping', 'STUDY_OVER');
    await expect(sendUpdate('beam-1', failed(over))).rejects.toMatchObject({
      code: 'USAGE_STUDY_OVER',
      message: 'Study beam is stopping',
      exitCode: 5,
      hint: 'Wait for its end: doeflow watch beam-1',
    });
    const other = failed(new Error('else'));
    await expect(sendUpdate('beam-1', other)).rejects.toBeInstanceOf(WorkflowUpdateFailedError);
  });
});
