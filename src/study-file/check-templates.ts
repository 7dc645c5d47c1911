import { suggestion } from '../expressions/suggestion.ts';
import { compileRunExpression } from '../expressions/compile-run-expression.ts';
import { StudyError } from '../errors.ts';
import { inputsName } from '../run/index.ts';
import { commandsWithoutComments, fileWithoutComments, shellVariable } from '../shell/index.ts';
import type { JobAnalysisSettings, JobSettings, RunColumn, Variable } from '../study/study.ts';
import { parseDecimalPattern } from '../numbers/index.ts';
import { parseTemplate } from '../templates/index.ts';
import { namesTaken, type CommandUse } from './check-commands.ts';
import { unknownNames } from './check-taken-names.ts';
import type { IssueList } from './issues.ts';
import type { TemplateFormat } from './template-format.ts';

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
  const files = new Set(
    job.analyses.flatMap(({ templates }) => templates.map((one) => one.template)),
  );
  for (const file of files) {
    const text = readText(file);
    if (text === undefined) continue;
    for (const { name, format, line, column } of placeholdersOf(text, file, issues)) {
      used.add(name);
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
  const isWhole = [...files].every((file) => readText(file) !== undefined);
  addNamesTaken(subjects, used);
  warnOfUnknownNames(subjects, new Set([...known, ...brokenNames]), issues);
  if (isWhole) checkUnused(job, variables, used, issues);
  return { runColumns: runColumns.filter((name) => used.has(name)), formats };
}

/** True for a variable whose value a run is given. */
export function isInput({ type }: Variable): boolean {
  return type === 'Param' || type === 'Design' || type === 'Case';
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

/** Adds the names of values that commands, scripts and input files take by themselves. */
function addNamesTaken(
  { job, variables, readText, readStart }: TemplateSubjects,
  used: Set<string>,
): void {
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
}

/** Of scripts, templates and input files, which may be made for several studies. */
function warnOfUnknownNames(
  { job, readText, readStart }: TemplateSubjects,
  inputs: ReadonlySet<string>,
  issues: IssueList,
): void {
  const texts = new Map<string, string | undefined>();
  for (const analysis of job.analyses) {
    const { templates, inputFiles } = analysis;
    for (const script of scriptsOf(analysis)) texts.set(script, readText(script));
    for (const { template } of templates) texts.set(template, readText(template));
    for (const { file } of inputFiles) texts.set(file, readStart(file));
  }
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

function checkUnused(
  job: JobSettings,
  variables: TemplateSubjects['variables'],
  used: Set<string>,
  issues: IssueList,
): void {
  for (const { variable } of variables.toReversed()) {
    if (!used.has(variable.name) || !isInput(variable)) continue;
    if ('source' in variable && variable.source?.kind === 'expression') {
      for (const name of derivedFrom(variable.source.expression, variables)) used.add(name);
    }
  }
  for (const { variable, index } of variables) {
    const { name } = variable;
    // What can't be a name can't be used either, and is told where names are checked.
    if (!isInput(variable) || used.has(name) || !/^\w+$/u.test(name)) continue;
    issues.refuse({
      place: { path: ['variables', index, 'name'] },
      message: `The variable ${name} reaches no run: no template and no command has \${${name}}`,
      hint: `use \${${name}} in a template or the command, read ${shellVariable(name)} from the environment in a script, or remove it`,
    });
  }
}

function derivedFrom(text: string, variables: TemplateSubjects['variables']): readonly string[] {
  try {
    return compileRunExpression(text, new Set(variables.map(({ variable }) => variable.name)))
      .names;
  } catch {
    // The expression itself was reported at its place.
    return [];
  }
}
