/**
 * Envelopes around all that a workflow says and hears, so that what was sealed for one thing serves nothing else. What is refused: a start
 * fails at once, or waits for another worker where another key sealed it, a signal is dropped and counted, queries and updates fail, and an activity whose answer is refused is asked again. The
 * codec has checked the seals before: here a refused payload is a value like any other, the same one in every replay.
 */
import type { WorkflowInterceptors } from '@temporalio/workflow';
import { Correspondence } from './correspondence.ts';
import { inboundCalls } from './inbound.ts';
import { outboundCalls } from './outbound.ts';

/** Temporal's name for what a bundle's module gives to each execution. */
export function interceptors(): WorkflowInterceptors {
  const correspondence = new Correspondence();
  return {
    inbound: [inboundCalls(correspondence)],
    outbound: [outboundCalls(correspondence)],
  };
}
