import { createHash } from 'node:crypto';
import {
  archiveLayout,
  parseRule,
  platformTimeMs,
  type ArchiveRecord,
  type JobChoice,
  type JobFacts,
  type SelectRule,
} from '../../src/archive/index.ts';
import {
  isTerminalJobStatus,
  NotFoundError,
  type JobListItem,
} from '../../src/platform-api/index.ts';
import type { PassSelection, PassTarget } from '../../src/run/archive-contract.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { factsOfRow } from './facts-of-row.ts';
import { inWindow } from './in-window.ts';
import { JobCalls } from './job-calls.ts';
import { JobFault } from './job-fault.ts';
import { endOf, hasEnded, unlessNotServed } from './look-at-job.ts';
import { batchesOf, isChosen, judgingMs, openArchive, refusal } from './open-archive.ts';
import { readStudies, type StudyOfJob } from './studies-of-jobs.ts';
import { studiesToWrite } from './studies-to-write.ts';
import { requireNotHeld } from './why-held.ts';

/** Rows that are judged together. */
const pageSize = 100;
const rowsAtATime = 8;
/**
 * A list's row shows a job's name, owner, status, sharing and bytes, but neither its tags nor its custom fields: a job whose row is as it was is
 * looked at in full this often, and before it is deleted.
 */
const lookAgainMs = 7 * 86_400_000;

/** A pass that begins later than this after its own time is made up for: it decides as it would have then. No schedule comes more often. */
const madeUpAfterMs = 60_000;

/** Chooses the pass's jobs by the rule, once: a second try reads what the first one kept. */
export async function selectJobs(
  dependencies: ActivityDependencies,
  target: PassTarget,
  { signal, show }: ActivityRun,
): Promise<PassSelection> {
  const { platform, store } = dependencies;
  const archive = await openArchive(dependencies, target.archive);
  const { folder, order, destination, now } = archive;
  const object = archiveLayout.selection(target.passTime);
  const known = new Map<string, string>();
  const archivedAt = async (jobId: string) =>
    known.get(jobId) ?? (await destination.record(jobId))?.archivedAt;
  const before = await folder.find(object);
  const summary = async (choices: readonly JobChoice[]) =>
    summarise(choices, await studiesToWrite(destination, choices, archivedAt));
  if (before !== undefined) return summary(before);
  // It may have waited for another pass since it was opened.
  await requireNotHeld(folder, target);

  const passMs = judgingMs(archive, target.passTime);
  const rule = parseRule(order.select, new Date(passMs).toISOString());
  const calls = new JobCalls(dependencies, [], {
    signal,
    onWait: (trouble) => show({ rows: seen, ...(trouble && { trouble }) }),
  });
  let seen = 0;
  await requireSearch(dependencies, rule, calls, signal);
  const judging: Judging = {
    ...{ dependencies, rule, calls, passMs },
    isMadeUp: now().getTime() - passMs > madeUpAfterMs,
    studyOf: await readStudies(store),
    recordOf: async (jobId) => {
      const record = await destination.record(jobId);
      if (record !== undefined) known.set(jobId, record.archivedAt);
      return record;
    },
  };
  const choices: JobChoice[] = [];
  const judge = async (rows: readonly JobListItem[]): Promise<void> => {
    const judged = await inWindow(rows, { width: rowsAtATime, signal }, (row, ending) =>
      judgeRow(judging, row, ending),
    );
    choices.push(...judged.flatMap((choice) => (choice === undefined ? [] : [choice])));
    seen += rows.length;
    show({ rows: seen, chosen: choices.filter(isChosen).length });
  };
  let page: JobListItem[] = [];
  const options = { q: rule.q, state: rule.state, f: rule.visibility, pageSize, signal };
  for await (const row of platform.jobs.list({ ...options, askPage: (ask) => calls.any(ask) })) {
    page.push(row);
    if (page.length < pageSize) continue;
    await judge(page);
    page = [];
  }
  await judge(page);
  choices.sort((a, b) => (a.jobId < b.jobId ? -1 : 1));
  await folder.create(object, choices);
  return summary(await folder.read(object));
}

/** @throws ApplicationFailure when the platform answers a search that nothing can match: it would give jobs that nobody chose */
async function requireSearch(
  { platform }: ActivityDependencies,
  rule: SelectRule,
  calls: JobCalls,
  signal: AbortSignal,
): Promise<void> {
  for (const q of rule.impossible) {
    const first = await calls.any(() =>
      platform.jobs
        .list({ q, f: rule.visibility, pageSize: 1, signal })
        [Symbol.asyncIterator]()
        .next(),
    );
    if (first.done === true) continue;
    throw refusal(
      'ARCHIVE_SEARCH',
      `The platform ignores the search "${q}", which no job can match: it answered with the job ${first.value.name}. Nothing is archived by this rule. Choose by age, state, study or field instead`,
    );
  }
}

