/**
 * The text of a study file and the files it names -> a study, or every finding at once. Reads nothing by itself: files come
 * from a callback, so that a snapshot in a store is read by the same rules as a folder.
 */
import { StudyError, type StudyIssue } from '../errors.ts';
import type { StringTable } from '../study/string-table.ts';
import type { Study, Variable } from '../study/study.ts';
import { checkCostBound } from './build-cost-limit.ts';
import { buildDesign } from './build-design.ts';
import { buildExecution } from './build-execution.ts';
import { buildFindings } from './build-findings.ts';
import { buildJob } from './build-job.ts';
import { buildRegression } from './build-regression.ts';
import { buildStatistics } from './build-statistics.ts';
import { buildVariable } from './build-variables.ts';
import { findCaseColumn } from './case-files.ts';
import { checkCommands } from './check-commands.ts';
import { checkDesign } from './check-design.ts';
import { checkDistributions } from './check-distributions.ts';
import { checkExpressions } from './check-expressions.ts';
import { checkNames } from './check-names.ts';
import { isInput } from './check-reach.ts';
import { checkTemplates } from './check-templates.ts';
import { designRules, settleDesign } from './design-rules.ts';
import type { TemplateFormat } from './template-format.ts';
import { addShapeIssues } from './describe-shape-issues.ts';
import { warnOfDraft } from './draft-notes.ts';
import { IssueList, type FoundIssue } from './issues.ts';
import { namesOfTexts } from './names-of-texts.ts';
import { buildNotify } from './notify-schema.ts';
import { readAsMeant } from './read-as-meant.ts';
import { readYaml, type YamlFile, type YamlResult } from './read-yaml.ts';
import { StudyFiles, type StudyFileAccess, type StudyFileReference } from './study-files.ts';
import { soundParts, type SoundParts } from './sound-parts.ts';
import { studySchema, type WrittenStudy } from './study-schema.ts';

/** A study with what was read beside it. */
export interface ParsedStudy {
  readonly study: Study;
  /** Every file the study names, each once, in the order of the file. */
  readonly files: readonly StudyFileReference[];
  /** Tables by path as written: the file of a `table` design, and case files. */
  readonly tables: ReadonlyMap<string, StringTable>;
  /** Where templates format numbers by themselves. */
  readonly templateFormats: readonly TemplateFormat[];
  /** What may be right, and probably isn't. */
  readonly warnings: readonly StudyIssue[];
}

/** @throws StudyError `STUDY_INVALID` with every finding, in the order of the file */
export function parseStudy(
  text: string,
  access: StudyFileAccess & {
    readonly file: string;
    /** For a study that was started: checks that are newer than it only warn. */
    readonly wasAccepted?: boolean;
    /** See {@link designRules}. */
    readonly designRules?: number;
  },
): ParsedStudy {
  const yaml = readYaml(text, access.file);
  if (!yaml.file) throw toError(yaml.issues, yaml.file, access.file);
  const issues = new IssueList(access);
  const { value, locate } = readMeantFile(yaml, issues);
  const shape = studySchema.safeParse(value);
  if (!shape.success) addShapeIssues(issues, shape.error.issues, value);
  const parsed = buildStudy(soundParts(value), shape.data, access, issues);
  if (!parsed || issues.found.length > 0) throw toError(issues.found, { locate }, access.file);
  warnOfDraft(text, { file: access.file, variables: parsed.study.variables }, issues);
  return { ...parsed, warnings: inOrderOfFile(issues.warnings, { locate }, access.file) };
}

/** The file as it was meant; adds an issue for all that isn't written so. */
export function readMeantFile(
  { file, issues: ofYaml }: Extract<YamlResult, { readonly file: YamlFile }>,
  issues: IssueList,
): YamlFile {
  const { value, issues: found, asWritten } = readAsMeant(file.value);
  for (const issue of [...ofYaml, ...found]) issues.add(issue);
  return {
    value,
    locate: ({ path, ...place }) => file.locate({ ...place, path: asWritten(path) }),
  };
}

