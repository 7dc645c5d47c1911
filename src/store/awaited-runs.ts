/** Runs of a study that it doesn't run itself, as another study was about to run them. */
import type { DocumentFolder } from '../objects/index.ts';
import { layout } from './layout.ts';
import { readAttempts } from './outcomes.ts';
import { readSharing } from './reused-runs.ts';
import type { AwaitedRun } from './schemas/run-keys.ts';
import { readWithdrawnRuns } from './withdrawn-runs.ts';

/** The runs that a study waits for: those that another one was to run, and that have no outcome yet; of a study that was started for what was added, or brought back, those alone. */
export async function readAwaited(folder: DocumentFolder): Promise<readonly AwaitedRun[]> {
  const chosen = (await folder.find(layout.reuse)) ?? [];
  const lines = chosen.filter((one) => one.kind === 'awaited');
  if (lines.length === 0) return [];
  const { onlyAbove = -1 } = await readSharing(folder);
  const { now, ever } = await readWithdrawnRuns(folder);
  const awaited = lines.filter(({ run }) => !now.has(run) && (run > onlyAbove || ever.has(run)));
  const ended = new Set((await readAttempts(folder)).flat().map(({ run }) => run));
  return awaited.filter(({ run }) => !ended.has(run));
}
