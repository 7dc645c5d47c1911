/**
 * What delays a study without ending it: which errors heal by themselves, what is waited for, and what a person can do. Activities show it in
 * their heartbeats, jobs in their progress, the command line reads both.
 */

/** One thing that is waited for. */
export interface Trouble {
  /** Completes "waiting for …". */
  readonly waitingFor: string;
  /** When it began, ISO 8601. */
  readonly since: string;
  /** Failed tries so far; 0 where a first try hasn't been answered yet. */
  readonly attempts: number;
  /** What the latest try said. */
  readonly lastError: string;
  /** The error's stable code, such as `API_CONNECTION` or `ENOSPC`. */
  readonly code: string;
  /** What a person can do, as a sentence. */
  readonly whatToDo: string;
}

/** What heals an error, and how it is waited for. */
export interface Cure {
  readonly waitingFor: string;
  readonly whatToDo: string;
  /** `short`: looked at every few seconds; `told`: as long as the answer says; `person`: seldom and cheaply, as only a person can mend it. */
  readonly wait: 'short' | 'told' | 'person';
}

const byItself = 'the work goes on by itself.';

const platformDown: Cure = {
  waitingFor: 'the platform',
  whatToDo: `Check that the platform is up and that this machine reaches it (doeflow doctor); ${byItself}`,
  wait: 'short',
};
const damaged: Cure = {
  waitingFor: 'an answer of the platform in one piece',
  whatToDo: `Nothing, if it passes; else look at what stands between here and the platform; ${byItself}`,
  wait: 'short',
};
const noRoom: Cure = {
  waitingFor: 'room on the disk',
  whatToDo: `Make room on the disk of the store and of the results; ${byItself}`,
  wait: 'short',
};
const notWritable: Cure = {
  waitingFor: 'a store that can be written',
  whatToDo: `Make the folder that the error names writable for the worker's user; ${byItself}`,
  wait: 'short',
};
const diskFault: Cure = {
  waitingFor: 'a disk that works',
  whatToDo: `Look at the disk that the error names; ${byItself}`,
  wait: 'short',
};
const noHandles: Cure = {
  waitingFor: 'open files',
  whatToDo: `Allow the worker more open files (ulimit -n) or end what uses them; ${byItself}`,
  wait: 'short',
};

/** The code of a failure that only a change of the program mends. */
export const faultCode = 'ENGINE_FAULT';

const cures: Readonly<Record<string, Cure>> = {
  API_CONNECTION: platformDown,
  API_SERVER: platformDown,
  API_RATE_LIMIT: {
    waitingFor: 'the platform’s request limit',
    whatToDo: `Nothing: ${byItself} Other programs with the same token share the limit.`,
    wait: 'told',
  },
  API_AUTHENTICATION: {
    waitingFor: 'a token that the platform accepts',
    whatToDo: `Create a new token in the platform’s settings and give it with doeflow login; ${byItself}`,
    wait: 'person',
  },
  PLATFORM_DIFFERS: {
    waitingFor: 'a worker that speaks to the study’s own platform',
    whatToDo: `Do what the error says; ${byItself}`,
    wait: 'short',
  },
  [faultCode]: {
    waitingFor: 'a doeflow without the fault that was met',
    whatToDo: `This is a bug in doeflow; nothing that was paid for is lost. Report it with the worker’s log, and start a mended version: ${byItself} Or stop the study.`,
    wait: 'short',
  },
  API_ACCOUNT_UNKNOWN: {
    waitingFor: 'the platform to tell whose token it was given',
    whatToDo: `Give the token that the study was started with, or wait until the platform answers GET /api/v2/users/me/ again; ${byItself}`,
    wait: 'short',
  },
  SUBMIT_NOT_SHOWN: {
    waitingFor: 'the platform to show a job that it took',
    whatToDo: `Look at the job on the platform. Its history is looked at again, and it is submitted once more only while that stays empty; ${byItself}`,
    wait: 'short',
  },
  JOB_NOT_FOUND: {
    waitingFor: 'a job that the platform says it does not have',
    whatToDo:
      'Nothing, if somebody deleted it: that is believed after a minute of such answers. Else look at the platform: is it the same one, with the same account?',
    wait: 'short',
  },
  CLUSTER_NOT_FOUND: {
    waitingFor: 'a cluster that the platform says it does not have',
    whatToDo:
      'Nothing, if somebody deleted it: that is believed after a minute of such answers, and the study starts another. Else look at the platform: is it the same one, with the same account?',
    wait: 'short',
  },
  JOB_LIST_REFUSED: {
    waitingFor: 'the platform’s list of jobs',
    whatToDo: `Nothing, if it passes: meanwhile each job is asked for by itself; ${byItself}`,
    wait: 'short',
  },
  API_UNEXPECTED_SHAPE: damaged,
  API_DAMAGED_DOWNLOAD: damaged,
  API_DAMAGED_UPLOAD: damaged,
  STORAGE_UNREACHABLE: {
    waitingFor: 'the storage',
    whatToDo: `Check that the storage is up and that the worker reaches it; ${byItself}`,
    wait: 'short',
  },
  STORAGE_EMPTIED: {
    waitingFor: 'what the archive’s destination held before',
    whatToDo: `Do what the error says; ${byItself}`,
    wait: 'short',
  },
  STORAGE_REFUSED: {
    waitingFor: 'a storage that lets the worker in',
    whatToDo: `Do what the error says; ${byItself}`,
    wait: 'short',
  },
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  EROFS: notWritable,
  EACCES: notWritable,
  EPERM: notWritable,
  EIO: diskFault,
  EMFILE: noHandles,
  ENFILE: noHandles,
};

