import { resumeStudyUpdate } from '../../../workflows/messages.ts';
import type { StudyProgress } from '../../run/messages.ts';
import { UsageError } from '../../errors.ts';
import { readRevisions } from '../../store/index.ts';
import { startedStudyHelp } from '../argument-help.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { openEngine } from '../engine/open-engine.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { tellNext } from '../output/tell-next.ts';
import { describeFiles, tellUnused } from '../studies/find-changes.ts';
import { findStudy } from '../studies/find-study.ts';
import { limitThatPausesAgain, pausesAgainWords } from '../studies/pauses-again.ts';
import { mayBeOpen } from '../studies/stored-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { takeUpStudy } from '../studies/take-up-study.ts';
import { sendTicket } from '../studies/send-ticket.ts';
import { findOpenExecution } from '../studies/open-study.ts';
import { progressOf } from '../studies/start-study.ts';
import type { DefineVerb } from '../define-verb.ts';
import { waitForWorkerOption } from '../wait-for-worker-option.ts';

interface ResumeOptions {
  readonly yes?: boolean;
  /** Milliseconds. */
  readonly wait?: number;
}

/** `doeflow resume`: continues a study that paused because too many runs failed, or that lost its workflow. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .option('-y, --yes', 'take up a study that this Temporal server knows nothing of')
    .addOption(waitForWorkerOption())
    .action(async (reference: string, { yes = false, wait: waitMs }: ResumeOptions) => {
      const store = await openOwnStore(context);
      const stored = await findStudy(store, reference);
      const { studyId } = stored;
      // A study that ended may be open again for a retry; without a running engine it can't be.
      const engine = mayBeOpen(stored) ? await openEngine(context) : await openEngineIfUp(context);
      try {
        const open = engine && (await findOpenExecution(engine, stored));
        const newest = (await readRevisions(store.study(studyId))).at(-1);
        const source = newest?.amendment?.source ?? stored.snapshot.source;
        const look = open && (await tellUnused(context, { ...stored, newest, source }));
        const before = open && (await progressOf(engine, open.handle));
        const sent =
          open &&
          (await sendTicket(
            { context, engine, stored, open, to: 'resume', waitMs },
            { asks: 'resume' },
            (named, updateId) =>
              open.handle.executeUpdate(resumeStudyUpdate, { args: [named], updateId }),
          ));
        const isLost = engine !== undefined && sent === undefined && stored.ended === undefined;
        if (isLost) {
          await takeUpStudy(context, engine, await planStoredStudy(store, stored), { yes });
        } else if (sent === undefined || typeof sent === 'string') {
          throw new UsageError(
            'USAGE_STUDY_OVER',
            `Study ${studyId} is not running, so it can't be resumed`,
            {
              exitCode: 5,
              hint: `How it is: doeflow status ${studyId}. What failed or never ran is run by: doeflow retry ${studyId} --failed`,
            },
          );
        }
        const { study } = await planStoredStudy(store, stored);
        const tooLow = await limitThatPausesAgain(store, { studyId, study }, before);
        const next =
          tooLow === undefined
            ? [`doeflow watch ${studyId}`]
            : [`doeflow budget ${studyId} --set ${tooLow.least}`, `doeflow resume ${studyId}`];
        context.output.show({
          json: { studyId, resumed: true, ...describeFiles({ look }, newest?.revision) },
          human: [
            {
              kind: 'text',
              lines: [
                continuesWords(studyId, before),
                ...(tooLow === undefined ? [] : [pausesAgainWords(tooLow)]),
              ],
            },
            { kind: 'next', commands: next },
          ],
          quiet: studyId,
        });
        tellNext(context.output, next);
      } finally {
        await engine?.close();
      }
    });
};

/** @param before what the study told before it was asked; absent where it did not answer, or was lost */
function continuesWords(studyId: string, before: StudyProgress | undefined): string {
  return before?.state === 'Running'
    ? `Study ${studyId} was not paused: it goes on as it did.`
    : `Study ${studyId} continues.`;
}
