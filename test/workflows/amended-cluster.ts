/** A study of two jobs, one after the other, on a cluster of its own that is amended while the first is under way. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ReserveCostInput } from '../../src/run/budget-contract.ts';
import { amendStudyUpdate, progressQuery } from '../../workflows/messages.ts';
import type { Scene } from './story-stage.ts';
import { asksAmendment } from './tickets.ts';

export const smallSpec = '2 slots x 1 cores of emerald';
export const wideSpec = '4 slots x 2 cores of ruby';

type Handle = Parameters<NonNullable<Scene['during']>>[0];

/** A scene with the means to end its first job. */
export interface AmendedClusterScene extends Scene {
  /** The jobs under way may be collected. */
  readonly letGo: () => void;
  readonly isUnderWay: (handle: Handle) => Promise<void>;
}

/** @param onReserve told of each question whether something may be paid for */
export function amendedCluster(
  name: string,
  onReserve: (input: ReserveCostInput) => void = () => undefined,
): AmendedClusterScene {
  let letGo = (): void => undefined;
  const isFree = new Promise<void>((resolve) => (letGo = resolve));
  const isUnderWay = async (handle: Handle): Promise<void> => {
    while ((await handle.query(progressQuery)).runs.submitted === 0) await delay(50);
  };
  return {
    ...{ name, letGo, isUnderWay },
    script: {
      plan: {
        ...{ jobs: 2, runCount: 20, maxConcurrentJobs: 1, hasCostLimit: true },
        cluster: { kind: 'own', name: 'beams', spec: smallSpec },
      },
      amended: () => ({
        ...{ runCount: 20, maxConcurrentJobs: 1, maxFailedRuns: 1 },
        ...{ onLimit: 'finish', hasCostLimit: true },
      }),
      clusterSpec: (revision) => (revision === 2 ? wideSpec : smallSpec),
      reserve: (input) => {
        onReserve(input);
        return { verdict: 'fits', why: 'there is room' };
      },
      before: async (activity) => {
        if (activity === 'collectJob') await isFree;
      },
    },
    during: async (handle) => {
      await isUnderWay(handle);
      await handle.executeUpdate(amendStudyUpdate, asksAmendment(2));
      while (!(await handle.query(progressQuery)).notes.includes('Revision 2')) await delay(50);
      letGo();
    },
  };
}
