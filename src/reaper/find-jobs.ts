/** The jobs on the platform that carry our mark, were submitted and haven't ended. */
import {
  isAboutOneCall,
  isTerminalJobStatus,
  normaliseStatus,
  NotFoundError,
} from '../platform-api/index.ts';
import { layout, readJobsLeft } from '../store/index.ts';
import { answersForIts } from './decide.ts';
import type { LookDependencies } from './dependencies.ts';
import type { PartialLook } from './partial-look.ts';
import { perHourOf } from './price-of.ts';
import { readProgress, untilOf } from './read-progress.ts';
import type { Surroundings } from './surroundings.ts';
import { unknownStatus, type StudySeen, type Thing } from './thing.ts';

/** Those of the records of studies that aren't open, and those among the newest jobs that are named as a study names its own. */
export async function findJobs(
  dependencies: LookDependencies,
  around: Surroundings,
  see: See,
  look: PartialLook,
): Promise<readonly Thing[]> {
  const { store, platform, signal } = dependencies;
  const things: Thing[] = [];
  const recorded = new Set<string>();
  const seeJob = (known: Known): Promise<Thing | undefined> =>
    look.see(`job ${known.id}`, () => readJob(dependencies, around, known), undefined);
  for (const studyId of around.studyIds) {
    const folder = store.study(studyId);
    // All jobs of a study that has ended are collected, and those of an open one are its own.
    if (await folder.has(layout.status)) continue;
    if (await isAnswered(see, studyId)) continue;
    for (const { jobNumber, jobId: id } of await readJobsLeft(folder)) {
      recorded.add(id);
      const thing = await seeJob({ id, studyId, jobNumber, isProven: true });
      if (thing !== undefined) things.push(thing);
    }
  }
  const newest = (): Promise<readonly NewestJob[]> => platform.jobs.listNewest({ signal });
  for (const { id, name, jobStatus } of await look.see('the list of jobs', newest, [])) {
    const [, tag] = /. (s[0-9a-f]{12}) j[0-9a-f]{12}$/u.exec(name) ?? [];
    const isOver = jobStatus != null && isTerminalJobStatus(jobStatus.content);
    if (tag === undefined || recorded.has(id) || isOver) continue;
    const studyId = around.studyOfTag(tag);
    if (studyId !== undefined && (await isAnswered(see, studyId))) continue;
    const owner = await ownerOf(dependencies, id, name, studyId);
    const thing = await seeJob({ ...owner, name });
    if (thing !== undefined) things.push(thing);
  }
  return things;
}

type NewestJob = Awaited<ReturnType<LookDependencies['platform']['jobs']['listNewest']>>[number];

type See = (studyId: string) => Promise<StudySeen | undefined>;

/** True also for one whose start was taken back. */
async function isAnswered(see: See, studyId: string): Promise<boolean> {
  const study = await see(studyId);
  return study === undefined || (answersForIts(study) && study.isSilent !== true);
}

type Known = Pick<Thing, 'id' | 'name' | 'studyId' | 'jobNumber' | 'isProven'>;

/** Undefined for one that costs nothing and has nobody who waits for its end: it was never submitted, or it is none of ours that has ended. */
async function readJob(
  { platform, hardwareOf, signal }: LookDependencies,
  { prices }: Surroundings,
  known: Known,
): Promise<Thing | undefined> {
  const { studyId, isProven } = known;
  // What the study's own jobs are made of says nothing of one that only carries its mark.
  const hardware =
    studyId !== undefined && isProven ? await hardwareOf(studyId, known.jobNumber) : undefined;
  const thing = { kind: 'job', ...known } as const;
  // On a cluster it is the cluster that costs.
  const isPriced = hardware !== undefined && hardware.cluster === undefined;
  const cost = async (): Promise<Pick<Thing, 'perHour'>> => {
    const perHour = isPriced ? perHourOf(hardware, await prices()) : undefined;
    return perHour === undefined ? {} : { perHour };
  };
  try {
    const { status, startedAt } = await readProgress(platform.jobs.statuses(known.id, { signal }));
    if (status === undefined) return undefined;
    if (isTerminalJobStatus(status)) {
      return known.isProven
        ? { ...thing, status: normaliseStatus(status), isOver: true }
        : undefined;
    }
    const until = untilOf(startedAt, hardware?.walltime);
    return {
      ...{ ...thing, status: normaliseStatus(status), ...(await cost()) },
      ...(until === undefined ? {} : { until }),
    };
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (!isAboutOneCall(error)) throw error;
    return { ...thing, status: unknownStatus, ...(await cost()) };
  }
}

/** Whose it is: the study keeps that id for one of its jobs, or wrote exactly that name into the job's order and has no other id for it. */
async function ownerOf(
  { store }: LookDependencies,
  id: string,
  name: string,
  studyId: string | undefined,
): Promise<Known> {
  if (studyId === undefined) return { id, isProven: false };
  const [, digits] = /job (\d{1,8}) s[0-9a-f]{12} j[0-9a-f]{12}$/u.exec(name) ?? [];
  const jobNumber = Number(digits ?? 0);
  const folder = store.study(studyId);
  const spec = jobNumber === 0 ? undefined : await folder.find(layout.jobSpec(jobNumber));
  const kept = jobNumber === 0 ? undefined : await folder.find(layout.platformJob(jobNumber));
  const isProven = spec?.jobName === name && (kept === undefined || kept.jobId === id);
  return { id, studyId, isProven, ...(isProven ? { jobNumber } : {}) };
}
