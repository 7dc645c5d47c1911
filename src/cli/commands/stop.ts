import type { StopMode } from '../../run/messages.ts';
import { stopStudyUpdate } from '../../../workflows/messages.ts';
import { UsageError } from '../../errors.ts';
import { startedStudyHelp } from '../argument-help.ts';
import type { CommandContext } from '../context.ts';
import { requireTyped } from '../ask.ts';
import { platformOfSettings, requirePlatformOf } from '../engine/platform-at-hand.ts';
import { requireWritableHome } from '../engine/explain-by-home.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { openEngine, type Engine } from '../engine/open-engine.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { exitCodes } from '../exit-codes.ts';
import { resultsDirOf } from '../studies/export-results.ts';
import { lookAtStop, notesBefore, type StopLook } from '../studies/look-at-stop.ts';
import { tellNotes } from '../watch/show-progress.ts';
import { troubleRows } from '../watch/trouble-words.ts';
import { countOf } from '../format-quantities.ts';
import { findStudy } from '../studies/find-study.ts';
import { followStudy } from '../studies/follow-study.ts';
import { uiLink } from '../engine/ui-link.ts';
import { showNothingToStop } from '../studies/show-nothing-to-stop.ts';
import { mayBeOpen, readStoredStudy, type StoredStudy } from '../studies/stored-study.ts';
import { findWaitingOccurrence } from '../studies/waiting-occurrence.ts';
import { withdrawOccurrence } from '../studies/withdraw-occurrence.ts';
import { orderStudy } from '../studies/order-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { findOpenExecution, type OpenStudy } from '../studies/open-study.ts';
import { requireGoingOn, takeUpStudy } from '../studies/take-up-study.ts';
import type { DefineVerb } from '../define-verb.ts';
import { waitForWorkerOption } from '../wait-for-worker-option.ts';

interface StopOptions {
  /** Milliseconds. */
  readonly wait?: number;
  readonly force?: boolean;
  readonly shutdown?: boolean;
  readonly yes?: boolean;
}

/** What happens to the jobs that are running when a study is stopped, by the platform's three ways. */
const consequences: Readonly<Record<StopMode, string>> = {
  stop: 'the running commands are asked to end; their outputs are saved and collected',
  force:
    'the running commands get SIGTERM at once, without a graceful end; their outputs are saved and collected',
  shutdown:
    'running jobs end at once; all their outputs that are not collected yet are LOST, also those of runs that are done',
};

/** `doeflow stop`: stops a study's jobs on the platform in one of its three ways. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .option('--force', consequences.force)
    .option('--shutdown', consequences.shutdown)
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(waitForWorkerOption())
    .addHelpText(
      'after',
      `\nWithout --force or --shutdown: ${consequences.stop}.\nWhere the platform refuses a harder way, the ordinary stop takes its place; where it refuses that too, the\nstudy says so and asks again until the job has ended. Results that are collected already stay in every\ncase; runs that had not begun are withdrawn: doeflow retry STUDY --failed runs them.`,
    )
    .action(async (reference: string, options: StopOptions) => {
      const mode = modeOf(options);
      const settings = readSettings(context);
      const store = await openOwnStore(context);
      const stored = await findStudy(store, reference);
      const { studyId, snapshot } = stored;
      if (mayBeOpen(stored)) requirePlatformOf(stored, platformOfSettings(settings));
      if (mode === 'shutdown' && options.yes !== true) {
        await requireTyped(
          context,
          `Shutdown of study ${studyId}: ${consequences.shutdown}.`,
          snapshot.studyName,
        );
      }
      context.interrupt.handle();
      if (mayBeOpen(stored)) requireWritableHome(settings);
      // A study that ended may be open again for a retry; without a running engine it can't be.
      const engine = mayBeOpen(stored) ? await openEngine(context) : await openEngineIfUp(context);
      try {
        const ordered =
          engine && (await orderStop(context, engine, stored, { mode, waitMs: options.wait }));
        if (engine === undefined || ordered === undefined) {
          const waiting = engine && (await findWaitingOccurrence(engine, stored));
          if (waiting !== undefined) return await withdrawOccurrence(context, studyId, waiting);
          // It may have ended since the first look.
          await showNothingToStop(
            context,
            { store, settings, engine },
            (await readStoredStudy(store, studyId)) ?? stored,
          );
          return;
        }
        const { open, told, isEnding } = ordered;
        context.output.note(
          isEnding
            ? `Study ${studyId} has run all that it had to and is writing its results: nothing is left to stop.`
            : `Study ${studyId} is stopping: ${consequences[mode]}.`,
        );
        if (engine.embedded) {
          // The parts end with their last client: this command stays until the jobs are stopped.
          const { study } = await planStoredStudy(store, stored);
          await followStudy(context, {
            engine,
            handle: open.handle,
            studyId,
            study,
            startedAt: open.startedAt,
            uiUrl: uiLink(engine, snapshot.studyName),
            resultsDir: resultsDirOf(context, stored),
            waitsPastPause: true,
          });
          // The study was stopped as asked: that is success for this command.
          context.end(exitCodes.done);
          return;
        }
        if (isEnding) {
          context.output.show({
            json: { studyId, stopped: false, status: 'Running' },
            human: [{ kind: 'next', commands: [`doeflow watch ${studyId}`] }],
            quiet: studyId,
          });
          return;
        }
        showStop(context, studyId, mode, await lookAtStop(context, engine, open, told));
      } finally {
        await engine?.close();
      }
    });
};

/** Shows what is known of a stop when the command that ordered it leaves. */
function showStop(
  { output, now }: CommandContext,
  studyId: string,
  mode: StopMode,
  { ended, jobsLeft, notes, troubles }: StopLook,
): void {
  tellNotes(output, notes, new Set());
  const going =
    jobsLeft === 0
      ? `It ends as soon as its results are written.`
      : `${countOf(jobsLeft, 'job')} still ${jobsLeft === 1 ? 'has' : 'have'} to end; it is Stopped when ${jobsLeft === 1 ? 'it has' : 'they have'}.`;
  output.show({
    json: {
      ...{ studyId, stopped: true, mode, status: ended?.state ?? 'Running' },
      ...{ jobsLeft, notes, trouble: troubles },
    },
    human: [
      { kind: 'facts', rows: troubleRows(troubles, now()) },
      { kind: 'text', lines: [ended === undefined ? going : `It has ended: ${ended.state}.`] },
      {
        kind: 'next',
        commands: [`doeflow ${ended === undefined ? 'watch' : 'results'} ${studyId}`],
      },
    ],
    quiet: studyId,
  });
}

