/** What a study has committed of its limit of cost: by what was set aside before each job and cluster, and by what those that ended took. */
import type { DocumentFolder } from '../objects/index.ts';
import { mostHoursByItself, mostHoursOfCluster, type Commitment } from '../study/budget.ts';
import { onHardware } from '../study/paid-hardware.ts';
import type { Study } from '../study/study.ts';
import { openHardwareBook, type HardwareBook } from './hardware-book.ts';
import { layout, numberOfOutcomes } from './layout.ts';

/** A job or a cluster with what it takes. */
export interface NamedCommitment extends Commitment {
  /** Such as `job 3` or `cluster abc`. */
  readonly name: string;
}

/** How a study stands that is asked what it has committed. */
export interface CommitmentsAsked {
  /** Jobs that may still be sent, where somebody knows; others that never were give back what was set aside. */
  readonly inFlight?: readonly number[];
  /** Nothing goes on. */
  readonly isOver?: boolean;
}

type Records = Pick<DocumentFolder, 'list' | 'find' | 'has'>;

/** Everything for which something was set aside, or that ran without. */
export async function readCommitments(
  folder: Records,
  study: Pick<Study, 'job' | 'execution'>,
  asked: CommitmentsAsked = {},
): Promise<readonly NamedCommitment[]> {
  const book = await openHardwareBook(folder, study);
  return [
    ...(await readJobs(folder, study, asked, book)),
    ...(await readClusters(folder, study, asked.isOver === true, book)),
  ];
}

async function readJobs(
  folder: Records,
  study: Pick<Study, 'job' | 'execution'>,
  { inFlight, isOver = false }: CommitmentsAsked,
  book: HardwareBook,
): Promise<readonly NamedCommitment[]> {
  const [jobs, outcomes] = await Promise.all([
    folder.list(layout.allJobs),
    folder.list(layout.allOutcomes),
  ]);
  const ended = new Set(outcomes.objects.flatMap((name) => numberOfOutcomes(name) ?? []));
  const records = new Map<number, Set<string>>();
  for (const name of jobs.objects) {
    const [, number, kind = ''] =
      /^(\d+)-(reserved|hours|submit|platform|cluster)\.json$/u.exec(name) ?? [];
    if (number === undefined) continue;
    const kinds = records.get(Number(number)) ?? new Set<string>();
    records.set(Number(number), kinds.add(kind));
  }
  const found: NamedCommitment[] = [];
  for (const [jobNumber, kinds] of records) {
    const name = `job ${jobNumber}`;
    const reserved = kinds.has('reserved')
      ? await folder.find(layout.reservation(jobNumber))
      : undefined;
    const hardware = await book.ofJob(jobNumber);
    const price = (await book.priceOf(hardware))?.amount;
    const wasSent = kinds.has('submit');
    // One that was sent without its study's cluster, or for which something is set aside, is paid for by itself.
    const isByItself = !kinds.has('cluster') && (wasSent || reserved !== undefined);
    const isPaidByCluster = study.execution.cluster?.kind === 'own' && !isByItself;
    const mostHours = isPaidByCluster
      ? 0
      : (reserved?.mostHours ?? mostHoursByItself(onHardware(study, hardware)) ?? 0);
    if (ended.has(jobNumber)) {
      const held = kinds.has('hours')
        ? await folder.find(layout.billedHours(jobNumber))
        : undefined;
      const takenHours = isPaidByCluster
        ? 0
        : held !== undefined
          ? held.heldHours * (reserved?.slots ?? hardware.slots) * hardware.coresPerSlot
          : wasSent
            ? mostHours
            : 0;
      found.push({ name, mostHours, takenHours, price });
      continue;
    }
    const mayBeSent = inFlight === undefined ? !isOver : inFlight.includes(jobNumber);
    if (mayBeSent || wasSent) found.push({ name, mostHours, price });
  }
  return found;
}

async function readClusters(
  folder: Records,
  study: Pick<Study, 'job' | 'execution'>,
  isOver: boolean,
  book: HardwareBook,
): Promise<readonly NamedCommitment[]> {
  const found = new Map<string, NamedCommitment>();
  for (let number = 1; ; number += 1) {
    const made = await folder.find(layout.clusterMade(number));
    if (made === undefined) return [...found.values()];
    const { clusterId, refused } = made;
    if (refused === true) continue;
    const hardware = book.ofCluster(made);
    const mostHours = mostHoursOfCluster(onHardware(study, hardware)) ?? 0;
    const price = (await book.priceOf(hardware))?.amount;
    if (clusterId === undefined) {
      // One whose answer was lost is the one that is made next, or there is none.
      if (!isOver) found.set('asked', { name: 'a cluster that is asked for', mostHours, price });
      continue;
    }
    found.delete('asked');
    const life = await folder.find(layout.clusterLife(clusterId));
    const name = `cluster ${clusterId}`;
    found.set(clusterId, {
      ...{ name, mostHours, price },
      ...(life === undefined ? {} : { takenHours: life.coreHours }),
    });
  }
}
