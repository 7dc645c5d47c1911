import { suggestion } from '../expressions/suggestion.ts';
import { StudyError } from '../errors.ts';
import { inputsName } from '../run/index.ts';
import { commandsWithoutComments, fileWithoutComments } from '../shell/index.ts';
import type { JobAnalysisSettings, JobSettings, RunColumn, Variable } from '../study/study.ts';
import { parseDecimalPattern } from '../numbers/index.ts';
import { parseTemplate } from '../templates/index.ts';
import { namesTaken, type CommandUse } from './check-commands.ts';
import { checkReach, isInput } from './check-reach.ts';
import { unknownNames } from './check-taken-names.ts';
import type { FilePlace, IssueList } from './issues.ts';
import { warnOfLineEnds } from './line-ends.ts';
import { templateWithoutComments } from './template-comments.ts';
import type { TemplateFormat } from './template-format.ts';
import { unrenderedValues, type UnrenderedValue } from './unrendered-values.ts';

const runColumns: readonly RunColumn[] = ['run', 'replicate', 'seed'];

/** What templates and commands need from a run. */
export interface TemplateUse {
  readonly runColumns: readonly RunColumn[];
  readonly formats: readonly TemplateFormat[];
}

/** What templates are checked against. */
export interface TemplateSubjects {
  readonly job: JobSettings;
  readonly variables: readonly { readonly variable: Variable; readonly index: number }[];
  /** Names of variables that couldn't be built: known, so that one fault gives one finding. */
  readonly brokenNames: readonly string[];
  /** Text of a template or script; undefined where it can't be read (an issue was added then). */
  readonly readText: (file: string) => string | undefined;
  /** The beginning of an input file, which may be large, or no text; undefined where it can't be read. */
  readonly readStart: (file: string) => string | undefined;
  readonly commands: CommandUse;
}

/**
 * Every placeholder must be an input variable, and every input variable must reach the run: by a template, by a command or environment
 * variable, by a derived variable that does, or by `DOEFLOW_VAR_name` in a command, script or input file.
 * @returns which of run, replicate and seed are used, and where numbers are formatted
 */
export function checkTemplates(subjects: TemplateSubjects, issues: IssueList): TemplateUse {
  const { job, variables, brokenNames, readText, commands } = subjects;
  const inputs = variables.filter(({ variable }) => isInput(variable));
  const known = new Set(inputs.map(({ variable }) => variable.name));
  const used = new Set([...commands.names, ...commands.empty]);
  const formats: TemplateFormat[] = [...commands.formats];
  const files = new Map(
    job.analyses.flatMap(({ templates }) => templates.map(({ template, as }) => [template, as])),
  );
  const inComments = new Map<string, FilePlace>();
  const read = new Set(used);
  for (const [file, as] of files) {
    const text = readText(file);
    if (text === undefined) continue;
    const bare = templateWithoutComments(as, text).split('\n');
    for (const { name, format, line, column } of placeholdersOf(text, file, issues)) {
      used.add(name);
      if (bare[line - 1]?.startsWith('${', column - 1) === true) read.add(name);
      else if (!inComments.has(name)) inComments.set(name, { file, line, column });
      const pattern = format === undefined ? undefined : parseDecimalPattern(format);
      if (pattern && 'message' in pattern) {
        issues.add({ place: { file, line, column }, message: pattern.message });
      } else if (format !== undefined) formats.push({ where: `${file}:${line}`, name, format });
      if (known.has(name) || brokenNames.includes(name)) continue;
      if (runColumns.some((one) => one === name)) continue;
      const isOutput = variables.some(({ variable }) => variable.name === name);
      issues.add({
        place: { file, line, column },
        message: isOutput
          ? `Expected an input variable in \${${name}}, got one that runs produce`
          : `Expected a variable of the study in \${${name}}, got an unknown name`,
        hint: suggestion(name, known) ?? `known: ${[...known, ...runColumns].join(', ')}`,
      });
    }
  }
  const taken = namesTakenByFiles(subjects);
  for (const name of taken) {
    used.add(name);
    read.add(name);
  }
  const texts = textsOf(subjects);
  warnOfUnknownNames(texts, new Set([...known, ...brokenNames]), issues);
  warnOfLineEnds(texts, issues);
  const unrendered = unrenderedIn(subjects, { inputs: known, templates: files });
  const isWhole = [...files.keys()].every((file) => readText(file) !== undefined);
  checkReach({ variables, used, read, inComments, unrendered, isWhole }, issues);
  return { runColumns: runColumns.filter((name) => used.has(name)), formats };
}

