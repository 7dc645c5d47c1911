import type { AbsenceReason } from '../run/absent-runs.ts';
import { mergeOutcomes } from '../run/run-outcome.ts';
import type { Study } from '../study/study.ts';
import type { PageRuns, ReportCell } from './report.ts';
import { keptRuns } from './kept-runs.ts';
import type { ReportInput } from './report-input.ts';
import { mostRunsOf, sampleRuns } from './sample-runs.ts';
import type { SectionInput } from './section-input.ts';

/** The runs that the page draws and lists, in columns. */
export function reportRuns(input: Omit<SectionInput, 'runs'>): PageRuns {
  const { study, table, attempts, titleOf } = input;
  const truths = truthsOf(study);
  const outcomes = mergeOutcomes(attempts);
  const total = table.accepted.length;
  const most = mostRunsOf(table.columns.length);
  const kept = total > most ? keptRuns(input, most) : [];
  const { places, held } = sampleRuns(total, most, kept);
  const runs = places.map((place) => place + 1);
  return {
    total,
    ...(kept.length > 0 && {
      kept: kept.map(({ words, runs: all }, kind) => words(held[kind] ?? 0, all.length)),
    }),
    runs,
    states: places.map((place) => stateWord(table.absences?.[place])),
    reasons: runs.map((run) => outcomes.get(run)?.reason ?? null),
    ...jobsOf(input, (jobId) => runs.map((run) => jobId(outcomes.get(run)?.jobNumber))),
    columns: table.columns.map(({ name, role, values }) => {
      const cells = places.map((place) => cellOf(values[place]));
      return {
        name,
        title: titleOf(name),
        role,
        isNumeric: cells.every((cell) => typeof cell !== 'string'),
        ...(truths.has(name) && { isTruth: true as const }),
        values: cells,
      };
    }),
  };
}

/** `Done`, `Failed`, `Not run yet`: the words by which the verdict counts. */
function stateWord(why: AbsenceReason | undefined): string {
  const word = why ?? 'done';
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** Which job each run was in, and where the platform shows it; nothing of a study whose jobs aren't known. */
function jobsOf(
  { jobs = [], snapshot: { platform } }: ReportInput,
  ofRuns: (jobId: (jobNumber: number | undefined) => string | null) => readonly (string | null)[],
): Pick<PageRuns, 'jobs' | 'jobPages'> {
  if (jobs.length === 0) return {};
  const ids = new Map<number | undefined, string>(
    jobs.map(({ jobNumber, jobId }) => [jobNumber, jobId]),
  );
  const pages = platform?.kind === 'configured' ? `${platform.baseUrl}jobs` : '';
  return {
    jobs: ofRuns((jobNumber) => ids.get(jobNumber) ?? null),
    ...(/^https?:\/\//iu.test(pages) ? { jobPages: pages } : {}),
  };
}

/** Names of the columns in which 1 and 0 are true and false. */
export function truthsOf({ variables }: Study): ReadonlySet<string> {
  return new Set(
    variables.flatMap((variable) =>
      variable.type === 'Constraint' ||
      (variable.type === 'Output' && variable.valueType === 'boolean')
        ? [variable.name]
        : [],
    ),
  );
}

/** A number that isn't there is null: JSON knows no NaN. */
function cellOf(value: number | string | undefined): ReportCell {
  if (typeof value === 'string') return value;
  return value === undefined || !Number.isFinite(value) ? null : value;
}
