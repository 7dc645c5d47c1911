/**
 * The way into this room: finds clusters and jobs on the platform that carry our mark and that nobody answers for any more, and ends, stops or
 * reports them. The room must not know who asks for it: a schedule, a worker at its start, or a person.
 */
import {
  forgetJobReaped,
  keepJobStopped,
  keepReaping,
  type Reaping,
  type ReaperFinding,
} from '../store/index.ts';
import { answersForIts, decide, mayBeOpen, type Reaper, type Verdict } from './decide.ts';
import type { ReaperDependencies } from './dependencies.ts';
import { commandOf, endThing, foreseeRefusal, type Refusal } from './end-thing.ts';
import { findAnswered } from './find-answered.ts';
import { findAnswering, sharerOf } from './find-answering.ts';
import { findClusters } from './find-clusters.ts';
import { findJobs } from './find-jobs.ts';
import { listenToStudies } from './listen-to-studies.ts';
import { PartialLook } from './partial-look.ts';
import { seeStudy } from './see-study.ts';
import { lookAround } from './surroundings.ts';
import type { StudySeen, Thing } from './thing.ts';

export type {
  AnsweredLook,
  LookDependencies,
  ReaperDependencies,
  StudyHardware,
} from './dependencies.ts';
export { endIdleCluster, findIdleClusters } from './end-idle-clusters.ts';
export { reaperFault, reaperSchedule } from './reaper-schedule.ts';

/** How the reaper is to go about it. */
export interface ReapOptions extends Omit<Reaper, 'now'> {
  /** Nothing is ended, and nothing is kept. */
  readonly isDryRun: boolean;
}

/** Looks once, acts, and keeps what it found for those who look at studies. */
export async function reap(
  dependencies: ReaperDependencies,
  options: ReapOptions,
): Promise<Reaping> {
  const at = dependencies.now();
  const around = await lookAround(dependencies);
  const look = new PartialLook(dependencies.signal);
  const seen = new Map<string, Promise<StudySeen | undefined>>();
  const withVoice = listenToStudies(dependencies);
  const see = (studyId: string): Promise<StudySeen | undefined> => {
    const study =
      seen.get(studyId) ??
      look.seeOwn<StudySeen | undefined>(
        `what study ${studyId} has`,
        async () => withVoice(await seeStudy(dependencies, studyId)),
        { studyId, isElsewhere: false, isTakenUp: false, workflow: { kind: 'unseen' } },
      );
    seen.set(studyId, study);
    return study;
  };
  const things = [
    ...(await findClusters(dependencies, around, look)),
    ...(await findJobs(dependencies, around, see, look)),
  ];
  look.requireAnswer();
  // Only what is found needs to know who might share it.
  const all = things.length === 0 ? [] : await Promise.all(around.studyIds.map(see));
  const open = all.filter(
    (study) => study !== undefined && mayBeOpen(study.workflow),
  ) as StudySeen[];
  const findings: ReaperFinding[] = [];
  for (const thing of things) {
    const study = thing.studyId === undefined ? undefined : await see(thing.studyId);
    const isAnswered = study !== undefined && answersForIts(study);
    if (isAnswered && dependencies.answered === undefined) continue;
    const judge = async (): Promise<ReaperFinding | undefined> => {
      const held = study && (await tellAnswered(dependencies, thing, study, open));
      if (held !== undefined || isAnswered) return held;
      const answering = await findAnswering(dependencies, thing, open);
      const verdict = decide(thing, study, answering, { ...options, now: at });
      return carryOut(dependencies, thing, verdict, options.isDryRun);
    };
    const finding = await look.seeOwn(`${thing.kind} ${thing.id}`, judge, undefined);
    if (finding !== undefined) findings.push(finding);
  }
  const { unseen } = look;
  const reaping = { at: at.toISOString(), findings, ...(unseen.length === 0 ? {} : { unseen }) };
  // Studies tell themselves of what they answer for.
  const kept = findings.filter(({ answeredBy }) => answeredBy === undefined);
  if (!options.isDryRun) await keepReaping(dependencies.store, { ...reaping, findings: kept });
  return reaping;
}

