import { condition, patched, setCurrentDetails } from '@temporalio/workflow';
import type { ClusterBorrower } from '../../src/run/messages.ts';
import type { ActivityProxies } from '../activity-proxies.ts';
import { doOnce, isRefusal, sentenceOf } from '../failures.ts';
import { Askers } from './askers.ts';
import { findClusterLeft, type ClusterLeft } from './find-cluster-left.ts';
import type { CarriedCluster } from './carried-cluster.ts';
import type { ClusterOrder } from './cluster-order.ts';
import { clusterDetails } from './cluster-details.ts';
import { describeState, isNews, newsOf, type ClusterState } from './cluster-state.ts';
import { ClusterWatch } from './cluster-watch.ts';
import { makeCluster } from './make-cluster.ts';
import { takenOver } from './taken-over.ts';
import { tellStudy } from './tell-study.ts';

/** How long one that the platform turned down waits for a study that wants to hear of it. */
const refusedWait = '10 minutes';

/** One persistent cluster: its state, who borrows it, and the step that leads out of each state. */
export class Cluster {
  readonly #order: ClusterOrder;
  readonly #activities: ActivityProxies;
  #carried: CarriedCluster;
  readonly #watch: ClusterWatch;
  readonly #askers: Askers;
  /** It was turned down, and nobody came to hear of it. */
  #isForsaken = false;