/** What heals an error of this code; undefined where nobody knows, and so nobody waits. */
export function cureOf(code: string): Cure | undefined {
  return Object.hasOwn(cures, code) ? cures[code] : undefined;
}

/** The trouble of an error that nobody knows a cure for: it is tried again all the same. */
const unknownCure: Cure = {
  waitingFor: 'a step that fails',
  whatToDo: 'It is tried again. If it stays, look at the worker’s log, or stop the study.',
  wait: 'short',
};

/** A home folder that the system refuses: the parts that doeflow starts can't work, and only a person mends it. */
export function homeTrouble(
  { code, message }: { readonly code: string; readonly message: string },
  since: string,
): Trouble {
  const { waitingFor } = cureOf(code) ?? unknownCure;
  return {
    waitingFor: `${waitingFor} of doeflow’s own folder`,
    since,
    attempts: 1,
    lastError: message,
    code,
    whatToDo: `Mend what the error says (where the disk is full, free space on it), as doeflow can’t; then ${byItself}`,
  };
}

/** Temporal doesn't answer who asks it. @param embedded it is our own server, which is started again by itself */
export function temporalTrouble(what: {
  readonly lastError: string;
  readonly since: string;
  readonly embedded: boolean;
}): Trouble {
  return {
    waitingFor: 'Temporal, which does not answer',
    since: what.since,
    attempts: 1,
    lastError: what.lastError,
    code: 'TEMPORAL_UNREACHABLE',
    whatToDo: what.embedded
      ? startedAgain
      : `Check that the Temporal cluster is up and that this machine reaches it (doeflow doctor); ${byItself}`,
  };
}

/** What a person does about a part that doeflow itself keeps up. */
export const startedAgain = `Nothing: doeflow starts it again, and ${byItself}`;

/** Characters of an error that are kept: heartbeats and signals stay small. */
const longestError = 500;

/** A trouble of an error's code and message; `earlier` is the same trouble before, whose beginning counts. */
export function troubleOf(
  failure: { readonly code: string; readonly message: string; readonly attempts?: number },
  now: string,
  earlier?: Trouble,
): Trouble {
  const { waitingFor, whatToDo } = cureOf(failure.code) ?? unknownCure;
  const isSame = earlier?.waitingFor === waitingFor;
  const begun = earlier !== undefined && isSame ? earlier : undefined;
  return {
    waitingFor,
    since: begun?.since ?? now,
    attempts: failure.attempts ?? (begun?.attempts ?? 0) + 1,
    lastError: failure.message.slice(0, longestError),
    code: failure.code,
    whatToDo,
  };
}

/** The trouble inside heartbeat details `{ trouble }`; undefined for whatever else stands there, of a newer or older engine. */
export function readTrouble(detail: unknown): Trouble | undefined {
  const value = isRecord(detail) ? detail['trouble'] : undefined;
  return isTrouble(value) ? value : undefined;
}

/** True for a whole trouble. */
export function isTrouble(value: unknown): value is Trouble {
  return (
    isRecord(value) &&
    typeof value['attempts'] === 'number' &&
    ['waitingFor', 'since', 'lastError', 'code', 'whatToDo'].every(
      (name) => typeof value[name] === 'string',
    ) &&
    !Number.isNaN(Date.parse(String(value['since'])))
  );
}

/** One entry for each thing that is waited for: since the first, with the error of the latest. */
export function mergeTroubles(troubles: readonly Trouble[]): readonly Trouble[] {
  const merged = new Map<string, Trouble>();
  for (const trouble of troubles) {
    const other = merged.get(trouble.waitingFor);
    merged.set(trouble.waitingFor, other === undefined ? trouble : joined(other, trouble));
  }
  return [...merged.values()].sort((a, b) => Date.parse(a.since) - Date.parse(b.since));
}

function joined(one: Trouble, other: Trouble): Trouble {
  const [first, later] =
    Date.parse(one.since) <= Date.parse(other.since) ? [one, other] : [other, one];
  return { ...later, since: first.since, attempts: Math.max(one.attempts, other.attempts) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
