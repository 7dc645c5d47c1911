/**
 * One persistent cluster on the platform, with this workflow as its only writer: create, start, lend, end.
 *
 * Input: the study whose settings make it. Waits for borrowers (signals) and for the platform's word on the cluster (one waiting activity).
 * Messages: `borrowCluster`, `returnCluster`; answers with `clusterNews`. Ends with its last borrower; a platform that can't end clusters
 * ends it by walltime. Continues as new when Temporal suggests it. Start is sent only while the statuses say that it wasn't.
 */
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  isCancellation,
  log,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { createActivityProxies, type ActivityProxies } from '../activity-proxies.ts';
import { doOnce, isRefusal, sentenceOf } from '../failures.ts';
import type { ClusterNews, Pace } from '../../src/run/messages.ts';
import { borrowClusterSignal, clusterNewsSignal, returnClusterSignal } from '../messages.ts';

/** Input of {@link clusterWorkflow}. */
export interface ClusterInput {
  readonly name: string;
  /** The study whose snapshot says what hardware and software the cluster has. */
  readonly studyId: string;
  readonly pace: Pace;
  readonly carried?: ClusterState;
}

/** Carried across continue-as-new. */
interface ClusterState {
  clusterId?: string;
  /** The platform's latest word. */
  status: string;
  borrowers: string[];
}

/** Makes, lends and ends one cluster; returns when it is over for everyone. */
export async function clusterWorkflow(input: ClusterInput): Promise<void> {
  const proxies = createActivityProxies(input.pace);
  const state: ClusterState = input.carried ?? { status: 'Not Started', borrowers: [] };
  let everBorrowed = state.borrowers.length > 0;
  setHandler(borrowClusterSignal, ({ studyWorkflowId }) => {
    everBorrowed = true;
    if (!state.borrowers.includes(studyWorkflowId)) state.borrowers.push(studyWorkflowId);
    if (state.status === 'Started') void tell(state, [studyWorkflowId], readyNews(state));
  });
  setHandler(returnClusterSignal, ({ studyWorkflowId }) => {
    state.borrowers = state.borrowers.filter((one) => one !== studyWorkflowId);
  });

  try {
    state.clusterId ??= await createAndStart(input, proxies, state);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await condition(() => everBorrowed);
    await tell(state, state.borrowers, { kind: 'refused', reason: sentenceOf(error) });
    return;
  }

  const ended = await followCluster(proxies, state, state.clusterId, () => everBorrowed);
  if (ended === 'continue') {
    await condition(allHandlersFinished);
    await continueAsNew<typeof clusterWorkflow>({ ...input, carried: state });
  }
  if (ended === 'returned') {
    const { served } = await proxies.write.shutdownCluster({ clusterId: state.clusterId });
    describe(input, state, served ? 'ended' : 'returned; the platform ends it at its walltime');
  }
  const reason = ended === 'lost' ? `its status is ${state.status}` : 'it was ended';
  await tell(state, state.borrowers, { kind: 'lost', clusterId: state.clusterId, reason });

  async function createAndStart(
    { name, studyId, pace }: ClusterInput,
    { once, read }: ActivityProxies,
    cluster: ClusterState,
  ): Promise<string> {
    describe(input, cluster, 'creating');
    const onTrouble = (sentence: string): void => describe(input, cluster, sentence);
    const clusterId = await doOnce({
      attempt: async () => (await once.createCluster({ studyId, name })).clusterId,
      find: async () => (await read.findCluster({ studyId, name })).clusterId,
      lagMs: pace.listLagMs,
      retryMs: pace.retryMs,
      onTrouble,
    });
    await doOnce({
      attempt: async () => {
        await once.startCluster({ clusterId });
        return true;
      },
      find: async () =>
        (await read.readCluster({ clusterId })).status === 'Not Started' ? undefined : true,
      lagMs: pace.listLagMs,
      retryMs: pace.retryMs,
      onTrouble,
    });
    return clusterId;
  }

  /** Follows the platform's word until the cluster is lost, or everyone gave it back. */
  async function followCluster(
    { wait }: ActivityProxies,
    cluster: ClusterState,
    clusterId: string,
    borrowedOnce: () => boolean,
  ): Promise<'lost' | 'returned' | 'continue'> {
    const returned = (): boolean => borrowedOnce() && cluster.borrowers.length === 0;
    for (;;) {
      const scope = new CancellationScope();
      const watching = scope
        .run(() => wait.watchCluster({ clusterId, known: cluster.status }))
        .catch((error: unknown) => {
          if (isCancellation(error)) return undefined;
          throw error;
        });
      const news = await Promise.race([watching, condition(returned)]);
      scope.cancel();
      await watching;
      if (returned()) return 'returned';
      if (news !== undefined) {
        const wasStarted = cluster.status === 'Started';
        cluster.status = news.status;
        describe(input, cluster, news.status);
        if (news.ended) return 'lost';
        if (news.status === 'Started' && !wasStarted) {
          await tell(cluster, cluster.borrowers, readyNews(cluster));
        }
      }
      if (workflowInfo().continueAsNewSuggested) return 'continue';
    }
  }
}

function readyNews(state: ClusterState): ClusterNews {
  return { kind: 'ready', clusterId: state.clusterId ?? '' };
}

async function tell(
  state: ClusterState,
  studies: readonly string[],
  news: ClusterNews,
): Promise<void> {
  for (const study of studies) {
    try {
      await getExternalWorkflowHandle(study).signal(clusterNewsSignal, news);
    } catch (error) {
      log.info('A study that had borrowed the cluster is gone', { study, error });
      state.borrowers = state.borrowers.filter((one) => one !== study);
    }
  }
}

function describe(input: ClusterInput, state: ClusterState, doing: string): void {
  setCurrentDetails(
    [
      `**Persistent cluster ${input.name}**: ${doing}`,
      '',
      `| platform cluster | status | lent to |`,
      `| --- | --- | --- |`,
      `| ${state.clusterId ?? 'not created yet'} | ${state.status} | ${state.borrowers.join(', ') || 'nobody'} |`,
    ].join('\n'),
  );
}
