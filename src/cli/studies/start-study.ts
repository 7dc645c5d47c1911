/** Starts a study as a workflow, or joins the one that is open when it has the same plan. */
import { basename, join } from 'node:path';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { studyWorkflow } from '../../../workflows/index.ts';
import { lookAtStudy } from '../../look/look-at-study.ts';
import type { RetryRequest, StopMode, StudyProgress, TicketOrder } from '../../run/messages.ts';
import { UsageError } from '../../errors.ts';
import { dropTicket, layout, snapshotStudy, writeTicket } from '../../store/index.ts';
import type { StudyPlatform } from '../../store/index.ts';
import { hashOfFiles } from '../../study-file/index.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import { studyWorkflowId } from '../../temporal/names.ts';
import type { Engine } from '../engine/open-engine.ts';
import { platformOfEngine, requirePlatformOf, seenAtHand } from '../engine/platform-at-hand.ts';
import type { LoadedPlan } from '../load-plan.ts';
import {
  findEqualFiles,
  findEqualStudy,
  type EqualFiles,
  type EqualStudy,
  type PlannedFiles,
} from './find-equal-study.ts';
import { hashFiles } from './look-at-folder.ts';
import { otherPlanWords } from './joined-words.ts';
import type { OpenStudy, StudyHandle } from './open-study.ts';
import { findOpenStudy } from './open-study.ts';
import { discardStudy, reserveStudy, studyStarted } from './reserve-study.ts';
import { startWorkflow } from './start-workflow.ts';
import { refusePruned } from './refuse-pruned.ts';
import { readStoredStudy, type StoredStudy } from './stored-study.ts';

export interface StartedStudy {
  readonly studyId: string;
  readonly handle: StudyHandle;
  /** True when the study was already open and was joined. */
  readonly joined: boolean;
  readonly startedAt: Date;
  /** Which of a joined study's files are those that were asked for. */
  readonly equal?: EqualFiles;
}

export interface StartOptions {
  readonly now: Date;
  /** When the command began: an equal study that was started since is joined, even if it ended already. */
  readonly begunAt: Date;
  readonly engineVersion: string;
  /** Absolute; the study's own folder is made in it. */
  readonly results: string;
  /** An equal study that was run before is no obstacle. */
  readonly again: boolean;
  /** Of the plan that a person was asked about; another one is refused. */
  readonly askedHash?: string | undefined;
  /** Called with an open study of the name. @returns whether that was being stopped, and has ended by now */
  readonly awaitStop: (open: OpenStudy) => Promise<boolean>;
  /** Called before anything of a new study is kept. @throws what refuses it */
  readonly check: () => Promise<void>;
  /** Ends the trying. */
  readonly signal: AbortSignal;
}

/** Somebody else may begin something under the study's workflow id again and again, each time just before us. */
const triesAtMost = 5;

/**
 * Starts the study, or joins the open one of the same name and plan. Gives back the equal study that was run before instead, unless it is
 * to be run again.
 * @throws UsageError with exit code 5 when another plan of that name is open, or the open one belongs to another platform;
 * USAGE_STARTED_IN_VAIN, code 5, where somebody else had its workflow id at each of five tries; the signal's reason
 */
export async function startStudy(
  engine: Engine,
  { loaded, plan, kept }: LoadedPlan,
  options: StartOptions,
): Promise<StartedStudy | { readonly ranBefore: EqualStudy; readonly planHash: string }> {
  const { study } = loaded;
  const { store } = engine;
  const files = await hashFiles(loaded);
  const hash = hashOfFiles(study, files.files);
  const planned = { planHash: hash, files };
  if (kept !== undefined && kept.planHash !== hash) throw filesChanged();
  if ((options.askedHash ?? hash) !== hash) throw filesChanged();
  const platform = await platformOfEngine(engine);
  for (let tries = 1; ; tries += 1) {
    options.signal.throwIfAborted();
    const open = await findOpenStudy(engine, study.name);
    if (open !== undefined) {
      if (await options.awaitStop(open)) continue;
      return joinStudy(engine, open, planned, study.name, platform);
    }
    const before = await findEqualStudy(store, {
      name: study.name,
      ...planned,
      platform: seenAtHand(platform, engine),
    });
    if (before !== undefined && wasStartedSince(before, options.begunAt)) {
      return { ...asStarted(engine, before), joined: true, equal: before };
    }
    if (before !== undefined && !options.again) return { ranBefore: before, planHash: hash };

    await options.check();
    const studyId = await reserveStudy(store, study.name, options.now);
    const resultsDir = join(options.results, studyId);
    const snapshot = await snapshotStudy(store, loaded, {
      studyId,
      planHash: hash,
      createdAt: options.now,
      engineVersion: options.engineVersion,
      resultsDir,
      source: join(loaded.directory, basename(loaded.file)),
      platform,
    });
    if (hashOfFiles(study, snapshot.files) !== hash) {
      await discardStudy(store, studyId);
      throw filesChanged();
    }
    try {
      const ticket = await writeTicket(store.study(studyId), { asks: 'start' }, options.now);
      const handle = await startWorkflow(engine, snapshot, { study, plan, ticket });
      await studyStarted(store, studyId);
      return { studyId, handle, joined: false, startedAt: options.now };
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      // Somebody else started a study of this name meanwhile: that one counts, and ours never was.
      const other = await findOpenStudy(engine, study.name);
      if (other?.studyId !== studyId) await discardStudy(store, studyId);
      if (tries >= triesAtMost) throw startedInVain(engine, study.name);
    }
  }
}

