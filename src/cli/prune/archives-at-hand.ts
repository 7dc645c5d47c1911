/** Which copies of a study archives have, and which of them are still to come. */
import {
  crateManifestHash,
  describeFault,
  destinationLayout,
  keyOfOrder,
  openArchiveDestination,
  openCopyLedger,
  parseRule,
  readCrate,
  type ArchiveDestination,
  type ArchiveOrder,
} from '../../archive/index.ts';
import { EngineError } from '../../errors.ts';
import { openDestination } from '../../objects/index.ts';
import { isPlatformOf, layout, type PlatformAtHand, type Store } from '../../store/index.ts';
import { listArchives } from '../archive/archive-order.ts';
import type { CommandContext } from '../context.ts';
import type { ArchivedCopy, Candidate } from './candidate.ts';

/** What the archives say of a study: a proven copy, or why it stays, or nothing. */
export type ArchiveWord =
  { readonly copy: ArchivedCopy } | { readonly keeps: string } | { readonly none: true };

/** Answers for studies of one platform. */
export interface ArchivesAtHand {
  ask(candidate: Candidate): Promise<ArchiveWord>;
  /** Reads a copy from the first byte to the last. @returns what is wrong with it */
  prove(candidate: Candidate, copy: ArchivedCopy): Promise<readonly string[]>;
}

/** An archive that may take jobs of the platform at hand. */
interface Archive {
  readonly name: string;
  /** Absent where its order can't be read. */
  readonly order?: ArchiveOrder;
}

/** Reads the orders of all archives. */
export async function archivesAtHand(
  context: Pick<CommandContext, 'env' | 'now'>,
  store: Store,
  atHand: PlatformAtHand,
): Promise<ArchivesAtHand> {
  const archives: readonly Archive[] = (await listArchives(store))
    .filter(({ order }) => order?.dryRun !== true)
    .filter(({ order }) => order === undefined || isPlatformOf(order.platform, atHand))
    .map(({ name, order }) => (order === undefined ? { name } : { name, order }));
  const opened = new Map<string, Promise<ArchiveDestination>>();
  const open = ({ name, destination }: ArchiveOrder): Promise<ArchiveDestination> => {
    const found =
      opened.get(name) ??
      openDestination(destination, context.env, 'read').then((objects) =>
        openArchiveDestination(objects),
      );
    opened.set(name, found);
    return found;
  };
  return {
    async ask(candidate) {
      let copy: ArchivedCopy | undefined;
      for (const { name, order } of archives) {
        if (order === undefined) return { keeps: `the order of archive ${name} can't be read` };
        if (!(await mayTake(store, order, candidate, context.now()))) continue;
        const missing = await missingIn(store, order, candidate);
        if (missing !== undefined) return { keeps: missing };
        const version = await newestCrate(open, order, candidate.stored.studyId);
        if ('problem' in version) return { keeps: version.problem };
        copy ??= { name, destination: order.destination, version: version.version };
      }
      return copy === undefined ? { none: true } : { copy };
    },
    async prove(candidate, { name, version }) {
      const order = archives.find((archive) => archive.name === name)?.order;
      if (order === undefined) return [`archive ${name} is gone`];
      const destination = await open(order);
      return [
        ...(await faultsOfJobs(store, order, destination, candidate)),
        ...(await faultsOfCrate(destination, candidate.stored.studyId, version)),
      ];
    },
  };
}

/** False where the rule certainly chooses no job of the study; what only the platform knows may be so. */
async function mayTake(
  store: Store,
  { select }: ArchiveOrder,
  { stored: { studyId, snapshot }, jobs }: Candidate,
  now: Date,
): Promise<boolean> {
  const rule = parseRule(select, now.toISOString());
  const study = { id: studyId, name: snapshot.studyName };
  for (const { jobNumber } of jobs) {
    const spec = await store.study(studyId).find(layout.jobSpec(jobNumber));
    if (spec === undefined || rule.mayMatch({ name: spec.jobName, study })) return true;
  }
  return false;
}

/** The engine's own account of the copies, which nobody else writes. */
async function copiesOf(store: Store, order: ArchiveOrder) {
  const key = await keyOfOrder(store.standingOrder('archives', order.name), order);
  return openCopyLedger(store.destinationRecords(key));
}

async function missingIn(
  store: Store,
  order: ArchiveOrder,
  { jobs }: Candidate,
): Promise<string | undefined> {
  const copies = await copiesOf(store, order);
  for (const { jobId } of jobs) {
    const record = await copies.record(jobId);
    if (record?.provenAt === undefined) {
      return `archive ${order.name} has no verified copy of its job ${jobId} yet: doeflow archive trigger ${order.name}`;
    }
  }
  return undefined;
}

async function newestCrate(
  open: (order: ArchiveOrder) => Promise<ArchiveDestination>,
  order: ArchiveOrder,
  studyId: string,
): Promise<{ readonly version: number } | { readonly problem: string }> {
  try {
    const newest = (await (await open(order)).studyRecord(studyId))?.versions.at(-1);
    if (newest !== undefined) return { version: newest.version };
    return {
      problem: `archive ${order.name} has its jobs, but not the study itself yet: doeflow archive trigger ${order.name}`,
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { problem: `what archive ${order.name} has of it is not known: ${error.message}` };
  }
}

async function faultsOfJobs(
  store: Store,
  order: ArchiveOrder,
  destination: ArchiveDestination,
  { jobs }: Candidate,
): Promise<readonly string[]> {
  const copies = await copiesOf(store, order);
  const faults: string[] = [];
  for (const { jobId } of jobs) {
    const record = await copies.record(jobId);
    if (record?.provenAt === undefined) {
      faults.push(`job ${jobId} is not verified any more`);
      continue;
    }
    const proof = await destination.bag(jobId, record.version).readBack();
    if (!proof.ok) faults.push(`job ${jobId}: ${proof.faults.join('; ')}`);
    else if (proof.sha256 !== record.sha256)
      faults.push(`job ${jobId} isn't the copy that was verified`);
  }
  return faults;
}

async function faultsOfCrate(
  destination: ArchiveDestination,
  studyId: string,
  version: number,
): Promise<readonly string[]> {
  const written = (await destination.studyRecord(studyId))?.versions.find(
    (one) => one.version === version,
  );
  if (written === undefined) return ['the study is not in the archive any more'];
  const prefix = destinationLayout.crate(studyId, version);
  const { faults } = await readCrate(destination.objects, prefix);
  if (faults.length > 0) return faults.map(describeFault);
  const hash = await crateManifestHash(destination.objects, prefix);
  return hash === written.sha256
    ? []
    : ['the manifest of the study isn’t the one that was written'];
}
