/** From what an engineer has to a drafted study: what it is, is seen from what it is. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { findConfinedFile, readUtf8 } from '../../files/index.ts';
import { looksLikeDakota } from './dakota/parse-dakota.ts';
import { draftFromDakota } from './from-dakota.ts';
import {
  draftFromCommand,
  draftFromPoints,
  draftFromTemplate,
  type DraftContext,
} from './from-own-files.ts';
import type { StudyDraft } from './study-draft.ts';

/** What a study can be drafted from. */
export const sourceKinds = ['command', 'csv', 'template', 'dakota'] as const;

export type SourceKind = (typeof sourceKinds)[number];

export interface DraftOptions {
  readonly cwd: string;
  /** Where the study will be; absolute. */
  readonly folder: string;
  readonly studyName: string;
  /** Absent: seen from the source. */
  readonly kind: SourceKind | undefined;
  readonly ranges: DraftContext['ranges'];
  /** Files and folders that no study may read; absolute. */
  readonly never?: readonly string[];
}

/** Larger files are no inputs that a person wrote. */
const maxSourceBytes = 50_000_000;

/** @throws UsageError where the source is neither a file nor a command, or nothing can be made of it */
export function draftStudy(source: string, options: DraftOptions): StudyDraft {
  const path = resolve(options.cwd, source);
  const isFile = existsSync(path) && statSync(path).isFile();
  const beside = isFile ? dirname(path) : options.cwd;
  const copies: Record<string, string> = {};
  const written = (absolute: string): string => {
    const inStudy = inside(options.folder, absolute);
    if (inStudy !== undefined) return inStudy;
    const name = inside(beside, absolute) ?? basename(absolute);
    copies[name] = absolute;
    return name;
  };
  // A person's command may name any file; what a file names is no person's word.
  const bounds = { within: [isFile ? beside : '/'], never: options.never ?? [] } as const;
  const find = (word: string): string | undefined => {
    const found = resolve(beside, word);
    const isThere = word !== '' && findConfinedFile(found, bounds).kind === 'file';
    return isThere && found !== path ? found : undefined;
  };
  const context: DraftContext = {
    name: options.studyName,
    source,
    ranges: options.ranges,
    fileBeside: (word) => {
      const found = find(word);
      return found === undefined ? undefined : written(found);
    },
    textBeside: (word) => {
      const found = find(word);
      return found === undefined ? undefined : bytesOf(found).toString('latin1');
    },
  };
  const kind = options.kind ?? (isFile ? kindOfFile(path) : kindOfText(source));
  const draft = (): StudyDraft => {
    if (kind === 'command') return draftFromCommand(source, context);
    if (!isFile) throw noSuchFile(source);
    const text = textOf(path);
    if (kind === 'csv') return draftFromPoints(text, written(path), context);
    if (kind === 'template') return draftFromTemplate(text, written(path), context);
    return draftFromDakota(text, written(path), context);
  };
  const made = draft();
  refuseUnknownRanges(options.ranges, made, kind);
  return { ...made, copies };
}

/** The path in a folder; undefined for one outside it. */
function inside(folder: string, path: string): string | undefined {
  const found = relative(folder, path);
  return found.startsWith('..') ? undefined : found;
}

function refuseUnknownRanges(
  ranges: DraftOptions['ranges'],
  { variables }: StudyDraft,
  kind: SourceKind,
): void {
  const takesRanges = kind === 'command' || kind === 'template';
  const names = variables.map(({ value }) => value['name']);
  const unknown = [...ranges.keys()].filter((name) => !takesRanges || !names.includes(name));
  if (unknown.length === 0) return;
  throw new UsageError(
    'USAGE_INIT',
    takesRanges
      ? `--range: there is no variable ${unknown.join(', ')}`
      : `--range ${unknown.join(', ')}: the ${kind === 'csv' ? 'CSV' : 'Dakota input'} has the values of its variables itself`,
    {
      hint: takesRanges
        ? `The variables are ${names.join(', ')}`
        : 'Leave it out, and change a range in the study file afterwards',
    },
  );
}

function kindOfFile(path: string): SourceKind {
  if (/\.(?:csv|tsv)$/iu.test(path)) return 'csv';
  return looksLikeDakota(textOf(path)) ? 'dakota' : 'template';
}

/** A command has a place for a value, or several words; what has neither was meant to be a file. */
function kindOfText(source: string): SourceKind {
  if (/\s|\{/u.test(source)) return 'command';
  throw noSuchFile(source);
}

function textOf(path: string): string {
  const text = readUtf8(bytesOf(path), path);
  if (typeof text === 'string') return text;
  const { line, column, message, hint } = text;
  throw new UsageError('USAGE_INIT', `${path}:${line}:${column}: ${message}`, { hint });
}

function bytesOf(path: string): Buffer {
  const { size } = statSync(path);
  if (size > maxSourceBytes) {
    throw new UsageError('USAGE_INIT', `${path} is larger than 50 MB`, {
      hint: 'Give a command, a CSV of points, a template or a Dakota input file',
    });
  }
  return readFileSync(path);
}

function noSuchFile(source: string): UsageError {
  return new UsageError('USAGE_INIT', `There is no file ${source}, and it is no command`, {
    exitCode: 6,
    hint: "A command has places for values, such as --from 'sh solve.sh {x} {y}'",
  });
}
