import { resolve } from 'node:path';
import { isStudyOver } from '../../study/run-state.ts';
import { openStore } from '../../results/index.ts';
import { resultsDirOf } from '../studies/export-results.ts';
import { openEngine, readSettings } from '../engine/open-engine.ts';
import { parseDuration } from '../parse-arguments.ts';
import { findStudy } from '../studies/find-study.ts';
import { followStudy, showEnded } from '../studies/follow-study.ts';
import { uiLink } from '../studies/launch-study.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import { findOpenStudy } from '../studies/start-study.ts';
import { UsageError } from '../../errors.ts';
import type { DefineVerb } from '../verbs.ts';

interface WatchOptions {
  readonly results?: string;
  /** Milliseconds. */
  readonly wait?: number;
}

/** `doeflow watch`: follows a study to its end; in the embedded default it also carries it on. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', 'study id, start of one, or name')
    .option('--results <dir>', 'folder for the results (default: as the study was started)')
    .option('--wait <duration>', 'stop watching after this long, such as 30m', parseDuration)
    .action(async (reference: string, options: WatchOptions) => {
      const store = await openStore(readSettings(context).storeDirectory);
      const stored = await findStudy(store, reference);
      const { studyId, snapshot, ended } = stored;
      const planned = await planStoredStudy(store, stored);
      const resultsDir =
        options.results === undefined
          ? resultsDirOf(context, stored)
          : resolve(context.cwd, options.results, studyId);
      if (ended !== undefined && isStudyOver(ended.state)) {
        await showEnded(context, { store, studyId, study: planned.study, resultsDir }, ended);
        return;
      }
      context.interrupt.handle();
      const engine = await openEngine(context);
      try {
        const open = await findOpenStudy(engine, snapshot.studyName);
        if (open === undefined || open.studyId !== studyId) {
          throw new UsageError(
            'USAGE_STUDY_GONE',
            `Expected study ${studyId} to be open, got no workflow of it`,
            { exitCode: 6, hint: 'Start the study again with doeflow run' },
          );
        }
        const uiUrl = uiLink(engine, snapshot.studyName);
        if (uiUrl !== undefined) context.output.note(`Temporal UI: ${uiUrl}`);
        await followStudy(context, {
          engine,
          handle: open.handle,
          studyId,
          study: planned.study,
          startedAt: new Date(snapshot.createdAt),
          uiUrl,
          resultsDir,
          waitMs: options.wait,
          returnCommand: `doeflow watch ${studyId}`,
        });
      } finally {
        await engine.close();
      }
    });
};
