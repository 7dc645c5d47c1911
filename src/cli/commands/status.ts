import { isStudyOver } from '../../run/run-state.ts';
import { mergeTroubles, withoutLostSteps } from '../../run/trouble.ts';
import { readTellings } from '../../notify/index.ts';
import { isAmended, readAttempts, readRevisions } from '../../store/index.ts';
import { startedStudyHelp } from '../argument-help.ts';
import { openOwnStore } from '../engine/open-own-store.ts';
import { readSettings } from '../engine/read-settings.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { lookForEngine } from '../engine/look-for-engine.ts';
import { findStudy } from '../studies/find-study.ts';
import { studiesLink, uiLink } from '../engine/ui-link.ts';
import { createClusterReader } from '../studies/clusters-left.ts';
import { troublesOfClusters } from '../studies/troubles-of-clusters.ts';
import { createJobReader } from '../studies/jobs-left.ts';
import { mayBeOpen } from '../studies/stored-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { readBudget } from '../studies/read-budget.ts';
import { createPriceReader, readStudyCost } from '../studies/read-cost.ts';
import { readStudyStatus } from '../studies/read-study-status.ts';
import { readCollected } from '../studies/read-collected.ts';
import { tellLeftOn } from '../studies/tell-left-on.ts';
import { causesOf } from '../../run/failure-causes.ts';
import { showFirstFrame } from '../watch/first-frame.ts';
import { readRunsUnderWay } from '../watch/runs-repeated.ts';
import { findOutstanding, outstandingWords } from '../amend/find-outstanding.ts';
import type { DefineVerb } from '../define-verb.ts';
import { describeStatus } from '../studies/describe-status.ts';
import { pathWord } from '../../quote-shell.ts';

/** `doeflow status`: the status of a study, once. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .addHelpText(
      'after',
      '\nWith --json, runs counts the runs of the study by the attempt that counts, of ended jobs and of those in flight.\njobs has the last ten that ended, and those in flight: of these, collected.runs is how many of their runs were\njudged so far, and collected.change what that changed in runs, where it is counted already. jobsLeft are jobs\nthat nobody works on.',
    )
    .action(async (reference: string) => {
      const settings = readSettings(context);
      const store = await openOwnStore(context);
      const stored = await findStudy(store, reference);
      if (mayBeOpen(stored)) await showFirstFrame(context.output, store, stored);
      const other = otherPlatformOf(stored, platformOfSettings(settings));
      if (other !== undefined && mayBeOpen(stored)) context.output.warn(other);
      const { engine, trouble } = await lookForEngine(context);
      try {
        const status = await readStudyStatus(engine, stored, trouble);
        const failed = status.progress?.runs.failed ?? 0;
        const folder = store.study(stored.studyId);
        const repeated = status.progress?.runs.repeated ?? 0;
        const underWay = repeated > 0 ? await readRunsUnderWay(folder) : undefined;
        const causes = failed === 0 ? [] : causesOf(await readAttempts(folder), underWay);
        const uiUrl = engine === undefined ? undefined : uiLink(engine, stored.snapshot.studyName);
        const studiesUrl = engine?.uiUrl === undefined ? undefined : studiesLink(engine.uiUrl);
        const over = status.progress !== undefined && isStudyOver(status.progress.state);
        // Its price is asked of the platform that the study is on, and of no other.
        const asked =
          other === undefined && engine !== undefined ? createPriceReader(engine) : undefined;
        const cost = await readStudyCost(store, status.stored, asked, over);
        const { study } = await planStoredStudy(store, status.stored);
        const budget = await readBudget(store, { studyId: stored.studyId, study, isOver: over });
        const clusters = await createClusterReader(store, settings, engine).read(stored);
        const isWorkedOn = status.loss === undefined && status.isIdle !== true;
        const jobs = isWorkedOn ? [] : await createJobReader(store, settings, engine).read(stored);
        const held = engine === undefined ? [] : await troublesOfClusters(engine, stored, clusters);
        const troubles = withoutLostSteps(mergeTroubles([...status.troubles, ...held]));
        const collected =
          status.progress === undefined ? await readCollected(store, status.stored) : undefined;
        const amendments = (await readRevisions(folder)).filter(isAmended);
        const left = await findOutstanding(store, status.stored);
        const source = amendments.at(-1)?.amendment.source ?? 'changed.yaml';
        const outstanding =
          left &&
          `${outstandingWords(left)}: doeflow amend ${stored.studyId} ${pathWord(source)} --apply`;
        const now = context.now();
        const seen = { ...status, troubles };
        const tellings = await readTellings(store, stored.studyId, now);
        context.output.show(
          describeStatus(seen, {
            ...{
              causes,
              collected,
              cost,
              budget,
              clusters,
              jobs,
              tellings,
              amendments,
              outstanding,
              now,
            },
            ...{ uiUrl, studiesUrl },
          }),
        );
        await tellLeftOn(context, store, stored.studyId);
      } finally {
        await engine?.close();
      }
    });
};
