import type { OutputSource } from '../study/study.ts';
import { checkRunPath } from './check-run-path.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import type { WrittenFrom } from './variable-schema.ts';

const ways = ['pointer', 'column', 'regex', 'key'] as const;

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
  if (from === 'postProcess') return { kind: 'postProcess', key: name };
  if (from === 'stdout') return { kind: 'stdout', match: 'only' };
  const places = (['file', 'postProcess', 'stdout'] as const).filter(
    (key) => from[key] !== undefined,
  );
  const [place, second] = places;
  if (!place || second) {
    const message = `Expected one of \`file\`, \`postProcess\`, \`stdout\`, got ${places.length === 0 ? 'none' : places.map((key) => `\`${key}\``).join(' and ')}`;
    issues.at(path, message, 'such as {file: result.json, pointer: /stress}');
    return undefined;
  }
  const found = ways.filter((key) => from[key] !== undefined);
  const extra = unusedKey(from, place, found);
  if (extra) {
    issues.atKey([...path, extra.key], `Expected \`${extra.key}\` only ${extra.where}`);
    return undefined;
  }
  if (place === 'postProcess') return { kind: 'postProcess', key: from.postProcess ?? name };
  const match = from.match ?? 'only';
  if (place === 'stdout') {
    const regex = from.stdout ?? '';
    return checkRegex(regex, [...path, 'stdout'], issues)
      ? { kind: 'stdout', regex, match }
      : undefined;
  }
  return buildFileSource(from, found, path, issues);
}

type FromObject = Exclude<WrittenFrom, string>;

function buildFileSource(
  from: FromObject,
  found: readonly (typeof ways)[number][],
  path: DocumentPath,
  issues: IssueList,
): OutputSource | undefined {
  const file = from.file ?? '';
  if (!checkRunPath(file, [...path, 'file'], issues)) return undefined;
  const [way, second] = found;
  if (!way || second) {
    const got = found.length === 0 ? 'none' : found.map((key) => `\`${key}\``).join(' and ');
    issues.at(
      path,
      `Expected one of \`pointer\`, \`column\`, \`regex\`, \`key\` with \`file\`, got ${got}`,
      'pointer for JSON, column for CSV, regex or key for text',
    );
    return undefined;
  }
  if (way === 'pointer') {
    const pointer = from.pointer ?? '';
    if (pointer !== '' && !/^(?:\/(?:[^~/]|~[01])*)+$/u.test(pointer)) {
      issues.at(
        [...path, 'pointer'],
        `Expected a JSON Pointer, got ${JSON.stringify(pointer)}`,
        `begin with a slash: /${pointer.replace(/^[./$]+/u, '').replaceAll('.', '/')}`,
      );
      return undefined;
    }
    return { kind: 'pointer', file, pointer };
  }
  if (way === 'column') return buildColumn(from, file, path, issues);
  if (way === 'key') return { kind: 'key', file, key: from.key ?? '' };
  const regex = from.regex ?? '';
  if (!checkRegex(regex, [...path, 'regex'], issues)) return undefined;
  return { kind: 'regex', file, regex, match: from.match ?? 'only' };
}

function buildColumn(
  from: FromObject,
  file: string,
  path: DocumentPath,
  issues: IssueList,
): OutputSource | undefined {
  const { row, reduce } = from;
  if (row !== undefined && reduce !== undefined) {
    issues.atKey([...path, 'reduce'], 'Expected `row` or `reduce`, got both');
    return undefined;
  }
  if (row === 0) {
    issues.at([...path, 'row'], 'Expected a row from 1, or from -1 backwards, got 0');
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
  place: 'file' | 'postProcess' | 'stdout',
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
  return undefined;
}

function checkRegex(regex: string, path: DocumentPath, issues: IssueList): boolean {
  try {
    const groups = new RegExp(`${regex}|`, 'u').exec('')?.length ?? 1;
    if (groups >= 2) return true;
    issues.at(
      path,
      'Expected a regular expression with a group, got none',
      "put brackets around the value: 'disp = (\\S+)'",
    );
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^.*\/u?:\s*/u, '') : String(error);
    issues.at(path, `Expected a regular expression, got one with a fault: ${reason}`);
  }
  return false;
}
