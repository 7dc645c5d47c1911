/** Whether the platform's own records of runs say what the outcomes say: what each was given, when it began and ended. */
import type { JobRun, PlatformClient } from '../platform-api/index.ts';
import { differingInput } from '../run/compare-inputs.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { specRuns } from '../store/index.ts';
import { rowOfRun } from '../study/row-of-run.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';
import { lookAgain } from './look-again.ts';

const pageSize = 1_000;

/** The job whose runs are compared. */
interface JobOfRuns {
  readonly jobNumber: number;
  readonly jobId: string;
  readonly subject: string;
  readonly outcomes: readonly RunOutcome[];
}

/** Compares them one by one. @returns false where the platform doesn't serve its records of this job's runs */
export async function auditPlatformRuns(
  platform: PlatformClient,
  { specs, at, ended }: StudyRecords,
  { jobNumber, jobId, subject, outcomes }: JobOfRuns,
  book: AuditBook,
  signal: AbortSignal,
): Promise<boolean> {
  const served = await platform.jobs.runs(jobId, { signal, pageSize });
  if (served === undefined) return false;
  const byNumber = new Map(outcomes.map((outcome) => [outcome.platformRun, outcome]));
  const spec = specs.get(jobNumber);
  const planned = new Map(
    spec === undefined ? [] : specRuns(spec).map(({ platformRun, run }) => [platformRun, run]),
  );
  const { plan } = await at(spec?.revision);
  const unserved = new Map(
    outcomes
      .filter(({ startedAt }) => startedAt !== undefined)
      .map(({ platformRun, run, startedAt }) => [platformRun, { run, startedAt }]),
  );
  let first: typeof served | undefined = served;
  const list = async (): Promise<AsyncIterable<JobRun>> => {
    const rows = first ?? (await platform.jobs.runs(jobId, { signal, pageSize })) ?? noRows();
    first = undefined;
    return rows;
  };
  const rows = lookAgain(
    list,
    ({ id }) => id,
    () => unserved.size > 0,
    signal,
  );
  for await (const { id, variables, dateStarted, dateCompleted } of rows) {
    const run = planned.get(Number(id));
    unserved.delete(Number(id));
    if (run === undefined) {
      book.tell(
        'not-accounted',
        subject,
        `has a run ${id} on the platform that it was not made for`,
      );
      continue;
    }
    const told = variables.flatMap(({ name, value, displayValue }) => {
      const text = displayValue ?? value;
      return text == null ? [] : [[name, String(text)] as const];
    });
    const values = Object.fromEntries(told);
    const differing = differingInput(
      { names: plan.columns, values: rowOfRun(plan, run) },
      { values, source: "the platform's record", isComplete: false, isDisplay: true },
    );
    const outcome = byNumber.get(Number(id));
    if (differing !== undefined && outcome?.status === 'Done') {
      book.tell('contradiction', `run ${run} in ${subject}`, differing);
    }
    if (outcome === undefined) {
      if (ended && dateStarted != null) {
        book.tell(
          'missing',
          `run ${run} in ${subject}`,
          `began at ${dateStarted} by the platform, and what became of it is not in the records`,
        );
      }
      continue;
    }
    for (const [what, kept, found] of [
      ['began', outcome.startedAt, dateStarted],
      ['ended', outcome.endedAt, dateCompleted],
    ] as const) {
      if (kept === undefined || found == null || Date.parse(kept) === Date.parse(found)) continue;
      const times = `${what} at ${found} by the platform, at ${kept} by its outcome`;
      // A run that is restarted after its machine was lost has a later time than when it was judged.
      book.tell('contradiction', `run ${run} in ${subject}`, times);
    }
  }
  for (const { run, startedAt } of unserved.values()) {
    const found = `began at ${startedAt} by its outcome, and the platform has no record of it`;
    book.tell('contradiction', `run ${run} in ${subject}`, found);
  }
  return true;
}

async function* noRows(): AsyncGenerator<JobRun, void, undefined> {
  // Such as of a platform that no longer serves them.
}
