/** The studies that wait for the next cluster of a name: while one ends, nobody gets it. */
import type { ClusterBorrower } from '../../src/run/messages.ts';
import type { ClusterOrder } from './cluster-order.ts';
import type { ClusterState } from './cluster-state.ts';
import type { CarriedCluster } from './carried-cluster.ts';
import { tellStudy } from './tell-study.ts';

/** States in which a cluster is lent to nobody any more. */
const onItsWayDown: readonly ClusterState['name'][] = ['returned', 'ended', 'unwanted'];

/** How the next cluster of a name begins. */
type NextCluster = ClusterOrder & { readonly carried: CarriedCluster };

/** Who waits behind one cluster, and what may share it. */
export class WaitingList {
  readonly #order: ClusterOrder;
  #studies: readonly ClusterBorrower[];

  constructor(order: ClusterOrder, studies: readonly ClusterBorrower[] = []) {
    this.#order = order;
    this.#studies = studies;
  }

  get studies(): readonly ClusterBorrower[] {
    return this.#studies;
  }

  /** Puts a study that can't have the present cluster behind it; false where it can. */
  add(study: ClusterBorrower, state: ClusterState): boolean {
    const isTheLast = 'clusterId' in state && state.clusterId === study.unlike;
    if (!isTheLast && !onItsWayDown.includes(state.name)) return false;
    this.wait(study);
    return true;
  }

  /** Puts a study behind the present cluster. */
  wait(study: ClusterBorrower): void {
    this.remove(study);
    this.#studies = [...this.#studies, study];
  }

  /** Whether the study wants a cluster of something else than the present one. */
  wantsOther(study: ClusterBorrower): boolean {
    return differs(study, this.#order);
  }

  /** The study wants none any more. */
  remove({ studyWorkflowId }: ClusterBorrower): void {
    this.#studies = this.#studies.filter((one) => one.studyWorkflowId !== studyWorkflowId);
  }

  /** Tells a study whose cluster would be made of something else that the name is taken; false for one that may share it. */
  async turnDown(study: ClusterBorrower): Promise<boolean> {
    if (!this.wantsOther(study)) return false;
    await this.#tellTaken(study, this.#order);
    return true;
  }

  /** The next cluster of the name, made for the first that waits and lent to all that may share it; undefined where nobody waits. */
  async next(): Promise<NextCluster | undefined> {
    for (;;) {
      const first = this.#studies[0];
      if (first === undefined) return undefined;
      const other = this.#studies.find((study) => differs(study, first));
      if (other === undefined) return this.#orderFor(first);
      this.remove(other);
      await this.#tellTaken(other, first);
    }
  }

  #orderFor({ studyId = this.#order.studyId, spec }: ClusterBorrower): NextCluster {
    const { name, pace } = this.#order;
    const named = this.#studies.flatMap(({ studyWorkflowId, studyId: id }) =>
      id === undefined ? [] : [[studyWorkflowId, id] as const],
    );
    return {
      ...{ name, pace, studyId },
      ...(spec === undefined ? {} : { spec }),
      carried: {
        state: { name: 'creating' },
        borrowers: this.#studies.map(({ studyWorkflowId }) => studyWorkflowId),
        studyIds: Object.fromEntries(named),
        everBorrowed: true,
      },
    };
  }

  async #tellTaken(study: ClusterBorrower, holder: Made): Promise<void> {
    const whose = `study ${holder.studyId ?? this.#order.studyId} has a cluster of the name ${this.#order.name}`;
    const reason = `${whose} with ${holder.spec}, and this study wants ${study.spec}`;
    await tellStudy(study, { kind: 'taken', reason });
  }
}

/** What a cluster is made of, and for which study. */
type Made = Pick<ClusterBorrower, 'studyId' | 'spec'>;

/** Those of which an engine of before didn't say what they are made of may share one. */
function differs(a: Made, b: Made): boolean {
  return a.spec !== undefined && b.spec !== undefined && a.spec !== b.spec;
}
