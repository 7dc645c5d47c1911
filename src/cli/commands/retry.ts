import { isDeepStrictEqual } from 'node:util';
import type { RetryRequest, TicketOrder } from '../../run/messages.ts';
import { retryStudyUpdate } from '../../../workflows/messages.ts';
import { isTicketName, layout, readRevisions } from '../../store/index.ts';
import { startedStudyHelp } from '../argument-help.ts';
import type { CommandContext } from '../context.ts';
import { requireStaysUp } from '../engine/embedded-is-up.ts';
import { platformOfEngine, requirePlatformOf, seenAtHand } from '../engine/platform-at-hand.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import type { Engine } from '../engine/open-engine.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { parseDuration, parseRuns } from '../parse-arguments.ts';
import { resultsDirOf } from '../studies/export-results.ts';
import { describeFiles, findChanges, type ChangeOptions } from '../studies/find-changes.ts';
import { findStudy } from '../studies/find-study.ts';
import { followStudy } from '../studies/follow-study.ts';
import { uiLink } from '../engine/ui-link.ts';
import {
  isAllDone,
  lacksNominalRun,
  listOf,
  requireFailedRuns,
  requireUseful,
} from '../studies/require-failed-runs.ts';
import { nothingChanged } from '../studies/nothing-changed.ts';
import { agreeOnRevision } from '../studies/mend-study.ts';
import { planStoredStudy, type PlannedStoredStudy } from '../studies/open-stored-study.ts';
import { findExecution, findOpenStudy, type OpenStudy } from '../studies/open-study.ts';
import {
  parseReasons,
  requestOf,
  requireChoice,
  type RetryChoice,
} from '../studies/retry-request.ts';
import { retriedWords } from '../studies/retried-words.ts';
import { readStoredStudy } from '../studies/stored-study.ts';
import { allowOutsideOption } from '../study-bounds.ts';
import { sendTicket } from '../studies/send-ticket.ts';
import { goesOnWords } from '../studies/joined-words.ts';
import { limitThatPausesAgain, pausesAgainWords } from '../studies/pauses-again.ts';
import { progressOf, restartStudy, type StartedStudy } from '../studies/start-study.ts';
import { tellNext } from '../output/tell-next.ts';
import { otherStudyOpen, requireGoingOn, takeUpStudy } from '../studies/take-up-study.ts';
import { waitForClose } from '../studies/wait-for-close.ts';
import type { DefineVerb } from '../define-verb.ts';

interface RetryOptions extends ChangeOptions, RetryChoice {
  readonly yes?: boolean;
  readonly detach?: boolean;
  /** Milliseconds. */
  readonly wait?: number;
}

/** `doeflow retry`: runs failed runs of a study again, in a new job; runs that are done are never run again. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .option('--failed', 'all failed runs, and those that never ran as the study was stopped')
    .option('--runs <list>', 'these runs, such as 3,7-9', parseRuns)
    .option('--where <expression>', 'failed runs for which this is true, such as "w > 2"')
    .option(
      '--reason <names>',
      'failed runs with this reason, such as timeout; several separated by commas',
      parseReasons,
    )
    .option('--with-changes', 'run them with the files of the study as they are now')
    .option('--from <path>', 'where the study file or its folder is now, if it was moved')
    .addOption(allowOutsideOption())
    .option('--yes', 'with --with-changes: do not ask')
    .option('--detach', 'return at once, without watching')
    .option('--wait <duration>', 'stop watching after this time, such as 30m', parseDuration)
    .action(async (reference: string, options: RetryOptions) => {
      requireChoice(options);
      const begunAt = context.now();
      const settings = readSettings(context);
      if (options.detach === true) {
        await requireStaysUp(settings, 'retry --detach', 'it without --detach');
      }
      const store = await openOwnStore(context);
      const stored = await findStudy(store, reference);
      const planned = await planStoredStudy(store, stored);
      const asked = await requestOf(context.output, store, planned, options);
      const { studyId, snapshot, ended, study, plan } = planned;
      if (asked.runs !== 'failed') {
        await requireFailedRuns(store.study(studyId), studyId, asked.runs, plan);
      }
      if (await isAllDone(store.study(studyId), ended)) {
        context.output.show({
          json: { studyId, runs: 0 },
          human: [{ kind: 'text', lines: [`Study ${studyId} has no failed run.`] }],
          quiet: '0',
        });
        return;
      }
      if (asked.runs === 'failed') await requireUseful(store.study(studyId), planned, options);
      const newest = (await readRevisions(store.study(studyId))).at(-1);
      const found = await findChanges(context, planned, newest, options);
      context.interrupt.handle();
      const engine = await openCheckedEngine(context);
      try {
        requirePlatformOf(stored, seenAtHand(await platformOfEngine(engine), engine));
        const revision =
          found.mended === undefined
            ? newest?.revision
            : await agreeOnRevision(context, engine, planned, found.mended, {
                request: asked,
                yes: options.yes === true,
              });
        const { handle, startedAt, ranWith, notesBefore } = await runAgain(
          context,
          engine,
          planned,
          {
            request: { ...asked, ...(revision === undefined ? {} : { revision }) },
            begunAt,
            unchanged: options.withChanges === true && found.mended === undefined,
          },
        );
        const alsoJson = describeFiles(found, ranWith);
        const uiUrl = uiLink(engine, snapshot.studyName);
        if (options.detach === true) {
          const next = [`doeflow watch ${studyId}`];
          context.output.show({
            json: { studyId, ...alsoJson },
            human: [{ kind: 'next', commands: next }],
            quiet: studyId,
          });
          tellNext(context.output, next);
          return;
        }
        await followStudy(context, {
          engine,
          handle,
          studyId,
          study,
          startedAt,
          uiUrl,
          alsoJson,
          notesBefore,
          resultsDir: resultsDirOf(context, stored),
          waitMs: options.wait,
        });
      } finally {
        await engine.close();
      }
    });
};

interface AskedAgain {
  readonly request: RetryRequest;
  readonly begunAt: Date;
  /** Changed files were asked for, and none differs: only what is under way with them is joined. */
  readonly unchanged: boolean;
  /** How often this command looked for an open workflow already. */
  readonly before?: number;
}

