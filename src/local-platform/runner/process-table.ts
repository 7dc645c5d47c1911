import { readdirSync, readFileSync } from 'node:fs';

/** One process as `/proc/<pid>/stat` shows it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly state: string;
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
    session: Number(fields[3]),
    startTime: fields[19] ?? '',
  };
}

/** Living processes (zombies left out) of one session, and those that left it but still carry the marker in their environment. */
export function findRunProcesses(session: number | undefined, marker: string): ProcessEntry[] {
  const found: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const entry = readProcess(pid);
    if (entry === undefined || entry.state === 'Z') continue;
    if (entry.session === session || carriesMarker(pid, marker)) found.push(entry);
  }
  return found;
}

function carriesMarker(pid: number, marker: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(marker);
  } catch {
    // Another user's process, or one that just ended: not ours.
    return false;
  }
}
