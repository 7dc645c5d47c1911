import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepWorkflowsGoing, type GoingKeeping } from '../../worker/keep-workflows-going.ts';

const message = '[TMPRL1100] Nondeterminism error: x: HistoryEvent(id: 3, TimerStarted)';
const workerVersion = { buildId: 'one' };
const stuck = {
  events: [
    { eventId: 2, workflowTaskCompletedEventAttributes: { workerVersion } },
    { eventId: 3 },
    { eventId: 4, workflowTaskStartedEventAttributes: { workerVersion } },
    { eventId: 5, workflowTaskFailedEventAttributes: { failure: { message }, startedEventId: 4 } },
  ],
};

interface Seen {
  readonly ended: string[];
  readonly setBack: string[];
  readonly described: string[];
  readonly said: string[];
}

/** What the looks of a worker do to these open workflows, by their type, until there was time for a dozen. */
async function looksAt(
  open: readonly { readonly id: string; readonly type: string; readonly tries?: number }[],
  fault?: (id: string) => void,
): Promise<Seen> {
  const seen: Seen = { ended: [], setBack: [], described: [], said: [] };
  let run = 0;
  const workflow = {
    async *list({ query }: { readonly query: string }) {
      await Promise.resolve();
      const areJobs = query.includes('= "doeJobWorkflow"') && !query.includes('!=');
      for (const { id, type } of open) {
        if ((type === 'doeJobWorkflow') !== areJobs) continue;
        run += 1;
        yield { workflowId: id, runId: `run-${run}`, type };
      }
    },
    getHandle: (id: string) => ({
      describe() {
        fault?.(id);
        seen.described.push(id);
        const attempt = open.find((one) => one.id === id)?.tries ?? 9;
        const raw = { pendingWorkflowTask: { attempt } };
        return Promise.resolve({ status: { name: 'RUNNING' }, raw });
      },
      fetchHistory: () => Promise.resolve(stuck),
      terminate: () => Promise.resolve(void seen.ended.push(id)),
    }),
  };
  const workflowService = {
    resetWorkflowExecution(order: { readonly workflowExecution: { readonly workflowId: string } }) {
      return Promise.resolve(void seen.setBack.push(order.workflowExecution.workflowId));
    },
  };
  const ending = new AbortController();
  const looks = keepWorkflowsGoing({
    client: { workflow, workflowService, options: { namespace: 'x' } },
    log: { warn: (_facts: unknown, words: string) => void seen.said.push(words) },
    ...{ signal: ending.signal, everyMs: 2 },
  } as unknown as GoingKeeping);
  await delay(80);
  ending.abort();
  await looks;
  return seen;
}

describe('workflows that no worker can go on with', () => {
  it('are helped three times, then left to a person, and that is said', async () => {
    const { setBack, said } = await looksAt([{ id: 'study-a', type: 'studyWorkflow' }]);
    expect(setBack).toEqual(['study-a', 'study-a', 'study-a']);
    expect(said[3]).toBe(
      'Workflow study-a can’t go on, and is left to a person: it was helped 3 times',
    );
  });

  it('are ended where their study takes them over', async () => {
    const { ended, setBack } = await looksAt([
      { id: 'a-job-1', type: 'doeJobWorkflow' },
      { id: 'cluster-a', type: 'clusterWorkflow' },
    ]);
    expect([...new Set(ended)].sort()).toEqual(['a-job-1', 'cluster-a']);
    expect(setBack).toEqual([]);
  });

  it('are not those whose step was tried a few times', async () => {
    const type = 'studyWorkflow';
    const seen = await looksAt([{ id: 'study-a', type, tries: 4 }]);
    expect(seen.described.length).toBeGreaterThan(1);
    expect([...seen.setBack, ...seen.said]).toEqual([]);
  });

  it('are all looked at, page by page, whatever fails at one of them', async () => {
    const many = Array.from({ length: 120 }, (_, at) => ({
      ...{ id: `a-job-${at}`, type: 'doeJobWorkflow', tries: 1 },
    }));
    const { described, said } = await looksAt(many, (id) => {
      if (id === 'a-job-7') throw new Error('no answer');
    });
    expect(new Set(described).size).toBe(119);
    expect(said[0]).toBe('Could not look whether a workflow can go on');
  });
});
