/** Whether `summary.json` says what the records say that it is made of: state, counts, cost, findings, statistics. */
import { isDeepStrictEqual } from 'node:util';
import { mergeOutcomes } from '../run/run-outcome.ts';
import {
  isClusterLife,
  layout,
  readCheckpoint,
  readPlatformJobs,
  type DocumentFolder,
} from '../store/index.ts';
import type { CostRange } from '../study/cost.ts';
import {
  composeSummary,
  countCost,
  countsAtEnd,
  describeFindings,
  readVerified,
} from '../summary/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';
import { valueWords } from './value-words.ts';

/** Amounts that were added in another order differ by this share. */
const rounding = 1e-9;

/** A cluster may outlive its walltime by this share, as a platform takes a while to end it. */
const overtime = 0.1;

/** Makes the summary of a study that is over once more, and compares each part; one that another version wrote isn't compared. */
export async function auditSummary(records: StudyRecords, book: AuditBook): Promise<void> {
  const { folder, study, studyId, end, engineVersion } = records;
  if (end !== 'over' || !(await folder.has(layout.summary))) return;
  if ((await folder.find(layout.manifest))?.['engineVersion'] !== engineVersion) return;
  const progress = await folder.find(layout.status);
  const statistics = await folder.find(layout.statistics);
  if (progress === undefined || statistics === undefined) return;
  const { jobs } = await readCheckpoint(folder);
  const verified = await readVerified(folder, await readPlatformJobs(folder, jobs));
  const made = composeSummary(study, statistics, await describeFindings(folder, verified), {
    studyId,
    ...countsAtEnd(progress),
  });
  const { cost, ...kept } = await folder.read(layout.summary);
  const expected = JSON.parse(JSON.stringify(made)) as Readonly<Record<string, unknown>>;
  for (const key of new Set([...Object.keys(expected), ...Object.keys(kept)])) {
    // A later comparison with another study of a schedule adds notes.
    if (key !== 'notes' && !isDeepStrictEqual(kept[key], expected[key])) {
      tell(key, kept[key], expected[key]);
    }
  }
  auditDone();
  const counted = await countCost(folder, study, jobs);
  if (cost === undefined || !(await isSameCost(cost, counted))) {
    tell('cost', rangeOf(cost), rangeOf(counted));
  }

  function tell(key: string, told: unknown, wanted: unknown): void {
    const [says, expects] = [told, wanted].map(valueWords);
    book.tell(
      'contradiction',
      `${layout.summary.name}: ${key}`,
      `says ${says}, and by the other records it is ${expects}`,
    );
  }

  /** Where all planned runs ended and none was withdrawn, the state counts what the outcomes are. */
  function auditDone(): void {
    const { state, runs } = progress ?? {};
    if (runs === undefined || state?.startsWith('Finished') !== true) return;
    const planned = [...mergeOutcomes(records.attempts).values()].filter(({ run }) => run > 0);
    if (planned.length !== runs.total) return;
    const done = planned.filter(({ status }) => status === 'Done').length;
    const failed = planned.length - done;
    if (runs.done === done && runs.failed === failed) return;
    book.tell(
      'contradiction',
      layout.status.name,
      `counts ${runs.done} done and ${runs.failed} failed runs, the outcomes ${done} and ${failed}`,
    );
  }

  /** A cluster whose life was read after the end costs what the summary gave bounds of. */
  async function isSameCost(told: CostRange, counted: CostRange): Promise<boolean> {
    if (told.currency !== counted.currency) return false;
    const isTold = ({ low, high }: CostRange): boolean =>
      isSame(told.low, low) && isSame(told.high, high);
    if (isTold(counted)) return true;
    // A cluster may end while the study is closed: what it took is kept after the summary, and before the list of all records.
    for (const unseen of someOf(await livesOfClusters())) {
      if (isTold(await countCost(without(folder, unseen), study, jobs))) return true;
    }
    if (!(await hasLaterLives())) return false;
    const [low, high] = [told.low ?? 0, told.high ?? Infinity];
    const isBelow = (counted.low ?? 0) <= high * (1 + overtime);
    return isBelow && (counted.high ?? Infinity) >= low * (1 - rounding);
  }

  async function hasLaterLives(): Promise<boolean> {
    const files = (await folder.find(layout.records))?.files ?? {};
    return (await livesOfClusters()).some((name) => !Object.hasOwn(files, name));
  }

  async function livesOfClusters(): Promise<readonly string[]> {
    const { objects } = await folder.list(layout.allClusters);
    return objects.map((name) => `${layout.allClusters.prefix}${name}`).filter(isClusterLife);
  }
}

/** Of so many names each choice is tried, of more only each one and all. */
const mostChosen = 4;

/** Choices of one name or more. */
function someOf(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length > mostChosen) return [...names.map((name) => [name]), names];
  return Array.from({ length: 2 ** names.length - 1 }, (_, index) =>
    names.filter((_name, place) => ((index + 1) >> place) % 2 === 1),
  );
}

/** The folder as it was before these records were kept. */
function without(folder: DocumentFolder, names: readonly string[]): DocumentFolder {
  return {
    ...folder,
    find: (document) =>
      names.includes(document.name) ? Promise.resolve(undefined) : folder.find(document),
  };
}

function isSame(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= rounding * Math.max(Math.abs(a), Math.abs(b));
}

function rangeOf(cost: CostRange | undefined): unknown {
  return cost && { low: cost.low, high: cost.high, currency: cost.currency };
}
