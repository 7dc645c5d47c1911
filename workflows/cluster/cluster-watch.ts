import { CancellationScope, condition, log, patched, workflowInfo } from '@temporalio/workflow';
import type {
  ClusterHolder,
  ClusterReading,
  PlatformClusterTarget,
} from '../../src/run/cluster-contract.ts';
import type { ActivityProxies } from '../activity-proxies.ts';
import type { ClusterOrder } from './cluster-order.ts';

/** What is new with a cluster, and which of those who have it are gone without giving it back. */
interface ClusterHeard extends ClusterReading {
  /** Workflow ids of studies. */
  readonly gone: readonly string[];
}

/** Who has the cluster. */
interface Lent {
  /** Workflow ids of studies. */
  readonly borrowers: readonly string[];
  /** The studies by those ids, as far as they are known. */
  readonly studyIds?: Readonly<Record<string, string>>;
  readonly everBorrowed: boolean;
}

/** Waits for news of a running cluster: of its status, and of those whose lives keep it on. */
export class ClusterWatch {
  readonly #order: ClusterOrder;
  readonly #activities: ActivityProxies;
  readonly #lent: () => Lent;
  /** Studies that asked for it since they were looked at last: they are there, whatever that look saw. */
  readonly #askedSince = new Set<string>();

  constructor(order: ClusterOrder, activities: ActivityProxies, lent: () => Lent) {
    this.#order = order;
    this.#activities = activities;
    this.#lent = lent;
  }

  /** A study asks for the cluster. */
  asked(study: string): void {
    this.#askedSince.add(study);
  }

  /** Returns with the platform's next status, when everyone gave it back, or when who has it has changed. @param known the status that was heard last */
  async next(cluster: PlatformClusterTarget, known: string): Promise<ClusterHeard> {
    const { borrowers } = this.#lent();
    const holders = patched('holders-watched') ? this.#holders() : undefined;
    const isOver = (): boolean => {
      const now = this.#lent();
      const isReturned = now.everBorrowed && now.borrowers.length === 0;
      return isReturned || (holders !== undefined && now.borrowers !== borrowers);
    };
    this.#askedSince.clear();
    const wait = new CancellationScope();
    try {
      const reading = await wait.run(() =>
        Promise.race([
          this.#activities.wait.watchCluster({
            ...{ ...cluster, known },
            ...(holders === undefined ? {} : { holders }),
          }),
          condition(isOver),
        ]),
      );
      if (reading === undefined) return { status: known, ended: false, gone: [] };
      return { ...reading, gone: this.#goneOf(reading.gone ?? []) };
    } finally {
      wait.cancel();
    }
  }

  #goneOf(seen: readonly string[]): readonly string[] {
    const gone = seen.filter((study) => !this.#askedSince.has(study));
    if (gone.length > 0) log.warn('Studies that had the cluster are gone', { gone });
    return gone;
  }

  /** Those who have it; before the first has it, the study that wanted it. */
  #holders(): readonly ClusterHolder[] {
    const { borrowers, studyIds, everBorrowed } = this.#lent();
    if (!everBorrowed) {
      const maker = workflowInfo().parent?.workflowId;
      const { studyId } = this.#order;
      return maker === undefined ? [] : [{ studyWorkflowId: maker, studyId }];
    }
    return borrowers.map((study) => {
      const holder = studyIds?.[study];
      return { studyWorkflowId: study, ...(holder === undefined ? {} : { studyId: holder }) };
    });
  }
}
