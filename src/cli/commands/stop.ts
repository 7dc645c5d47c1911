import type { StopMode } from '../../run/messages.ts';
import { stopStudyUpdate } from '../../../workflows/messages.ts';
import { UsageError } from '../../errors.ts';
import { openStore } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { requireTyped } from '../ask.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { openEngine } from '../engine/open-engine.ts';
import { readSettings } from '../engine/read-settings.ts';
import { exitCodes } from '../exit-codes.ts';
import { resultsDirOf } from '../studies/export-results.ts';
import { findStudy } from '../studies/find-study.ts';
import { followStudy } from '../studies/follow-study.ts';
import { uiLink } from '../engine/ui-link.ts';
import { studyGone } from '../studies/study-gone.ts';
import type { StoredStudy } from '../studies/stored-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { findOpenExecution } from '../studies/open-study.ts';
import type { DefineVerb } from '../define-verb.ts';

interface StopOptions {
  readonly force?: boolean;
  readonly shutdown?: boolean;
  readonly yes?: boolean;
}

/** `doeflow stop`: stops a study's jobs on the platform in one of its three ways; what the jobs saved is collected, but for `--shutdown`. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', 'study id, start of one, or name')
    .option(
      '--force',
      'end the running commands without their graceful shutdown; outputs are saved',
    )
    .option('--shutdown', 'end everything at once; the outputs of running jobs are LOST')
    .option('-y, --yes', 'do not ask')
    .action(async (reference: string, options: StopOptions) => {
      const mode = modeOf(options);
      const store = await openStore(readSettings(context).storeDirectory);
      const stored = await findStudy(store, reference);
      const { studyId, snapshot } = stored;
      if (mode === 'shutdown' && options.yes !== true) {
        await requireTyped(
          context,
          `Shutdown ends the jobs of ${studyId} at once; what they have not saved is lost.`,
          snapshot.studyName,
        );
      }
      context.interrupt.handle();
      // A study that ended may be open again for a retry; without an engine up it can't be.
      const engine =
        stored.ended === undefined ? await openEngine(context) : await openEngineIfUp(context);
      try {
        const open = engine && (await findOpenExecution(engine, stored));
        if (engine === undefined || open === undefined) {
          showNothingToStop(context, stored);
          return;
        }
        await open.handle.executeUpdate(stopStudyUpdate, { args: [{ mode }] });
        context.output.note(`Study ${studyId} is stopping; what its jobs saved is kept.`);
        if (engine.embedded) {
          // The parts end with their last client: somebody has to stay until the jobs are stopped.
          const { study } = await planStoredStudy(store, stored);
          await followStudy(context, {
            engine,
            handle: open.handle,
            studyId,
            study,
            startedAt: open.startedAt,
            uiUrl: uiLink(engine, snapshot.studyName),
            resultsDir: resultsDirOf(context, stored),
            returnCommand: `doeflow stop ${studyId}`,
          });
          // The study ended as it was told to: that is success for this command.
          context.end(exitCodes.done);
          return;
        }
        context.output.show({
          json: { studyId, stopped: true, mode },
          human: [{ kind: 'next', commands: [`doeflow watch ${studyId}`] }],
          quiet: studyId,
        });
      } finally {
        await engine?.close();
      }
    });
};

/** @throws UsageError when the study neither ended nor has a workflow. */
function showNothingToStop(context: CommandContext, { studyId, ended }: StoredStudy): void {
  if (ended === undefined) throw studyGone(studyId);
  context.output.show({
    json: { studyId, stopped: false, status: ended.state },
    human: [{ kind: 'text', lines: [`Study ${studyId} is over already: ${ended.state}.`] }],
    quiet: ended.state,
  });
}

function modeOf({ force, shutdown }: StopOptions): StopMode {
  if (force === true && shutdown === true) {
    throw new UsageError('USAGE_ARGUMENTS', 'Expected one of --force and --shutdown, got both');
  }
  return shutdown === true ? 'shutdown' : force === true ? 'force' : 'stop';
}
