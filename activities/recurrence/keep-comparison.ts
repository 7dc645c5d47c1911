/** Leaves what a comparison came to beside a study's results: comparison.json, comparison.csv, a note in the summary. */
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import {
  isComparison,
  writeComparisonTable,
  type OccurrenceFacts,
  type OccurrenceResult,
} from '../../src/recurrence/index.ts';
import {
  layout,
  publishDocuments,
  renewRecords,
  writeManifest,
  type DocumentFolder,
} from '../../src/store/index.ts';

const plainObject = z.record(z.string(), z.unknown());

/** Writes into the study's folder and its readable copy; a copy that can't be written is told, and fails nothing. */
export async function keepComparison(
  folder: DocumentFolder,
  result: Pick<OccurrenceResult, 'passTime' | 'comparison' | 'moved' | 'comparedWith' | 'notes'>,
  facts: OccurrenceFacts,
): Promise<readonly string[]> {
  const { against } = facts;
  await folder.write(layout.comparison, {
    formatVersion: 1,
    ...result,
    ...(isComparison(against) ? against : {}),
  });
  if (isComparison(against)) {
    await writeComparisonTable(folder.sink(layout.comparisonTable), against);
  }
  await noteInSummary(folder, result.notes);
  const manifest = await folder.find(layout.manifest);
  if (manifest !== undefined) await writeManifest(folder, manifest);
  await renewRecords(folder, [
    layout.comparison,
    layout.comparisonTable,
    layout.summary,
    layout.manifest,
  ]);
  const { resultsDir } = await folder.read(layout.snapshot);
  if (resultsDir === undefined) return [];
  try {
    await publishDocuments(folder, resultsDir);
    return [];
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    return [`The comparison could not be copied to the results folder: ${sentence}`];
  }
}

/** Notes that aren't in it yet; a study that was lost has no summary. */
async function noteInSummary(folder: DocumentFolder, notes: readonly string[]): Promise<void> {
  if (!(await folder.has(layout.summary))) return;
  const summary = plainObject.parse(await json(await folder.readStream(layout.summary)));
  const before = z.array(z.string()).catch([]).parse(summary['notes']);
  const added = notes.filter((note) => !before.includes(note));
  if (added.length > 0) {
    await folder.write(layout.summary, { ...summary, notes: [...before, ...added] });
  }
}
