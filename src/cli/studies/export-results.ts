import { join, resolve } from 'node:path';
import { mergeOutcomes } from '../../run/run-outcome.ts';
import { insideSink, type ChunkSink } from '../../files/index.ts';
import { layout, publishResults, readWithdrawnRuns } from '../../store/index.ts';
import { writeDesignTable, writeResultsTable, writeRunsTable } from '../../tables/index.ts';
import type { RunOutcome } from '../../run/run-outcome.ts';
import type { StudyReader, StoredObject } from '../../store/index.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import type { CommandContext } from '../context.ts';
import type { Output } from '../output/output.ts';
import type { StoredStudy } from './stored-study.ts';
import { tellCopying } from './tell-copying.ts';

/**
 * Writes the readable copy of a study to `<target>/<study id>` and gives that folder back. While the study runs the copy holds the
 * study file and the tables of what was collected so far.
 */
export async function exportResults(
  store: StudyReader,
  stored: StoredStudy,
  what: {
    readonly study: Study;
    readonly plan: Plan;
    readonly attempts: readonly (readonly RunOutcome[])[];
    readonly target: string;
    readonly output: Pick<Output, 'note'>;
  },
): Promise<string> {
  const { studyId, snapshot } = stored;
  const { study, plan, attempts, target } = what;
  const folder = join(target, studyId);
  if (stored.ended !== undefined) {
    const onRun = tellCopying(what.output, folder);
    await publishResults(store.study(studyId), folder, { onRun });
    return folder;
  }
  const place = ({ name }: StoredObject): ChunkSink => insideSink(target, `${studyId}/${name}`);
  await place(layout.studyFile)([await store.readContent(snapshot.studyFile.sha256)]);
  await writeDesignTable(place(layout.designTable), study, plan);
  const outcomes = mergeOutcomes(attempts);
  const { now } = await readWithdrawnRuns(store.study(studyId));
  await writeResultsTable(place(layout.resultsTable), study, plan, outcomes, false, now);
  await writeRunsTable(place(layout.runsTable), attempts);
  return folder;
}

/** Where a study's readable copy goes: as it was started, else `results/<study id>` here. */
export function resultsDirOf(
  context: CommandContext,
  { studyId, snapshot }: Pick<StoredStudy, 'studyId' | 'snapshot'>,
): string {
  return snapshot.resultsDir ?? resolve(context.cwd, 'results', studyId);
}
