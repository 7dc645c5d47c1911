/** Everything one can say to a running study, and its answers. */
import { ApplicationFailure, patched, setHandler } from '@temporalio/workflow';
import type { AskedRuns, RetryAnswer } from '../../src/run/messages.ts';
import {
  clusterNewsSignal,
  jobEndedSignal,
  jobProgressSignal,
  progressQuery,
  resumeStudyUpdate,
  retryStudyUpdate,
  stopStudyUpdate,
} from '../messages.ts';
import type * as messages from '../messages.ts';
import { isStudyOver } from '../../src/run/run-state.ts';
import type { StudyContext } from './study-context.ts';
import { isUnderWay } from './is-under-way.ts';
import { progressOf } from './publish-progress.ts';

/** Sets the handler of each update, so that one without a handler doesn't compile. */
type StudyUpdates = Readonly<
  Record<Extract<keyof typeof messages, `${string}StudyUpdate`>, () => void>
>;

/** Sets the handlers; they only change the ledger, the loops act on it. */
export function answerMessages(context: StudyContext): void {
  const { ledger } = context;
  const refuseWhenOver = (): void => {
    const { state, finishing } = ledger.state;
    const doing = ledger.stopping ? 'stopping' : finishing ? 'writing its results' : state;
    if (isStudyOver(state) || ledger.stopping || finishing) {
      throw ApplicationFailure.nonRetryable(
        `Study ${context.input.studyName} is ${doing}; wait for its end, then retry`,
        'STUDY_OVER',
      );
    }
  };

  setHandler(progressQuery, () => progressOf(context));
  setHandler(jobProgressSignal, (job) => {
    ledger.jobs.takeProgress(job);
    if (job.note !== undefined) ledger.note(job.note);
  });
  setHandler(jobEndedSignal, (end) => ledger.jobEnded(end));
  setHandler(clusterNewsSignal, (news) => ledger.takeClusterNews(news));

  const updates: StudyUpdates = {
    stopStudyUpdate: () =>
      setHandler(stopStudyUpdate, ({ mode }) => {
        ledger.requestStop(mode);
        return { accepted: true } as const;
      }),
    resumeStudyUpdate: () =>
      setHandler(
        resumeStudyUpdate,
        () => {
          ledger.resume();
          return { accepted: true } as const;
        },
        { validator: refuseWhenOver },
      ),
    retryStudyUpdate: () =>
      setHandler(
        retryStudyUpdate,
        (request) => {
          const runs = request.runs === 'failed' ? ledger.counts.failed : request.runs.length;
          const answer = (): RetryAnswer => {
            const { revision } = ledger.state;
            return revision === undefined ? { runs } : { runs, revision };
          };
          const already = isUnderWay(context, request);
          if (request.joinOnly === true && !already) return { runs: 0 };
          // Studies under way may have queued an equal request a second time.
          if (already && patched('equal-retry-once')) {
            ledger.repeatRetry(request);
            return { ...answer(), already: true } as const;
          }
          ledger.requestRetry(request);
          return answer();
        },
        { validator: (_request: AskedRuns) => refuseWhenOver() },
      ),
  };
  for (const setUpdate of Object.values(updates)) setUpdate();
}
