/**
 * One DOE job of a study, from its files to its outcomes.
 *
 * Waits for the platform's end of the job, reported by the study; looks for itself when nothing was heard for long. Collects the runs that end
 * meanwhile in rounds that come ever more slowly. Messages: `platformStatus`, `stopJob`, `lookAgain`; a cancellation is a gentle stop at any time. Reports to
 * the study every phase, what was collected so far, and the end by signals to its workflow id. Never continues as new: about fifty events, and
 * fifteen for each of the hundred rounds of a job of eight hours. Survives any crash: every step is an activity, create and submit are looked
 * up before they are repeated.
 */
import { CancellationScope, isCancellation, patched, setHandler } from '@temporalio/workflow';
import type { JobEnd } from '../../src/run/messages.ts';
import { createActivityProxies } from '../activity-proxies.ts';
import { isRefusal } from '../failures.ts';
import { messageGuards } from '../guards/message-guards.ts';
import { onSignal } from '../guards/on-message.ts';
import { lookAgainSignal, platformStatusSignal, stopJobSignal } from '../messages.ts';
import { hearRefused } from '../sealing/refused-messages.ts';
import { DoeJob } from './doe-job.ts';
import type { DoeJobInput } from './doe-job-input.ts';
import { findLeftBehind } from './left-behind.ts';
import { createStudyReporter } from './study-reporter.ts';

/** Runs one job and gives back how it ended; the study hears the same by signal. */
export async function doeJobWorkflow(input: DoeJobInput): Promise<JobEnd> {
  const activities = createActivityProxies(input.pace);
  const reporter = createStudyReporter(input);
  const job = new DoeJob(input, activities, reporter);
  hearRefused(reporter.trouble);
  onSignal(platformStatusSignal, messageGuards.platformStatusSignal, (news) =>
    job.takeStatus(news),
  );
  onSignal(stopJobSignal, messageGuards.stopJobSignal, ({ mode }) => job.requestStop(mode));
  setHandler(lookAgainSignal, () => {
    // A further study may ask after a job whose workflow was cancelled; those of before were silent then.
    const { consideredCancelled } = CancellationScope.current();
    return consideredCancelled && patched('cancelled-job-answers')
      ? CancellationScope.nonCancellable(() => job.lookAgain())
      : job.lookAgain();
  });
  CancellationScope.current().cancelRequested.catch(() => {
    job.cancel();
    // The study stops jobs by its own message: this came from somebody else.
    CancellationScope.nonCancellable(() => {
      const { jobNumber } = input;
      reporter.note(
        `Job ${jobNumber}: its workflow was cancelled in Temporal, so the job is stopped, and what it ran is collected. Unless doeflow’s reaper did that, its other runs wait for: doeflow retry ${input.studyId} --failed`,
      );
      return Promise.resolve();
    }).catch(() => undefined);
  });

  const { takeOver } = input;
  if (takeOver?.stopMode !== undefined) job.requestStop(takeOver.stopMode);
  // A failure in here is no refusal: the platform's job may be running, so the study has it taken over once more.
  const left =
    takeOver &&
    (await CancellationScope.nonCancellable(() =>
      findLeftBehind(input, takeOver, activities, {
        stopMode: () => job.stopMode,
        tell: reporter.trouble,
      }),
    ));
  try {
    await (takeOver === undefined ? job.start() : job.goOn(left));
  } catch (error) {
    if (isRefusal(error)) return await job.refuse(error);
    if (!isCancellation(error)) throw error;
  }
  return CancellationScope.nonCancellable(() => job.finish());
}
