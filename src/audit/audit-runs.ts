/** Whether each planned run was paid for once: its attempts follow each other, and nothing follows one that is done. */
import { groupFailures } from '../run/group-failures.ts';
import { revisionOf } from '../run/first-revision.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { reusedJobNumber, specRuns } from '../store/index.ts';
import type { Plan } from '../study/plan.ts';
import type { AuditBook } from './audit-report.ts';
import { groupBy } from './group-by.ts';
import { jobWords, type StudyRecords } from './audited-study.ts';

const blockRuns = 10_000;

export function auditRuns(records: StudyRecords, book: AuditBook): void {
  const { plan, ended, attempts, askedAgain } = records;
  const byRun = groupBy(attempts.flat(), ({ run }) => run);
  book.count('runs', plan.runCount + (plan.includesNominalRun ? 1 : 0));
  book.count('runsEnded', byRun.size);
  book.count('attempts', attempts.flat().length);
  let without = 0;
  const planned = new Set<number>();
  for (const run of plannedRuns(plan)) {
    planned.add(run);
    const outcomes = byRun.get(run);
    if (outcomes === undefined) without += 1;
    else auditAttempts(run, outcomes, askedAgain.get(run), book);
  }
  for (const run of byRun.keys()) {
    if (planned.has(run)) continue;
    book.tell('contradiction', `run ${run}`, 'has an outcome, but the study plans no such run');
  }
  const lost = ended ? lostOutcomes(records) : new Map<number, readonly number[]>();
  for (const [jobNumber, runs] of lost) {
    const subject = jobWords(jobNumber, records.jobIds.get(jobNumber));
    book.tell(
      'missing',
      subject,
      `was submitted, and what became of its runs (${runs.slice(0, 10).join(', ')}${runs.length > 10 ? ', …' : ''}) is not in the records`,
    );
  }
  if (ended && without > 0 && lost.size === 0) {
    book.note(
      `${without} planned ${without === 1 ? 'run has' : 'runs have'} no outcome: withdrawn by an amendment, or when the study ended; not run and not paid for`,
    );
  }
  noteUnproven(records, book);
  auditOutcomesOfJobs(records, book);
}

/** What was paid for and left no proof is no fault of the records, and no reader should take it for a run that failed by itself. */
function noteUnproven({ attempts }: StudyRecords, book: AuditBook): void {
  const cut = attempts.flat().filter((one) => one.status === 'Failed' && one.reason === 'cut');
  for (const { reason, message, runs, example } of groupFailures(cut)) {
    const words = `${subjectOf(runs.length)} paid for and left no result`;
    book.note(`${words}: ${reason}: ${message} (such as run ${example.run})`);
  }
}

function subjectOf(attempts: number): string {
  return attempts === 1 ? '1 attempt of a run was' : `${attempts} attempts of runs were`;
}

/** Runs of jobs that were submitted, by the ledger or the platform, and of which no outcome was kept at all. */
function lostOutcomes({
  specs,
  jobIds,
  collected,
  ledger,
}: StudyRecords): ReadonlyMap<number, readonly number[]> {
  const submitted = new Set(
    ledger.flatMap((entry) =>
      entry.kind === 'effect' &&
      entry.what === 'submit-job' &&
      (entry.effect === 'sent' || entry.effect === 'found')
        ? [entry.key]
        : [],
    ),
  );
  return new Map(
    [...jobIds].flatMap(([jobNumber, jobId]) => {
      const spec = specs.get(jobNumber);
      if (spec === undefined || !submitted.has(jobId) || collected.has(jobNumber)) return [];
      return [[jobNumber, specRuns(spec).map(({ run }) => run)] as const];
    }),
  );
}

/** @param again the revisions with which its owner had it run again though it had ended; absent where they didn't */
function auditAttempts(
  run: number,
  outcomes: readonly RunOutcome[],
  again: readonly number[] | undefined,
  book: AuditBook,
): void {
  const inOrder = [...outcomes].sort((a, b) => a.attempt - b.attempt);
  for (const [index, outcome] of inOrder.entries()) {
    const before = inOrder[index - 1];
    if (before === undefined) continue;
    const subject = `run ${run}`;
    const two = `${attemptWords(before)} and ${attemptWords(outcome)}`;
    if (outcome.attempt === before.attempt) {
      book.tell('paid-twice', subject, `has one attempt two times: ${two}`);
    } else if (before.status === 'Done' && !isAskedAgain(before, outcome, again)) {
      book.tell('paid-twice', subject, `was executed again although it was done: ${two}`);
    }
  }
}

function isAskedAgain(
  before: RunOutcome,
  after: RunOutcome,
  again: readonly number[] = [],
): boolean {
  return again.some((one) => revisionOf(before) < one && revisionOf(after) >= one);
}

function attemptWords({ attempt, jobNumber, platformJob, status }: RunOutcome): string {
  return `attempt ${attempt} in ${jobWords(jobNumber, platformJob)}, ${status}`;
}

/** A collected job has an outcome for each run that it was made for, and for no other one. */
function auditOutcomesOfJobs(records: StudyRecords, book: AuditBook): void {
  const { specs, collected, jobIds, attempts } = records;
  const byJob = groupBy(attempts.flat(), ({ jobNumber }) => jobNumber);
  for (const [jobNumber, outcomes] of byJob) {
    if (jobNumber === reusedJobNumber) continue;
    const subject = jobWords(jobNumber, jobIds.get(jobNumber));
    const spec = specs.get(jobNumber);
    if (spec === undefined) {
      book.tell('missing', subject, `has outcomes, but jobs/${jobNumber}.json is missing`);
      continue;
    }
    const runs = specRuns(spec);
    if (runs.length !== spec.expectedRuns) {
      const counts = `its record jobs/${jobNumber}.json names ${runs.length} runs and expects ${spec.expectedRuns}`;
      book.tell('contradiction', subject, counts);
    }
    const wanted = new Map(runs.map((each) => [each.run, each]));
    for (const { run, attempt, platformJob, platformRun } of outcomes) {
      const made = wanted.get(run);
      if (made?.attempt !== attempt) {
        book.tell(
          'contradiction',
          `run ${run}`,
          `its attempt ${attempt} is told by ${subject}, which was not made for it`,
        );
      } else if (platformRun !== undefined && platformRun !== made.platformRun) {
        book.tell(
          'contradiction',
          `run ${run}`,
          `its outcome is that of run ${platformRun} on the platform, but it is run ${made.platformRun} of ${subject}`,
        );
      }
      if (platformJob !== undefined && platformJob !== jobIds.get(jobNumber)) {
        book.tell(
          'contradiction',
          `run ${run}`,
          `its outcome names the platform's job ${platformJob}, but ${subject} is its job`,
        );
      }
    }
  }
  for (const jobNumber of collected) {
    if (specs.has(jobNumber) || jobNumber === reusedJobNumber) continue;
    const subject = jobWords(jobNumber, jobIds.get(jobNumber));
    book.tell('missing', subject, `is collected, but jobs/${jobNumber}.json is missing`);
  }
}

/** Numbers of the runs that a plan has, in their order. */
export function* plannedRuns(plan: Plan): Generator<number> {
  const total = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  for (let start = 0; start < total; start += blockRuns) {
    yield* plan.block(start, Math.min(blockRuns, total - start)).runNumbers;
  }
}
