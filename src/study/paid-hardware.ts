/** The hardware of a study's jobs, and of the cluster that is made for it, as far as it decides what they cost. Pure. */
import type { Study } from './study.ts';

/** What jobs are paid for by. */
export interface PaidHardware {
  readonly coreType?: string | undefined;
  readonly coreClass?: string | undefined;
  readonly coresPerSlot: number;
  readonly slots: number;
  /** Hours. */
  readonly walltime?: number | undefined;
  /** At the price of low priority. */
  readonly isLowPriority?: true | undefined;
  /** Of a study with a cluster of its own: its cores are those of the jobs. */
  readonly cluster?: PaidCluster | undefined;
}

/** What the cluster of a study is paid for by, beside the cores of its slots. */
export interface PaidCluster {
  readonly slots: number;
  /** Absent: that of the jobs. */
  readonly walltimeHours?: number | undefined;
}

/** A study, or as much of it as its hardware needs. */
type OnHardware = Pick<Study, 'job'> & Partial<Pick<Study, 'execution'>>;

/** What the jobs of a study are paid for by, as its file has it. */
export function paidHardwareOf({ job, execution }: OnHardware): PaidHardware {
  const { coreType, coreClass, coresPerSlot, slots, walltime } = job.hardware;
  return {
    ...(coreType === undefined ? {} : { coreType }),
    ...(coreClass === undefined ? {} : { coreClass }),
    ...{ coresPerSlot, slots },
    ...(walltime === undefined ? {} : { walltime }),
    ...(job.fields['isLowPriority'] === true ? { isLowPriority: true } : {}),
    ...clusterOf(execution),
  };
}

function clusterOf(execution: OnHardware['execution']): Pick<PaidHardware, 'cluster'> {
  const { cluster } = execution ?? {};
  if (cluster?.kind !== 'own') return {};
  const { slots, walltimeHours } = cluster;
  return { cluster: { slots, ...(walltimeHours === undefined ? {} : { walltimeHours }) } };
}

/** Whether both cost the same in all that they do. */
export function isSameHardware(one: PaidHardware, other: PaidHardware): boolean {
  return (
    isSamePrice(one, other) &&
    one.coresPerSlot === other.coresPerSlot &&
    one.slots === other.slots &&
    one.walltime === other.walltime &&
    one.cluster?.slots === other.cluster?.slots &&
    one.cluster?.walltimeHours === other.cluster?.walltimeHours
  );
}

/** Whether a core hour of both costs the same. */
export function isSamePrice(one: PaidHardware, other: PaidHardware): boolean {
  return (
    one.coreType === other.coreType &&
    one.coreClass === other.coreClass &&
    one.isLowPriority === other.isLowPriority
  );
}

/** Such as `4 slots x 2 cores of emerald, walltime 1 h`. */
export function hardwareWords(hardware: PaidHardware): string {
  const { coreType, coreClass, coresPerSlot, slots, walltime, isLowPriority, cluster } = hardware;
  const count = (of: number, what: string): string => `${of} ${what}${of === 1 ? '' : 's'}`;
  return [
    `${count(slots, 'slot')} x ${count(coresPerSlot, 'core')} of ${coreType ?? coreClass ?? 'no core type'}`,
    ...(walltime === undefined ? [] : [`walltime ${walltime} h`]),
    ...(isLowPriority === true ? ['low priority'] : []),
    ...(cluster === undefined
      ? []
      : [
          `on a cluster of ${count(cluster.slots, 'slot')}`,
          ...(cluster.walltimeHours === undefined
            ? []
            : [`its walltime ${cluster.walltimeHours} h`]),
        ]),
  ].join(', ');
}

/** The study with other hardware for its jobs, and for the cluster that is made for it. */
export function onHardware<S extends OnHardware>(study: S, hardware: PaidHardware): S {
  const { type } = study.job.hardware;
  const { coreType, coreClass, coresPerSlot, slots, walltime } = hardware;
  return {
    ...study,
    ...onCluster(study, hardware),
    job: {
      ...study.job,
      ...atPriority(study, hardware),
      hardware: {
        ...(coreType === undefined ? {} : { coreType }),
        ...(coreClass === undefined ? {} : { coreClass }),
        ...{ coresPerSlot, slots },
        ...(walltime === undefined ? {} : { walltime }),
        ...(type === undefined ? {} : { type }),
      },
    },
  };
}

function atPriority({ job }: OnHardware, paid: PaidHardware): object {
  const isLowPriority = paid.isLowPriority === true;
  return isLowPriority === (job.fields['isLowPriority'] === true)
    ? {}
    : { fields: { ...job.fields, isLowPriority } };
}

function onCluster({ execution }: OnHardware, { cluster: paid }: PaidHardware): object {
  const { cluster } = execution ?? {};
  if (cluster?.kind !== 'own' || paid === undefined) return {};
  const { kind, name, keepWhilePaused } = cluster;
  const fixed = { kind, name, ...(keepWhilePaused === undefined ? {} : { keepWhilePaused }) };
  return { execution: { ...execution, cluster: { ...fixed, ...paid } } };
}
