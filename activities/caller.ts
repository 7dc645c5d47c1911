import { Context } from '@temporalio/activity';
import type { TicketTaker } from '../src/store/index.ts';

/** Which call of which workflow this is, in the Temporal server's words: no payload has a say in it. Every try of a call has the same. */
export function callerOf(): TicketTaker {
  const { workflowExecution, activityId } = Context.current().info;
  const { workflowId = '', runId = '' } = workflowExecution ?? {};
  return { workflowId, runId, activityId };
}
