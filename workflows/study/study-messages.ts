/** Everything one can say to a running study, and its answers. */
import { ApplicationFailure, condition, log, patched, setHandler } from '@temporalio/workflow';
import type {
  AskedRuns,
  RetryAnswer,
  StopMode,
  StudyRefusal,
  ToStudy,
} from '../../src/run/messages.ts';
import { messageGuards } from '../guards/message-guards.ts';
import { onSignal, onUpdate } from '../guards/on-message.ts';
import {
  amendStudyUpdate,
  budgetStudyUpdate,
  clusterNewsSignal,
  jobEndedSignal,
  jobProgressSignal,
  pauseStudyUpdate,
  progressQuery,
  resumeStudyUpdate,
  retryStudyUpdate,
  stopStudyUpdate,
} from '../messages.ts';
import type * as messages from '../messages.ts';
import { isStudyOver } from '../../src/run/run-state.ts';
import type { StudyContext } from './study-context.ts';
import { isUnderWay } from './is-under-way.ts';
import { refuseCluster } from './lend-cluster.ts';
import { pauseOnRequest } from './pause-on-request.ts';
import { progressOf } from './publish-progress.ts';
import { takeAmendment, takeTicket } from './take-ticket.ts';

/** The ways to stop, in the order in which one takes the place of another. */
const hardness: Readonly<Record<StopMode, number>> = { stop: 1, force: 2, shutdown: 3 };

/** Sets the handler of each update, so that one without a handler doesn't compile. */
type StudyUpdates = Readonly<
  Record<Extract<keyof typeof messages, `${string}StudyUpdate`>, () => void>
>;

