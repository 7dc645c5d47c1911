import { ApplicationFailure, CancelledFailure, ensureApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory, WorkerOptions } from '@temporalio/worker';
import {
  activityOf,
  enclose,
  failureOf,
  openArguments,
  resultOf,
  unsealedType,
} from '../src/sealing/envelope.ts';
import type { Sealing } from '../src/sealing/index.ts';

/** What makes a worker speak under seal; the workflows' own envelopes are in their bundle. */
export function sealedWorkerOptions({ codec }: Sealing): Partial<WorkerOptions> {
  return {
    dataConverter: { payloadCodecs: [codec] },
    interceptors: { activity: [sealedActivities] },
  };
}

/** Takes only what a workflow of ours asked this activity for, and answers, or fails, to that request alone. */
const sealedActivities: ActivityInterceptorsFactory = ({ info, cancellationSignal }) => {
  const purpose = activityOf(info.activityType);
  return {
    inbound: {
      async execute(input, next) {
        const opened = openArguments(input.args, purpose);
        if ('refused' in opened) {
          throw ApplicationFailure.nonRetryable(
            `The request for ${purpose} was not made by a workflow of ours: ${opened.refused}`,
            unsealedType,
          );
        }
        const { request, args } = opened;
        try {
          return enclose(resultOf(purpose), request, await next({ ...input, args }));
        } catch (error) {
          if (error instanceof CancelledFailure || cancellationSignal.aborted) throw error;
          throw sealedFailure(error, failureOf(purpose), request);
        }
      },
    },
  };
};

/** The same failure, with what the workflow goes by in a sealed detail: Temporal's own fields anybody can write. */
function sealedFailure(error: unknown, purpose: string, request: string): ApplicationFailure {
  const failure = ensureApplicationFailure(error);
  const { message, type, nonRetryable, nextRetryDelay, category, cause, stack } = failure;
  const said = {
    message,
    type: type ?? null,
    nonRetryable: nonRetryable ?? false,
    details: failure.details ?? [],
  };
  const sealed = new ApplicationFailure(
    message,
    type,
    nonRetryable,
    [enclose(purpose, request, said)],
    cause,
    nextRetryDelay,
    category,
  );
  if (stack !== undefined) sealed.stack = stack;
  return sealed;
}
