import { walltimeOf } from '../../study/own-cluster.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import { countOf } from '../format-quantities.ts';

/**
 * What can't end within the walltime of the study's own cluster, as sentences.
 * @param runSeconds how long a run is expected to take; undefined where that isn't known
 */
export function tooLongForCluster(
  study: Pick<Study, 'job' | 'execution'>,
  { jobs }: Pick<Plan, 'jobs'>,
  runSeconds: number | undefined,
): readonly string[] {
  const { cluster, retries } = study.execution;
  const { walltimeHours } = walltimeOf(study);
  if (cluster?.kind !== 'own' || walltimeHours === undefined) return [];
  const { runWalltimeSeconds, hardware } = study.job;
  const walltime = `the walltime of ${walltimeHours} h of the cluster ${cluster.name}`;
  const longer = 'give execution.cluster a longer walltime';
  if (runSeconds !== undefined && runSeconds > walltimeHours * 3600) {
    const hours = (runSeconds / 3600).toFixed(1);
    return [
      `a run needs about ${hours} h, more than ${walltime}: none can end on such a cluster; ${longer}`,
    ];
  }
  if (runWalltimeSeconds !== undefined && runWalltimeSeconds > walltimeHours * 3600) {
    const hours = (runWalltimeSeconds / 3600).toFixed(1);
    return [
      `a run may take its runWalltime of ${hours} h, more than ${walltime}: it would be cut before, on every fresh cluster again; ${longer}`,
    ];
  }
  if (runSeconds === undefined) return [];
  const slots = Math.min(cluster.slots, hardware.slots);
  const largest = jobs.reduce((most, each) => Math.max(most, each.expectedRuns), 0);
  const neededHours = (Math.ceil(largest / slots) * runSeconds) / 3600;
  if (neededHours <= walltimeHours) return [];
  return [
    `a job of ${countOf(largest, 'run')} in ${countOf(slots, 'slot')} needs about ${neededHours.toFixed(1)} h, more than ${walltime}: what it hasn't run by then runs again on a fresh one, ${countOf(retries.platform, 'time')} at most; make jobs smaller with execution.runsPerJob`,
  ];
}
