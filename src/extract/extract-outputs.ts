/** Responses of one run from its files, read strictly: no number is ever guessed. */
import { ResultError } from '../errors.ts';
import type { FailureReason } from '../run/failure-reason.ts';
import type { OutputSource, OutputValueType, Study } from '../study/study.ts';
import type { OutcomeValue } from '../run/run-outcome.ts';
import type { CollectedFiles } from '../store/index.ts';
import { parseOutputValue } from './parse-output-value.ts';
import { readLog } from './read-cut-log.ts';
import { readRunText, type RunText } from './read-run-text.ts';
import { doubtMissing, refuseGuessedText } from './refuse-guessed-text.ts';
import { logName, type PrintedValues, readerOf } from './source-readers.ts';

/** Where a run's files and printed values are. */
export interface RunFiles {
  /** The run's collected files. */
  readonly folder: CollectedFiles;
  /** Values the post-process printed, as the platform reports them; undefined where it doesn't. */
  readonly postProcess: PrintedValues | undefined;
}

/** What a run's files gave: null for a response that couldn't be read. */
export interface Extracted {
  readonly values: Readonly<Record<string, OutcomeValue>>;
  readonly failure?: { readonly reason: FailureReason; readonly message: string };
  /** Optional outputs that are there but couldn't be read, and why; those that the run didn't leave are no news. */
  readonly unreadable: Readonly<Record<string, string>>;
}

interface Wanted {
  readonly name: string;
  readonly source: OutputSource;
  readonly valueType: OutputValueType;
  readonly required: boolean;
}

/** Outputs of the study, and the constraints and objectives that are read from files. */
function wantedOutputs(study: Pick<Study, 'variables'>): Wanted[] {
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
  const unreadable: Record<string, string> = {};
  let failure: Extracted['failure'];
  const contents = new Map<string, Promise<RunText>>();
  for (const wanted of wantedOutputs(study)) {
    try {
      const raw = await readSource(wanted, files, contents);
      values[wanted.name] =
        !wanted.required && isNothing(raw, wanted.valueType)
          ? null
          : parseOutputValue(raw, wanted.valueType);
    } catch (cause) {
      const error = asResultError(cause);
      values[wanted.name] = null;
      if (wanted.required) {
        failure ??= {
          reason: error.code === 'RESULT_MISSING' ? 'output-missing' : 'output-invalid',
          message: `${wanted.name}: ${error.message}`,
        };
      } else if (error.code !== 'RESULT_MISSING') unreadable[wanted.name] = error.message;
    }
  }
  return { values, unreadable, ...(failure === undefined ? {} : { failure }) };
}

/** Too deep for the stack, or too long for a text, is a fault of the output and none of this machine. @throws what is neither */
function asResultError(cause: unknown): ResultError {
  if (cause instanceof ResultError) return cause;
  if (!(cause instanceof RangeError)) throw cause;
  const message = 'Expected an output that can be read, got one nested too deep or too long';
  return new ResultError('RESULT_INVALID', message, { cause });
}

/** How files say that there is no value: an empty cell where a text isn't wanted, or JSON's null. */
function isNothing(raw: unknown, valueType: OutputValueType): boolean {
  return raw === null || (valueType !== 'text' && typeof raw === 'string' && raw.trim() === '');
}

/** Names of the files a study reads, kept from each run. */
export function outputFiles(study: Pick<Study, 'variables'>): Set<string> {
  return new Set(wantedOutputs(study).map(({ source }) => readFileOf(source)));
}

/** Name of the file that an output is read from. */
export function readFileOf(source: OutputSource): string {
  return readerOf(source).file(source);
}

async function readSource(
  { name, source, valueType }: Wanted,
  files: RunFiles,
  contents: Map<string, Promise<RunText>>,
): Promise<unknown> {
  const reader = readerOf(source);
  if (files.postProcess !== undefined && reader.readPrinted !== undefined) {
    const printed = reader.readPrinted(files.postProcess, source);
    if (valueType === 'text') refuseGuessedText(printed, false, 'what the post-process printed');
    return printed;
  }
  const file = reader.file(source);
  const content = contents.get(file) ?? readRunText(files.folder, file);
  contents.set(file, content);
  const wantsNumber = valueType === 'number' || valueType === 'integer';
  const { text, isBytes } = await content;
  try {
    const read = (lines: string): unknown => reader.read(lines, source, name, wantsNumber);
    const place = reader.place?.(source) ?? 'only';
    const value = file === logName ? readLog(text, place, read) : read(text);
    if (valueType === 'text') refuseGuessedText(value, isBytes, file);
    return value;
  } catch (error) {
    throw isBytes ? doubtMissing(error, source, file) : error;
  }
}