/** @param header name and description, where the whole shape is right */
function buildStudy(
  parts: SoundParts,
  header: Pick<WrittenStudy, 'name' | 'description'> | undefined,
  access: StudyFileAccess & { readonly designRules?: number },
  issues: IssueList,
): Omit<ParsedStudy, 'warnings'> | undefined {
  const files = new StudyFiles(access, issues);
  checkNames(parts.variables, issues);
  const design =
    parts.design &&
    buildDesign(
      parts.design,
      parts.variables.map(({ written }) => written),
      issues,
    );
  if (design?.file !== undefined) files.table(design.file, 'table', ['design', 'file']);
  const variables = parts.variables.flatMap(({ written, index }) => {
    const variable = buildVariable(written, index, {
      // Without a valid design this is unknown, and one fault should give one finding.
      isTable: design === undefined || design.method === 'table',
      caseColumn: (file, name, path) =>
        findCaseColumn(files.table(file, 'case', path), name, path, issues),
      sampleColumn: (file, name, path) =>
        findCaseColumn(files.table(file, 'table', path), name, path, issues),
      issues,
    });
    return variable ? [{ variable, index }] : [];
  });
  const built = new Set(variables.map(({ index }) => index));
  const unbuilt = parts.variables.filter(({ index }) => !built.has(index));
  const brokenNames = [...parts.brokenNames, ...unbuilt.map(({ written }) => written.name)];
  const job = parts.job && buildJob(parts.job, issues);
  if (parts.job) files.addJob(parts.job);
  const execution = buildExecution(parts.execution ?? {}, issues);
  if (job) checkCostBound({ job, execution }, issues);
  const findings = buildFindings(parts.findings ?? [], issues);
  const plain = variables.map(({ variable }) => variable);
  const statistics =
    parts.statistics && buildStatistics(parts.statistics, plain, brokenNames, issues);
  const regression =
    parts.regression && buildRegression(parts.regression, plain, brokenNames, issues);
  checkDistributions(variables, issues);
  checkExpressions({ variables, brokenNames, where: design?.where, findings }, issues);
  const { runColumns, formats } =
    job && parts.job
      ? checkTemplates(
          {
            ...{ job, variables, brokenNames },
            readText: (file) => files.text(file),
            readStart: (file) => files.start(file),
            commands: checkCommands(
              parts.job,
              {
                inputs: namesOfInputs(plain, brokenNames),
                texts: namesOfTexts(plain, files.tables.get(design?.file ?? '')),
                files: namesOfFiles(plain, files.references),
                isInFolder: (path) => access.fileExists(path),
              },
              issues,
            ),
          },
          issues,
        )
      : { runColumns: [], formats: [] };
  if (!job || !design || !header) return undefined;
  const study: Study = {
    name: header.name,
    ...(header.description === undefined ? {} : { description: header.description }),
    variables: plain,
    design: settleDesign(design, plain, access.designRules ?? designRules),
    job,
    execution,
    findings,
    ...(statistics === undefined ? {} : { statistics }),
    ...(regression === undefined ? {} : { regression }),
    ...(parts.notify === undefined ? {} : { notify: buildNotify(parts.notify) }),
    ...(runColumns.length === 0 ? {} : { runColumns }),
  };
  if (issues.found.length === 0) checkDesign(study, files.tables, issues);
  return { study, files: files.references, tables: files.tables, templateFormats: formats };
}

function namesOfInputs(
  variables: readonly Variable[],
  brokenNames: readonly string[],
): ReadonlySet<string> {
  return new Set([...variables.filter(isInput).map(({ name }) => name), ...brokenNames]);
}

/** Files that the study names, and those that runs make. */
function namesOfFiles(
  variables: readonly Variable[],
  references: readonly StudyFileReference[],
): ReadonlySet<string> {
  const made = variables.flatMap((variable) =>
    'source' in variable && variable.source !== undefined && 'file' in variable.source
      ? [variable.source.file]
      : [],
  );
  return new Set([...references.map(({ path }) => path), ...made]);
}

/** All findings as one error, in the order of the file. What is wrong with a value as YAML is told alone. */
export function toError(
  found: readonly FoundIssue[],
  yaml: Pick<YamlFile, 'locate'> | undefined,
  file: string,
): StudyError {
  const placeOf = ({ line, column }: { readonly line: number; readonly column: number }) =>
    `${line}:${column}`;
  const ofYaml = found.flatMap(({ place }) =>
    'file' in place && place.file === file ? [placeOf(place)] : [],
  );
  const isEcho = ({ place }: FoundIssue): boolean =>
    'path' in place && yaml !== undefined && ofYaml.includes(placeOf(yaml.locate(place)));
  return new StudyError(
    'STUDY_INVALID',
    inOrderOfFile(
      found.filter((issue) => !isEcho(issue)),
      yaml,
      file,
    ),
    file,
  );
}

function inOrderOfFile(
  found: readonly FoundIssue[],
  yaml: Pick<YamlFile, 'locate'> | undefined,
  file: string,
): readonly StudyIssue[] {
  const issues = found.map(({ place, message, hint }) => {
    const at = 'path' in place ? { file, ...yaml?.locate(place) } : place;
    return { line: 1, column: 1, ...at, message, ...(hint === undefined ? {} : { hint }) };
  });
  const order = (name: string) => (name === file ? '' : name);
  return issues.sort(
    (a, b) => order(a.file).localeCompare(order(b.file)) || a.line - b.line || a.column - b.column,
  );
}
