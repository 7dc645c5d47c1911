/** The tables a study leaves: design.csv, results.csv, runs.csv. Equal bytes for equal outcomes, whatever happened on the way. */
import type { SlotsOfJobs } from '../study/cost.ts';
import type { Study } from '../study/study.ts';
import type { Plan } from '../study/plan.ts';
import { csvLines } from './csv-text.ts';
import { ownDesignRows } from './design-rows.ts';
import { sharedDesignRows, sharesRows } from './shared-design-rows.ts';
import { tableCell } from './table-cell.ts';
import type { ChunkSink } from '../files/index.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { hasReused, sourceColumn, sourceText } from '../run/reused-from.ts';
import { revisionOf } from '../run/first-revision.ts';
import { hasRevisions, revisionColumn } from '../run/revision-of.ts';
import { endedStateOf, stateOfRun, type RunState } from '../run/run-state.ts';

const blockRuns = 4096;

/** What a table calls a run that was stopped. */
type StoppedAs = Extract<RunState, 'Stopped' | 'Failed'>;

function told(state: RunState, stoppedAs: StoppedAs): RunState {
  return state === 'Stopped' ? stoppedAs : state;
}

/** design.csv: `run`, `replicate` where there are several, and the input variables; the nominal run first. */
export async function writeDesignTable(sink: ChunkSink, _study: Study, plan: Plan): Promise<void> {
  await sink(designLines(plan));
}

async function* designLines(plan: Plan): AsyncGenerator<string | Uint8Array> {
  yield csvLines([['run', ...plan.columns]]);
  yield* sharesRows(plan) ? sharedDesignRows(plan) : ownDesignRows(plan);
}

function* blocks(plan: Plan) {
  const total = plan.runCount + (plan.includesNominalRun ? 1 : 0);
  for (let start = 0; start < total; start += blockRuns) {
    yield plan.block(start, Math.min(blockRuns, total - start));
  }
}

/**
 * results.csv: `run`, variables in display order, `status`, `reason`, the revision of the study's files where the runs have several, and where
 * the row came from where some are reused.
 * @param isStudyOver decides what a run without outcome is
 * @param withdrawn runs that amendments withdrew, each with the revision that did
 * @param stoppedAs the status of a run that was stopped: `Failed` in tables of earlier versions
 */
export async function writeResultsTable(
  sink: ChunkSink,
  study: Study,
  plan: Plan,
  outcomes: ReadonlyMap<number, RunOutcome>,
  isStudyOver: boolean,
  withdrawn: ReadonlyMap<number, number> = new Map(),
  stoppedAs: StoppedAs = 'Stopped',
): Promise<void> {
  await sink(resultLines(study, plan, outcomes, isStudyOver, withdrawn, stoppedAs));
}

function* resultLines(
  study: Study,
  plan: Plan,
  outcomes: ReadonlyMap<number, RunOutcome>,
  isStudyOver: boolean,
  withdrawn: ReadonlyMap<number, number>,
  stoppedAs: StoppedAs,
): Iterable<string> {
  const names = study.variables.map(({ name }) => name);
  const revised = hasRevisions(outcomes.values()) || withdrawn.size > 0;
  const reused = hasReused(outcomes.values());
  const further = [
    ...(revised ? [revisionColumn(study.variables)] : []),
    ...(reused ? [sourceColumn(study.variables)] : []),
  ];
  yield csvLines([['run', ...names, 'status', 'reason', ...further]]);
  for (const { runNumbers, columns } of blocks(plan)) {
    const place = new Map(plan.columns.map((name, index) => [name, columns[index]]));
    yield csvLines(
      runNumbers.map((run, row) => {
        const outcome = outcomes.get(run);
        return [
          String(run),
          ...names.map((name) =>
            tableCell(place.has(name) ? place.get(name)?.[row] : outcome?.values[name]),
          ),
          told(stateOfRun({ outcome, isStudyOver, isWithdrawn: withdrawn.has(run) }), stoppedAs),
          outcome?.reason ?? '',
          ...(revised
            ? [outcome === undefined ? (withdrawn.get(run) ?? '') : revisionOf(outcome)].map(String)
            : []),
          ...(reused ? [outcome === undefined ? '' : sourceText(outcome)] : []),
        ];
      }),
    );
  }
}

/** runs.csv: every attempt of every run, with its revision where there are several, and where it came from where some are reused. @param slots what the slots of their jobs cost; `cost` stays empty without it. @param stoppedAs as for results.csv */
export async function writeRunsTable(
  sink: ChunkSink,
  attempts: readonly (readonly RunOutcome[])[],
  slots?: SlotsOfJobs,
  stoppedAs: StoppedAs = 'Stopped',
): Promise<void> {
  const rows = attempts.flat().sort((a, b) => a.run - b.run || a.attempt - b.attempt);
  const revised = hasRevisions(rows);
  const reused = hasReused(rows);
  const header = [
    'run',
    'attempt',
    'status',
    'reason',
    'job',
    'platformJob',
    'platformRun',
    'started',
    'ended',
    'elapsedSeconds',
    'cost',
    'exitCode',
    'message',
    ...(revised ? ['revision'] : []),
    ...(reused ? ['reusedFrom'] : []),
  ];
  await sink(runLines());

  function* runLines(): Iterable<string> {
    yield csvLines([header]);
    for (let start = 0; start < rows.length; start += blockRuns) {
      yield csvLines(rows.slice(start, start + blockRuns).map(cellsOf));
    }
  }

  function cellsOf(outcome: RunOutcome): readonly (string | number)[] {
    return [
      outcome.run,
      outcome.attempt,
      told(endedStateOf(outcome), stoppedAs),
      outcome.reason ?? '',
      outcome.reusedFrom === undefined ? outcome.jobNumber : '',
      outcome.platformJob ?? '',
      outcome.platformRun ?? '',
      outcome.startedAt ?? '',
      outcome.endedAt ?? '',
      outcome.elapsedSeconds ?? '',
      costOf(outcome, slots?.hourCost(outcome.jobNumber)),
      outcome.exitCode ?? '',
      tableCell(outcome.message),
      ...(revised ? [revisionOf(outcome)] : []),
      ...(reused ? [sourceText(outcome)] : []),
    ];
  }
}

function costOf({ elapsedSeconds }: RunOutcome, slotHour: number | undefined): number | '' {
  return slotHour === undefined || elapsedSeconds === undefined
    ? ''
    : (slotHour * elapsedSeconds) / 3600;
}