interface JoinedStudy {
  readonly ranWith: number | undefined;
  /** Of an open study: what it had told before it was asked. */
  readonly notesBefore?: readonly string[] | undefined;
}

/**
 * Asks the study's open workflow to run them again, or starts a new one for it. One that was started for the same runs since this command began
 * is joined: the command was given twice.
 */
async function runAgain(
  context: CommandContext,
  engine: Engine,
  planned: PlannedStoredStudy,
  asked: AskedAgain,
): Promise<Pick<StartedStudy, 'handle' | 'startedAt'> & JoinedStudy> {
  const { studyId, snapshot, study, plan } = planned;
  const { request, unchanged, before = 0 } = asked;
  const again = { ...asked, before: before + 1 };
  requireGoingOn(context, studyId, before);
  const ranWith = request.revision;
  const open = await findOpenStudy(engine, snapshot.studyName);
  if (open === undefined) {
    const latest = await findExecution(engine, planned);
    if (latest !== undefined && (await isSameStart(engine, latest, asked))) {
      return { ...latest, ranWith };
    }
    if (unchanged) throw nothingChanged(studyId, request);
    const now = await readStoredStudy(engine.store, studyId);
    const isLost = now !== undefined && now.ended === undefined;
    const started = isLost
      ? await takeUpStudy(context, engine, planned, { retry: request, before })
      : await restartStudy(engine, studyId, study, plan, { retry: request, now: context.now() });
    if (started === undefined) return runAgain(context, engine, planned, again);
    if (!isLost)
      context.output.note(
        `Study ${studyId} starts again, for ${request.runs === 'failed' ? 'its runs that are not done' : `${request.runs.length === 1 ? 'run' : 'runs'} ${listOf(request.runs)}`}.`,
      );
    return { ...started, ranWith };
  }
  if (open.studyId !== studyId) {
    throw otherStudyOpen(snapshot.studyName, open.studyId);
  }
  if (await isSameStart(engine, open, asked)) {
    context.output.note(`Study ${studyId} was just started again for these runs: watching it.`);
    return { ...open, ranWith };
  }
  const order: TicketOrder = {
    ...{ asks: 'retry', ...request },
    ...(unchanged ? { joinOnly: true } : {}),
  };
  const progress = await progressOf(engine, open.handle);
  const goesOn = goesOnWords(studyId, progress);
  if (goesOn !== undefined) context.output.note(goesOn);
  const tooLow = await limitThatPausesAgain(engine.store, planned, progress);
  if (tooLow !== undefined) context.output.note(pausesAgainWords(tooLow));
  const to = 'run runs again';
  const sent = await sendTicket(
    { context, engine, stored: planned, open, to },
    order,
    (named, updateId) => open.handle.executeUpdate(retryStudyUpdate, { args: [named], updateId }),
  );
  // It ended meanwhile: then it is started again.
  if (sent === 'ending') await waitForClose(context, open);
  if (typeof sent === 'string') return runAgain(context, engine, planned, again);
  const { answer } = sent;
  if (unchanged && answer.already !== true) throw nothingChanged(studyId, request);
  const lacksNominal = await lacksNominalRun(engine.store.study(studyId));
  context.output.note(retriedWords(studyId, answer, { progress, lacksNominal }));
  return { ...open, ranWith: answer.revision, notesBefore: progress?.notes };
}

/** Whether `open` does what was asked for, and was started after that. */
async function isSameStart(
  { store }: Engine,
  { studyId, ticket = '', startedAt }: OpenStudy,
  asked: AskedAgain,
): Promise<boolean> {
  const folder = store.study(studyId);
  const written = isTicketName(ticket) ? await folder.find(layout.ticket(ticket)) : undefined;
  return isSameCommand({ order: written?.order, startedAt }, asked);
}

/** Whether the ticket of a start says what was asked for, and was used after that. */
export function isSameCommand(
  { order, startedAt }: { readonly order: TicketOrder | undefined; readonly startedAt: Date },
  { request, begunAt }: Pick<AskedAgain, 'request' | 'begunAt'>,
): boolean {
  return startedAt >= begunAt && isDeepStrictEqual(order, { asks: 'retry', ...request });
}
