import type { ClusterNews } from '../../src/run/messages.ts';
import type { CarriedCluster } from './carried-cluster.ts';
import type { ClusterOrder } from './cluster-order.ts';

/** The studies that asked for a cluster themselves: those that a take-over found may not want it. */
export class Askers {
  readonly #studies: Set<string>;

  constructor({ takesOver }: ClusterOrder, carried: CarriedCluster | undefined) {
    this.#studies = new Set(takesOver === true ? [] : carried?.borrowers);
  }

  add(study: string): void {
    this.#studies.add(study);
  }

  /** News for one of the borrowers; with that another one has the cluster, too, where that one asked for it. @param study its workflow's id */
  newsFor(study: string, news: ClusterNews, borrowers: readonly string[]): ClusterNews {
    const isShared = borrowers.some((other) => other !== study && this.#studies.has(other));
    return isShared && news.kind === 'ready' ? { ...news, shared: true } : news;
  }
}
