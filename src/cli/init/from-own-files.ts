/** Studies drafted from what an engineer has: a command, a CSV of points, or a template of an input file. */
import { UsageError } from '../../errors.ts';
import { readCommand, type ForeignName } from '../../shell/index.ts';
import { parseTable, startedFile, unsetInShell } from '../../study-file/index.ts';
import {
  namesInPlaces,
  outputHints,
  proposeInputs,
  unusablePlaces,
  withDollars,
} from './placeholders.ts';
import { draftAnalysis, draftHardware, type DraftEntry, type StudyDraft } from './study-draft.ts';
import { StudyNames } from './study-names.ts';

export interface DraftContext {
  /** Of the study. */
  readonly name: string;
  /** What it is made of, as the person named it. */
  readonly source: string;
  /** Ranges that a person said, by variable. */
  readonly ranges: ReadonlyMap<string, readonly [number, number]>;
  /** Gives the path of a file beside the source, as the study file has to write it; undefined where there is none. */
  readonly fileBeside: (word: string) => string | undefined;
  /** The text of a file beside the source; undefined where there is none. */
  readonly textBeside: (path: string) => string | undefined;
}

const sampled = { method: 'latin-hypercube', runs: 20, seed: 1 } as const;

/** @throws UsageError where the command has no place for a value */
export function draftFromCommand(command: string, context: DraftContext): StudyDraft {
  const names = namesInPlaces(command, false);
  if (names.length === 0) {
    const [unset] = unsetNames(command, names);
    if (unset === undefined) throw noPlaces('The command', command, "'sh solve.sh {x} {y}'");
    throw new UsageError(
      'USAGE_INIT',
      `The command has no place for a value: ${unset.written} is left to the shell`,
      { hint: `Write \${${unset.name}} for a variable of the study, in single quotes` },
    );
  }
  const { variables, toFillIn } = proposeInputs(names, context.ranges);
  const words = command.split(/[\s;|&<>"']+/u);
  const inputFiles = [...new Set(words.flatMap((word) => context.fileBeside(word) ?? []))];
  return {
    name: context.name,
    origin: 'A study of a command',
    variables,
    variableHints: outputHints.variableHints,
    design: sampled,
    job: {
      analysis: draftAnalysis,
      command: withDollars(command),
      hardware: draftHardware,
      inputFiles: inputFiles.length === 0 ? undefined : inputFiles,
    },
    notCarriedOver: staysText(unusablePlaces(command)),
    toFillIn: [
      ...missingFile(command, context),
      ...toFillIn,
      ...leftToShell(command, names),
      ...outputHints.toFillIn,
    ],
  };
}

/** Of each `$name` that nothing sets: whether it is the shell's, or was meant as a place. */
function leftToShell(command: string, names: readonly string[]): readonly string[] {
  return unsetNames(command, names).map(
    ({ name, written }) =>
      `${written} in the command, which is left to the shell, and nothing sets it: for a variable of the study repeat the command with \${${name}}; else set ${name} under envVars`,
  );
}

function unsetNames(command: string, names: readonly string[]): readonly ForeignName[] {
  const isPlace = (name: string): boolean => names.includes(name);
  return unsetInShell(readCommand(withDollars(command), isPlace).foreign, new Set()).filter(
    ({ written }) => !written.startsWith('${'),
  );
}

function missingFile(command: string, { fileBeside }: DraftContext): readonly string[] {
  const file = startedFile(command);
  if (file === undefined || fileBeside(file) !== undefined) return [];
  return [`${file}, which is not here: put it beside study.yaml, and write inputFiles: [${file}]`];
}

/**
 * @param path as the study file has to write it
 * @throws UsageError where the template has no place for a value
 */
export function draftFromTemplate(text: string, path: string, context: DraftContext): StudyDraft {
  const names = namesInPlaces(text, true);
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  const inBraces = names.length === 0 ? namesInPlaces(text, false) : [];
  const wanted = names.length === 0 ? inBraces : names;
  if (wanted.length === 0) throw noPlaces(fileName, text, '${width}');
  const { variables, toFillIn } = proposeInputs(wanted, context.ranges);
  // The platform's templates have dollars: the user's own file stays as it is.
  const isRewritten = names.length === 0;
  const template = isRewritten ? `${fileName}.in` : path;
  const rendered = fileName.replace(/\.(?:in|tmpl|template|tpl|ftl)$/u, '');
  const isItsOwn = rendered === fileName && !isRewritten;
  const as = isItsOwn ? `rendered-${fileName}` : rendered;
  const inOther = isRewritten
    ? []
    : namesInPlaces(text, false).filter((name) => !names.includes(name));
  return {
    name: context.name,
    origin: `A study of the template ${fileName}`,
    variables,
    variableHints: outputHints.variableHints,
    design: sampled,
    job: {
      analysis: draftAnalysis,
      command: `cat ${as}`,
      hardware: draftHardware,
      templates: [{ template, as }],
    },
    notCarriedOver: staysText([...unusablePlaces(text), ...inOther.map((name) => `{${name}}`)]),
    toFillIn: [`the command that reads ${as}`, ...toFillIn, ...outputHints.toFillIn],
    ...(isRewritten ? { files: { [template]: withDollars(text) } } : {}),
  };
}

/**
 * @param path as the study file has to write it
 * @throws UsageError where the CSV has no rows, or can't be read
 */
export function draftFromPoints(text: string, path: string, context: DraftContext): StudyDraft {
  const { source } = context;
  const result = parseTable(text, path);
  if ('issue' in result) {
    const { place, message, hint } = result.issue;
    throw noTable(`${source}${'line' in place ? `:${place.line}` : ''}: ${message}`, hint);
  }
  const { names: header, rows } = result.table;
  if (header.every((column) => Number.isFinite(Number(column)))) {
    throw noTable(
      `${source}:1: Expected the names of the columns, got numbers: ${header.join(',')}`,
    );
  }
  const names = new StudyNames();
  const unusable = header.filter((column) => names.take(column) !== column);
  const used = header.filter((column) => !unusable.includes(column));
  if (used.length === 0) {
    throw noTable(
      `${source}:1: Expected a name that a variable can have, got ${header.map((column) => JSON.stringify(column)).join(', ')}`,
      'Names have letters, digits and _, begin with a letter, and are no column of the results such as run',
    );
  }
  const variables = used.map((column): DraftEntry => {
    const cells = rows.map((row) => row[header.indexOf(column)] ?? '');
    return { value: { name: column, type: 'Design' }, remark: observed(cells) };
  });
  return {
    name: context.name,
    origin: `A study of the ${rows.length} points in ${path}`,
    variables,
    variableHints: outputHints.variableHints,
    design: {
      method: 'table',
      file: path,
      ignore: unusable.length === 0 ? undefined : unusable,
    },
    job: {
      analysis: draftAnalysis,
      command: `echo ${used.map((name) => `\${${name}}`).join(' ')}`,
      hardware: draftHardware,
    },
    notCarriedOver: unusable.map(
      (column) =>
        `the column ${JSON.stringify(column)}, whose name no variable can have: rename it`,
    ),
    toFillIn: ['the command of a run', ...outputHints.toFillIn],
  };
}

/** What a column holds. */
function observed(cells: readonly string[]): string {
  const numbers = cells.map(Number);
  if (cells.some((cell, index) => cell.trim() === '' || !Number.isFinite(numbers[index]))) {
    const texts = [...new Set(cells)];
    return `${texts.slice(0, 5).join(', ')}${texts.length > 5 ? ', …' : ''}`;
  }
  const low = numbers.reduce((least, one) => Math.min(least, one));
  return `${low} to ${numbers.reduce((most, one) => Math.max(most, one))}`;
}

function noPlaces(what: string, text: string, example: string): UsageError {
  const unusable = unusablePlaces(text);
  if (unusable.length > 0) {
    return new UsageError(
      'USAGE_INIT',
      `${what} has no place for a value: what is in ${unusable.slice(0, 5).join(', ')} can't be the name of a variable`,
      {
        hint: 'Names have letters without accents, digits and _, and begin with a letter; a format is said as ${x?string("0.00")}',
      },
    );
  }
  return new UsageError('USAGE_INIT', `${what} has no place for a value`, {
    hint: `Write the names of the variables in braces, such as ${example}`,
  });
}

function noTable(
  message: string,
  hint = 'A CSV of points has a line of names such as x,y, then a line for each run',
): UsageError {
  return new UsageError('USAGE_INIT', message, { hint });
}

/** What looks like a place, and is none. */
function staysText(places: readonly string[]): readonly string[] {
  return places.map(
    (place) => `${place} stays text as it is, since it is no place for a value here`,
  );
}
