/** What a failed run's log and files tell of the cause. */
import { printable } from '../printable.ts';
import type { FailureReason } from './failure-reason.ts';
import type { FailedVerdict } from './judge-run.ts';
import { failureLineStart, inputsName, runMarkerName } from './run-marker.ts';
import { tellingLine } from './telling-lines.ts';

/** What a run left besides its outputs. */
export interface FailureTraces {
  /** The end of its log. */
  readonly log: string;
  /** Names of its files. */
  readonly files: readonly string[];
  /** The ends of files in which its programs may have written what they had to say, where the log tells of no error. */
  readonly others?: readonly { readonly name: string; readonly text: string }[];
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

/** Signals that end programs, by number: what a shell adds to 128. */
const signals: Readonly<Record<number, string>> = {
  4: '4 (SIGILL): an instruction that this processor hasn’t',
  6: '6 (SIGABRT): the program gave up by itself',
  7: '7 (SIGBUS): a memory fault of the program',
  8: '8 (SIGFPE): a division by zero or the like',
  9: '9 (SIGKILL): often out of memory',
  11: '11 (SIGSEGV): a memory fault of the program',
  15: '15 (SIGTERM): something asked it to end',
  24: '24 (SIGXCPU): its limit of processor time',
  25: '25 (SIGXFSZ): its limit of file size',
};

/** What a shell says of a program that a signal ended, with the program's text behind it: no cause of its own. */
const signalNotice =
  /^(?:\S+: (?:line \d+: )?\s*\d+ )?(?:Killed|Terminated|Aborted|Segmentation fault|Bus error|Illegal instruction|Floating point exception|IOT instruction)\b(?: \(core dumped\))?(?:\s|$)/u;

/** The verdict with what its reader needs to know the cause: the line of the log that tells it, what the shell's code means, which files there were. */
export function explainFailure(
  verdict: FailedVerdict,
  { log, files, others = [] }: FailureTraces,
): FailedVerdict {
  const { reason, exitCode, message } = verdict;
  const meaning = exitCode === undefined ? undefined : meaningOf(exitCode);
  const quoted = quoteTraces(verdict, log, others);
  const parts = [
    meaning === undefined ? message : `${message}: ${meaning}`,
    ...(reason === 'output-missing' ? [filesWords(files)] : []),
    ...(quoted === undefined ? [] : [quoted]),
  ];
  // A log may hold anything: what no table or terminal should get is left out.
  return { ...verdict, message: printable(parts.join('; ')) };
}

/** True where the log of a run that failed so may tell the cause, and has no line that does. */
export function isSilent({ reason }: Pick<FailedVerdict, 'reason'>, log: string): boolean {
  return logTells[reason] !== undefined && errorIn(reason, log) === undefined;
}

function quoteTraces(
  { reason }: FailedVerdict,
  log: string,
  others: Required<FailureTraces>['others'],
): string | undefined {
  const tells = logTells[reason];
  if (tells === undefined) return undefined;
  const quote = (whose: string, line: string | undefined): string | undefined =>
    line === undefined ? undefined : `${whose} says: ${line.trim().slice(0, quotedCharacters)}`;
  const sources = [{ name: 'the log', text: log }, ...others];
  for (const { name, text } of sources) {
    const found = quote(name, errorIn(reason, text));
    if (found !== undefined) return found;
  }
  if (tells === 'errors') return undefined;
  for (const { name, text } of sources) {
    const found = quote(name, linesOf(reason, text).at(-1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function errorIn(reason: FailureReason, text: string): string | undefined {
  const { error, doubtful } = tellingLine(linesOf(reason, text));
  return error ?? (logTells[reason] === 'always' ? doubtful : undefined);
}

function linesOf(reason: FailureReason, text: string): readonly string[] {
  const lines = withoutNotices(text.split('\n').map((line) => line.trimEnd()));
  // What later processes printed doesn't count.
  const failure = lines.findIndex((line) => line.startsWith(failureLineStart));
  return reason === 'process' && failure !== -1 ? lines.slice(0, failure) : lines;
}

function meaningOf(exitCode: number): string | undefined {
  const signal = signals[exitCode - 128];
  return signal === undefined ? shellCodes[exitCode] : `killed by signal ${signal}`;
}

/** The lines that say something, without what shells say of signals: of the wrapper that may have several lines. */
function withoutNotices(lines: readonly string[]): readonly string[] {
  let isOfWrapper = false;
  return lines.filter((line) => {
    const isNotice = signalNotice.test(line);
    const wasOfWrapper = isOfWrapper;
    if (isNotice) isOfWrapper = line.includes('doeflow_');
    const isLeftOut = isNotice || wasOfWrapper;
    if (isOfWrapper && /["'] \)(?: 3>&-)?$/u.test(line)) isOfWrapper = false;
    return !isLeftOut && line !== '';
  });
}

function filesWords(files: readonly string[]): string {
  const own = new Set<string>([inputsName, runMarkerName]);
  const names = files.filter((name) => !own.has(name)).sort();
  if (names.length === 0) return 'it left no files';
  const more = names.length > namedFiles ? `, and ${names.length - namedFiles} more` : '';
  return `it left ${names.slice(0, namedFiles).join(', ')}${more}`;
}
