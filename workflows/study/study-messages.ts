/** Everything one can say to a running study, and its answers. */
import { ApplicationFailure, setHandler } from '@temporalio/workflow';
import type { RetryRequest } from '../../src/run/messages.ts';
import {
  clusterNewsSignal,
  jobEndedSignal,
  jobProgressSignal,
  progressQuery,
  resumeStudyUpdate,
  retryStudyUpdate,
  stopStudyUpdate,
} from '../messages.ts';
import { isStudyOver } from '../../src/run/run-state.ts';
import type { StudyContext } from './study-context.ts';
import { progressOf } from './publish-progress.ts';
import { signalJob } from './watch-platform.ts';

/** Sets the handlers; they only change the ledger, the loops act on it. */
export function answerMessages(context: StudyContext): void {
  const { ledger } = context;
  const { state } = ledger;
  const refuseWhenOver = (): void => {
    if (isStudyOver(state.state) || ledger.stopping) {
      throw ApplicationFailure.nonRetryable(
        `Study ${context.input.studyName} is ${ledger.stopping ? 'stopping' : state.state}`,
        'STUDY_OVER',
      );
    }
  };

  /** Someone has seen the failures: the guard minds only further ones. */
  const resumeRunning = (): void => {
    state.allowedFailures = state.failed;
    state.state = 'Running';
    state.activity = 'running jobs';
  };

  setHandler(progressQuery, () => progressOf(context));
  setHandler(jobProgressSignal, async (job) => {
    const missed = ledger.progressed(job);
    if (missed !== undefined) await signalJob(context.input.studyId, job.jobNumber, missed);
  });
  setHandler(jobEndedSignal, (end) => ledger.ended(end));
  setHandler(clusterNewsSignal, (news) => ledger.clusterNews(news));

  setHandler(stopStudyUpdate, ({ mode }) => {
    state.stopMode = mode;
    return { accepted: true } as const;
  });
  setHandler(
    resumeStudyUpdate,
    () => {
      resumeRunning();
      return { accepted: true } as const;
    },
    { validator: refuseWhenOver },
  );
  setHandler(
    retryStudyUpdate,
    (request) => {
      state.requests.push(request);
      resumeRunning();
      return { runs: request.runs === 'failed' ? state.failed : request.runs.length };
    },
    { validator: (_request: RetryRequest) => refuseWhenOver() },
  );
}
