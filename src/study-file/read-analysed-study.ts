/** The part of a study file that statistics need: a table may be analysed where the job and its files are long gone. */
import type { AnalysedStudy } from '../analysis/index.ts';
import { buildDesign } from './build-design.ts';
import { buildFindings } from './build-findings.ts';
import { buildStatistics } from './build-statistics.ts';
import { buildVariable } from './build-variables.ts';
import { checkDistributions } from './check-distributions.ts';
import { checkExpressions } from './check-expressions.ts';
import { checkNames } from './check-names.ts';
import type { DesignSettings } from '../design/design-settings.ts';
import { designRules, settleDesign } from './design-rules.ts';
import { addShapeIssues } from './describe-shape-issues.ts';
import { IssueList } from './issues.ts';
import { readMeantFile, toError } from './parse-study.ts';
import { findStudyFile, readStudyText } from './read-study.ts';
import { readYaml } from './read-yaml.ts';
import { soundParts } from './sound-parts.ts';
import { studySchema } from './study-schema.ts';

/** A study file without what only running needs. */
const analysedSchema = studySchema.partial({ job: true });

/**
 * Variables, design, findings and statistics of a study file; no file that it names is looked for, and `job` may be absent. The values of
 * Case variables from a file are left to the table.
 * @param path of the study file, or of a folder with `study.yaml`
 * @throws StudyError `STUDY_NOT_FOUND`, `STUDY_INVALID` with all findings at once
 */
export async function readAnalysedStudy(path: string): Promise<AnalysedStudy> {
  const file = await findStudyFile(path);
  return parseAnalysedStudy(readStudyText(file), file);
}

/** {@link readAnalysedStudy} of a text. @param file for findings */
export function parseAnalysedStudy(text: string, file: string): AnalysedStudy {
  const yaml = readYaml(text, file);
  if (!yaml.file) throw toError(yaml.issues, yaml.file, file);
  const issues = new IssueList({ wasAccepted: true });
  const { value, locate } = readMeantFile(yaml, issues);
  const shape = analysedSchema.safeParse(value);
  if (!shape.success) addShapeIssues(issues, shape.error.issues, value);
  const parts = soundParts(value);
  checkNames(parts.variables, issues);
  const design =
    parts.design &&
    buildDesign(
      // How many rows were planned doesn't matter: the table has them.
      { ...parts.design, runs: parts.design.runs ?? 1 },
      parts.variables.map(({ written }) => written),
      issues,
    );
  const variables = parts.variables.flatMap(({ written, index }) => {
    const variable = buildVariable(written, index, {
      isTable: design === undefined || design.method === 'table',
      caseColumn: () => ({ values: [] }),
      issues,
    });
    return variable ? [{ variable, index }] : [];
  });
  const all = variables.map(({ variable }) => variable);
  const brokenNames = parts.brokenNames;
  const findings = buildFindings(parts.findings ?? [], issues);
  const statistics =
    parts.statistics && buildStatistics(parts.statistics, all, brokenNames, issues);
  checkDistributions(variables, issues);
  checkExpressions({ variables, brokenNames, where: design?.where, findings }, issues);
  if (!design || !shape.success || issues.found.length > 0)
    throw toError(issues.found, { locate }, file);
  return {
    name: shape.data.name,
    variables: all,
    design: settleDesign(asWritten(design, parts.design?.runs), all, designRules),
    findings,
    ...(statistics === undefined ? {} : { statistics }),
  };
}

/** Without a number of rows where none is written. */
function asWritten({ runs, ...design }: DesignSettings, written: unknown): DesignSettings {
  return written === undefined || runs === undefined ? design : { ...design, runs };
}
