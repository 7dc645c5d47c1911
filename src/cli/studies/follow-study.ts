/** Watches a study to its end and shows how it ended, or how to come back when watching ends first. */
import { whyPartsEnd } from '../engine/embedded-is-up.ts';
import { assertNever } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import type { Engine } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import { awaitTellings } from '../notify/await-tellings.ts';
import { createProgressView } from '../watch/show-progress.ts';
import { withCommands } from '../watch/trouble-words.ts';
import { createFactsReader } from '../watch/study-facts.ts';
import { watchStudy, type WatchEnd } from '../watch/watch-study.ts';
import { awaitClusterEnd, notEndedWords, readClusters } from './await-cluster-end.ts';
import { explainBroken } from './explain-broken.ts';
import type { StudyHandle } from './open-study.ts';
import { readCost } from './read-cost.ts';
import { jobsLeftBy } from './study-loss.ts';
import { showEnded, type EndedStudy } from './show-ended.ts';
import { showPaused } from './show-paused.ts';

export interface FollowOptions extends Omit<EndedStudy, 'store'> {
  readonly engine: Engine;
  readonly handle: StudyHandle;
  readonly startedAt: Date;
  readonly uiUrl: string | undefined;
  readonly waitMs?: number | undefined;
  /** Notes that the study told before it was asked for anything: they are no news. */
  readonly notesBefore?: readonly string[] | undefined;
  /** Its stop was ordered: that it is paused still is no end. */
  readonly waitsPastPause?: boolean;
  /** It was paused before: that it stays so is what was asked for, and no failure. */
  readonly wasPaused?: boolean;
}

/**
 * Resolves when the study ended or watching did; shows the outcome and sets the exit code.
 * @throws when the workflow itself broke.
 */
export async function followStudy(context: CommandContext, options: FollowOptions): Promise<void> {
  const { engine, studyId } = options;
  const { embedded } = engine;
  const { output, interrupt } = context;
  interrupt.handle();
  const toldNotes = new Set(options.notesBefore);
  const facts = createFactsReader(engine.store, options);
  const end = await watchStudy({
    facts,
    target: { ...engine, handle: options.handle },
    startedAt: options.startedAt,
    uiUrl: options.uiUrl,
    signal: interrupt.signal,
    waitMs: options.waitMs,
    waitsPastPause: options.waitsPastPause,
    intervalMs: engine.embedded ? 400 : 2_000,
    now: () => context.now(),
    explain: (trouble) =>
      withCommands(trouble, engine.settings, { again: `doeflow watch ${studyId}`, embedded }),
    onLook: createProgressView(output, () => context.now(), toldNotes),
  });
  await facts.settled();
  output.endFrame();
  await showEndOfWatching(context, { ...options, toldNotes, outcomes: facts.outcomes }, end);
}

async function showEndOfWatching(
  context: CommandContext,
  options: FollowOptions,
  end: WatchEnd,
): Promise<void> {
  const { engine, studyId } = options;
  const { output } = context;
  switch (end.kind) {
    case 'ended': {
      const clusters = await awaitClusterEnd(engine, options);
      const alsoJson = { ...options.alsoJson, ...(clusters.length === 0 ? {} : { clusters }) };
      await showEnded(context, { ...options, store: engine.store, alsoJson }, end.result);
      for (const cluster of clusters) {
        const words = notEndedWords(cluster, studyId);
        if (cluster.sharedWith.length > 0) output.note(words);
        else output.warn(words);
      }
      await awaitTellings(context, engine, { studyId, event: 'finished' });
      return;
    }
    case 'broken':
      throw explainBroken(
        end.error,
        studyId,
        options.uiUrl,
        await jobsLeftBy(engine.store, studyId),
      );
    case 'paused':
      await showPaused(
        context,
        { ...options, store: engine.store },
        end.latest,
        await readClusters(engine, studyId),
      );
      if (options.wasPaused !== true) {
        context.end(exitCodes.refused);
        await awaitTellings(context, engine, { studyId, event: 'paused' });
      }
      return;
    case 'timeout':
      output.warn(`Study ${studyId} is not done yet. ${wayBack(options)}`);
      if (output.json) await showUnfinished(context, options, end);
      context.end(exitCodes.stillRunning);
      return;
    case 'interrupted':
      output.warn(
        engine.goesOn
          ? `Stopped watching. ${await goesOnWords(options)}`
          : `Interrupted. Study ${studyId} is kept. ${wayBack(options)}`,
      );
      context.end(exitCodes.interrupted);
      return;
    default:
      assertNever(end);
  }
}

function wayBack({ engine, studyId }: FollowOptions): string {
  return engine.goesOn
    ? `Watch it again with: doeflow watch ${studyId}   Stop it with: doeflow stop ${studyId}`
    : `Resume with: doeflow watch ${studyId}`;
}

/** That the study goes on without this command; or that it doesn't, where what works on it has ended, and what brings that back. */
async function goesOnWords(options: FollowOptions): Promise<string> {
  const { engine, studyId } = options;
  const why = engine.embedded ? await whyPartsEnd(engine.settings) : undefined;
  return why === undefined
    ? `Study ${studyId} continues${stayWords(options)}. ${wayBack(options)}`
    : `Nobody works on study ${studyId} then, which is kept: ${why}. What it has on the platform goes on, and costs. Watch it again, which brings back what is down, with: doeflow watch ${studyId}   Stop it with: doeflow stop ${studyId}`;
}

/** What stays on this machine, and until when; nothing where workers run elsewhere. */
function stayWords({ engine, study }: FollowOptions): string {
  if (!engine.embedded) return '';
  const cluster = study.execution.cluster?.kind === 'own' ? ' and its cluster are' : ' is';
  return `: the Temporal server and the worker stay up on this machine until it${cluster} over, and end by themselves then`;
}

/** The same document as at the end, for programs that stopped waiting. */
async function showUnfinished(
  { output }: CommandContext,
  { engine, studyId, resultsDir, alsoJson = {} }: FollowOptions,
  { latest, troubles }: Extract<WatchEnd, { kind: 'timeout' }>,
): Promise<void> {
  const { total, done, failed } = latest?.progress.runs ?? { total: 0, done: 0, failed: 0 };
  const status = latest?.progress.state ?? 'Planned';
  const cost = await readCost(engine.store, studyId);
  output.show({
    json: {
      ...{ studyId, status, runs: { total, done, failed }, resultsDir, cost, trouble: troubles },
      ...alsoJson,
    },
    human: [],
  });
}
