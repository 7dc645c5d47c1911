import { stat } from 'node:fs/promises';
import { readRealFile } from '../../files/index.ts';
import type { StudyFileRole } from '../../study-file/index.ts';
import { hashFile } from '../../study-file/index.ts';

/** A file that a study names, wherever it lies. */
export interface PlanFileSide {
  /** As the study file writes it. */
  readonly path: string;
  readonly role: StudyFileRole;
  /** Its real path, without links. */
  readonly absolutePath: string;
}

export interface ChangedFile {
  readonly path: string;
  readonly role: StudyFileRole;
  readonly change: 'added' | 'removed' | 'changed';
  /** Of a text: the lines between what begins and what ends both alike. */
  readonly lines?: {
    /** From 1. */
    readonly from: number;
    readonly before: readonly string[];
    readonly after: readonly string[];
  };
}

/** Larger files are only said to have changed. */
const maxTextBytes = 1_000_000;

/** The files of which only one study has this content under this path. */
export async function diffFiles(
  before: readonly PlanFileSide[],
  after: readonly PlanFileSide[],
): Promise<readonly ChangedFile[]> {
  const old = new Map(before.map((file) => [file.path, file]));
  const changes: ChangedFile[] = [];
  for (const file of after) {
    const { path, role } = file;
    const earlier = old.get(path);
    old.delete(path);
    if (earlier === undefined) changes.push({ path, role, change: 'added' });
    else if (!(await hasEqualContent(earlier, file))) {
      changes.push({ path, role, change: 'changed', ...(await changedLines(earlier, file)) });
    }
  }
  const removed = [...old.values()].map(({ path, role }): ChangedFile => ({
    path,
    role,
    change: 'removed',
  }));
  return [...changes, ...removed];
}

async function hasEqualContent(before: PlanFileSide, after: PlanFileSide): Promise<boolean> {
  return (await hashFile(before.absolutePath)) === (await hashFile(after.absolutePath));
}

async function changedLines(
  before: PlanFileSide,
  after: PlanFileSide,
): Promise<Pick<ChangedFile, 'lines'>> {
  const [old, now] = [await readLines(before.absolutePath), await readLines(after.absolutePath)];
  if (old === undefined || now === undefined) return {};
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return {
    lines: {
      from: head + 1,
      before: old.slice(head, old.length - tail),
      after: now.slice(head, now.length - tail),
    },
  };
}

/** The lines of a text; undefined for any other file. */
async function readLines(path: string): Promise<readonly string[] | undefined> {
  if ((await stat(path)).size > maxTextBytes) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readRealFile(path));
    return text.includes('\0') ? undefined : text.split('\n');
  } catch {
    return undefined;
  }
}
