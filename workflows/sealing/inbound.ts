import {
  ApplicationFailure,
  log,
  workflowInfo,
  type WorkflowInboundCallsInterceptor,
} from '@temporalio/workflow';
import {
  enclose,
  failureOf,
  openArguments,
  queryOf,
  resultOf,
  sealedFailure,
  signalOf,
  startOf,
  unsealedType,
  updateOf,
  type Refused,
} from '../../src/sealing/envelope.ts';
import type { Correspondence } from './correspondence.ts';
import { countRefused } from './refused-messages.ts';

/** Takes the envelopes off what the workflow hears, and puts them around its answers. */
export function inboundCalls(correspondence: Correspondence): WorkflowInboundCallsInterceptor {
  const openOnce = (
    args: readonly unknown[],
    purpose: string,
  ): ReturnType<typeof openArguments> => {
    const opened = openArguments(args, purpose);
    const isCopy = !('refused' in opened) && correspondence.isTaken(opened.request);
    return isCopy ? { refused: 'it was taken before, and this is a copy' } : opened;
  };
  return {
    async execute(input, next) {
      const purpose = startOf(workflowInfo().workflowType);
      const opened = openArguments(input.args, purpose);
      if ('refused' in opened) throw refusedStart(opened);
      correspondence.startRequest = opened.request;
      try {
        const result = await next({ ...input, args: opened.args });
        return enclose(resultOf(purpose), opened.request, result);
      } catch (error) {
        if (!(error instanceof ApplicationFailure)) throw error;
        throw sealedFailure(error, failureOf(purpose), opened.request);
      }
    },
    async handleSignal(input, next) {
      const { signalName } = input;
      const opened = openOnce(input.args, signalOf(signalName));
      if ('refused' in opened) {
        log.warn(countRefused(`signal "${signalName}"`, opened.refused));
        return;
      }
      correspondence.take(opened.request);
      await next({ ...input, args: opened.args });
    },
    async handleQuery(input, next) {
      const purpose = queryOf(input.queryName);
      const opened = openArguments(input.args, purpose);
      if ('refused' in opened) throw unsealed('query', opened.refused);
      const answer = await next({ ...input, args: opened.args });
      return enclose(resultOf(purpose), opened.request, answer);
    },
    validateUpdate(input, next) {
      const opened = openOnce(input.args, updateOf(input.name));
      if ('refused' in opened) throw unsealed('update', opened.refused);
      next({ ...input, args: opened.args });
    },
    async handleUpdate(input, next) {
      const purpose = updateOf(input.name);
      const opened = openOnce(input.args, purpose);
      if ('refused' in opened) {
        log.warn(countRefused(`update "${input.name}"`, opened.refused));
        throw unsealed('update', opened.refused);
      }
      correspondence.take(opened.request);
      const answer = await next({ ...input, args: opened.args });
      return enclose(resultOf(purpose), opened.request, answer);
    },
  };
}

/** One that another key sealed fails this step alone, which is tried again: a worker with the wrong key must end nothing. */
function refusedStart({ refused, foreignKey }: Refused): Error {
  if (foreignKey === undefined) return unsealed('start', refused);
  return new Error(
    `This start was sealed with the payload key ${foreignKey}, which this worker doesn't have. It waits for a worker that has it: give all workers and command lines the same (doeflow doctor compares them)`,
  );
}

/** Not repeated by anybody: what was refused once stays so. */
function unsealed(what: string, why: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `This ${what} was not sealed with the payload key of this worker for this workflow: ${why}`,
    unsealedType,
  );
}
