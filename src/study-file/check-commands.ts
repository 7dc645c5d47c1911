import { readCommand, shellVariable, valuesIn, type ForeignName } from '../shell/index.ts';
import { faultsOfExecuted } from './check-executed-values.ts';
import { checkEnvironment, type PlacedValue } from './check-environment.ts';
import { doubtsOf, filesInRun } from './doubtful-commands.ts';
import { doubtsOfUnlisted } from './unlisted-files.ts';
import { doubtsOfShared } from './shared-paths.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import { meantAsValues, unsetInShell } from './left-to-the-shell.ts';
import { namesTakenByCommand } from './check-taken-names.ts';
import type { WrittenJob } from './job-schema.ts';
import type { TemplateFormat } from './template-format.ts';

/** What commands, environment variables and files ask a run for. */
export interface CommandUse {
  readonly names: ReadonlySet<string>;
  /** Values that they mean and don't get, for which there are findings already. */
  readonly empty: ReadonlySet<string>;
  readonly formats: readonly TemplateFormat[];
}

interface WrittenText {
  readonly path: DocumentPath;
  readonly text: string;
}

/** What commands may name. */
interface NamesAround {
  /** Names of input variables, also of those that couldn't be built. */
  readonly inputs: ReadonlySet<string>;
  /** Those that may hold any text. */
  readonly texts: ReadonlySet<string>;
  /** Names of files with a use of their own, such as those that outputs are read from. */
  readonly files: ReadonlySet<string>;
  /** True for a file in the study's folder. */
  readonly isInFolder: (path: string) => boolean;
}

/** Checks the values `${x}` in commands and environment variables, and the files that commands name. */
export function checkCommands(
  job: WrittenJob,
  { inputs, texts: textInputs, files, isInFolder }: NamesAround,
  issues: IssueList,
): CommandUse {
  const analyses = [
    { written: job, path: ['job'] },
    ...(job.jobanalyses ?? []).map((written, index) => ({
      written,
      path: ['job', 'jobanalyses', index],
    })),
  ];
  const values: PlacedValue[] = [];
  const empty = new Set<string>();
  for (const { written, path } of analyses) {
    const texts: WrittenText[] = [
      { path: ['command'], text: written.command },
      { path: ['preProcess', 'command'], text: written.preProcess?.command },
      { path: ['postProcess', 'command'], text: written.postProcess?.command },
      { path: ['preProcessScriptCommand'], text: written.preProcessScriptCommand },
      { path: ['postProcessScriptCommand'], text: written.postProcessScriptCommand },
    ].flatMap(({ path: key, text }) =>
      text === undefined ? [] : [{ path: [...path, ...key], text }],
    );
    for (const { path: place, text } of texts) {
      const inRun = filesInRun(job);
      const around = {
        known: new Set([...inRun, ...files]),
        inputFiles: (written.inputFiles ?? []).map((each) =>
          typeof each === 'string' ? each : each.file,
        ),
        isInFolder,
        isPrepared: written.preProcess !== undefined || written.preProcessScript !== undefined,
      };
      for (const doubt of [
        ...doubtsOf(text, inRun),
        ...doubtsOfUnlisted(text, around),
        ...doubtsOfShared(text),
      ]) {
        issues.warn({ place: { path: place, offset: 0 }, ...doubt });
      }
      const command = readCommand(text, valuesIn(text, inputs));
      values.push(...command.values.map((value) => ({ ...value, where: place.join('.') })));
      const foreign = command.foreign.filter(
        ({ name }) => !Object.hasOwn(written.envVars ?? {}, name),
      );
      for (const found of meantAsValues(foreign, inputs)) {
        const { name, offset, mayBeSet } = found;
        const isSurelyEmpty = inputs.has(name) && !mayBeSet;
        const { message, hint } = isSurelyEmpty ? emptyName(found) : foreignName(found);
        const line = isSurelyEmpty ? lineOf(text, offset) : '';
        const issue = { place: { path: place, offset }, message: `${message}${line}`, hint };
        if (!isSurelyEmpty) issues.warn(issue);
        else {
          issues.refuse(issue);
          empty.add(name);
        }
      }
      for (const found of unsetInShell(foreign, inputs)) {
        const { message, hint } = unsetName(found);
        const where = { path: place, offset: found.offset };
        issues.warn({
          place: where,
          message: `${message}${lineOf(text, found.offset)}`,
          hint,
        });
      }
      for (const { name, offset, isSure, message, hint } of namesTakenByCommand(
        text,
        inputs,
        foreign,
      )) {
        if (Object.hasOwn(written.envVars ?? {}, shellVariable(name))) continue;
        const issue = { place: { path: place, offset }, message, hint };
        if (isSure) issues.refuse(issue);
        else issues.warn(issue);
      }
      for (const { offset, message, hint } of command.faults) {
        const where = { path: place, offset };
        issues.add({ place: where, message: `${message}${lineOf(text, offset)}`, hint });
      }
      for (const { offset, message, hint } of faultsOfExecuted(command.executed, textInputs)) {
        const where = { path: place, offset };
        issues.refuse({ place: where, message: `${message}${lineOf(text, offset)}`, hint });
      }
    }
    values.push(...checkEnvironment(written.envVars ?? {}, { path, inputs }, issues));
  }
  return {
    names: new Set(values.map(({ name }) => name)),
    empty,
    formats: values.flatMap(({ name, format, where }) =>
      format === undefined ? [] : [{ where, name, format }],
    ),
  };
}

type MeantName = ReturnType<typeof meantAsValues>[number];

/** Of a name of the study's that no shell can know. */
function emptyName({ name, written, through }: MeantName) {
  if (through === undefined) {
    return {
      message: `\`${written}\` is a variable of the shell, which nothing sets: it is empty in every run`,
      hint: `write \`\${${name}}\` for the value of the study`,
    };
  }
  return {
    message: `\`${written}\` is taken by the shell of \`${through}\`, for which nothing sets it: it is empty in every run`,
    hint: `write \`$${shellVariable(name)}\` there, which every run has in its environment; or hand the value over: \`sh -c '… "$1" …' sh \${${name}}\``,
  };
}

function foreignName({ written, through, meant }: MeantName) {
  return {
    message: `\`${written}\` is left to the shell${through === undefined ? '' : ` of \`${through}\``}`,
    hint: `did you mean \`\${${meant}}\`, the value of the study?`,
  };
}

/** Of a name that is neither the study's nor set by anything that is seen. */
function unsetName({ name, written, through }: ForeignName) {
  const reader = through === undefined ? '' : ` of \`${through}\``;
  return {
    message: `\`${written}\` is a variable of the shell${reader} that nothing sets: it is empty in every run, unless the machine that runs it sets it`,
    hint: `for a value of the study, name it under \`variables\` and write \`\${${name}}\`; else set it under \`envVars\`, or write \`\${${name}:-}\` where it may be empty`,
  };
}

function lineOf(text: string, offset: number): string {
  const line = text.slice(0, offset).split('\n').length;
  return text.includes('\n') ? ` (line ${line} of the command)` : '';
}

/** Names of values that a text takes by itself: from the environment, or all of them from the file that lists them. */
export function namesTaken(text: string, inputsFile: string): 'all' | ReadonlySet<string> {
  if (text.includes(inputsFile)) return 'all';
  const found = text.matchAll(new RegExp(String.raw`\b${shellVariable('')}(\w+)`, 'gu'));
  return new Set([...found].map(([, name = '']) => name));
}
