import { ApplicationFailure, CancelledFailure, ensureApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory, WorkerOptions } from '@temporalio/worker';
import {
  activityOf,
  enclose,
  failureOf,
  openArguments,
  resultOf,
  sealedFailure,
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
          throw sealedFailure(ensureApplicationFailure(error), failureOf(purpose), request);
        }
      },
    },
  };
};