/** Sets the handlers; they only change the ledger, the loops act on it. */
export function answerMessages(context: StudyContext): void {
  const { ledger } = context;
  const refuse = (sentence: string, why: StudyRefusal): ApplicationFailure =>
    ApplicationFailure.nonRetryable(
      `Study ${context.input.studyName} ${sentence}`,
      'STUDY_OVER',
      why,
    );
  const refuseWhenEnding = (): void => {
    const { state, finishing } = ledger.state;
    const isOver = isStudyOver(state);
    if (!isOver && !finishing) return;
    const doing = isOver ? state : 'writing its results';
    throw refuse(`is ${doing}; wait for its end, then retry`, 'ending');
  };
  const refuseWhenOver = (): void => {
    refuseWhenEnding();
    if (ledger.stopping) throw refuse('is stopping; wait for its end, then retry', 'stopping');
  };

  const tellDropped = (kind: string): void =>
    ledger.note(
      `Dropped what claimed to be ${kind}, as doeflow can't have sent it; the study goes on. The worker's log has each: who else can reach the Temporal server?`,
    );

  setHandler(progressQuery, () => progressOf(context));
  onSignal(
    jobProgressSignal,
    messageGuards.jobProgressSignal,
    forThisStudy(context, (job) => {
      ledger.jobs.takeProgress(job);
      if (job.note !== undefined) ledger.note(job.note);
    }),
    () => tellDropped('the progress of a job'),
  );
  onSignal(
    jobEndedSignal,
    messageGuards.jobEndedSignal,
    forThisStudy(context, (end) => ledger.jobEnded(end)),
    () => tellDropped('the end of a job'),
  );
  onSignal(
    clusterNewsSignal,
    messageGuards.clusterNewsSignal,
    forThisStudy(context, (news) => {
      ledger.takeClusterNews(news);
      // One that took over what another left can't know who still wants it.
      const isUnwanted = news.kind === 'ready' && ledger.state.cluster.kind === 'not-asked';
      return isUnwanted && patched('unwanted-returned') ? refuseCluster(context) : undefined;
    }),
    () => tellDropped('news of a cluster'),
  );

  const updates: StudyUpdates = {
    stopStudyUpdate: () =>
      onUpdate(
        stopStudyUpdate,
        messageGuards.stopStudyUpdate,
        ({ mode }) => {
          ledger.requestStop(mode);
          return { accepted: true } as const;
        },
        ({ mode }) => {
          refuseWhenEnding();
          const { stopMode = mode } = ledger.state;
          // A platform has been asked for the harder way: the gentler one would undo nothing.
          if (hardness[stopMode] > hardness[mode]) {
            throw refuse(`is stopping already, by ${stopMode}`, 'stopping');
          }
        },
      ),
    pauseStudyUpdate: () =>
      onUpdate(
        pauseStudyUpdate,
        messageGuards.pauseStudyUpdate,
        async (order) => {
          await condition(() => ledger.state.plan !== undefined);
          refuseWhenOver();
          return pauseOnRequest(context, order);
        },
        refuseWhenOver,
      ),
    budgetStudyUpdate: () =>
      onUpdate(
        budgetStudyUpdate,
        messageGuards.budgetStudyUpdate,
        () => {
          ledger.guards.costLimitSet();
          return { accepted: true } as const;
        },
        refuseWhenEnding,
      ),
    amendStudyUpdate: () =>
      onUpdate(
        amendStudyUpdate,
        messageGuards.amendStudyUpdate,
        async ({ ticket }) => {
          const revision = await takeAmendment(context, ticket);
          await condition(() => ledger.state.plan !== undefined);
          refuseWhenOver();
          ledger.useRevision(revision);
          return { accepted: true } as const;
        },
        refuseWhenOver,
      ),
    resumeStudyUpdate: () =>
      onUpdate(
        resumeStudyUpdate,
        messageGuards.resumeStudyUpdate,
        (named) => {
          if (named === undefined) return resume();
          return hear(named.ticket, 'resume', () => resume(named.ticket));
        },
        (named) => refuseUnless(named !== undefined),
      ),
    retryStudyUpdate: () =>
      onUpdate(
        retryStudyUpdate,
        messageGuards.retryStudyUpdate,
        (request) => {
          if ('runs' in request) return retry(request);
          return hear(request.ticket, 'retry', retry);
        },
        (request) => refuseUnless(!('runs' in request)),
      ),
  };
  for (const setUpdate of Object.values(updates)) setUpdate();

  /** Only what names a ticket is heard; validators don't run on a replay, so histories of before keep their words. */
  function refuseUnless(namesTicket: boolean): void {
    refuseWhenOver();
    if (namesTicket) return;
    throw ApplicationFailure.nonRetryable(
      'Expected a message that names a ticket in the store, got one that says what to do itself: ask with the command line',
      'TICKET_MISSING',
    );
  }

  /** Has the ticket taken, then acts on what it asks for, unless the study came to its end meanwhile. */
  async function hear<T>(
    ticket: string,
    use: 'retry' | 'resume',
    act: (asked: AskedRuns) => T,
  ): Promise<T> {
    const asked = await takeTicket(context, ticket, use);
    // What the start itself asked for is known from here on.
    await condition(() => ledger.state.plan !== undefined);
    refuseWhenOver();
    return act(asked);
  }

  function resume(ticket?: string): { readonly accepted: true } {
    ledger.resume(ticket);
    return { accepted: true };
  }

  function retry(request: AskedRuns): RetryAnswer {
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
      return { ...answer(), already: true };
    }
    ledger.requestRetry(request);
    return answer();
  }
}

/** Hands on what is meant for this study. Another one of its name had the same workflow id, and what it started may still speak to it. */
function forThisStudy<Message extends object>(
  { input }: StudyContext,
  hear: (message: Message) => void | Promise<void>,
): (message: ToStudy<Message>) => void | Promise<void> {
  return ({ studyId, ...message }) => {
    if (studyId === undefined || studyId === input.studyId)
      return hear(message as unknown as Message);
    log.info('A message for another study of this name was passed over', { studyId });
  };
}
