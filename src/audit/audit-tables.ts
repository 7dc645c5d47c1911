/** Whether tables and statistics follow from the outcomes. */
import { createHash } from 'node:crypto';
import type { ChunkSink } from '../files/index.ts';
import { mergeOutcomes } from '../run/run-outcome.ts';
import { isStudyOver } from '../run/run-state.ts';
import {
  findAmended,
  hashStream,
  jobsOf,
  layout,
  readSlotsOfJobs,
  readWithdrawnRuns,
  type StoredObject,
} from '../store/index.ts';
import { analyseInThread, studyTableOf } from '../summary/index.ts';
import { writeDesignTable, writeResultsTable, writeRunsTable } from '../tables/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';

/** Makes the tables of an ended study once more, and compares hashes; those of one that goes on aren't written yet. */
export async function auditTables(records: StudyRecords, book: AuditBook): Promise<void> {
  const { folder, study, plan, attempts, engineVersion } = records;
  const status = await folder.find(layout.status);
  if (status === undefined) return;
  const manifest = await folder.find(layout.manifest);
  const amended = await findAmended(folder);
  if (amended !== undefined && !isWritten(amended.revision, manifest?.revisions)) {
    book.tell(
      'missing',
      `revision ${amended.revision}`,
      'was kept, and what it changes is not in the tables, as the command that made it was cut off or the study was stopped: the same command again carries it out',
    );
    return;
  }
  const outcomes = mergeOutcomes(attempts);
  const isOver = isStudyOver(status.state);
  const { now: withdrawn } = await readWithdrawnRuns(folder);
  const slots = await readSlotsOfJobs(folder, study, jobsOf(attempts));
  await compare(layout.designTable, (sink) => writeDesignTable(sink, study, plan));
  // Those of earlier versions have runs that were stopped as failed.
  const asTold = (write: (sink: ChunkSink, stoppedAs: 'Stopped' | 'Failed') => Promise<void>) =>
    (['Stopped', 'Failed'] as const).map((as) => (sink: ChunkSink) => write(sink, as));
  await compare(
    layout.resultsTable,
    ...asTold((sink, as) => writeResultsTable(sink, study, plan, outcomes, isOver, withdrawn, as)),
  );
  await compare(
    layout.runsTable,
    ...asTold((sink, as) => writeRunsTable(sink, attempts, slots, as)),
  );
  const madeBy = manifest?.['engineVersion'];
  if (typeof madeBy === 'string' && madeBy !== engineVersion) {
    book.note(
      `${layout.statistics.name} and ${layout.summary.name} were written by doeflow ${madeBy}, and this is ${engineVersion}, whose statistics may be others: they were not made once more`,
    );
    return;
  }
  const { statistics, findings } = await analyseInThread({
    study,
    table: studyTableOf(study, plan, outcomes),
    facts: await folder.find(layout.findingFacts),
  });
  await compareText(layout.statistics, layout.statistics.encode(statistics));
  await compareText(layout.findings, layout.findings.encode(findings));

  async function compare(
    object: StoredObject,
    ...ways: readonly ((sink: ChunkSink) => Promise<void>)[]
  ): Promise<void> {
    await compareHash(object, ...ways.map((write) => () => hashOf(write)));
  }

  async function compareText(object: StoredObject, text: string): Promise<void> {
    await compareHash(object, () => createHash('sha256').update(text).digest('hex'));
  }

  /** @param ways what may be there, the first as this version writes it; each is made only where those before are not what is there */
  async function compareHash(
    object: StoredObject,
    ...ways: readonly (() => string | Promise<string>)[]
  ): Promise<void> {
    if (!(await folder.has(object))) {
      book.tell('missing', object.name, 'the study has ended, and its table is not in the store');
      return;
    }
    book.count('files');
    const { sha256, bytes } = await hashStream(await folder.readStream(object));
    book.count('bytes', bytes);
    const made: string[] = [];
    for (const way of ways) {
      made.push(await way());
      if (made.at(-1) === sha256) return;
    }
    const [expected = ''] = made;
    book.tell(
      'contradiction',
      object.name,
      `made once more from the outcomes of the runs it has SHA-256 ${expected}, in the store ${sha256}`,
    );
  }
}

async function hashOf(write: (sink: ChunkSink) => Promise<void>): Promise<string> {
  const hash = createHash('sha256');
  await write(async (chunks) => {
    for await (const chunk of chunks) hash.update(chunk);
  });
  return hash.digest('hex');
}

/** Whether the results are of a revision. @param written those that they are made of */
function isWritten(
  revision: number,
  written: readonly { readonly revision: number }[] = [],
): boolean {
  return written.some((one) => one.revision === revision);
}
