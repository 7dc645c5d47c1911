import type { OutputSource } from '../study/study.ts';
import { readOutputPattern } from '../expressions/output-pattern.ts';
import { checkRunPath } from './check-run-path.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import type { WrittenFrom } from './variable-schema.ts';

/** What one way to read a value is built with. */
interface Request {
  readonly from: FromObject;
  /** Of the variable: the key of a `postProcess` line where none is given. */
  readonly name: string;
  /** Path of `from`. */
  readonly path: DocumentPath;
  readonly issues: IssueList;
}

type FromObject = Exclude<WrittenFrom, string>;
type Build<Source> = (request: Request) => Source | undefined;
type SourceOf<Kind> = Extract<OutputSource, { readonly kind: Kind }>;
type FileKind = Extract<OutputSource, { readonly file: string }>['kind'];
type PrintedKind = Exclude<OutputSource['kind'], FileKind>;

/** The ways to find a value in a file that the run writes, by the key beside `file`. */
const fileWays: { readonly [Kind in FileKind]: Build<SourceOf<Kind>> } = {
  pointer: buildPointer,
  column: buildColumn,
  regex: buildRegex,
  key: ({ from }) => ({ kind: 'key', file: from.file ?? '', key: from.key ?? '' }),
  value: ({ from: { file = '', value = 1, tag } }) => ({
    ...{ kind: 'value', file, value },
    ...(tag === undefined ? {} : { tag }),
  }),
};

/** The ways to find a value in what a run's programs print, by their own key. */
const printedWays: { readonly [Kind in PrintedKind]: Build<SourceOf<Kind>> } = {
  postProcess: ({ from, name }) => ({ kind: 'postProcess', key: from.postProcess ?? name }),
  stdout: buildStdout,
};

/** The sources that may be written as one word. */
const wordOnly: {
  readonly [Kind in Extract<WrittenFrom, string>]: (name: string) => SourceOf<Kind>;
} = {
  postProcess: (name) => ({ kind: 'postProcess', key: name }),
  stdout: () => ({ kind: 'stdout', match: 'only' }),
};

const fileKinds = Object.keys(fileWays) as readonly FileKind[];
const placeKeys = ['file', ...(Object.keys(printedWays) as readonly PrintedKind[])] as const;

/**
 * @param name of the variable: the key of a `postProcess` or `stdout` line where none is given
 * @param path of `from`
 * @returns undefined where an issue was added
 */
export function buildOutputSource(
  from: WrittenFrom,
  name: string,
  path: DocumentPath,
  issues: IssueList,
): OutputSource | undefined {
  if (typeof from === 'string') return wordOnly[from](name);
  const places = placeKeys.filter((key) => from[key] !== undefined);
  const [place, second] = places;
  if (!place || second) {
    issues.at(
      path,
      `Expected exactly one of ${listKeys(placeKeys, ', ')}, got ${listKeys(places, ' and ')}`,
      'such as {file: result.json, pointer: /stress}',
    );
    return undefined;
  }
  const found = fileKinds.filter((key) => from[key] !== undefined);
  const extra = unusedKey(from, place, found);
  if (extra) {
    issues.atKey(
      [...path, extra.key],
      `Expected \`${extra.key}\` only ${extra.where}`,
      `remove \`${extra.key}\``,
    );
    return undefined;
  }
  const request = { from, name, path, issues };
  return place === 'file' ? buildFileSource(request, found) : printedWays[place](request);
}

function buildFileSource(request: Request, found: readonly FileKind[]): OutputSource | undefined {
  const { from, path, issues } = request;
  if (!checkRunPath(from.file ?? '', [...path, 'file'], issues)) return undefined;
  const [way, second] = found;
  if (way && !second) return fileWays[way](request);
  issues.at(
    path,
    `Expected exactly one of ${listKeys(fileKinds, ', ')} with \`file\`, got ${listKeys(found, ' and ')}`,
    'pointer for JSON, column for CSV, regex or key for text, value for numbers in a fixed order',
  );
  return undefined;
}

function listKeys(keys: readonly string[], separator: string): string {
  return keys.length === 0 ? 'none of them' : keys.map((key) => `\`${key}\``).join(separator);
}

function buildPointer({ from, path, issues }: Request): SourceOf<'pointer'> | undefined {
  const { file = '', pointer = '' } = from;
  if (pointer === '' || /^(?:\/(?:[^~/]|~[01])*)+$/u.test(pointer)) {
    return { kind: 'pointer', file, pointer };
  }
  issues.at(
    [...path, 'pointer'],
    `Expected a JSON Pointer, got ${JSON.stringify(pointer)}`,
    `begin with a slash: /${pointer.replace(/^[./$]+/u, '').replaceAll('.', '/')}`,
  );
  return undefined;
}

function buildRegex({ from, path, issues }: Request): SourceOf<'regex'> | undefined {
  const { file = '', regex = '', match = 'only' } = from;
  if (!checkRegex(regex, [...path, 'regex'], issues)) return undefined;
  return { kind: 'regex', file, regex, match };
}

function buildStdout({ from, path, issues }: Request): SourceOf<'stdout'> | undefined {
  const { stdout = '', match = 'only' } = from;
  if (!checkRegex(stdout, [...path, 'stdout'], issues)) return undefined;
  return { kind: 'stdout', regex: stdout, match };
}

function buildColumn({ from, path, issues }: Request): SourceOf<'column'> | undefined {
  const { file = '', row, reduce } = from;
  if (row !== undefined && reduce !== undefined) {
    issues.atKey([...path, 'reduce'], 'Expected `row` or `reduce`, got both', 'remove one of them');
    return undefined;
  }
  if (row === 0) {
    issues.at(
      [...path, 'row'],
      'Expected a row number other than 0, got 0',
      '1 is the first row, -1 the last',
    );
    return undefined;
  }
  return {
    kind: 'column',
    file,
    column: from.column ?? '',
    ...(row === undefined ? {} : { row }),
    ...(reduce === undefined ? {} : { reduce }),
  };
}

function unusedKey(
  from: FromObject,
  place: (typeof placeKeys)[number],
  found: readonly string[],
): { readonly key: string; readonly where: string } | undefined {
  const [way] = found;
  if (place !== 'file' && way !== undefined) return { key: way, where: 'with `file`' };
  if (from.match !== undefined && place !== 'stdout' && way !== undefined && way !== 'regex') {
    return { key: 'match', where: 'with `regex`' };
  }
  if (from.match !== undefined && place === 'postProcess')
    return { key: 'match', where: 'with `regex`' };
  for (const key of ['row', 'reduce'] as const) {
    if (from[key] !== undefined && way !== 'column') return { key, where: 'with `column`' };
  }
  if (from.tag !== undefined && way !== 'value') return { key: 'tag', where: 'with `value`' };
  return undefined;
}

function checkRegex(regex: string, path: DocumentPath, issues: IssueList): boolean {
  // Of a study that was started already, what it may not any more is searched as it was.
  if (issues.wasAccepted) return true;
  const read = readOutputPattern(regex);
  if ('problem' in read) {
    issues.at(path, read.problem.message, read.problem.hint);
    return false;
  }
  const { groups, size } = read.pattern;
  if (groups === 0) {
    issues.at(
      path,
      'Expected a regular expression with a group in brackets, got one without a group',
      "put brackets around the value: 'disp = (\\S+)'",
    );
    return false;
  }
  if (issues.takePatternSteps(size)) return true;
  issues.at(
    path,
    'Expected regular expressions that are quick to search, got too many steps in all of them together',
    'avoid large repetitions such as {1000}',
  );
  return false;
}
