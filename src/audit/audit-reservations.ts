/** Whether what was set aside before a job or cluster was sent is what its hardware takes until its walltime, and whether the ledger has it. */
import { firstRevision } from '../run/first-revision.ts';
import { layout, readCostLimits } from '../store/index.ts';
import { mostHoursByItself, mostHoursOfCluster } from '../study/budget.ts';
import { withUnit } from '../study/committed-words.ts';
import type { AuditBook } from './audit-report.ts';
import { jobWords, type StudyRecords } from './audited-study.ts';
import { isSameAmount } from './is-same-amount.ts';
import type { SetAside } from './set-aside.ts';

/** @param all what was set aside, by records and ledger */
export async function auditReservations(
  records: StudyRecords,
  all: readonly SetAside[],
  book: AuditBook,
): Promise<void> {
  for (const one of all) {
    if (one.reservation === undefined) tellUnkept(one, book);
    else await auditReservation(records, one, one.reservation, book);
  }
  await auditUnreserved(records, new Set(all.map(({ key }) => key)), book);
}

function tellUnkept({ key, place, rows }: SetAside, book: AuditBook): void {
  const [row] = rows;
  if (row === undefined) return;
  const told = `has ${withUnit(row.cost, row.currency)} ${row.reservation} by the ledger (${row.at}), and its record ${place.name} is not there`;
  book.tell('missing', key, told);
}

async function auditReservation(
  { folder, at: plannedAt }: StudyRecords,
  { key, kind, number, place, rows }: SetAside,
  { mostHours, slots, revision, at }: NonNullable<SetAside['reservation']>,
  book: AuditBook,
): Promise<void> {
  const planned = await book.guard(() => plannedAt(revision));
  if (planned === undefined) {
    const told = `was set aside for revision ${revision} of the study by ${place.name}, which can't be read`;
    book.tell('contradiction', key, told);
    return;
  }
  const { study } = planned;
  const isCluster = kind === 'cluster';
  // What runs on the study's own cluster takes nothing beside it, and neither does a cluster that was given up.
  if (mostHours === 0 && (isCluster || study.execution.cluster?.kind === 'own')) return;
  const expected = isCluster ? mostHoursOfCluster(study) : mostHoursByItself(study, slots);
  if (expected !== undefined && !isSameAmount(mostHours, expected)) {
    const told = `has ${mostHours} core hours set aside by ${place.name}, and its hardware takes ${expected} until its walltime`;
    book.tell('not-accounted', key, told);
  }
  const cut = isCluster ? undefined : await book.guard(() => folder.find(layout.jobCut(number)));
  if (slots !== undefined && cut === undefined) {
    const told = `has ${slots} slots by ${place.name}, as one that was cut, and has no record that it was`;
    book.tell('contradiction', key, told);
  }
  if (rows.some((row) => row.reservation === 'reserved' && row.at === at)) return;
  // A worker that dies between the two writes leaves the record alone, until it is asked for once more before it is sent.
  if (isCluster || !(await folder.has(layout.submitTried(number)))) return;
  const told = `was sent with ${mostHours} core hours set aside at ${at} by ${place.name}, and the ledger has no entry of that`;
  book.tell('missing', key, told);
}

/** Jobs that were sent with nothing set aside; only where a limit held all the time, as a job may be sent long after it was asked for. */
async function auditUnreserved(
  records: StudyRecords,
  keys: ReadonlySet<string>,
  book: AuditBook,
): Promise<void> {
  const { folder, jobIds } = records;
  const { study } = await records.at(firstRevision);
  const { cluster, maxCost } = study.execution;
  const changes = await readCostLimits(folder);
  const heldAlways = maxCost !== undefined && changes.every(({ limit }) => limit !== undefined);
  if (!heldAlways || cluster?.kind === 'own') return;
  for (const [jobNumber, jobId] of jobIds) {
    if (keys.has(`job ${jobNumber}`)) continue;
    const sent = await book.guard(() => folder.find(layout.submitTried(jobNumber)));
    if (sent === undefined) continue;
    const told = `was sent at ${sent.at} under a limit of the study's cost, and nothing was set aside for it`;
    book.tell('not-accounted', jobWords(jobNumber, jobId), told);
  }
}
