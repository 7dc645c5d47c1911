/**
 * The mark of a home that was restored: as long as it stands, its studies can be looked at, and nothing works on them. Its original may still live,
 * and both would steer the same jobs and write into the same archives.
 */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import { writeFileAtomic } from '../../files/index.ts';
import type { BackupSummary } from './manifest.ts';

const markSchema = z.object({
  formatVersion: z.literal(1),
  /** ISO 8601, UTC. */
  restoredAt: z.string(),
  madeAt: z.string(),
  /** The home that was backed up. */
  from: z.string(),
  engineId: z.string(),
});

export type RestoredMark = Readonly<z.output<typeof markSchema>>;

const markName = 'restored.json';

/** Marks a home, which is not in its place yet, as restored. */
export async function keepRestoredMark(
  home: string,
  { madeAt, home: from, engineId, now }: BackupSummary & { readonly now: Date },
): Promise<void> {
  const mark: RestoredMark = {
    ...{ formatVersion: 1, restoredAt: now.toISOString(), madeAt, from, engineId },
  };
  await writeFileAtomic(join(home, markName), [`${JSON.stringify(mark, null, 2)}\n`], {
    isPrivate: true,
  });
}

/** Undefined for a home that wasn't restored, or was taken over. A mark that can't be read still stands. */
export function readRestoredMark(home: string): RestoredMark | undefined {
  let text: string;
  try {
    text = readFileSync(join(home, markName), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
  return markSchema.parse(JSON.parse(text));
}

/** From now on this home is the one. */
export async function takeOverHome(home: string): Promise<void> {
  await rm(join(home, markName), { force: true });
}

/** @throws UsageError USAGE_HOME_RESTORED, exit code 5, for a restored home that nobody has taken over */
export function requireTakenOver(home: string): void {
  const mark = readRestoredMark(home);
  if (mark === undefined) return;
  throw new UsageError(
    'USAGE_HOME_RESTORED',
    `${home} was restored on ${mark.restoredAt.slice(0, 10)} from a back-up of ${mark.from} of ${mark.madeAt}: nothing works on its studies until you say that the original is gone`,
    {
      exitCode: 5,
      hint: 'Where the original is gone for good, or never starts again: doeflow restore --take-over. Until then list, status, results and verify --offline read it',
    },
  );
}
