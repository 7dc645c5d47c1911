import type { Connection } from '@temporalio/client';
import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { taskQueue } from '../../../src/temporal/names.ts';

/** How long the server may hold a poll; it takes none without a bound. */
const pollMs = 30_000;

/** Somebody who reaches Temporal's port and has no key: speaks its protocol by hand, and copies what he finds. */
export class Attacker {
  readonly #connection: Connection;
  readonly #namespace: string;

  constructor(connection: Connection, namespace: string) {
    this.#connection = connection;
    this.#namespace = namespace;
  }

  /** What the server shows to everybody of a workflow. */
  async readHistory(workflowId: string): Promise<{
    readonly startInput: Payload[];
    readonly signals: readonly { readonly name: string; readonly input: Payload[] }[];
    readonly results: readonly Payload[][];
  }> {
    const { history } = await this.#service.getWorkflowExecutionHistory({
      namespace: this.#namespace,
      execution: { workflowId },
    });
    const events = history?.events ?? [];
    return {
      startInput: events[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [],
      signals: events.flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
        signal == null
          ? []
          : [{ name: signal.signalName ?? '', input: signal.input?.payloads ?? [] }],
      ),
      results: events.flatMap(({ activityTaskCompletedEventAttributes: done }) =>
        done == null ? [] : [done.result?.payloads ?? []],
      ),
    };
  }

  async startRaw(workflowId: string, type: string, payloads: Payload[]): Promise<void> {
    await this.#service.startWorkflowExecution({
      namespace: this.#namespace,
      workflowId,
      workflowType: { name: type },
      taskQueue: { name: taskQueue },
      input: { payloads },
      requestId: `${workflowId}-${Math.random()}`,
    });
  }

  async signalRaw(workflowId: string, signalName: string, payloads: Payload[]): Promise<void> {
    await this.#service.signalWorkflowExecution({
      namespace: this.#namespace,
      workflowExecution: { workflowId },
      signalName,
      input: { payloads },
    });
  }

  /** Takes the next task of a workflow and answers it with the order of one activity. */
  async scheduleActivity(type: string, activityType: string, input: unknown): Promise<void> {
    const task = await this.#connection.withDeadline(Date.now() + pollMs, () =>
      this.#service.pollWorkflowTaskQueue({
        namespace: this.#namespace,
        taskQueue: { name: taskQueue },
      }),
    );
    if (task.workflowType?.name !== type) throw new Error(`Expected a task of ${type}`);
    await this.#service.respondWorkflowTaskCompleted({
      namespace: this.#namespace,
      taskToken: task.taskToken,
      commands: [
        {
          commandType: 1,
          scheduleActivityTaskCommandAttributes: {
            activityId: '1',
            activityType: { name: activityType },
            taskQueue: { name: taskQueue },
            input: { payloads: [defaultPayloadConverter.toPayload(input) ?? {}] },
            startToCloseTimeout: { seconds: 60 as never },
          },
        },
      ],
    });
  }

  /**
   * Takes so many activities' tasks before any worker gets them. Answers the first with an invented result, the second with an invented
   * failure that nobody would repeat, all others with the sealed result of an earlier activity of the same workflow. @returns their types
   */
  async stealActivities(count: number): Promise<readonly string[]> {
    const stolen: string[] = [];
    const over = new AbortController();
    const steal = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const poll = () =>
          this.#service.pollActivityTaskQueue({
            namespace: this.#namespace,
            taskQueue: { name: taskQueue },
          });
        const task = await this.#connection
          .withAbortSignal(over.signal, () =>
            this.#connection.withDeadline(Date.now() + pollMs, poll),
          )
          .catch(() => undefined);
        if (task?.taskToken == null || task.taskToken.length === 0) continue;
        stolen.push(task.activityType?.name ?? '');
        if (stolen.length >= count) over.abort();
        await this.#answer(task.taskToken, task.workflowExecution?.workflowId ?? '', stolen.length);
      }
    };
    await Promise.all(Array.from({ length: 6 }, steal));
    return stolen;
  }

  async #answer(taskToken: Uint8Array, workflowId: string, theft: number): Promise<void> {
    const namespace = this.#namespace;
    if (theft === 2) {
      const applicationFailureInfo = { type: 'API_NOT_FOUND', nonRetryable: true };
      await this.#service.respondActivityTaskFailed({
        namespace,
        taskToken,
        failure: { message: 'there is no such thing', applicationFailureInfo },
      });
      return;
    }
    const [copied] = (await this.readHistory(workflowId)).results;
    const invented = [defaultPayloadConverter.toPayload({ runCount: 0, jobs: 0 }) ?? {}];
    const payloads = theft === 1 ? invented : (copied ?? invented);
    await this.#service.respondActivityTaskCompleted({
      namespace,
      taskToken,
      result: { payloads },
    });
  }

  get #service(): Connection['workflowService'] {
    return this.#connection.workflowService;
  }
}
