/** The exit codes that scripts may rely on, and the one place where an error becomes one of them. */
import { DesignError, ResultError, StudyError, UsageError } from '../errors.ts';
import { systemFaultOf } from '../files/system-fault.ts';

/** Name -> code. Codes 4 and 7 are only given before a study started: later the study waits and continues by itself. */
export const exitCodes = {
  done: 0,
  internal: 1,
  usage: 2,
  studyFailed: 3,
  token: 4,
  refused: 5,
  notFound: 6,
  unreachable: 7,
  stillRunning: 8,
  moved: 9,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Code and meaning, in ascending order, as `doeflow help` prints them. */
export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [0, 'done'],
  [1, 'internal error'],
  [2, 'wrong usage, a mistake in the study file, or a folder that cannot be used'],
  [
    3,
    'the study was stopped or aborted, more runs failed than it allows, or what the store or an archive keeps is not as it must be',
  ],
  [4, 'token missing or rejected, or a storage that refuses'],
  [
    5,
    'refused: for example, the study is open with another plan, it was run before, or a confirmation needs a terminal; or the study is paused and waits for a person',
  ],
  [6, 'not found'],
  [
    7,
    'Temporal, the platform, a storage or the target of a notification cannot be reached; it is safe to repeat the command',
  ],
  [8, 'still running when --wait ran out'],
  [9, 'results differ beyond their tolerances, or are not comparable: compare, a recurring study'],
  [130, 'interrupted; the study is kept, and the command to resume it is printed'],
];

/** gRPC status codes of a Temporal server that have a code of ours. */
const grpcExitCodes: Readonly<Record<number, ExitCode>> = {
  4: exitCodes.unreachable,
  5: exitCodes.notFound,
  7: exitCodes.token,
  14: exitCodes.unreachable,
  16: exitCodes.token,
};

/** Codes of errors whose classes this file needn't know. */
const exitCodeByCode: Readonly<Record<string, ExitCode>> = {
  STUDY_BROKEN: exitCodes.studyFailed,
  API_AUTHENTICATION: exitCodes.token,
  API_PERMISSION: exitCodes.token,
  API_NOT_FOUND: exitCodes.notFound,
  API_INVALID_REQUEST: exitCodes.refused,
  API_CONFLICT: exitCodes.refused,
  API_RATE_LIMIT: exitCodes.unreachable,
  API_SERVER: exitCodes.unreachable,
  API_CONNECTION: exitCodes.unreachable,
  STORAGE_REFUSED: exitCodes.token,
  STORAGE_MISSING: exitCodes.notFound,
  STORAGE_EMPTIED: exitCodes.notFound,
  STORAGE_OTHER: exitCodes.notFound,
  STORAGE_OLDER: exitCodes.notFound,
  STORAGE_UNREACHABLE: exitCodes.unreachable,
  STORAGE_LINK: exitCodes.studyFailed,
  STORAGE_KIND: exitCodes.studyFailed,
};

/** Of what is kept and isn't as it must be. */
const damageCodes = ['RESULT_ARCHIVE', 'RESULT_BACKUP', 'RESULT_STORE'];

/** The exit code with which the program ends when `error` reaches the top. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return error.exitCode;
  if (error instanceof StudyError || error instanceof DesignError) return exitCodes.usage;
  if (error instanceof ResultError) {
    return damageCodes.includes(error.code) ? exitCodes.studyFailed : exitCodes.internal;
  }
  if (!(error instanceof Error)) return exitCodes.internal;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && code in exitCodeByCode) {
    return exitCodeByCode[code] ?? exitCodes.internal;
  }
  const grpc = grpcExitCodes[grpcStatusOf(error) ?? -1];
  return grpc ?? (systemFaultOf(error) === undefined ? exitCodes.internal : exitCodes.usage);
}

/** The gRPC status code inside an error of Temporal's client, or undefined when there is none. */
export function grpcStatusOf(error: unknown): number | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('details' in at && 'code' in at && typeof at.code === 'number') return at.code;
  }
  return undefined;
}
