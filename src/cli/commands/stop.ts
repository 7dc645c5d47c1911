import type { StopMode } from '../../../workflows/messages.ts';
import { stopStudyUpdate } from '../../../workflows/messages.ts';
import { UsageError } from '../../errors.ts';
import { openStore } from '../../results/index.ts';
import { requireTyped } from '../ask.ts';
import { openEngine, readSettings } from '../engine/open-engine.ts';
import { exitCodes } from '../exit-codes.ts';
import { resultsDirOf } from '../studies/export-results.ts';
import { findStudy } from '../studies/find-study.ts';
import { followStudy } from '../studies/follow-study.ts';
import { uiLink } from '../studies/launch-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { findOpenStudy } from '../studies/start-study.ts';
import type { DefineVerb } from '../verbs.ts';

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
      if (stored.ended !== undefined) {
        context.output.show({
          json: { studyId, stopped: false, status: stored.ended.state },
          human: [
            { kind: 'text', lines: [`Study ${studyId} is over already: ${stored.ended.state}.`] },
          ],
          quiet: stored.ended.state,
        });
        return;
      }
      if (mode === 'shutdown' && options.yes !== true) {
        await requireTyped(
          context,
          `Shutdown ends the jobs of ${studyId} at once; what they have not saved is lost.`,
          snapshot.studyName,
        );
      }
      context.interrupt.handle();
      const engine = await openEngine(context);
      try {
        const open = await findOpenStudy(engine, snapshot.studyName);
        if (open === undefined || open.studyId !== studyId) {
          throw new UsageError(
            'USAGE_STUDY_GONE',
            `Expected study ${studyId} to be open, got no workflow of it`,
            { exitCode: 6 },
          );
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
        await engine.close();
      }
    });
};

function modeOf({ force, shutdown }: StopOptions): StopMode {
  if (force === true && shutdown === true) {
    throw new UsageError('USAGE_ARGUMENTS', 'Expected one of --force and --shutdown, got both');
  }
  return shutdown === true ? 'shutdown' : force === true ? 'force' : 'stop';
}