/** A study that was asked to stop. */
interface OrderedStop {
  readonly open: Pick<OpenStudy, 'studyId' | 'handle' | 'startedAt'>;
  /** Its notes before it was asked. */
  readonly told: readonly string[];
  /** It has nothing left to stop. */
  readonly isEnding: boolean;
}

/** Orders the stop; undefined where the study has ended, or waits to begin. One that lost its workflow gets a further one, which begins with the stop. */
async function orderStop(
  context: CommandContext,
  engine: Engine,
  stored: StoredStudy,
  { mode, waitMs }: { readonly mode: StopMode; readonly waitMs: number | undefined },
): Promise<OrderedStop | undefined> {
  for (let before = 0; ; before += 1) {
    const open = await findOpenExecution(engine, stored);
    if (open === undefined) {
      const now = (await readStoredStudy(engine.store, stored.studyId)) ?? stored;
      if (now.ended !== undefined) return undefined;
      if ((await findWaitingOccurrence(engine, now)) !== undefined) return undefined;
      const planned = await planStoredStudy(engine.store, now);
      const takenUp = await takeUpStudy(context, engine, planned, { stop: mode, before });
      if (takenUp !== undefined) return { open: takenUp, told: [], isEnding: false };
      continue;
    }
    // Somebody else can open and close it for ever.
    requireGoingOn(context, stored.studyId, before);
    const told = engine.embedded ? [] : await notesBefore(engine, open);
    const sent = await unlessStopping(context, () =>
      orderStudy({ context, engine, stored, open, to: 'stop', waitMs }, (updateId) =>
        open.handle.executeUpdate(stopStudyUpdate, { args: [{ mode }], updateId }),
      ),
    );
    // A study that goes on in a new execution closes one as well.
    if (sent !== 'ended') return { open, told, isEnding: sent === 'ending' };
  }
}

/** A study that is being stopped harder than it is asked to now does what was wanted. */
async function unlessStopping<T>(
  { output }: CommandContext,
  send: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof UsageError) || error.code !== 'USAGE_STUDY_OVER') throw error;
    output.note(`${error.message}.`);
    return undefined;
  }
}

function modeOf({ force, shutdown }: StopOptions): StopMode {
  if (force === true && shutdown === true) {
    throw new UsageError('USAGE_ARGUMENTS', '--force and --shutdown exclude each other', {
      hint: 'Give one of them, or none: see doeflow help stop',
    });
  }
  return shutdown === true ? 'shutdown' : force === true ? 'force' : 'stop';
}
