import { describe, expect, it } from 'vitest';
import { placeToSetBack } from '../../src/temporal/set-back.ts';

type Events = NonNullable<Parameters<typeof placeToSetBack>[0]['events']>;

const build = { buildId: 'one' };
const nondeterminism = (id: number, kind: string): string =>
  `[TMPRL1100] Nondeterminism error: Signal external WF machine does not handle this event: HistoryEvent(id: ${id}, ${kind})`;
const step = (workerVersion = build) => ({
  workflowTaskCompletedEventAttributes: { workerVersion },
});
const scheduled = { activityTaskScheduledEventAttributes: { activityId: '1' } };
const taken = { workflowTaskStartedEventAttributes: { workerVersion: build } };
const failedWith = (message: string, startedEventId: number) => ({
  workflowTaskFailedEventAttributes: { failure: { message }, startedEventId },
});

/** The place in a history of these events, numbered from 1. */
function placeIn(...events: readonly object[]): ReturnType<typeof placeToSetBack> {
  return placeToSetBack({
    events: events.map((event, index) => ({ eventId: index + 1, ...event })) as unknown as Events,
  });
}

describe('the place to which a workflow is set back', () => {
  it('is the step that made the event which its replay did not give', () => {
    const message = nondeterminism(5, 'ActivityTaskScheduled');
    const failed = failedWith(message, 7);
    expect(placeIn({}, step(), {}, step(), scheduled, {}, taken, failed)).toEqual({
      ...{ eventId: 4, failure: message },
    });
  });

  it('is none for a workflow that goes on, or failed otherwise', () => {
    const message = nondeterminism(3, 'ActivityTaskScheduled');
    expect(placeIn({}, step(), scheduled)).toBeUndefined();
    expect(placeIn({}, step(), scheduled, taken, failedWith('no memory', 4))).toBeUndefined();
    const went = placeIn({}, step(), scheduled, taken, failedWith(message, 4), taken, step());
    expect(went).toBeUndefined();
    expect(placeToSetBack({})).toBeUndefined();
  });

  it('is left to the version that made it', () => {
    const message = nondeterminism(3, 'ActivityTaskScheduled');
    const made = step({ buildId: 'two' });
    expect(placeIn({}, made, scheduled, taken, failedWith(message, 4))).toEqual({
      reason: 'event 3 was made by another version of doeflow',
    });
    const marker = failedWith(nondeterminism(3, 'MarkerRecorded'), 4);
    expect(placeIn({}, step(), scheduled, taken, marker)).toHaveProperty('reason');
  });

  it('is left to a person where children began since', () => {
    const message = nondeterminism(3, 'ActivityTaskScheduled');
    const begun = {
      startChildWorkflowExecutionInitiatedEventAttributes: { workflowId: 'a-job-1' },
    };
    const after = [scheduled, step(), begun, taken, failedWith(message, 6)];
    expect(placeIn({}, step(), ...after)).toEqual({
      reason: 'a-job-1 began after event 3, and would begin twice',
    });
    expect(placeIn(begun, step(), scheduled, taken, failedWith(message, 4))).toMatchObject({
      eventId: 2,
    });
  });
});