function placeholdersOf(text: string, file: string, issues: IssueList) {
  try {
    return parseTemplate(text, { file }).placeholders;
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    for (const { file: place, line, column, message, hint } of error.issues) {
      issues.add({ place: { file: place, line, column }, message, hint });
    }
    return [];
  }
}

/** The names of values that commands, scripts and input files take by themselves. */
function namesTakenByFiles({
  job,
  variables,
  readText,
  readStart,
}: TemplateSubjects): ReadonlySet<string> {
  const used = new Set<string>();
  const bare = (file: string, text: string | undefined) => fileWithoutComments(file, text ?? '');
  const texts = job.analyses.flatMap((analysis) => [
    ...commandsOf(analysis).map(commandsWithoutComments),
    ...scriptsOf(analysis).map((script) => bare(script, readText(script))),
    ...analysis.templates.map(({ template }) => readText(template) ?? ''),
    ...analysis.inputFiles.map(({ file }) => bare(file, readStart(file))),
  ]);
  for (const text of texts) {
    const names = namesTaken(text, inputsName);
    for (const name of names === 'all' ? variables.map(({ variable }) => variable.name) : names) {
      used.add(name);
    }
  }
  return used;
}

/** Values in input files that are copied as they are. */
function unrenderedIn(
  { job, readStart }: TemplateSubjects,
  {
    inputs,
    templates,
  }: { readonly inputs: ReadonlySet<string>; readonly templates: ReadonlyMap<string, string> },
): readonly UnrenderedValue[] {
  const commands = job.analyses.flatMap(commandsOf).join('\n');
  const files = new Set(
    job.analyses.flatMap(({ inputFiles }) => inputFiles.map((one) => one.file)),
  );
  return [...files]
    .filter((file) => !templates.has(file))
    .flatMap((file) => unrenderedValues(file, readStart(file) ?? '', { inputs, commands }));
}

/** What comes to a run with the study: scripts and templates whole, input files as they begin. */
function textsOf({
  job,
  readText,
  readStart,
}: TemplateSubjects): ReadonlyMap<string, string | undefined> {
  const texts = new Map<string, string | undefined>();
  for (const analysis of job.analyses) {
    const { templates, inputFiles } = analysis;
    for (const script of scriptsOf(analysis)) texts.set(script, readText(script));
    for (const { template } of templates) texts.set(template, readText(template));
    for (const { file } of inputFiles) texts.set(file, readStart(file));
  }
  return texts;
}

/** Of scripts, templates and input files, which may be made for several studies. */
function warnOfUnknownNames(
  texts: ReadonlyMap<string, string | undefined>,
  inputs: ReadonlySet<string>,
  issues: IssueList,
): void {
  for (const [file, written = ''] of texts) {
    const text = fileWithoutComments(file, written);
    for (const { offset, message, hint } of unknownNames(text, inputs)) {
      const before = text.slice(0, offset).split('\n');
      const place = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
      issues.warn({ place, message, hint });
    }
  }
}

function scriptsOf({ preProcess, postProcess }: JobAnalysisSettings): readonly string[] {
  return [preProcess?.script, postProcess?.script].flatMap((script) => script ?? []);
}

function commandsOf({ command, preProcess, postProcess }: JobAnalysisSettings): readonly string[] {
  return [preProcess?.command, command, postProcess?.command].flatMap((text) => text ?? []);
}
