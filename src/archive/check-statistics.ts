/** Whether the statistics that a crate records follow from its tables: computed again from the CSV, as any reader could. */
import { text } from 'node:stream/consumers';
import { EngineError } from '../errors.ts';
import { openDocumentFolder, type ObjectStore } from '../objects/index.ts';
import { layout } from '../store/index.ts';
import { parseAnalysedStudy, parseTable } from '../study-file/index.ts';
import {
  analyseInThread,
  composeSummary,
  readAnalysedTable,
  type StudySummaryDocument,
} from '../summary/index.ts';
import type { ArchiveFault } from './archive-fault.ts';
import { differencesOf, type Difference } from './differences.ts';

/** What came of it: faults, or why nothing could be computed. */
export interface StatisticsChecked {
  readonly faults: readonly ArchiveFault[];
  /** A sentence, where there is nothing to compare. */
  readonly note?: string;
}

/** Beyond so many a table is another one. */
const mostFaults = 20;

/** What a table alone doesn't tell: standing of the study, what the platform was asked, cost. */
const notFromTables: ReadonlySet<string> = new Set([
  ...['studyId', 'status', 'failures', 'cost', 'notes', 'schemaVersion'],
  ...['readBackFromJobs', 'failed', 'stopped', 'submitted', 'withdrawn'],
]);

const nothing: ReadonlySet<string> = new Set();

/** Computes the statistics of the crate below `prefix` again and compares them with `summary.json` and `statistics.json`. */
export async function checkStatistics(
  objects: ObjectStore,
  prefix: string,
): Promise<StatisticsChecked> {
  const crate = openDocumentFolder(objects, prefix);
  for (const object of [layout.summary, layout.resultsTable, layout.studyFile]) {
    if (await crate.has(object)) continue;
    return { faults: [], note: `${prefix} has no ${object.name}: no statistics to compute again` };
  }
  const path = `${prefix}${layout.summary.name}`;
  try {
    const recorded = (await crate.read(layout.summary)) as unknown as StudySummaryDocument;
    const file = `${prefix}${layout.studyFile.name}`;
    const study = parseAnalysedStudy(await text(await crate.readStream(layout.studyFile)), file);
    const csv = `${prefix}${layout.resultsTable.name}`;
    const parsed = parseTable(await text(await crate.readStream(layout.resultsTable)), csv);
    if ('issue' in parsed) {
      const found = parsed.issue.message;
      return { faults: [{ kind: 'unreadable', path: csv, found }] };
    }
    const { table, runs } = readAnalysedTable(study, parsed.table);
    const { statistics, findings } = await analyseInThread({ study, table });
    const computed = composeSummary(study, statistics, findings, { runs });
    const faults = faultsOf(path, differencesOf(recorded, computed, notFromTables));
    // The same once more, for programs; an archive need not have it.
    const kept = await crate.find(layout.statistics);
    if (kept === undefined) return { faults };
    const differences = differencesOf(kept, statistics, nothing);
    return { faults: [...faults, ...faultsOf(`${prefix}${layout.statistics.name}`, differences)] };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { faults: [{ kind: 'unreadable', path, found: error.message }] };
  }
}

function faultsOf(path: string, differences: readonly Difference[]): readonly ArchiveFault[] {
  return differences.slice(0, mostFaults).map(({ place, expected, found }) => ({
    kind: 'contradiction',
    path: `${path} ${place}`,
    expected: `${expected}, as recorded`,
    found: `${found} by the tables`,
  }));
}
