import { resolve } from 'node:path';
import { openStore } from '../../store/index.ts';
import { startedStudyHelp } from '../argument-help.ts';
import { resultsDirOf } from '../studies/export-results.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { openEngineIfUp } from '../engine/open-engine-if-up.ts';
import { openEngine } from '../engine/open-engine.ts';
import { readSettings } from '../engine/read-settings.ts';
import { parseDuration } from '../parse-arguments.ts';
import { findStudy } from '../studies/find-study.ts';
import { followStudy } from '../studies/follow-study.ts';
import { showEnded } from '../studies/show-ended.ts';
import { uiLink } from '../engine/ui-link.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { findExecution, findOpenExecution } from '../studies/open-study.ts';
import { mayBeOpen } from '../studies/stored-study.ts';
import { studyGone } from '../studies/study-gone.ts';
import type { DefineVerb } from '../define-verb.ts';

interface WatchOptions {
  readonly results?: string;
  /** Milliseconds. */
  readonly wait?: number;
}

/** `doeflow watch`: watches a study to its end; in the embedded default it also starts what the study needs to continue. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', startedStudyHelp)
    .option(
      '--results <dir>',
      'folder for the results (default: the one given at the start of the study)',
    )
    .option('--wait <duration>', 'stop watching after this time, such as 30m', parseDuration)
    .action(async (reference: string, options: WatchOptions) => {
      const settings = readSettings(context);
      const store = await openStore(settings.storeDirectory);
      const stored = await findStudy(store, reference);
      const { studyId, snapshot, ended } = stored;
      const other = otherPlatformOf(stored, platformOfSettings(settings));
      if (other !== undefined && mayBeOpen(stored)) context.output.warn(other);
      const { study } = await planStoredStudy(store, stored);
      const resultsDir =
        options.results === undefined
          ? resultsDirOf(context, stored)
          : resolve(context.cwd, options.results, studyId);
      context.interrupt.handle();
      // A study that ended may be open again for a retry; without a running engine it can't be.
      const engine = mayBeOpen(stored) ? await openEngine(context) : await openEngineIfUp(context);
      try {
        // A study that isn't known to have ended may end, or have broken, before this look.
        const find = ended === undefined ? findExecution : findOpenExecution;
        const open = engine && (await find(engine, stored));
        if (engine === undefined || open === undefined) {
          if (ended === undefined) throw await studyGone(engine, stored);
          await showEnded(context, { store, studyId, study, resultsDir }, ended);
          return;
        }
        const uiUrl = uiLink(engine, snapshot.studyName);
        if (uiUrl !== undefined) context.output.note(`Temporal UI: ${uiUrl}`);
        await followStudy(context, {
          engine,
          handle: open.handle,
          studyId,
          study,
          startedAt: open.startedAt,
          uiUrl,
          resultsDir,
          waitMs: options.wait,
        });
      } finally {
        await engine?.close();
      }
    });
};
