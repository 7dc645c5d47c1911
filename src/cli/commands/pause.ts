import { pauseStudyUpdate } from '../../../workflows/messages.ts';
import { UsageError } from '../../errors.ts';
import { startedStudyHelp } from '../argument-help.ts';
import type { DefineVerb } from '../define-verb.ts';
import { waitForWorkerOption } from '../wait-for-worker-option.ts';
import { requireWritableHome } from '../engine/explain-by-home.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { openEngine } from '../engine/open-engine.ts';
import { platformOfSettings, requirePlatformOf } from '../engine/platform-at-hand.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { countOf } from '../format-quantities.ts';
import { tellNext } from '../output/tell-next.ts';
import { clusterWords, createClusterReader, type ClusterLeft } from '../studies/clusters-left.ts';
import { waysOfPause } from '../studies/pause-words.ts';
import { readBudget } from '../studies/read-budget.ts';
import { progressOf } from '../studies/start-study.ts';
import { findStudy } from '../studies/find-study.ts';
import { findOpenExecution, findOpenStudy } from '../studies/open-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { orderStudy } from '../studies/order-study.ts';
import { mayBeOpen } from '../studies/stored-study.ts';

interface PauseOptions {
  readonly now?: boolean;
  /** Milliseconds. */
  readonly wait?: number;
}

/** `doeflow pause`: a study starts nothing more, and gives its cluster back, until it is resumed. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .option('--now', 'also stop what executes; what it does not run to its end runs again then')
    .addOption(waitForWorkerOption())
    .addHelpText(
      'after',
      '\nWhat executes runs to its end and is collected, unless --now is given. A cluster that the study made is given\nback once nothing runs on it (unless execution.cluster.keepWhilePaused is true), and asked for again when the\nstudy goes on: doeflow resume STUDY. A study whose runs are all done ends by itself.',
    )
    .action(async (reference: string, { now = false, wait: waitMs }: PauseOptions) => {
      const settings = readSettings(context);
      const store = await openOwnStore(context);
      const stored = await findStudy(store, reference);
      const { studyId } = stored;
      const isOpen = mayBeOpen(stored);
      if (isOpen) requirePlatformOf(stored, platformOfSettings(settings));
      if (isOpen) requireWritableHome(settings);
      const engine = isOpen ? await openEngine(context) : await openEngineIfUp(context);
      try {
        const open = engine && (await findOpenExecution(engine, stored));
        const sent =
          open &&
          (await orderStudy({ context, engine, stored, open, to: 'pause', waitMs }, (updateId) =>
            open.handle.executeUpdate(pauseStudyUpdate, { args: [{ now }], updateId }),
          ));
        if (sent === undefined && engine !== undefined) {
          // One that waits for its payload key isn't over: that is said then.
          await findOpenStudy(engine, stored.snapshot.studyName);
        }
        if (sent === undefined || typeof sent === 'string') throw notRunning(studyId, sent);
        const { jobs, stopped } = sent.answer;
        const { study } = await planStoredStudy(store, stored);
        const { execution } = study;
        const own = execution.cluster?.kind === 'own' ? execution.cluster : undefined;
        const clusters =
          own === undefined ? [] : await createClusterReader(store, settings, engine).read(stored);
        const budget = await readBudget(store, { studyId, study, isOver: false });
        const progress = engine && open && (await progressOf(engine, open.handle));
        const next = waysOfPause(progress, budget, studyId) ?? [`doeflow resume ${studyId}`];
        context.output.show({
          json: { studyId, paused: true, jobs, stopped, clusters },
          human: [
            {
              kind: 'text',
              lines: [
                `Study ${studyId} is paused: nothing more is started.`,
                ...jobWords(jobs, stopped),
                ...clusters.map((one) => costWords(one, own?.keepWhilePaused === true, jobs)),
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

function jobWords(jobs: number, stopped: boolean): readonly string[] {
  if (jobs === 0) return [];
  const one = jobs === 1;
  const what = stopped
    ? `${one ? 'is' : 'are'} stopped; what ${one ? 'it doesn’t' : 'they don’t'} run to ${one ? 'its' : 'their'} end goes on with the study`
    : `${one ? 'runs' : 'run'} to ${one ? 'its' : 'their'} end and ${one ? 'is' : 'are'} collected (--now stops ${one ? 'it' : 'them'})`;
  return [`${countOf(jobs, 'job')} under way ${what}.`];
}

function costWords(cluster: ClusterLeft, isKept: boolean, jobs: number): string {
  const { sharedWith } = cluster;
  const shown = clusterWords(cluster);
  if (isKept) return `Kept while the study is paused, as its file says: ${shown}.`;
  if (sharedWith.length > 0) return `Goes on for ${sharedWith.join(', ')}: ${shown}.`;
  return `Given back ${jobs === 0 ? 'now' : 'once nothing runs on it'}, which saves what it costs: ${shown}.`;
}

function notRunning(studyId: string, sent: 'ended' | 'ending' | undefined): UsageError {
  const why =
    sent === 'ending' ? 'has run all that it had to and is writing its results' : 'is not running';
  return new UsageError('USAGE_STUDY_OVER', `Study ${studyId} ${why}, so it can't be paused`, {
    exitCode: 5,
    hint: `How it is: doeflow status ${studyId}`,
  });
}
