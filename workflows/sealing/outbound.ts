import {
  patched,
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
import {
  believed,
  believedEnd,
  believedFailure,
  isOutOfTime,
  isShutDown,
  isUnsealed,
} from './believed.ts';
import type { Correspondence } from './correspondence.ts';
import { countRefused, tellRefused } from './refused-messages.ts';

/** Askings of one activity whose answers are refused, before the pauses grow; in histories of before the workflow failed by the last one. */
const quickAskings = 4;
/** Between two of them, in milliseconds. */
const askAgainMs = 1_000;
/** The longest pause, in milliseconds: each asking is history, and whoever answers in our place may do so for days. */
const longestPauseMs = 300_000;

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
        // Its time is over, whatever its last try said: what is tried for ever is scheduled anew.
        if (!isUnsealed(failure) && isOutOfTime(error) && mayAskAgain(input)) {
          return scheduleAgain(input);
        }
        if (!isUnsealed(failure)) throw failure;
        if (!isShutDown(error)) {
          countRefused(`answer of ${purpose}`, 'none of our workers wrote it');
        }
        if (!mayAskAgain(input)) throw failure;
        // What somebody else says must end nothing of ours, however often it is said: it is a delay.
        if (asked + 1 >= quickAskings && !patched('asks-on')) throw failure;
        if (asked + 1 >= quickAskings) tellRefused(refusedInRow(purpose, asked + 1));
      }
      await sleep(pauseMs(asked), { summary: `until ${purpose} is asked for anew` });
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
      const result = ended.then(
        (answer) => believed(answer, resultOf(purpose), request),
        (error: unknown) => {
          throw believedEnd(error, failureOf(purpose), request);
        },
      );
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

function pauseMs(asked: number): number {
  const growth = Math.max(0, Math.min(asked + 2 - quickAskings, 10));
  return Math.min(askAgainMs * 2 ** growth, longestPauseMs);
}

function refusedInRow(purpose: string, count: number): string {
  return `${count} answers to "${purpose}" in a row were not written by our workers: somebody else answers in their place, or a worker has another payload key (doeflow doctor). It is asked for again`;
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