async function tellAnswered(
  dependencies: ReaperDependencies,
  thing: Thing,
  study: StudySeen,
  open: readonly StudySeen[],
): Promise<ReaperFinding | undefined> {
  const silent = open.filter(({ isSilent }) => isSilent === true);
  const sharedBy =
    thing.clusterName === undefined
      ? undefined
      : await sharerOf(dependencies, thing.clusterName, silent);
  const held = await findAnswered(dependencies, thing, study, sharedBy);
  return held && { ...describe(thing), ...held, outcome: 'left', needsPerson: true };
}

async function carryOut(
  dependencies: ReaperDependencies,
  thing: Thing,
  verdict: Verdict,
  isDryRun: boolean,
): Promise<ReaperFinding | undefined> {
  if (verdict.action === 'leave') return undefined;
  const { why } = verdict;
  const told = { ...describe(thing), why };
  if (verdict.action === 'report') {
    const { needsPerson } = verdict;
    const next = verdict.next ?? (needsPerson ? nextOf(thing) : undefined);
    return { ...told, outcome: 'left', needsPerson, ...(next === undefined ? {} : { next }) };
  }
  if (isDryRun) {
    const foreseen = await foreseeRefusal(dependencies, thing);
    return foreseen === undefined
      ? { ...told, outcome: 'would-end', needsPerson: false }
      : leftOn(told, foreseen);
  }
  // Somebody may have taken the study up since it was looked at.
  const study =
    thing.studyId === undefined ? undefined : await seeStudy(dependencies, thing.studyId);
  if (study === undefined || answersForIts(study)) return undefined;
  await keepReaped(dependencies, thing, why);
  if (verdict.action === 'ask') {
    await dependencies.workflows.cancel(verdict.workflowId);
    return { ...told, outcome: 'asked', needsPerson: false };
  }
  const refusal = await endThing(dependencies, thing);
  if (refusal === undefined) return { ...told, outcome: 'ended', needsPerson: false };
  if (thing.kind === 'job' && thing.studyId !== undefined && thing.jobNumber !== undefined) {
    await forgetJobReaped(dependencies.store.study(thing.studyId), thing.jobNumber);
  }
  return leftOn(told, refusal);
}

function leftOn(
  told: ReturnType<typeof describe> & { readonly why: string },
  { why, next }: Refusal,
): ReaperFinding {
  return { ...told, why: `${told.why}; ${why}`, outcome: 'left', needsPerson: true, next };
}

/** Keeps with the study that its job is stopped from here: whoever takes the study up has what the job didn't run go on. */
async function keepReaped(
  { store, now }: ReaperDependencies,
  { kind, id, studyId, jobNumber, isOver }: Thing,
  why: string,
): Promise<void> {
  if (kind !== 'job' || studyId === undefined || jobNumber === undefined) return;
  await keepJobStopped(store.study(studyId), jobNumber, {
    ...{ jobId: id, by: 'reaper', at: now().toISOString(), why },
    ...(isOver === true ? { wasOver: true } : {}),
  });
}

function nextOf(thing: Thing): string {
  return thing.isProven
    ? `take its study up: doeflow resume ${thing.studyId ?? ''}; or, where no other Temporal server has it: doeflow reap --yes`
    : commandOf(thing);
}

function describe(thing: Thing): Omit<ReaperFinding, 'why' | 'outcome' | 'needsPerson' | 'next'> {
  const { kind, id, name, status, studyId, perHour, until, isOver } = thing;
  return {
    ...{ kind, id, status },
    ...(name === undefined ? {} : { name }),
    ...(studyId === undefined ? {} : { studyId }),
    ...(perHour === undefined ? {} : { perHour }),
    ...(until === undefined ? {} : { until }),
    ...(isOver === true ? { isOver } : {}),
  };
}