interface Judging {
  readonly dependencies: ActivityDependencies;
  readonly rule: SelectRule;
  readonly calls: JobCalls;
  readonly passMs: number;
  /** What was made or ended after the pass's own time belongs to a later pass. */
  readonly isMadeUp: boolean;
  readonly studyOf: StudyOfJob;
  recordOf(jobId: string): Promise<ArchiveRecord | undefined>;
}

/** The choice about one row; undefined for a job that isn't of the rule. */
async function judgeRow(
  { dependencies, rule, calls, passMs, isMadeUp, studyOf, recordOf }: Judging,
  row: JobListItem,
  signal: AbortSignal,
): Promise<JobChoice | undefined> {
  const study = await studyOf(row.name);
  const facts = factsOfRow(row, study);
  if (!rule.mayMatch(facts)) return undefined;
  const label = row.jobStatus?.content;
  const choose = (choice: JobChoice['choice'], reason?: string): JobChoice => ({
    ...{ jobId: row.id, name: row.name, choice, row: hashOf(row) },
    ...(study === undefined ? {} : { studyId: study.id }),
    ...(row.storage === undefined || row.storage === null ? {} : { bytes: row.storage }),
    ...(reason === undefined ? {} : { reason }),
  });
  const record = await recordOf(row.id);
  if (record?.provenAt !== undefined && record.deletedAt === undefined) {
    const isRecent = passMs - Date.parse(record.lookedAt ?? '') < lookAgainMs;
    if (isRecent && record.row === hashOf(row)) return choose('unchanged');
  }
  // Before anything is asked; a time that isn't there is no time after the pass.
  if (isMadeUp && platformTimeMs(row.dateInserted) > passMs) return choose('later');
  const needsStatuses = isMadeUp || label === undefined || rule.needs.has('end');
  if (!needsStatuses && !isTerminalJobStatus(label)) return choose('running');
  let full: JobFacts | 'running';
  try {
    full = await readFacts({ dependencies, rule, calls, isMadeUp }, row, facts, signal);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (error instanceof JobFault) return choose('unreadable', error.message);
    throw error;
  }
  if (full === 'running') return choose('running');
  if (!rule.matches(full)) return undefined;
  // An end that the platform doesn't date may be after the pass: a pass of its own day takes it.
  if (isMadeUp && !(platformTimeMs(full.endedAt) <= passMs)) return choose('later');
  if (study?.open === true) return choose('open-study');
  return choose(record === undefined ? 'new' : 'changed');
}

/** All that the rule asks about. @throws NotFoundError for a job that went away, JobFault for one that can't be read */
async function readFacts(
  {
    dependencies: { platform },
    rule,
    calls,
    isMadeUp,
  }: Pick<Judging, 'dependencies' | 'rule' | 'calls' | 'isMadeUp'>,
  row: JobListItem,
  facts: JobFacts,
  signal: AbortSignal,
): Promise<JobFacts | 'running'> {
  let full = facts;
  if (isMadeUp || rule.needs.has('end') || facts.completed === undefined) {
    const statuses = await calls.rows('statuses', row.id, (id) =>
      platform.jobs.statuses(id, { signal }),
    );
    if (!hasEnded(statuses)) return 'running';
    const completed = statuses.some(({ status }) => status === 'Completed');
    full = { ...full, completed, endedAt: endOf(statuses) };
  }
  if (rule.needs.has('fields')) {
    const values = await unlessNotServed(
      'custom fields',
      [],
      () =>
        calls.about('custom-fields', row.id, (id) => platform.customFields.values(id, { signal })),
      () => calls.job(row.id),
    );
    if (values === undefined) {
      throw refusal(
        'ARCHIVE_FIELDS',
        `The rule asks for a custom field, and the platform doesn’t serve those of job ${row.name} to this account. Choose by tag, age, state or study instead`,
      );
    }
    const fields = Object.entries(values).map(([name, { value }]) => [name, value] as const);
    full = { ...full, fields: Object.fromEntries(fields) };
  }
  return full;
}

function hashOf(row: JobListItem): string {
  const { name, owner, dateInserted, analysisNames, jobStatus, sharedWith, storage } = row;
  const shown = [name, owner, dateInserted, analysisNames, jobStatus?.content, sharedWith, storage];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16);
}

function summarise(choices: readonly JobChoice[], studies: readonly string[]): PassSelection {
  const chosen = choices.filter(isChosen);
  const left: Record<string, number> = {};
  for (const { choice } of choices.filter((one) => !isChosen(one))) {
    left[choice] = (left[choice] ?? 0) + 1;
  }
  return {
    batches: batchesOf(chosen.length),
    jobs: chosen.length,
    ...{ left, studies },
  };
}
