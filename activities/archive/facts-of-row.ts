import type { JobFacts } from '../../src/archive/index.ts';
import { isTerminalJobStatus, type JobListItem } from '../../src/platform-api/index.ts';
import type { KnownStudy } from './studies-of-jobs.ts';

/** What a rule is asked about, as far as the list's row tells. */
export function factsOfRow(row: JobListItem, study: KnownStudy | undefined): JobFacts {
  const label = row.jobStatus?.content;
  const isEnded = label !== undefined && isTerminalJobStatus(label);
  return {
    name: row.name,
    owner: row.owner ?? undefined,
    analysisNames: row.analysisNames ?? undefined,
    insertedAt: row.dateInserted ?? undefined,
    completed: isEnded ? label.trim().toLowerCase() === 'completed' : undefined,
    study: study ?? studyOfName(row.name),
  };
}

/** A study that isn't in this store, by the name that engines give their jobs. */
function studyOfName(name: string): JobFacts['study'] {
  const study = /^(.+) job \d+ s[0-9a-f]{12} j[0-9a-f]{12}$/u.exec(name)?.[1];
  return study === undefined ? undefined : { id: study, name: study };
}
