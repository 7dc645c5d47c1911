/** A client of Temporal that speaks under seal, and believes only what our workers sealed. */
import { randomUUID } from 'node:crypto';
import {
  Client,
  ScheduleClient,
  WorkflowClient,
  WorkflowFailedError,
  type ClientOptions,
  type ScheduleClientInterceptor,
  type WorkflowClientInterceptor,
  type WorkflowResultOptions,
  type WorkflowUpdateHandle,
} from '@temporalio/client';
import { TerminatedFailure, type Workflow, type WorkflowResultType } from '@temporalio/common';
import { UsageError } from '../errors.ts';
import {
  enclose,
  open,
  openAnyResult,
  queryOf,
  resultOf,
  sealedMemo,
  signalOf,
  startOf,
  updateOf,
  type Opened,
} from './envelope.ts';
import type { Sealing } from './index.ts';

/** What a schedule sends has no request of its own: each start it makes is told by its workflow id. */
const scheduledRequest = 'scheduled';

/** How the reason begins for which a run is ended whose workflow goes on in a further one. */
export const setBackBegins = 'Set back by doeflow’s worker';

/** Over which connection a client speaks, and for whom. */
type Link = Pick<ClientOptions, 'connection' | 'namespace' | 'identity'>;

/** A client whose messages our workers take, and that believes nobody else. */
export class SealedClient extends Client {
  override readonly workflow: WorkflowClient;
  override readonly schedule: ScheduleClient;

  constructor({ codec, scheduleCodec }: Sealing, options: Link) {
    const sealed = { ...options, dataConverter: { payloadCodecs: [codec] } };
    super(sealed);
    this.workflow = new SealedWorkflowClient(sealed);
    this.schedule = new ScheduleClient({
      ...options,
      dataConverter: { payloadCodecs: [scheduleCodec] },
      interceptors: [sealedSchedules],
    });
  }
}

/** An update that was sent: what its answer must be. */
interface SentUpdate {
  readonly purpose: string;
  readonly request: string;
}

class SealedWorkflowClient extends WorkflowClient {
  readonly #sent: Map<string, SentUpdate>;

  constructor(options: Link & Pick<ClientOptions, 'dataConverter'>) {
    const sent = new Map<string, SentUpdate>();
    super({ ...options, interceptors: [sealedMessages(sent)] });
    this.#sent = sent;
  }

  /**
   * The result of this run, or of the last one where a worker set the workflow back since.
   * @throws UsageError USAGE_UNSEALED where the result isn't one of our workers'
   */
  override async result<T extends Workflow>(
    workflowId: string,
    runId?: string,
    options?: WorkflowResultOptions,
  ): Promise<WorkflowResultType<T>> {
    const result: unknown = await super
      .result(workflowId, runId, options)
      .catch((error: unknown) => {
        if (!isSetBack(error) || runId === undefined) throw error;
        return super.result(workflowId, undefined, options);
      });
    return contentOf(openAnyResult(result), `how ${workflowId} ended`) as WorkflowResultType<T>;
  }

  protected override createWorkflowUpdateHandle<Ret>(
    ...args: Parameters<WorkflowClient['createWorkflowUpdateHandle']>
  ): WorkflowUpdateHandle<Ret> {
    const handle = super.createWorkflowUpdateHandle<unknown>(...args);
    const sent = this.#sent.get(handle.updateId);
    this.#sent.delete(handle.updateId);
    return {
      ...handle,
      result: async () => {
        const answer = await handle.result();
        const { purpose, request } = sent ?? { purpose: 'update', request: '' };
        const opened = open(answer, resultOf(purpose), request);
        return contentOf(opened, `what ${handle.workflowId} answered`) as Ret;
      },
    };
  }
}

function isSetBack(error: unknown): boolean {
  if (!(error instanceof WorkflowFailedError)) return false;
  const { cause } = error;
  return cause instanceof TerminatedFailure && cause.message.startsWith(setBackBegins);
}

/** Puts messages into envelopes, and takes those off their answers. */
function sealedMessages(sent: Map<string, SentUpdate>): WorkflowClientInterceptor {
  return {
    startWithDetails(input, next) {
      const { options, workflowType } = input;
      const purpose = startOf(workflowType);
      return next({
        ...input,
        options: {
          ...options,
          args: [enclose(purpose, randomUUID(), options.args)],
          memo: { ...options.memo, [sealedMemo]: workflowType },
        },
      });
    },
    signal(input, next) {
      const purpose = signalOf(input.signalName);
      return next({ ...input, args: [enclose(purpose, randomUUID(), input.args)] });
    },
    async query(input, next) {
      // The SDK's own, which every workflow answers to everybody.
      if (input.queryType.startsWith('__')) return next(input);
      const purpose = queryOf(input.queryType);
      const request = randomUUID();
      const answer = await next({ ...input, args: [enclose(purpose, request, input.args)] });
      const opened = open(answer, resultOf(purpose), request);
      return contentOf(opened, `what ${input.workflowExecution.workflowId} answered`);
    },
    async startUpdate(input, next) {
      const purpose = updateOf(input.updateName);
      const request = randomUUID();
      const output = await next({ ...input, args: [enclose(purpose, request, input.args)] });
      sent.set(output.updateId, { purpose, request });
      return output;
    },
  };
}

const sealedSchedules: ScheduleClientInterceptor = {
  create(input, next) {
    const { action } = input.options;
    const purpose = startOf(action.workflowType);
    const args = [enclose(purpose, scheduledRequest, action.args)];
    const memo = { ...action.memo, [sealedMemo]: action.workflowType };
    return next({ ...input, options: { ...input.options, action: { ...action, args, memo } } });
  },
};

/** @throws UsageError USAGE_UNSEALED for what is refused */
function contentOf(opened: Opened, what: string): unknown {
  if (!('refused' in opened)) return opened.content;
  throw new UsageError(
    'USAGE_UNSEALED',
    `Temporal shows ${what}, but none of our workers wrote that: ${opened.refused}`,
    {
      exitCode: 7,
      hint: 'Look with doeflow doctor whether the workers have the payload key of this command line; if they have, somebody else speaks to this Temporal server',
    },
  );
}
