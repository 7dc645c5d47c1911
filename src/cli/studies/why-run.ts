/** Why a run was run, or wasn't: what decides its result, against the finished run that is nearest to it. */
import { firstRevision } from '../../run/first-revision.ts';
import { mergeOutcomes, type ReusedFrom } from '../../run/run-outcome.ts';
import {
  finishedRunsOf,
  layout,
  readAttempts,
  type DocumentFolder,
  type PassedOver,
  type StudyReader,
} from '../../store/index.ts';
import {
  differingParts,
  farness,
  type DifferingPart,
  type KeyParts,
} from '../../study/run-key-parts.ts';
import { keyStoredStudy, type KeyedStudy } from './keyed-study.ts';
import { surveyStudies, type StoredStudy } from './stored-study.ts';

/** A run that is asked after. */
export interface AskedRun {
  readonly keyed: KeyedStudy;
  readonly run: number;
  /** Absent for a run of a study file. */
  readonly stored?: StoredStudy;
}

/** Another run, and in what it differs. */
export interface ComparedRun {
  readonly studyId: string;
  readonly run: number;
  readonly differs: readonly DifferingPart[];
}

/** What is known of a run's key. */
export interface WhyRun {
  readonly run: number;
  readonly studyId?: string;
  /** SHA-256 of all parts. */
  readonly key: string;
  readonly parts: KeyParts;
  /** The study takes finished runs. */
  readonly reuses: boolean;
  /** The run that stands for it. */
  readonly reusedFrom?: ReusedFrom;
  /** Runs of other studies that don't stand for it although their keys are equal, and why. */
  readonly passedOver?: readonly PassedOver[];
  /** Undefined where no other study had a finished run when this one was started. */
  readonly compared: ComparedRun | undefined;
}

/** Studies that are looked through for the nearest run, the newest ones. */
const mostStudies = 50;

/** @param other a run to compare with; without one the run that stands for it, else the nearest finished run that another study had when this one was started */
export async function whyRun(
  store: StudyReader,
  asked: AskedRun,
  other: Required<AskedRun> | undefined,
): Promise<WhyRun> {
  const { keyed, run, stored } = asked;
  const [{ key } = { key: '' }] = keyed.keysOfRuns([run]);
  const parts = partsOf(asked);
  const reusedFrom = stored && (await readSource(store, stored, run));
  const passedOver = stored === undefined ? [] : await readPassedOver(store, stored, run);
  return {
    ...{ run, key, parts, reuses: keyed.study.execution.reuse === true },
    ...(stored === undefined ? {} : { studyId: stored.studyId }),
    ...(reusedFrom === undefined ? {} : { reusedFrom }),
    ...(passedOver.length === 0 ? {} : { passedOver }),
    compared:
      other === undefined
        ? reusedFrom === undefined
          ? await findNearest(store, asked, parts)
          : { studyId: reusedFrom.studyId, run: reusedFrom.run, differs: [] }
        : {
            ...{ studyId: other.stored.studyId, run: other.run },
            differs: differingParts(parts, partsOf(other)),
          },
  };
}

function partsOf({ keyed, run }: AskedRun): KeyParts {
  const [own] = keyed.ownParts([run]);
  return { ...own?.parts, ...keyed.shared };
}

async function readSource(
  store: StudyReader,
  { studyId }: StoredStudy,
  run: number,
): Promise<ReusedFrom | undefined> {
  return mergeOutcomes(await readAttempts(store.study(studyId))).get(run)?.reusedFrom;
}

async function readPassedOver(
  store: StudyReader,
  { studyId }: StoredStudy,
  run: number,
): Promise<readonly PassedOver[]> {
  const chosen = (await store.study(studyId).find(layout.reuse)) ?? [];
  return chosen
    .filter((one) => one.run === run)
    .flatMap((one) => {
      if (one.kind === 'refused') return one.refused;
      return one.kind === 'givenUp' ? [one.givenUp] : [];
    });
}

/** The finished run of another study that differs least: in the number of parts, then in how far its numbers are apart. */
async function findNearest(
  store: StudyReader,
  { stored }: AskedRun,
  parts: KeyParts,
): Promise<ComparedRun | undefined> {
  let nearest: (ComparedRun & { readonly far: number }) | undefined;
  const at = stored?.snapshot.createdAt;
  const { studies: all } = await surveyStudies(store, (id) => id !== stored?.studyId);
  const studies = at === undefined ? all : all.filter(({ snapshot }) => snapshot.createdAt < at);
  for (const other of studies.slice(0, mostStudies)) {
    const folder = store.study(other.studyId);
    for (const [revision, runs] of await finishedByRevision(folder, at)) {
      const keyed = await keyStoredStudy(store, other, revision ?? firstRevision);
      for (const own of keyed.ownParts(runs)) {
        const differs = differingParts(parts, { ...own.parts, ...keyed.shared });
        const far = farness(differs);
        if (nearest !== undefined && nearest.far <= far) continue;
        nearest = { studyId: other.studyId, run: own.run, differs, far };
        if (far === 0) return nearest;
      }
    }
  }
  return nearest;
}

/** The finished runs of a study by the revision of its files with which they ran. @param before only what had ended by then, ISO 8601, UTC */
async function finishedByRevision(
  folder: DocumentFolder,
  before: string | undefined,
): Promise<ReadonlyMap<number | undefined, readonly number[]>> {
  const revisions = new Map<number, number | undefined>();
  const runs = new Map<number | undefined, number[]>();
  const late = new Set<string>();
  if (before !== undefined) {
    for (const { run, attempt, endedAt } of (await readAttempts(folder)).flat())
      if (endedAt !== undefined && Date.parse(endedAt) > Date.parse(before))
        late.add(`${run}/${attempt}`);
  }
  for await (const { jobNumber, run, attempt } of finishedRunsOf(folder)) {
    if (late.has(`${run}/${attempt}`)) continue;
    if (!revisions.has(jobNumber)) {
      revisions.set(jobNumber, (await folder.find(layout.jobSpec(jobNumber)))?.revision);
    }
    const revision = revisions.get(jobNumber);
    const found = runs.get(revision) ?? [];
    runs.set(revision, found);
    found.push(run);
  }
  return runs;
}
