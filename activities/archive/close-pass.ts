import {
  archiveLayout,
  destinationLayout,
  isTroubling,
  reportFolder,
  reportPage,
  tellJobs,
  totalsOf,
  type JobChoice,
  type JobOutcome,
  type PassReport,
} from '../../src/archive/index.ts';
import type { PassProgress, PassResult, PassTarget } from '../../src/run/archive-contract.ts';
import type { StoredDocument } from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { countOutcomes } from './count-outcomes.ts';
import { batchesOf, isChosen, openArchive, type OpenArchive } from './open-archive.ts';
import { whatToDo } from './what-to-do.ts';

/** Writes the pass's report, in the store and in the destination; written anew when deletions come after a person's word. */
export async function closePass(
  dependencies: ActivityDependencies,
  target: PassTarget & { readonly progress: PassProgress },
  _run: ActivityRun,
): Promise<PassResult> {
  const { archive: name, passTime, progress } = target;
  const archive = await openArchive(dependencies, name);
  const { folder, destination, order } = archive;
  const evidence = await readEvidence(archive, passTime);
  const { selection, archived, proven, deleted, due } = evidence;
  const before = await folder.find(archiveLayout.report(passTime));
  const decision = await folder.find(archiveLayout.decision(passTime));
  const awaitingApproval = order.approve && decision === undefined ? due.length : 0;
  const counts = {
    archived: withLost(countOutcomes(archived, 'archived'), progress.archived),
    proven: withLost(countOutcomes(proven, 'proven'), progress.proven),
    deleted: withLost(countOutcomes(deleted, 'deleted'), progress.deleted),
  };
  const jobs = [
    ...tellJobs({
      ...evidence,
      dueNames: new Map(due.map((job) => [job.jobId, job.name])),
    }),
  ];
  const failed = jobs.filter(isTroubling).length;
  const lost = Object.values(counts).reduce((sum, one) => sum + one.failed, 0);
  const outcome = failed === 0 && lost === 0 ? 'clean' : 'troubled';
  const notes = [
    ...new Set([
      ...(before?.notes ?? []),
      ...progress.notes,
      ...(await noteResumed(archive, passTime, selection)),
    ]),
  ];
  const unchanged =
    selection.filter(({ choice }) => choice === 'unchanged').length +
    totalsOf(archived, 'unchanged').jobs;
  const opened = await folder.find(archiveLayout.opened(passTime));
  const report: PassReport = {
    ...{ formatVersion: 1, archive: name, passTime, outcome },
    ...(opened === undefined ? {} : { openedAt: opened.at }),
    closedAt: before?.closedAt ?? dependencies.now().toISOString(),
    ...{ select: order.select, destination: order.destination, keepMs: order.keepMs },
    folder: reportFolder({ archive: name, passTime }),
    engineVersion: dependencies.engineVersion,
    archived: totalsOf(archived, 'archived'),
    proven: totalsOf(proven, 'proven'),
    deleted: totalsOf(deleted, 'deleted'),
    ...{ unchanged, awaitingApproval, left: countLeft(jobs), failed, notes },
    whatToDo: whatToDo({ archive: name, jobs, awaitingApproval, isLost: lost > 0 }),
    ...(decision === undefined
      ? {}
      : { decision: { decision: decision.decision, by: decision.by } }),
    jobs,
  };
  const document = archiveLayout.report(passTime);
  const prefix = `${destinationLayout.passes}${reportFolder({ archive: name, passTime })}/`;
  const { records, studyRecords, passRecords } = destinationLayout;
  for (const place of ['', records, studyRecords, passRecords, prefix]) {
    await destination.objects.clearUnfinished(place, 'here');
  }
  const files = { 'report.json': document.encode(report), 'report.html': reportPage(report) };
  for (const [file, text] of Object.entries(files)) {
    await destination.objects.write(`${prefix}${file}`, [text]);
  }
  await destination.recordPass({ archive: name, passTime }, files);
  await folder.write(document, report);
  return { archive: name, passTime, outcome, ...counts, awaitingApproval, notes };
}

/** What a later pass takes up by itself. */
const leavings: ReadonlySet<string> = new Set(['running', 'later', 'open-study', 'left', 'gone']);

async function readEvidence({ folder }: OpenArchive, passTime: string) {
  const readAll = async (
    batches: number,
    document: (passTime: string, batch: number) => StoredDocument<readonly JobOutcome[]>,
  ): Promise<readonly JobOutcome[]> => {
    const all: JobOutcome[] = [];
    for (let batch = 1; batch <= batches; batch += 1) {
      all.push(...((await folder.find(document(passTime, batch))) ?? []));
    }
    return all;
  };
  const selection = (await folder.find(archiveLayout.selection(passTime))) ?? [];
  const due = (await folder.find(archiveLayout.due(passTime))) ?? [];
  const batches = batchesOf(selection.filter(isChosen).length);
  return {
    selection,
    due,
    archived: await readAll(batches, archiveLayout.archived),
    proven: await readAll(batches, archiveLayout.proven),
    deleted: await readAll(batchesOf(due.length), archiveLayout.deleted),
  };
}

/** A sentence for each study that the pass found resumed when it came to write its crate. */
async function noteResumed(
  { destination }: OpenArchive,
  passTime: string,
  selection: readonly JobChoice[],
): Promise<readonly string[]> {
  const studies = new Set(selection.flatMap(({ studyId }) => studyId ?? []));
  const notes: string[] = [];
  for (const studyId of [...studies].sort()) {
    const record = await destination.studyRecord(studyId);
    if (record?.runsAgain !== passTime) continue;
    notes.push(`Study ${studyId} runs again: a pass after its end writes its crate.`);
  }
  return notes;
}

/** Batches that were lost whole are known to the workflow alone. */
function withLost<T extends { readonly failed: number }>(counts: T, progress: T): T {
  return { ...counts, failed: Math.max(counts.failed, progress.failed) };
}

function countLeft(jobs: PassReport['jobs']): Record<string, number> {
  const left: Record<string, number> = {};
  for (const { what } of jobs.filter((job) => leavings.has(job.what))) {
    left[what] = (left[what] ?? 0) + 1;
  }
  return left;
}
