import { readdirSync, readFileSync } from 'node:fs';
import { constants as osConstants } from 'node:os';

/** One process as `/proc/<pid>/stat` shows it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly session: number;
  /** Clock ticks since boot: with the pid it names a process for good, since pids are used again. */
  readonly startTime: string;
}

/** The process of that pid, or undefined when there is none. */
export function readProcess(pid: number): ProcessEntry | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The name, in brackets, may itself hold blanks and brackets: fields are counted from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    state: fields[0] ?? '',
    parent: Number(fields[1]),
    session: Number(fields[3]),
    startTime: fields[19] ?? '',
  };
}

/**
 * Whether that very process is still there although SIGTERM ends it: it neither catches nor ignores nor blocks the signal. One that
 * was just forked by a shell with a trap of its own may have lost the signal on the way.
 */
export function wouldEndBySigterm(entry: ProcessEntry): boolean {
  const now = readProcess(entry.pid);
  if (now === undefined || now.startTime !== entry.startTime || now.state === 'Z') return false;
  let status: string;
  try {
    status = readFileSync(`/proc/${entry.pid}/status`, 'latin1');
  } catch {
    return false;
  }
  return !['SigBlk', 'SigIgn', 'SigCgt'].some((name) => {
    const mask = new RegExp(`^${name}:\\s*([0-9a-f]+)`, 'm').exec(status)?.[1] ?? '0';
    return (BigInt(`0x${mask}`) & sigtermBit) !== 0n;
  });
}

const sigtermBit = 1n << BigInt(osConstants.signals.SIGTERM - 1);

/**
 * Living processes (zombies left out) of one session, those that left it but still carry the marker in their environment, and all that
 * descend from any of these.
 */
export function findRunProcesses(
  session: number | undefined,
  marker: string,
): readonly ProcessEntry[] {
  const living = readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    const entry = Number.isInteger(pid) && pid !== process.pid ? readProcess(pid) : undefined;
    return entry === undefined || entry.state === 'Z' ? [] : [entry];
  });
  const isOwn = (entry: ProcessEntry): boolean =>
    entry.session === session || carriesMarker(entry.pid, marker);
  return withDescendants(living.filter(isOwn), living);
}

function withDescendants(
  first: readonly ProcessEntry[],
  living: readonly ProcessEntry[],
): readonly ProcessEntry[] {
  const found = new Map(first.map((entry) => [entry.pid, entry]));
  for (let before = -1; found.size > before;) {
    before = found.size;
    for (const entry of living) if (found.has(entry.parent)) found.set(entry.pid, entry);
  }
  return [...found.values()];
}

function carriesMarker(pid: number, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker);
  } catch {
    // Another user's process, or one that just ended: not ours.
    return false;
  }
}
