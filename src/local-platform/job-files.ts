import type { JobRecord } from './job-record.ts';

/** Ids of all files that a job refers to, each once. */
export function fileIdsOf(record: JobRecord): readonly string[] {
  const ids = [
    record.paramFile,
    record.caseFile,
    ...record.jobanalyses.flatMap((analysis) => [
      ...analysis.inputFiles.map(({ id }) => id),
      ...analysis.templateTasks.map(({ templateFile }) => templateFile),
      analysis.preProcessScript,
      analysis.postProcessScript,
    ]),
  ];
  return [...new Set(ids)].filter((id) => id !== null);
}
