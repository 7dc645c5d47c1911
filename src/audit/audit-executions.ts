/** What a platform served on this machine tells beyond its API: each submit that reached it, each start of a run, and jobs that were deleted since. */
import { specRuns } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import { jobWords, type StudyRecords } from './audited-study.ts';
import type { LedgerJob, LocalLedger } from './local-ledger.ts';

/** Restarted runs that are named; all are counted. */
const mostNamed = 10;

/**
 * Compares the platform's own ledger with the study's records.
 * @param shown ids of the jobs with the study's mark that the platform still lists: those are audited by what it says of them
 */
export function auditExecutions(
  local: LocalLedger,
  records: StudyRecords,
  shown: ReadonlySet<string>,
  book: AuditBook,
): void {
  const { jobIds } = records;
  const numberOf = new Map([...jobIds].map(([jobNumber, jobId]) => [jobId, jobNumber]));
  const begunAgain: string[] = [];
  for (const [jobId, job] of local) {
    const jobNumber = numberOf.get(jobId);
    if (jobNumber === undefined) {
      if (!shown.has(jobId)) auditDeletedStranger(jobId, job, book);
      continue;
    }
    const words = jobWords(jobNumber, jobId);
    if (job.submittedAt.length > 1) {
      const times = `was submitted ${job.submittedAt.length} times by the platform's ledger: ${job.submittedAt.join(', ')}`;
      book.tell('paid-twice', words, times);
    }
    if (job.refusedSubmits > 0) {
      book.note(`${words} was submitted once more, which the platform refused: nothing ran twice`);
    }
    begunAgain.push(...auditStarts({ jobNumber, jobId }, job, records, book));
  }
  book.setBegunAgain(begunAgain.length);
  if (begunAgain.length === 0) return;
  const names = begunAgain.slice(0, mostNamed).join(', ');
  book.note(
    `${begunAgain.length === 1 ? '1 run was' : `${begunAgain.length} runs were`} begun more than once within a job that was submitted once, as the platform’s runner died while they ran (${names}${begunAgain.length > mostNamed ? ', …' : ''}): the job isn't paid for twice, but where hours are paid, those of the lost starts are among them`,
  );
}

/** Tells a run that was started without having been lost before. @returns how each run that was begun more than once is named */
function auditStarts(
  { jobNumber, jobId }: { readonly jobNumber: number; readonly jobId: string },
  { runs }: LedgerJob,
  { specs }: StudyRecords,
  book: AuditBook,
): readonly string[] {
  const spec = specs.get(jobNumber);
  const planned = new Map(
    spec === undefined ? [] : specRuns(spec).map(({ platformRun, run }) => [platformRun, run]),
  );
  const begunAgain: string[] = [];
  for (const [platformRun, { started, lost }] of runs) {
    const subject = `run ${planned.get(platformRun) ?? '?'} in ${jobWords(jobNumber, jobId)}`;
    if (started > 1) begunAgain.push(`${subject}: ${started} times`);
    if (started <= 1 + lost) continue;
    const counts = `was started ${started} times by the platform's ledger, and lost ${lost} times`;
    book.tell('paid-twice', subject, counts);
  }
  return begunAgain;
}

/** A job with the study's mark that none of its records has, and that the platform no longer shows. */
function auditDeletedStranger(
  jobId: string,
  { name, submittedAt, endedAt, deletedAt, runs }: LedgerJob,
  book: AuditBook,
): void {
  if (submittedAt.length === 0) return;
  const begun = [...runs.values()].filter(({ started }) => started > 0).length;
  const times = [
    `was submitted at ${submittedAt.join(' and ')}`,
    ...(begun === 0 ? [] : [`began ${begun === 1 ? '1 run' : `${begun} runs`}`]),
    ...(endedAt === undefined ? [] : [`ended at ${endedAt}`]),
    ...(deletedAt === undefined ? [] : [`was deleted at ${deletedAt}`]),
  ];
  book.tell(
    'paid-twice',
    `job ${jobId}`,
    `${times.join(', ')} by the platform's ledger, and is no job of the study's records${name === undefined ? '' : ` (its name was "${name}")`}`,
  );
}
