/**
 * Study files: YAML -> study, with every finding at its place; and back to a study error for what shows only in planning.
 * Knows YAML and the file system, nothing of the platform, Temporal or results.
 */
export { parseCostLimit } from './build-cost-limit.ts';
export { canonicalJson, canonicalStudy } from './canonical-study.ts';
export { drafted, fillInTitle, outputToFillIn } from './draft-notes.ts';
export { isReservedName } from './check-names.ts';
export { formatStudyIssues, issueLine } from './format-study-issues.ts';
export { schemaFileName, schemaFileText, schemaLine, studyJsonSchema } from './json-schema.ts';
export { loadSnapshotStudy, type StudySnapshotSource } from './load-snapshot-study.ts';
export { parseStudy, type ParsedStudy } from './parse-study.ts';
export { planGrowth, type PlannedGrowth } from './plan-growth.ts';
export { isPlanFile, planFileText, readPlanFile, type KeptPlan } from './plan-file.ts';
export { hashFile, hashOfFiles, planHash } from './plan-hash.ts';
export { planLoadedStudy } from './plan-loaded-study.ts';
export { parseTable } from './parse-table.ts';
export { parseAnalysedStudy, readAnalysedStudy } from './read-analysed-study.ts';
export { findStudyFile, loadStudyText, readStudy, type LoadedStudy } from './read-study.ts';
export { unsetInShell } from './left-to-the-shell.ts';
export { startedFile } from './started-file.ts';
export { kindOfVariable } from './variable-kinds.ts';
export { NamedFiles, type StudyBounds } from './named-files.ts';
export { keysByRun, keysOfRuns, runsOfPlan, type KeyedRun } from './run-keys.ts';
export { refusedChanges } from './refused-changes.ts';
export type { StudyFileRole } from './study-files.ts';
