import type { RetryRequest } from '../../run/messages.ts';
import { retryStudyUpdate } from '../../../workflows/messages.ts';
import { UsageError } from '../../errors.ts';
import { openStore } from '../../store/index.ts';
import { openCheckedEngine } from '../engine/open-checked-engine.ts';
import { readSettings } from '../engine/read-settings.ts';
import { countOf } from '../format-quantities.ts';
import { parseDuration, parseRuns } from '../parse-arguments.ts';
import { resultsDirOf } from '../studies/export-results.ts';
import { findStudy } from '../studies/find-study.ts';
import { followStudy } from '../studies/follow-study.ts';
import { uiLink } from '../engine/ui-link.ts';
import { requireFailedRuns } from '../studies/require-failed-runs.ts';
import { planStoredStudy } from '../studies/open-stored-study.ts';
import type { StartedStudy } from '../studies/start-study.ts';
import { findOpenStudy } from '../studies/open-study.ts';
import { restartStudy } from '../studies/start-study.ts';
import type { DefineVerb } from '../define-verb.ts';

interface RetryOptions {
  readonly failed?: boolean;
  readonly runs?: readonly number[];
  readonly detach?: boolean;
  /** Milliseconds. */
  readonly wait?: number;
}

/** `doeflow retry`: runs failed runs of a study again, in a further job; runs that are done are never run again. */
export const verb: DefineVerb = (command, context) => {
  command
    .argument('<study>', 'study id, start of one, or name')
    .option('--failed', 'all failed runs')
    .option('--runs <list>', 'these runs, such as 3,7-9', parseRuns)
    .option('--detach', 'do not watch')
    .option('--wait <duration>', 'stop watching after this long, such as 30m', parseDuration)
    .action(async (reference: string, options: RetryOptions) => {
      const request = requestOf(options);
      const store = await openStore(readSettings(context).storeDirectory);
      const stored = await findStudy(store, reference);
      const { studyId, snapshot, ended } = stored;
      const { study, plan } = await planStoredStudy(store, stored);
      if (ended !== undefined && ended.runs.done === ended.runs.total) {
        context.output.show({
          json: { studyId, runs: 0 },
          human: [{ kind: 'text', lines: [`Study ${studyId} has no failed run.`] }],
          quiet: '0',
        });
        return;
      }
      if (request.runs !== 'failed')
        await requireFailedRuns(store.study(studyId), studyId, request.runs);
      context.interrupt.handle();
      const engine = await openCheckedEngine(context);
      try {
        const open = await findOpenStudy(engine, snapshot.studyName);
        let started: StartedStudy;
        if (open?.studyId === studyId) {
          const { runs } = await open.handle.executeUpdate(retryStudyUpdate, { args: [request] });
          context.output.note(`${countOf(runs, 'run')} of ${studyId} will run again.`);
          started = { ...open, joined: true };
        } else if (open !== undefined) {
          throw new UsageError(
            'USAGE_OTHER_STUDY_OPEN',
            `Expected no open study "${snapshot.studyName}", got ${open.studyId}`,
            { exitCode: 5, hint: `doeflow watch ${open.studyId}` },
          );
        } else {
          started = await restartStudy(engine, studyId, study, plan, {
            retry: request,
            now: context.now(),
          });
          context.output.note(`Study ${studyId} goes on with failed runs.`);
        }
        const uiUrl = uiLink(engine, snapshot.studyName);
        if (options.detach === true && !engine.embedded) {
          context.output.show({
            json: { studyId },
            human: [{ kind: 'next', commands: [`doeflow watch ${studyId}`] }],
            quiet: studyId,
          });
          return;
        }
        await followStudy(context, {
          engine,
          handle: started.handle,
          studyId,
          study,
          startedAt: started.startedAt,
          uiUrl,
          resultsDir: resultsDirOf(context, stored),
          waitMs: options.wait,
          returnCommand: `doeflow watch ${studyId}`,
        });
      } finally {
        await engine.close();
      }
    });
};

function requestOf({ failed, runs }: RetryOptions): RetryRequest {
  if ((failed === true) === (runs !== undefined)) {
    throw new UsageError('USAGE_ARGUMENTS', 'Expected either --failed or --runs LIST', {
      hint: 'doeflow retry STUDY --failed',
    });
  }
  return { runs: runs ?? 'failed' };
}
