/** What a failed run's log and files tell of the cause. */
import type { FailureReason } from './failure-reason.ts';
import type { FailedVerdict } from './judge-run.ts';
import { failureLineStart, inputsName, runMarkerName } from './run-marker.ts';

/** What a run left besides its outputs. */
export interface FailureTraces {
  /** The end of its log. */
  readonly log: string;
  /** Names of its files. */
  readonly files: readonly string[];
}

const quotedCharacters = 300;
const namedFiles = 8;

/** Reasons whose cause stands in the run's log: `always`, or only where a line tells of an error. */
const logTells: Readonly<Partial<Record<FailureReason, 'always' | 'errors'>>> = {
  'exit-code': 'always',
  process: 'always',
  'output-missing': 'errors',
  'output-invalid': 'errors',
};

/** What the shell means by its own codes. */
const shellCodes: Readonly<Record<number, string>> = {
  126: 'command not executable on the machine that runs it: files arrive without their executable bit, so a script `./s.sh` is written as `sh s.sh`',
  127: 'command not found on the machine that runs it',
};

const errorLine =
  /error|exception|fatal|traceback|abort|segmentation|not found|no such|cannot|can't|denied|diverged/iu;
/** Python prints the cause last, behind the place. */
const notACause = /^(?:Traceback|File "|\^+$)/u;

/** The verdict with what its reader needs to know the cause: the line of the log that tells it, what the shell's code means, which files there were. */
export function explainFailure(
  verdict: FailedVerdict,
  { log, files }: FailureTraces,
): FailedVerdict {
  const { reason, exitCode, message } = verdict;
  const meaning = exitCode === undefined ? undefined : shellCodes[exitCode];
  const quoted = quoteLog(verdict, log);
  const parts = [
    meaning === undefined ? message : `${message}: ${meaning}`,
    ...(reason === 'output-missing' ? [filesWords(files)] : []),
    ...(quoted === undefined ? [] : [`the log says: ${quoted}`]),
  ];
  return { ...verdict, message: parts.join('; ') };
}

function quoteLog({ reason }: FailedVerdict, log: string): string | undefined {
  const lines = log
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // What later processes printed doesn't count.
  const failure = lines.findIndex((line) => line.startsWith(failureLineStart));
  const own = reason === 'process' && failure !== -1 ? lines.slice(0, failure) : lines;
  const telling = own.findLast((line) => errorLine.test(line) && !notACause.test(line));
  const line = { always: telling ?? own.at(-1), errors: telling, never: undefined };
  return line[logTells[reason] ?? 'never']?.slice(0, quotedCharacters);
}

function filesWords(files: readonly string[]): string {
  const own = new Set<string>([inputsName, runMarkerName]);
  const names = files.filter((name) => !own.has(name)).sort();
  if (names.length === 0) return 'it left no files';
  const more = names.length > namedFiles ? `, and ${names.length - namedFiles} more` : '';
  return `it left ${names.slice(0, namedFiles).join(', ')}${more}`;
}
