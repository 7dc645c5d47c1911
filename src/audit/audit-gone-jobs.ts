/** Whether jobs that the platform shows no longer are accounted for: what they used is known, or it is told what they may have cost. */
import { collect, NotFoundError, type PlatformClient } from '../platform-api/index.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { isJobByItself, layout, readPaidJob } from '../store/index.ts';
import type { AskPlatform } from './ask-platform.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';
import { idsOfLedger } from './ids-of-ledger.ts';
import type { LedgerJob, LocalLedger } from './local-ledger.ts';
import { possibleCost } from './possible-cost.ts';

/** One of the study's own jobs. */
interface GoneJob {
  readonly jobNumber: number;
  readonly jobId: string;
  readonly subject: string;
  readonly outcomes: readonly RunOutcome[];
}

/** A job of the study's records that was deleted on the platform: its records must tell what it used. */
export async function auditGoneJob(
  { folder, study, ledger, collected }: StudyRecords,
  { jobNumber, jobId, subject, outcomes }: GoneJob,
  local: LedgerJob | undefined,
  book: AuditBook,
): Promise<void> {
  const isSubmitted =
    idsOfLedger(ledger).submitted.has(jobId) || (local?.submittedAt.length ?? 0) > 0;
  if (!isSubmitted) {
    book.noteUnseen(
      `${subject} is no longer on the platform: the study never submitted it, so it cost nothing`,
    );
    return;
  }
  book.countGone();
  const made = await book.guard(() => readPaidJob(folder, study, jobNumber));
  const isByItself = await isJobByItself(folder, study, jobNumber);
  const hours = (await book.guard(() => folder.find(layout.billedHours(jobNumber))))?.heldHours;
  const began =
    outcomes.length > 0 || [...(local?.runs.values() ?? [])].some(({ started }) => started > 0);
  if (collected.has(jobNumber) && hours !== undefined && (hours > 0 || !began)) {
    book.noteUnseen(
      `${subject} is no longer on the platform${timesOf(local)}: by the study's records it held its hardware for ${Number(hours.toPrecision(3))} h; that the platform's history, runs, files and fields say the same was not checked`,
    );
    return;
  }
  book.tell(
    'not-accounted',
    subject,
    `was submitted, is no longer on the platform${timesOf(local)}, and the study's records don't tell how long it held its hardware: ${possibleCost(made?.study ?? study, made?.price, isByItself)}; its history, runs, files and fields can't be checked`,
  );
  book.noteUnseen(`${subject} is no longer on the platform`);
}

function timesOf(local: LedgerJob | undefined): string {
  const { submittedAt = [], endedAt, deletedAt } = local ?? {};
  const times = [
    ...(submittedAt.length === 0 ? [] : [`submitted at ${submittedAt.join(' and ')}`]),
    ...(endedAt === undefined ? [] : [`ended at ${endedAt}`]),
    ...(deletedAt === undefined ? [] : [`deleted at ${deletedAt}`]),
  ];
  return times.length === 0 ? '' : ` (by its ledger ${times.join(', ')})`;
}

/**
 * Jobs that the study's ledger of effects names beside those of its records: drafts whose answers were lost, and whatever else was made.
 * @param shown ids of the jobs with the study's mark that the platform lists: those are told by what it says of them
 */
export async function auditJobsBeside(
  {
    platform,
    ask,
    signal,
  }: {
    readonly platform: PlatformClient;
    readonly ask: AskPlatform;
    readonly signal: AbortSignal;
  },
  { folder, study, ledger, jobIds }: StudyRecords,
  {
    shown,
    local,
  }: { readonly shown: ReadonlySet<string>; readonly local: LocalLedger | undefined },
  book: AuditBook,
): Promise<void> {
  const { made, submitted } = idsOfLedger(ledger);
  const known = new Set(jobIds.values());
  for (const jobId of made) {
    if (known.has(jobId) || shown.has(jobId)) continue;
    const subject = `job ${jobId}`;
    const history = await ask(subject, 'its history', () =>
      collect(platform.jobs.statuses(jobId, { signal })).catch((error: unknown) => {
        if (error instanceof NotFoundError) return 'gone' as const;
        throw error;
      }),
    );
    if (history === undefined) continue;
    if (history !== 'gone') {
      if (history.length === 0) book.note(`${subject} was never submitted: no cost`);
      else {
        const found = `was submitted by the platform's history (${history.length} statuses), and is no job of the study's records, although its ledger of effects has made it`;
        book.tell('paid-twice', subject, found);
      }
      continue;
    }
    // Told by the platform's own ledger, or known from it to have cost nothing.
    if (local?.has(jobId) === true) continue;
    const price = await book.guard(() => folder.find(layout.price));
    book.countGone();
    book.noteUnseen(
      `${subject} is of the study's ledger of effects, of none of its records, and no longer on the platform: ${submitted.has(jobId) ? 'it was submitted' : "the ledger has no submit of it; whether anybody else submitted it can't be checked"}; ${possibleCost(study, price)}`,
    );
  }
}
