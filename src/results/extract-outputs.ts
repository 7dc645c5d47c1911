/** Responses of one run from its files, read strictly: no number is ever guessed. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ResultError } from '../errors.ts';
import { parseNumber } from '../numbers/index.ts';
import type { FailureReason } from '../study/run-state.ts';
import type { OutputSource, OutputValueType, Study } from '../study/study.ts';
import { extractText } from './extract-text.ts';
import type { OutcomeValue } from './outcomes.ts';

export interface RunFiles {
  /** Folder of the run's downloaded files. */
  readonly folder: string;
  /** Values the post-process printed, as the platform reports them; undefined where it doesn't. */
  readonly postProcess: ReadonlyMap<string, string> | undefined;
}

export interface Extracted {
  readonly values: Readonly<Record<string, OutcomeValue>>;
  readonly failure?: { readonly reason: FailureReason; readonly message: string };
}

const logName = 'process_output.log';
/** Larger files are no answer of one run but a dump; they are refused rather than read. */
const maxBytes = 64 * 1024 * 1024;

interface Wanted {
  readonly name: string;
  readonly source: OutputSource;
  readonly valueType: OutputValueType;
  readonly required: boolean;
}

/** Outputs of the study, and the constraints and objectives that are read from files. */
function wantedOutputs(study: Study): Wanted[] {
  return study.variables.flatMap((variable): Wanted[] => {
    if (variable.type === 'Output') return [variable];
    if (variable.type === 'Objective' && variable.source !== undefined) {
      return [
        { name: variable.name, source: variable.source, valueType: 'number', required: true },
      ];
    }
    if (variable.type === 'Constraint' && variable.source !== undefined) {
      return [
        { name: variable.name, source: variable.source, valueType: 'boolean', required: true },
      ];
    }
    return [];
  });
}

/** Reads every response; the first required one that can't be read fails the run, the others are read all the same. */
export async function extractOutputs(study: Study, files: RunFiles): Promise<Extracted> {
  const values: Record<string, OutcomeValue> = {};
  let failure: Extracted['failure'];
  const contents = new Map<string, Promise<string>>();
  for (const wanted of wantedOutputs(study)) {
    try {
      values[wanted.name] = parseValue(await readSource(wanted.source, files, contents), wanted);
    } catch (error) {
      if (!(error instanceof ResultError)) throw error;
      values[wanted.name] = null;
      if (wanted.required) {
        failure ??= {
          reason: error.code === 'RESULT_MISSING' ? 'output-missing' : 'output-invalid',
          message: `${wanted.name}: ${error.message}`,
        };
      }
    }
  }
  return failure === undefined ? { values } : { values, failure };
}

/** Names of the files a study reads, kept from each run. */
export function outputFiles(study: Study): Set<string> {
  return new Set(
    wantedOutputs(study).flatMap(({ source }) =>
      'file' in source
        ? [source.file]
        : source.kind === 'stdout' || source.kind === 'postProcess'
          ? [logName]
          : [],
    ),
  );
}

async function readSource(
  source: OutputSource,
  files: RunFiles,
  contents: Map<string, Promise<string>>,
): Promise<unknown> {
  const content = (name: string): Promise<string> => {
    const found = contents.get(name) ?? readText(join(files.folder, name), name);
    contents.set(name, found);
    return found;
  };
  if (source.kind === 'postProcess') {
    if (files.postProcess !== undefined) {
      const value = files.postProcess.get(source.key);
      if (value === undefined)
        throw new ResultError(
          'RESULT_MISSING',
          `Expected the post-process to print "${source.key}"`,
        );
      return value;
    }
    return extractText({ kind: 'tabbed', key: source.key }, await content(logName));
  }
  if (source.kind === 'stdout') {
    return extractText(source, await content(logName));
  }
  return extractText(source, await content(source.file));
}

async function readText(path: string, name: string): Promise<string> {
  let file;
  try {
    file = await open(path);
  } catch {
    throw new ResultError('RESULT_MISSING', `Expected file ${name}, got none`);
  }
  try {
    const { size } = await file.stat();
    if (size > maxBytes)
      throw new ResultError(
        'RESULT_TOO_LARGE',
        `Expected ${name} of at most ${maxBytes} bytes, got ${size}`,
      );
    if (size === 0)
      throw new ResultError('RESULT_EMPTY', `Expected text in ${name}, got an empty file`);
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
  } catch (error) {
    if (error instanceof ResultError) throw error;
    throw new ResultError('RESULT_NOT_TEXT', `Expected ${name} to be UTF-8 text, got other bytes`);
  } finally {
    await file.close();
  }
}

function parseValue(raw: unknown, { valueType }: Wanted): OutcomeValue {
  const shown = typeof raw === 'string' ? `"${raw.slice(0, 60)}"` : JSON.stringify(raw);
  const invalid = (expected: string): ResultError =>
    new ResultError('RESULT_INVALID', `Expected ${expected}, got ${shown}`);
  switch (valueType) {
    case 'number':
    case 'integer': {
      const value =
        typeof raw === 'number' ? raw : typeof raw === 'string' ? parseNumber(raw) : undefined;
      if (value === undefined || !Number.isFinite(value)) throw invalid('a finite number');
      if (valueType === 'integer' && !Number.isSafeInteger(value)) throw invalid('a whole number');
      return value === 0 ? 0 : value;
    }
    case 'boolean': {
      if (typeof raw === 'boolean') return raw;
      const text = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
      if (text === 'true' || raw === 1 || text === '1') return true;
      if (text === 'false' || raw === 0 || text === '0') return false;
      throw invalid('true or false');
    }
    case 'text':
      if (typeof raw === 'string') return raw.trim();
      if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
      throw invalid('text');
  }
}
