import {
  proxyActivities,
  sleep,
  type ActivityInput,
  type WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import {
  activityOf,
  enclose,
  failureOf,
  resultOf,
  sealedMemo,
  signalOf,
  startOf,
} from '../../src/sealing/envelope.ts';
import { activityTable } from '../activity-table.ts';
import { believed, believedFailure, isUnsealed } from './believed.ts';
import type { Correspondence } from './correspondence.ts';
import { countRefused } from './refused-messages.ts';

/** Askings of one activity whose answers are refused, before the workflow hears of it. */
const mostAskings = 4;
/** Between two of them, in milliseconds. */
const askAgainMs = 1_000;

/** Puts envelopes around what the workflow says, and takes them off the answers. */
export function outboundCalls(correspondence: Correspondence): WorkflowOutboundCallsInterceptor {
  return {
    async scheduleActivity(input, next) {
      const { asked } = correspondence;
      correspondence.asked = 0;
      const purpose = activityOf(input.activityType);
      const request = correspondence.request('activity', input.seq);
      try {
        const sealed = { ...input, args: [enclose(purpose, request, input.args)] };
        return believed(await next(sealed), resultOf(purpose), request);
      } catch (error) {
        const failure = believedFailure(error, failureOf(purpose), request);
        if (!isUnsealed(failure)) throw failure;
        countRefused(`answer of ${purpose}`, 'none of our workers wrote it');
        if (asked + 1 >= mostAskings || !mayAskAgain(input)) throw failure;
      }
      await sleep(askAgainMs);
      correspondence.asked = asked + 1;
      return scheduleAgain(input);
    },
    async startChildWorkflowExecution(input, next) {
      const { options, workflowType } = input;
      const purpose = startOf(workflowType);
      const request = correspondence.request('child', input.seq);
      const [started, ended] = await next({
        ...input,
        options: {
          ...options,
          args: [enclose(purpose, request, options.args)],
          memo: { ...options.memo, [sealedMemo]: workflowType },
        },
      });
      const result = ended.then((answer) => believed(answer, resultOf(purpose), request));
      // As of the promise that it stands for: not everybody waits for it.
      result.catch(() => undefined);
      return [started, result];
    },
    async signalWorkflow(input, next) {
      const request = correspondence.request('signal', input.seq);
      await next({ ...input, args: [enclose(signalOf(input.signalName), request, input.args)] });
    },
    async continueAsNew(input, next) {
      const purpose = startOf(input.options.workflowType);
      // Whoever started this execution waits for the result of the last one.
      const args = [enclose(purpose, correspondence.startRequest, input.args)];
      return next({ ...input, args });
    },
  };
}

/** A call of its own: an answer belongs to the call that it was given to. */
function scheduleAgain({ activityType, args, options }: ActivityInput): Promise<unknown> {
  type AnyActivities = Record<string, (...args: unknown[]) => Promise<unknown>>;
  const ask = proxyActivities<AnyActivities>(options)[activityType];
  return ask === undefined ? Promise.reject(new Error(activityType)) : ask(...args);
}

/** Not of what must be looked up before it is repeated: that is the workflow's own business. */
function mayAskAgain({ activityType }: ActivityInput): boolean {
  const table: Readonly<Record<string, { readonly effect: string } | undefined>> = activityTable;
  const effect = table[activityType]?.effect;
  return effect !== undefined && effect !== 'once';
}
