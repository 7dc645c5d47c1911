/** The last step of a study: summary, manifest, the state for readers without a workflow, the readable copy. */
import {
  composeSummary,
  countCost,
  countsAtEnd,
  describeFindings,
  readVerified,
} from '../../src/summary/index.ts';
import {
  findCostLimit,
  isTicketName,
  keepEnd,
  layout,
  olderStore,
  publishResults,
  readAttempts,
  readCheckpoint,
  readPlatformJobs,
  readRevisions,
  type DocumentFolder,
  type Publishing,
  type StudySnapshot,
  type VerifiedFindings,
  wasRestored,
  writeManifest,
} from '../../src/store/index.ts';
import { notCopiedWords } from '../../src/run/not-copied.ts';
import { isStudyOver } from '../../src/run/run-state.ts';
import type { CloseStudyInput } from '../../src/run/activity-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { outcomesAtHand } from '../outcomes-at-hand.ts';
import { writeReport } from './write-report.ts';

/** Writes what a study leaves behind. A copy that can't be written is told, never fails the study: the store has everything. */
export async function closeStudy(
  { store, studyCache, engineVersion, now }: ActivityDependencies,
  { studyId, progress, ticket }: CloseStudyInput,
  run: ActivityRun,
): Promise<{ notes: string[] }> {
  const folder = store.study(studyId);
  const before = await notesOfClosed(folder, progress, ticket);
  if (before !== undefined) return { notes: [...before] };
  const { study, plan, snapshot } = await studyCache.get(studyId);
  const lastJobNumber = (await readCheckpoint(folder)).jobs;
  const jobs = await readPlatformJobs(folder, lastJobNumber);
  const attempts = await readAttempts(folder, outcomesAtHand(store, studyId));
  const ofJobs = attempts.filter(([first]) => (first?.jobNumber ?? 0) <= lastJobNumber);
  const limit = await findCostLimit(folder, study);
  if (!(await folder.has(layout.statistics)) && !(await wasRestored(store))) {
    throw olderStore(`the tables and statistics of study ${studyId}, which were written`);
  }
  const statistics = await folder.read(layout.statistics);
  const verified = await readVerified(folder, jobs);
  const findings = await describeFindings(folder, verified);
  const left = [...notesOfRefused(verified), ...notesOfLeft(verified)];
  const summary = composeSummary(study, statistics, findings, {
    studyId,
    ...countsAtEnd(progress),
    cost: {
      ...(await countCost(folder, study, lastJobNumber, ofJobs)),
      ...(limit === undefined ? {} : { maxCost: limit.amount }),
    },
    notes: [...progress.notes, ...left],
  });
  await folder.write(layout.summary, summary);
  const troubles = await writeReport({ store, studyCache, engineVersion }, studyId, {
    ...{ summary, lastJobNumber, attempts: ofJobs },
    isStudyOver: isStudyOver(progress.state),
  });
  await folder.sink(layout.studyFile)([await store.readContent(snapshot.studyFile.sha256)]);
  const revisions = await readRevisions(folder);
  await writeManifest(folder, {
    studyId,
    engineVersion,
    seed: study.design.seed,
    method: study.design.method,
    planHash: snapshot.planHash,
    runs: plan.runCount,
    ...(plan.refused === undefined ? {} : { refused: plan.refused }),
    notes: plan.notes,
    inputs: snapshot.files,
    ...(revisions.length === 0 ? {} : { revisions }),
    jobs,
    records: layout.records.name,
  });
  await keepEnd(folder, progress);
  const notes = [
    ...left,
    ...troubles,
    ...(await publish(folder, studyId, { resultsDir: snapshot.resultsDir, attempts }, run)),
  ];
  if (notes.length > 0) {
    // Who asks after the workflow's end is answered from here.
    await keepEnd(folder, { ...progress, notes: [...progress.notes, ...notes] });
  }
  if (ticket !== undefined)
    await folder.create(layout.ticketClosed(ticket), { at: now().toISOString() });
  return { notes };
}

/**
 * What is told where nothing is left to close, as a study is closed once after each start that its owner allowed: by a repeat of the call that closed it,
 * whose answer was lost, what that one told.
 */
async function notesOfClosed(
  folder: DocumentFolder,
  progress: CloseStudyInput['progress'],
  ticket: string | undefined,
): Promise<readonly string[] | undefined> {
  const nothing = ['The study was closed before: nothing was written or copied'];
  // Started by an earlier version, which wrote no tickets.
  if (ticket === undefined) return (await folder.has(layout.status)) ? nothing : undefined;
  if (!isTicketName(ticket) || !(await folder.has(layout.ticketTaken(ticket)))) return nothing;
  if (!(await folder.has(layout.ticketClosed(ticket)))) return undefined;
  const kept = await folder.find(layout.status);
  return kept === undefined ? nothing : kept.notes.slice(progress.notes.length);
}

/** Copies the results to where the study's owner wanted them when it was started. @returns what went wrong, as sentences */
async function publish(
  folder: DocumentFolder,
  studyId: string,
  { resultsDir, attempts }: Pick<Publishing, 'attempts'> & Pick<StudySnapshot, 'resultsDir'>,
  { show }: Pick<ActivityRun, 'show'>,
): Promise<string[]> {
  if (resultsDir === undefined) return [];
  try {
    const onRun = (copied: number, of: number): void => show({ copying: { copied, of } });
    await publishResults(folder, resultsDir, { onRun, keepsCopies: true, attempts });
    return [];
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    return [
      `${notCopiedWords(resultsDir)}${sentence}. To copy them again: doeflow results ${studyId} --to FOLDER`,
    ];
  }
}

/** Findings that aren't on the jobs as the platform doesn't take them, each with its reason. */
function notesOfRefused(records: readonly VerifiedFindings[]): string[] {
  const jobs = new Map<string, number>();
  for (const { refused = {} } of records) {
    for (const [name, reason] of Object.entries(refused)) {
      const words = `Finding "${name}" is left out, as the platform refuses it: ${reason}`;
      jobs.set(words, (jobs.get(words) ?? 0) + 1);
    }
  }
  return Array.from(
    jobs,
    ([words, count]) => `${words} (${count === 1 ? '1 job' : `${count} jobs`})`,
  );
}

/** Fields that show what the study says no more. */
function notesOfLeft(records: readonly VerifiedFindings[]): string[] {
  const names = [...new Set(records.flatMap(({ left = [] }) => left))];
  return names.map((name) => {
    const jobs = records.filter(({ left = [] }) => left.includes(name)).length;
    return `Finding "${name}" was taken back, but the platform doesn't clear its field: it stays on ${jobs === 1 ? '1 job' : `${jobs} jobs`}, with the value of before`;
  });
}
