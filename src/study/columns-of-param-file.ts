/** What a job's param file and case file hold, as streams of blocks. */
import type { PartialJob } from './partial-job.ts';
import type { Plan, PlannedJob } from './plan.ts';
import type { RowColumns } from './row-source.ts';
import { positionOfRun } from './run-order.ts';
import type { Cell } from '../design/cell.ts';
import type { RunColumn, Study } from './study.ts';
import { createRunColumns } from './template-values.ts';

/** Names and blocks of a job's two tables; a block has one entry a name. */
export interface ParamFileColumns {
  readonly paramNames: readonly string[];
  /** One row for each run, or for each row of the design where there is a case file. */
  readonly paramBlocks: () => Iterable<RowColumns>;
  /** Empty where the job has no case file. */
  readonly caseNames: readonly string[];
  readonly caseBlocks: () => Iterable<RowColumns>;
}

const blockRuns = 8192;

/**
 * With a case file the Case variables are in it and the param file has one row for each row of the design; else they are
 * columns of the param file. `run`, `replicate` and `seed` are columns where the templates use them.
 */
export function columnsOfParamFile(
  study: Study,
  plan: Plan,
  job: PlannedJob | PartialJob,
): ParamFileColumns {
  const isCase = plan.columns.map((name) => plan.caseColumns.includes(name));
  const split = (columns: RowColumns, wanted: boolean) =>
    columns.filter((_, index) => isCase[index] === wanted);
  if (!job.usesCaseFile) {
    const extra = study.runColumns ?? [];
    return {
      paramNames: [...plan.columns, ...extra],
      paramBlocks: () => wholeBlocks(study, plan, job, extra),
      caseNames: [],
      caseBlocks: () => [],
    };
  }
  return {
    paramNames: plan.columns.filter((_, index) => isCase[index] === false),
    *paramBlocks() {
      for (const columns of wholeBlocks(study, plan, job, [])) {
        yield split(columns, false).map((column) => everyNth(column, plan.cases));
      }
    },
    caseNames: plan.caseColumns,
    caseBlocks: () => [
      split(plan.block(positionOfRun(plan, job.firstRun), plan.cases).columns, true),
    ],
  };
}

function* wholeBlocks(
  study: Study,
  plan: Plan,
  job: PlannedJob | PartialJob,
  extra: readonly RunColumn[],
): Generator<RowColumns> {
  const valuesOf = extra.length === 0 ? undefined : createRunColumns(study, plan);
  for (const { position, count } of spans(plan, job)) {
    const { runNumbers, columns } = plan.block(position, count);
    if (!valuesOf) yield columns;
    else {
      const values = runNumbers.map((run) => valuesOf(run));
      yield [...columns, ...extra.map((name) => Float64Array.from(values, (one) => one[name]))];
    }
  }
}

/** Neighbouring runs are read together, at most {@link blockRuns} rows rounded to whole cases. */
function* spans(
  plan: Plan,
  job: PlannedJob | PartialJob,
): Generator<{ readonly position: number; readonly count: number }> {
  const most = Math.max(1, Math.floor(blockRuns / plan.cases)) * plan.cases;
  if (!('runs' in job)) {
    const end = positionOfRun(plan, job.lastRun) + 1;
    for (let position = positionOfRun(plan, job.firstRun); position < end; position += most) {
      yield { position, count: Math.min(most, end - position) };
    }
    return;
  }
  for (let start = 0; start < job.runs.length;) {
    const first = job.runs[start] ?? 0;
    let count = 1;
    while (count < most && job.runs[start + count] === first + count) count += 1;
    yield { position: positionOfRun(plan, first), count };
    start += count;
  }
}

function everyNth(
  column: Float64Array | readonly Cell[],
  step: number,
): Float64Array | readonly Cell[] {
  if (step === 1) return column;
  return column instanceof Float64Array
    ? column.filter((_, index) => index % step === 0)
    : column.filter((_, index) => index % step === 0);
}
