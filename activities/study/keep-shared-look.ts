/** What a look at shared runs found, as the study's records keep it. */
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import {
  findReusedOutcomes,
  layout,
  reusedJobNumber,
  type DocumentFolder,
} from '../../src/store/index.ts';
import type { SharedLook } from './shared-look.ts';

/** Keeps outcomes of runs that were taken over, with those of before. */
export async function keepTaken(
  folder: DocumentFolder,
  taken: readonly RunOutcome[],
): Promise<void> {
  if (taken.length === 0) return;
  const runs = new Set(taken.map(({ run }) => run));
  const before = ((await findReusedOutcomes(folder)) ?? []).filter(({ run }) => !runs.has(run));
  const outcomes = [...before, ...taken].sort((a, b) => a.run - b.run);
  await folder.write(layout.outcomes(reusedJobNumber), outcomes);
}

/** Keeps why runs are run here that others were to run, each once, and whom the study waits for instead. */
export async function keepTold(
  folder: DocumentFolder,
  { told, moved }: Pick<SharedLook, 'told' | 'moved'>,
): Promise<void> {
  const chosen = await folder.read(layout.reuse);
  const known = new Set(chosen.flatMap((one) => (one.kind === 'givenUp' ? [one.run] : [])));
  const further = told.filter(({ run }) => !known.has(run));
  if (further.length + moved.length === 0) return;
  const now = new Map(moved.map(({ run, awaits }) => [run, awaits]));
  const lines = chosen.map((one) => {
    const awaits = one.kind === 'awaited' ? now.get(one.run) : undefined;
    return awaits === undefined ? one : ({ kind: 'awaited', run: one.run, awaits } as const);
  });
  await folder.write(layout.reuse, [...lines, ...further]);
}