  constructor(order: ClusterOrder, activities: ActivityProxies, carried?: CarriedCluster) {
    this.#order = order;
    this.#activities = activities;
    this.#watch = new ClusterWatch(order, activities, () => this.#carried);
    this.#askers = new Askers(order, carried);
    this.#carried = carried ?? {
      state: { name: 'creating' },
      borrowers: [],
      everBorrowed: false,
    };
    this.#show();
  }

  get carried(): CarriedCluster {
    return this.#carried;
  }

  /** The platform's id of the cluster, once it was made. */
  get held(): string | undefined {
    const { state } = this.#carried;
    return 'clusterId' in state ? state.clusterId : undefined;
  }

  /** True when nothing more happens to the cluster and someone knows it. */
  get isOver(): boolean {
    const { state, everBorrowed } = this.#carried;
    if (state.name === 'refused') return everBorrowed || this.#isForsaken;
    return state.name === 'ended' || state.name === 'unwanted';
  }

  /** Lends the cluster to a study, and sends it the news there is. */
  async lend({ studyWorkflowId: study, studyId }: ClusterBorrower): Promise<void> {
    const { borrowers, studyIds, state } = this.#carried;
    this.#watch.asked(study);
    this.#askers.add(study);
    const isKnown = borrowers.includes(study) && studyIds?.[study] === studyId;
    this.#change({
      everBorrowed: true,
      borrowers: isKnown ? borrowers : [...new Set([...borrowers, study])],
      ...(studyId === undefined ? {} : { studyIds: { ...studyIds, [study]: studyId } }),
    });
    await this.#sendNews([study], state);
  }

  /** Takes the cluster back from a study, unless another one of its name has it. */
  takeBack({ studyWorkflowId: study, studyId }: ClusterBorrower): void {
    const { borrowers, studyIds } = this.#carried;
    const holder = studyIds?.[study];
    if (studyId !== undefined && holder !== undefined && studyId !== holder) return;
    this.#change({ borrowers: borrowers.filter((one) => one !== study) });
  }

  /** Whether this study has the cluster. */
  isLentTo({ studyWorkflowId }: ClusterBorrower): boolean {
    return this.#carried.borrowers.includes(studyWorkflowId);
  }

  /** Whether the cluster was lent, and no other study has it now. */
  isLeftBy({ studyWorkflowId }: ClusterBorrower): boolean {
    const { borrowers, everBorrowed } = this.#carried;
    return everBorrowed && borrowers.every((one) => one === studyWorkflowId);
  }

  /** Does what leads out of the present state, and sends the borrowers the news of the next one. */
  async step(): Promise<void> {
    const before = this.#carried.state;
    const state = await this.#next(before);
    this.#change({ state });
    if (isNews(before, state)) await this.#sendNews(this.#carried.borrowers, state);
  }

  /** Ends the cluster because its workflow was cancelled: whoever has it hears that it is lost, and asks for another one. */
  async endCancelled(): Promise<void> {
    const { state } = this.#carried;
    if (this.isOver) return;
    const found =
      'clusterId' in state ? undefined : await findClusterLeft(this.#order, this.#activities);
    const left = found === undefined ? state : this.#takeOver(found);
    // What was never started ends with its workflow.
    if (!('clusterId' in left)) return;
    const ended = await this.#end(left.clusterId);
    const reason = 'its workflow was cancelled in Temporal';
    this.#change({ state: ended.name === 'ended' ? { ...ended, reason } : ended });
    await this.#sendNews(this.#carried.borrowers, this.#carried.state);
  }

  async #next(state: ClusterState): Promise<ClusterState> {
    switch (state.name) {
      case 'creating':
        return this.#orRefused(() => this.#create());
      case 'starting':
        return this.#orRefused(() => this.#start(state.clusterId));
      case 'running':
        return this.#follow(state.clusterId, state.status);
      case 'returned':
        return this.#end(state.clusterId);
      case 'refused':
        await this.#waitToTell();
        return state;
      case 'ended':
      case 'unwanted':
        return state;
    }
  }

  async #create(): Promise<ClusterState> {
    const { takesOver } = this.#order;
    const left = takesOver === true && (await findClusterLeft(this.#order, this.#activities));
    if (left) return this.#takeOver(left);
    if (this.#isUnwanted) return { name: 'unwanted' };
    return this.#takeOver(await makeCluster(this.#order, this.#activities, this.#doOnceOptions));
  }

  #takeOver(left: ClusterLeft): ClusterState {
    this.#change(takenOver(this.#carried, left, this.#order.studyId));
    return left.state;
  }

  /** For whom the platform's cluster was made. */
  get #maker(): string {
    return this.#carried.madeFor ?? this.#order.studyId;
  }

  /** Start is sent only while the statuses say that it wasn't. */
  async #start(clusterId: string): Promise<ClusterState> {
    const { studyId } = this.#order;
    const { once, read } = this.#activities;
    if (this.#isUnwanted) {
      return { name: 'ended', clusterId, reason: 'every study gave it back before it was started' };
    }
    await doOnce({
      ...this.#doOnceOptions,
      attempt: async () => {
        await once.startCluster({ studyId, clusterId });
        return true;
      },
      find: async () =>
        (await read.readCluster({ studyId, clusterId })).status === 'Not Started'
          ? undefined
          : true,
    });
    return { name: 'running', clusterId, status: 'Not Started' };
  }

  /** Everyone gave it back: nothing is made or started for nobody; engines of before did. */
  get #isUnwanted(): boolean {
    const { everBorrowed, borrowers } = this.#carried;
    return everBorrowed && borrowers.length === 0 && patched('unwanted-not-made');
  }

  async #waitToTell(): Promise<void> {
    const isAsked = (): boolean => this.#carried.everBorrowed;
    if (!patched('holders-watched')) return condition(isAsked);
    this.#isForsaken = !(await condition(isAsked, refusedWait, {
      summary: 'until nobody is expected to ask for the cluster any more',
    }));
  }

  /** Waits for the platform's next status of the cluster, or until everyone gave it back or is gone. */
  async #follow(clusterId: string, known: string): Promise<ClusterState> {
    const { status, ended, gone } = await this.#watch.next(
      { studyId: this.#maker, clusterId },
      known,
    );
    for (const study of gone) this.takeBack({ studyWorkflowId: study });
    const { everBorrowed, borrowers } = this.#carried;
    if (borrowers.length === 0 && (everBorrowed || gone.length > 0)) {
      return { name: 'returned', clusterId };
    }
    if (ended) return { name: 'ended', clusterId, reason: `its status is ${status}` };
    return { name: 'running', clusterId, status };
  }

  async #end(clusterId: string): Promise<ClusterState> {
    const studyId = this.#maker;
    const { served } = await this.#activities.write.shutdownCluster({ studyId, clusterId });
    const reason = served
      ? 'every study gave it back'
      : 'every study gave it back; the platform ends it at its walltime';
    return { name: 'ended', clusterId, reason };
  }

  async #orRefused(work: () => Promise<ClusterState>): Promise<ClusterState> {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { name: 'refused', reason: sentenceOf(error) };
    }
  }

  async #sendNews(studies: readonly string[], state: ClusterState): Promise<void> {
    const news = newsOf(state);
    if (news === undefined) return;
    if (news.kind === 'starting' && !patched('tells-start')) return;
    for (const study of studies) {
      const studyId = this.#carried.studyIds?.[study];
      const borrower = { studyWorkflowId: study, ...(studyId === undefined ? {} : { studyId }) };
      const told = this.#askers.newsFor(study, news, this.#carried.borrowers);
      if (!(await tellStudy(borrower, told))) this.takeBack({ studyWorkflowId: study });
    }
  }

  get #doOnceOptions(): {
    readonly lagMs: number;
    readonly retryMs: number;
    readonly onTrouble: (sentence: string, code?: string) => void;
  } {
    const { listLagMs: lagMs, retryMs } = this.#order.pace;
    return { lagMs, retryMs, onTrouble: (sentence) => this.#show(sentence) };
  }

  #change(change: Partial<CarriedCluster>): void {
    this.#carried = { ...this.#carried, ...change };
    this.#show();
  }

  #show(doing = describeState(this.#carried.state)): void {
    setCurrentDetails(clusterDetails(this.#order.name, this.#carried, doing));
  }
}
