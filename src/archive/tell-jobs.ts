/** What a pass's report tells of each job, from what the pass kept. */
import type { JobChoice, JobOutcome } from './archive-layout.ts';
import type { ToldJob } from './pass-report.ts';

/** What a report is made of. */
export interface PassEvidence {
  readonly selection: readonly JobChoice[];
  readonly archived: readonly JobOutcome[];
  readonly proven: readonly JobOutcome[];
  readonly deleted: readonly JobOutcome[];
  /** Names of the jobs that deletions are about. */
  readonly dueNames: ReadonlyMap<string, string>;
}

/** Every job that the pass has something to say about, by name. */
export function tellJobs(evidence: PassEvidence): readonly ToldJob[] {
  const { selection, archived, proven, deleted, dueNames } = evidence;
  const names = new Map([...dueNames, ...selection.map((job) => [job.jobId, job.name] as const)]);
  const proofs = new Map(proven.map((outcome) => [outcome.jobId, outcome]));
  const tell = (outcome: JobOutcome): ToldJob => {
    const { jobId, version, files, bytes, reason } = outcome;
    return {
      ...{ jobId, name: names.get(jobId) ?? jobId, what: outcome.outcome, files, bytes },
      ...(version === undefined ? {} : { version }),
      ...(reason === undefined ? {} : { reason }),
    };
  };
  const seen = new Set(archived.map(({ jobId }) => jobId));
  const left = selection
    .filter(({ jobId, choice }) => choice !== 'unchanged' && !seen.has(jobId))
    .map(({ jobId, name, choice, reason }): ToldJob => {
      const isLost = choice === 'new' || choice === 'changed';
      const why = isLost ? 'Its batch ended early; see the notes' : reason;
      return {
        ...{ jobId, name, what: isLost ? 'failed' : choice },
        ...(why === undefined ? {} : { reason: why }),
      };
    });
  return [
    ...archived.map((outcome) => tell(proofs.get(outcome.jobId) ?? outcome)),
    ...left,
    ...deleted.map(tell),
  ].toSorted((a, b) => order(a.name, b.name) || order(a.jobId, b.jobId));
}

/** Jobs, files and bytes of the outcomes of one kind. */
export function totalsOf(
  outcomes: readonly JobOutcome[],
  wanted: JobOutcome['outcome'],
): { readonly jobs: number; readonly files: number; readonly bytes: number } {
  const good = outcomes.filter(({ outcome }) => outcome === wanted);
  return {
    jobs: good.length,
    files: good.reduce((sum, { files }) => sum + files, 0),
    bytes: good.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
