/** The folder of this machine in which a process keeps copies of objects: bounded, and gone with the process. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const namePattern = /^doeflow-copies-(\d+)-/u;

/** What a killed process left is removed by the next one, but not while it may be one of another container with the same folder for temporary files. */
const leftAfterMs = 3_600_000;

/** Copies of more bytes than this are thinned out, those first that weren't asked for longest. */
const mostBytes = 2e9;
/** What was asked for within this is in use. */
const inUseMs = 600_000;

let folder: string | undefined;

/** One folder for the process's copies; made when it is first needed. */
export function copiesFolder(): string {
  if (folder !== undefined) return folder;
  removeLeft();
  const made = mkdtempSync(join(tmpdir(), `doeflow-copies-${process.pid}-`));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return (folder = made);
}

interface Copy {
  readonly bytes: number;
  readonly usedMs: number;
}

const copies = new Map<string, Copy>();

/** Whether this copy was made by this process, and is still there; it counts as used just now. */
export function useCopy(path: string): boolean {
  const copy = copies.get(path);
  if (copy === undefined) return false;
  noteCopy(path, copy.bytes);
  return true;
}

/** Counts a copy, and removes others where there are too many bytes of them. */
export async function addCopy(path: string): Promise<void> {
  noteCopy(path, statSync(path).size);
  let total = [...copies.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  for (const [other, { bytes, usedMs }] of copies) {
    if (total <= mostBytes || Date.now() - usedMs < inUseMs) return;
    copies.delete(other);
    total -= bytes;
    await rm(other, { force: true });
  }
}

/** The map's order is that of use: what was used last stands last. */
function noteCopy(path: string, bytes: number): void {
  copies.delete(path);
  copies.set(path, { bytes, usedMs: Date.now() });
}

function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = namePattern.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(tmpdir(), name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > leftAfterMs) remove(path);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** What is another user's stays: nothing of ours waits for it. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
