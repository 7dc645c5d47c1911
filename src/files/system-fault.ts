/** What this machine's system refuses, in words: a full or read-only disk, a missing right, too many open files. None of it is a fault of the program. */

/** A refusal of the system, or in its stead. */
export interface SystemFault {
  /** The system's own code, such as `ENOSPC`. */
  readonly code: string;
  /** What is wrong, with the path where it is known. */
  readonly message: string;
  /** What a person can do. */
  readonly remedy: string;
}

const room = 'Make room on that disk';
const elsewhere =
  'choose another folder (DOEFLOW_HOME or DOEFLOW_STORE for what doeflow keeps, --results, --to, --output, --figures or -o for what it hands out)';

const faults: Readonly<Record<string, { readonly problem: string; readonly remedy: string }>> = {
  ENOSPC: { problem: 'the disk is full', remedy: `${room}, or ${elsewhere}` },
  EDQUOT: { problem: 'the disk quota is used up', remedy: `${room}, or ${elsewhere}` },
  EROFS: { problem: 'the disk is read-only', remedy: `Make it writable, or ${elsewhere}` },
  EACCES: {
    problem: 'this user may not use it',
    remedy: `Give this user the right to it, or ${elsewhere}`,
  },
  EPERM: {
    problem: 'the file system forbids the change',
    remedy: `Look at the owner and the marks of the folder (lsattr) and at its kind of file system, or ${elsewhere}`,
  },
  ENOTSUP: { problem: 'this file system has no hard links', remedy: `To go on, ${elsewhere}` },
  EIO: {
    problem: 'the disk reports a fault',
    remedy: `Look at the disk (dmesg), or ${elsewhere}`,
  },
  EMFILE: {
    problem: 'too many files are open',
    remedy: 'Allow more open files (ulimit -n), and repeat the command',
  },
  ENFILE: {
    problem: 'too many files are open on this machine',
    remedy: 'End programs that have many files open, and repeat the command',
  },
  ENOTDIR: { problem: 'a file is where a folder is needed', remedy: `To go on, ${elsewhere}` },
  EISDIR: { problem: 'a folder is where a file is needed', remedy: `To go on, ${elsewhere}` },
  ELOOP: {
    problem: 'its symbolic links lead in a circle',
    remedy: `Mend the links, or ${elsewhere}`,
  },
  ENAMETOOLONG: { problem: 'the name is too long', remedy: `To go on, ${elsewhere}` },
  ENOMEM: {
    problem: 'the machine has no memory left',
    remedy: 'End other programs, and repeat the command',
  },
};

/** Codes that say nothing about the machine, but for the making of a folder. */
const folderFaults: typeof faults = {
  ENOENT: { problem: 'no folder can be made here', remedy: `To go on, ${elsewhere}` },
  EEXIST: { problem: 'a file is where a folder is needed', remedy: `To go on, ${elsewhere}` },
};

/** Where the file system makes no new file though the folder is there, as in `/proc`. */
const noFile = { problem: 'no file can be made here', remedy: `To go on, ${elsewhere}` };

/** What SQLite says in its own words. */
const sqliteCodes: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'ENOSPC',
  SQLITE_READONLY: 'EROFS',
  SQLITE_IOERR: 'EIO',
};

/** Thrown instead of following a link in a folder that others may have prepared. */
export class LinkInTheWay extends Error {
  readonly code = 'ELOOP';

  constructor(path: string) {
    super(
      `${path} is a link, and links are not followed, as they may lead anywhere; remove it, or name the folder that it leads to`,
    );
  }
}

/** Thrown where a file to be written can't be made though its folder is there; of any other file the same code may say that it is missing. */
export class NoFileMade extends Error {
  readonly code = 'ENOENT';
}

/** The same error, as a {@link NoFileMade} where it tells that the file at `path` couldn't be made in a folder that is there. */
export function asNoFileMade(error: unknown, path: string): unknown {
  const { code, syscall, path: at } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' || syscall !== 'open' || at !== path) return error;
  return new NoFileMade((error as Error).message, { cause: error });
}

/** The refusal of the system that made `error`, or caused it; undefined for any other error. */
export function systemFaultOf(error: unknown): SystemFault | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof LinkInTheWay) {
      const remedy = `Remove that link if you didn't put it there, or ${elsewhere}`;
      return { code: at.code, message: (error as Error).message, remedy };
    }
    const code = systemCodeOf(at);
    const fault = faultOf(at);
    if (code === undefined || fault === undefined) continue;
    const message = error === at ? describe(at, fault.problem) : (error as Error).message;
    return { code, message, remedy: fault.remedy };
  }
  return undefined;
}

/** What is wrong with the disk at `path`, in words; any other error stays. A plain Error, as it says nothing about a run or a study: whoever asked tries again. */
export function describeDiskFault(error: unknown, path: string): unknown {
  const fault = error instanceof Error ? faultOf(error) : undefined;
  if (fault === undefined || error instanceof LinkInTheWay) return error;
  return new Error(`Cannot write ${path}: ${fault.problem}`, { cause: error });
}

function faultOf(error: NodeJS.ErrnoException) {
  if (error instanceof NoFileMade) return noFile;
  const code = systemCodeOf(error) ?? '';
  return faults[code] ?? (error.syscall === 'mkdir' ? folderFaults[code] : undefined);
}

function systemCodeOf(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return undefined;
  const sqlite = Object.keys(sqliteCodes).find((name) => code.startsWith(name));
  return sqlite === undefined ? code : sqliteCodes[sqlite];
}

function describe(error: NodeJS.ErrnoException, problem: string): string {
  const { path, syscall, message } = error;
  if (path === undefined) return `The system refused: ${problem} (${message})`;
  return `Cannot use ${path}: ${problem}${syscall === undefined ? '' : ` (${syscall})`}`;
}
