import { mergeOutcomes } from '../run/run-outcome.ts';
import { stateOfRun } from '../run/run-state.ts';
import { titlesOf } from './axis-title.ts';
import type { PageRuns, ReportCell } from './report.ts';
import type { ReportInput } from './report-input.ts';
import { mostRunsOf, sampleRuns } from './sample-runs.ts';

/** The runs that the page draws and lists, in columns. */
export function reportRuns({ study, table, attempts, isStudyOver }: ReportInput): PageRuns {
  const outcomes = mergeOutcomes(attempts);
  const titleOf = titlesOf(study.variables);
  const total = table.accepted.length;
  const places = sampleRuns(total, mostRunsOf(table.columns.length));
  const runs = places.map((place) => place + 1);
  return {
    total,
    runs,
    states: runs.map((run) => stateOfRun({ outcome: outcomes.get(run), isStudyOver })),
    reasons: runs.map((run) => outcomes.get(run)?.reason ?? null),
    columns: table.columns.map(({ name, role, values }) => {
      const cells = places.map((place) => cellOf(values[place]));
      return {
        name,
        title: titleOf(name),
        role,
        isNumeric: cells.every((cell) => typeof cell !== 'string'),
        values: cells,
      };
    }),
  };
}

/** A number that isn't there is null: JSON knows no NaN. */
function cellOf(value: number | string | undefined): ReportCell {
  if (typeof value === 'string') return value;
  return value === undefined || !Number.isFinite(value) ? null : value;
}