/** What a study is started again for: runs that run again, or a stop; without either it goes on. */
export interface RestartOptions {
  readonly retry?: RetryRequest;
  readonly stop?: StopMode;
  /** The revision by which a study that had ended was amended: what that adds is run. */
  readonly amend?: number;
}

function orderOf({ retry, stop, amend }: RestartOptions): TicketOrder {
  if (amend !== undefined) return { asks: 'amend', revision: amend };
  if (retry !== undefined) return { asks: 'retry', ...retry };
  return { asks: 'start', ...(stop === undefined ? {} : { stop }) };
}

/** Starts a new execution of a study that has no open one; undefined where another command was quicker: then that one is open. */
export async function restartStudy(
  engine: Engine,
  studyId: string,
  study: Study,
  plan: Plan,
  options: RestartOptions & { readonly now: Date },
): Promise<StartedStudy | undefined> {
  const { store } = engine;
  const stored = await readStoredStudy(store, studyId);
  if (stored === undefined) {
    await refusePruned(store, studyId);
    throw new UsageError('USAGE_STUDY_NOT_FOUND', `There is no study "${studyId}" in the store`, {
      exitCode: 6,
      hint: 'See all studies: doeflow list',
    });
  }
  const folder = store.study(studyId);
  const { now } = options;
  await folder.write(layout.starting, { kind: 'again', at: now.toISOString() });
  // Behind the mark: who prunes looks for the mark after it has said so.
  try {
    await refusePruned(store, studyId);
  } catch (error) {
    await studyStarted(store, studyId);
    throw error;
  }
  const ticket = await writeTicket(folder, orderOf(options), now);
  try {
    const handle = await startWorkflow(engine, stored.snapshot, { study, plan, ticket });
    await studyStarted(store, studyId);
    return { studyId, handle, joined: false, startedAt: options.now };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    // Ours never was: the mark would speak of a start that is still to come.
    await dropTicket(folder, ticket);
    await studyStarted(store, studyId);
    return undefined;
  }
}

function startedInVain({ namespace, connection }: Engine, name: string): UsageError {
  const workflowId = studyWorkflowId(name);
  return new UsageError(
    'USAGE_STARTED_IN_VAIN',
    `Study "${name}" could not be started: at each of ${triesAtMost} tries somebody else had the workflow id "${workflowId}" on the Temporal server, and had left it when it was looked at`,
    {
      exitCode: 5,
      hint: `See who holds it: temporal workflow list --query 'WorkflowId="${workflowId}"' --namespace ${namespace} --address ${connection.options.address}. Nothing was submitted: repeat the command, or give the study another name`,
    },
  );
}

function filesChanged(): UsageError {
  return new UsageError(
    'USAGE_PLAN_CHANGED',
    'A file of the study was changed while it was being started; nothing was submitted',
    { exitCode: 5, hint: 'Start it again once no program writes to its files' },
  );
}

function wasStartedSince({ snapshot }: StoredStudy, begunAt: Date): boolean {
  return new Date(snapshot.createdAt) >= begunAt;
}

/** The newest execution of a study's name, which is this study's where that was started last. */
function asStarted(
  { temporalClient }: Engine,
  { studyId, snapshot }: StoredStudy,
): Omit<StartedStudy, 'joined'> {
  const handle = temporalClient.workflow.getHandle<typeof studyWorkflow>(
    studyWorkflowId(snapshot.studyName),
  );
  return { studyId, handle, startedAt: new Date(snapshot.createdAt) };
}

async function joinStudy(
  engine: Engine,
  open: OpenStudy,
  planned: PlannedFiles,
  name: string,
  platform: StudyPlatform,
): Promise<StartedStudy> {
  const { studyId, handle, startedAt } = open;
  const stored = await readStoredStudy(engine.store, studyId);
  const equal = stored && (await findEqualFiles(engine.store, studyId, stored.snapshot, planned));
  if (equal !== undefined || open.planHash === planned.planHash) {
    if (stored !== undefined) requirePlatformOf(stored, seenAtHand(platform, engine));
    return { studyId, handle, startedAt, joined: true, ...(equal ? { equal } : {}) };
  }
  const { message, hint } = otherPlanWords(name, studyId, await progressOf(engine, handle));
  throw new UsageError('USAGE_OTHER_PLAN_OPEN', message, { exitCode: 5, hint });
}

/** How an open study stands, where it answers now. */
export async function progressOf(
  engine: Engine,
  handle: StartedStudy['handle'],
): Promise<StudyProgress | undefined> {
  return (await lookAtStudy({ ...engine, handle }, engine.now())).progress;
}
