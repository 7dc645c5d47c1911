/** The hardware of a study's jobs as far as it decides what they cost. Pure. */
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
}

/** What the jobs of a study are paid for by, as its file has it. */
export function paidHardwareOf({ job }: Pick<Study, 'job'>): PaidHardware {
  const { coreType, coreClass, coresPerSlot, slots, walltime } = job.hardware;
  return {
    ...(coreType === undefined ? {} : { coreType }),
    ...(coreClass === undefined ? {} : { coreClass }),
    ...{ coresPerSlot, slots },
    ...(walltime === undefined ? {} : { walltime }),
    ...(job.fields['isLowPriority'] === true ? { isLowPriority: true } : {}),
  };
}

/** Whether both cost the same in all that they do. */
export function isSameHardware(one: PaidHardware, other: PaidHardware): boolean {
  return (
    isSamePrice(one, other) &&
    one.coresPerSlot === other.coresPerSlot &&
    one.slots === other.slots &&
    one.walltime === other.walltime
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
  const { coreType, coreClass, coresPerSlot, slots, walltime, isLowPriority } = hardware;
  const count = (of: number, what: string): string => `${of} ${what}${of === 1 ? '' : 's'}`;
  return [
    `${count(slots, 'slot')} x ${count(coresPerSlot, 'core')} of ${coreType ?? coreClass ?? 'no core type'}`,
    ...(walltime === undefined ? [] : [`walltime ${walltime} h`]),
    ...(isLowPriority === true ? ['low priority'] : []),
  ].join(', ');
}

/** The study with other hardware for its jobs. */
export function onHardware<S extends Pick<Study, 'job'>>(study: S, hardware: PaidHardware): S {
  const { type } = study.job.hardware;
  const { coreType, coreClass, coresPerSlot, slots, walltime } = hardware;
  return {
    ...study,
    job: {
      ...study.job,
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
