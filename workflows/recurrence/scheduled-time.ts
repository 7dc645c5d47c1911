import { workflowInfo } from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';

const scheduledStartKey = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/** The time that a schedule started this workflow for, which may be long ago; its own start where no schedule did. ISO 8601, UTC. */
export function scheduledTime(): string {
  const { typedSearchAttributes, startTime } = workflowInfo();
  return (typedSearchAttributes.get(scheduledStartKey) ?? startTime).toISOString();
}
