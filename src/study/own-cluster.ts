/** The cluster that is made for a study. Pure. */
import type { Study } from './study.ts';

/** The walltime of the clusters that are made for a study; nothing where they have none. */
export function walltimeOf({ execution: { cluster }, job }: Pick<Study, 'execution' | 'job'>): {
  readonly walltimeHours?: number;
} {
  if (cluster?.kind !== 'own') return {};
  const walltimeHours = cluster.walltimeHours ?? job.hardware.walltime;
  return walltimeHours === undefined ? {} : { walltimeHours };
}

/** What the cluster of a study is made of, in words; equal for clusters that may stand for each other. */
export function describeCluster(study: Pick<Study, 'execution' | 'job'>): string {
  const { hardware, analyses, fields } = study.job;
  const { cluster } = study.execution;
  const slots = cluster?.kind === 'own' ? cluster.slots : hardware.slots;
  const { walltimeHours } = walltimeOf(study);
  const software = analyses.map(({ analysis: { code, version } }) =>
    version === undefined ? code : `${code} ${version}`,
  );
  return [
    `${slots} slots x ${hardware.coresPerSlot} cores of ${hardware.coreType ?? 'no core type'}`,
    walltimeHours === undefined ? 'no walltime' : `walltime ${walltimeHours} h`,
    ...[...new Set(software)].sort(),
    ...(fields['isLowPriority'] === true ? ['low priority'] : []),
  ].join(', ');
}
