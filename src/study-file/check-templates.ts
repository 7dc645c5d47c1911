import { suggestion } from '../expressions/suggestion.ts';
import { compileRunExpression } from '../expressions/compile-run-expression.ts';
import { StudyError } from '../errors.ts';
import type { JobSettings, RunColumn, Variable } from '../study/study.ts';
import { parseDecimalPattern } from '../numbers/index.ts';
import { parseTemplate } from '../templates/index.ts';
import type { IssueList } from './issues.ts';

const runColumns: readonly RunColumn[] = ['run', 'replicate', 'seed'];

/** A placeholder that formats its number, such as `${E?string("0.0")}`. */
export interface TemplateFormat {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly format: string;
}

/** What templates need from a run. */
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
}

/**
 * Every placeholder must be an input variable, and every input variable must reach the run: by a template, by a derived
 * variable that does, or by name in a command or script.
 * @returns which of run, replicate and seed the templates use, and where they format numbers
 */
export function checkTemplates(
  { job, variables, brokenNames, readText }: TemplateSubjects,
  issues: IssueList,
): TemplateUse {
  const inputs = variables.filter(({ variable }) => isInput(variable));
  const known = new Set(inputs.map(({ variable }) => variable.name));
  const used = new Set<string>();
  const formats: TemplateFormat[] = [];
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
      } else if (format !== undefined) formats.push({ file, line, name, format });
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
  if (files.size > 0 && isWhole) checkUnused(job, variables, used, readText, issues);
  return { runColumns: runColumns.filter((name) => used.has(name)), formats };
}

function isInput({ type }: Variable): boolean {
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

function checkUnused(
  job: JobSettings,
  variables: TemplateSubjects['variables'],
  used: Set<string>,
  readText: TemplateSubjects['readText'],
  issues: IssueList,
): void {
  const texts = job.analyses.flatMap(({ command, preProcess, postProcess, envVars }) => [
    command,
    ...Object.values(envVars ?? {}),
    ...[preProcess, postProcess].flatMap((one) =>
      one ? [one.command, readText(one.script) ?? ''] : [],
    ),
  ]);
  const words = new Set(texts.flatMap((text) => text.match(/[A-Za-z_][A-Za-z0-9_]*/gu) ?? []));
  for (const { variable } of variables.toReversed()) {
    const isUsed = used.has(variable.name) || words.has(variable.name);
    if (!isUsed || !isInput(variable)) continue;
    used.add(variable.name);
    if ('source' in variable && variable.source?.kind === 'expression') {
      for (const name of derivedFrom(variable.source.expression, variables)) used.add(name);
    }
  }
  for (const { variable, index } of variables) {
    if (!isInput(variable) || used.has(variable.name)) continue;
    issues.at(
      ['variables', index, 'name'],
      `The variable ${variable.name} reaches no run: no template has \${${variable.name}}`,
      'use it in a template, command or script, or remove it',
    );
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
