/** Whether the values of the inputs get to the programs of a run. Pure. */
import { compileRunExpression } from '../expressions/compile-run-expression.ts';
import { shellVariable } from '../shell/index.ts';
import type { Variable } from '../study/study.ts';
import type { FilePlace, IssueList } from './issues.ts';
import type { UnrenderedValue } from './unrendered-values.ts';

type IndexedVariable = { readonly variable: Variable; readonly index: number };

/** Where the names of inputs stand. */
export interface ReachOfInputs {
  readonly variables: readonly IndexedVariable[];
  /** Names that stand in a template, a command, an environment variable or a file. */
  readonly used: ReadonlySet<string>;
  /** Those of them that stand somewhere else than in a template's comments. */
  readonly read: ReadonlySet<string>;
  /** The first place of each name that stands in a template's comment. */
  readonly inComments: ReadonlyMap<string, FilePlace>;
  /** Values in files that are copied as they are. */
  readonly unrendered: readonly UnrenderedValue[];
  /** Whether all templates could be read. */
  readonly isWhole: boolean;
}

/** True for a variable whose value a run is given. */
export function isInput({ type }: Variable): boolean {
  return type === 'Param' || type === 'Design' || type === 'Case';
}

/** Refuses inputs that reach no run, and warns of those that reach nothing which reads them. */
export function checkReach(reach: ReachOfInputs, issues: IssueList): void {
  const { variables, inComments, unrendered, isWhole } = reach;
  const used = withDerivation(reach.used, variables);
  const read = withDerivation(reach.read, variables);
  const refused = new Set<string>();
  for (const { variable, index } of variables) {
    const { name } = variable;
    if (!isInput(variable)) continue;
    const comment = inComments.get(name);
    if (!used.has(name)) {
      // What can't be a name can't be used either, and is told where names are checked.
      if (!isWhole || !/^\w+$/u.test(name)) continue;
      refused.add(name);
      issues.refuse({
        place: { path: ['variables', index, 'name'] },
        message: `The variable ${name} reaches no run: no template and no command has \${${name}}`,
        hint: hintOfUnused(
          name,
          unrendered.find((one) => one.name === name),
        ),
      });
    } else if (!read.has(name) && comment !== undefined) {
      issues.warn({
        place: comment,
        message: `\${${name}} stands only in comments, such as this one, which no program reads: ${name} may make no difference to any run`,
        hint: `write \${${name}} where its value is read; or take the variable out`,
      });
    }
  }
  for (const { name, written, place } of unrendered) {
    if (refused.has(name)) continue;
    issues.warn({
      place,
      message: `${place.file} has ${written}, and is one of the \`inputFiles\`, which are copied as they are: the program reads the characters ${written}`,
      hint: `list it under \`templates\` instead: ${templateLine(place.file)}`,
    });
  }
}

function hintOfUnused(name: string, unrendered: UnrenderedValue | undefined): string {
  if (unrendered !== undefined) {
    const { file, line } = unrendered.place;
    return `${file} has ${unrendered.written} in line ${line}, and is one of the \`inputFiles\`, which are copied as they are: list it under \`templates\` instead: ${templateLine(file)}`;
  }
  return `use \${${name}} in a template or the command, read ${shellVariable(name)} from the environment in a script, or remove it`;
}

function templateLine(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return `\`{template: ${file}, as: ${name.replace(/\.(?:in|tmpl|template|tpl|ftl)$/u, '')}}\``;
}

/** With the names that derived variables are made of. */
function withDerivation(
  names: ReadonlySet<string>,
  variables: readonly IndexedVariable[],
): ReadonlySet<string> {
  const all = new Set(names);
  for (const { variable } of variables.toReversed()) {
    if (!all.has(variable.name) || !isInput(variable)) continue;
    if ('source' in variable && variable.source?.kind === 'expression') {
      for (const name of derivedFrom(variable.source.expression, variables)) all.add(name);
    }
  }
  return all;
}

function derivedFrom(text: string, variables: readonly IndexedVariable[]): readonly string[] {
  try {
    return compileRunExpression(text, new Set(variables.map(({ variable }) => variable.name)))
      .names;
  } catch {
    // The expression itself was reported at its place.
    return [];
  }
}
