import { fileTypes } from '../platform-api/schemas/index.ts';
import type { JobRecord } from './job-record.ts';

/** Ids of all files that a job refers to, each once. */
export function fileIdsOf(record: JobRecord): readonly string[] {
  const ids = [
    ...typedFilesOf(record).keys(),
    ...record.jobanalyses.flatMap((analysis) => analysis.inputFiles.map(({ id }) => id)),
  ];
  return [...new Set(ids)];
}

/** Types of the files that a job refers to as something else than plain inputs, by their ids. */
export function typedFilesOf(record: JobRecord): ReadonlyMap<string, number> {
  const { script, template, parameter, case: caseType } = fileTypes;
  const typed: readonly (readonly [id: string | null, type: number])[] = [
    ...record.jobanalyses.flatMap((analysis) => [
      [analysis.preProcessScript, script] as const,
      [analysis.postProcessScript, script] as const,
      ...analysis.templateTasks.map(({ templateFile }) => [templateFile, template] as const),
    ]),
    [record.caseFile, caseType],
    [record.paramFile, parameter],
  ];
  return new Map(typed.flatMap(([id, type]) => (id === null ? [] : [[id, type]])));
}
