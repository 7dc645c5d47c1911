import type { Study } from './study.ts';

/** What a study's jobs and its own cluster run on. */
export function hardwareOfStudy({ job, execution }: Study): {
  readonly coreType: string | undefined;
  readonly coresPerSlot: number;
  readonly slots: number;
  /** Hours. */
  readonly walltime: number | undefined;
  readonly cluster?: {
    readonly name: string;
    readonly slots: number;
    readonly walltimeHours?: number | undefined;
    readonly keepWhilePaused?: true;
  };
  readonly usedCluster?: string;
} {
  const { coreType, coresPerSlot, slots, walltime } = job.hardware;
  const { cluster } = execution;
  return {
    ...{ coreType, coresPerSlot, slots, walltime },
    ...(cluster?.kind === 'own' ? { cluster } : {}),
    ...(cluster?.kind === 'existing' ? { usedCluster: cluster.id } : {}),
  };
}
