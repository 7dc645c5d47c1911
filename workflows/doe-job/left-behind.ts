/** What an earlier workflow of a job left on the platform, found before anything is done again. */
import { sleep } from '@temporalio/workflow';
import type { ActivityProxies } from '../activity-proxies.ts';
import { isNotFound } from '../failures.ts';
import { untilStopped } from '../until-stopped.ts';
import type { StopMode } from '../../src/run/messages.ts';
import { preparationOf, type DoeJobInput, type TakeOver } from './doe-job-input.ts';

/** The platform's job as it was found. */
export interface LeftBehind {
  readonly jobId: string;
  readonly runs: number;
  readonly submitted: boolean;
  /** Nothing more will happen to it. */
  readonly ended: boolean;
}

/** What the search for it hears of a stop, and says of it. */
interface Stopping {
  /** How the job is to be stopped by now. */
  readonly stopMode: () => StopMode | undefined;
  /** Takes a sentence about what is waited for. */
  readonly tell: (sentence: string) => void;
}

/**
 * Looks for the platform's job by the id the study heard, the id the store keeps, and its whole name. A job counts as not submitted only
 * after a second look: past the list's lag, and past the time in which an activity of the workflow that is gone has been told to end. A stop
 * ends the waits at once, but for what is left of that time: what arrives in it would be paid for, and nobody would stop it.
 */
export async function findLeftBehind(
  input: DoeJobInput,
  takeOver: TakeOver,
  { step, read }: ActivityProxies,
  { stopMode, tell }: Stopping,
): Promise<LeftBehind | undefined> {
  const { studyId, jobNumber, pace } = input;
  const target = { studyId, jobNumber };
  const settleMs = pace.listLagMs + pace.heartbeatTimeoutMs;
  const settledAt = Date.now() + settleMs;
  if (takeOver.waitMs > 0) {
    // One that began with a stop waits briefly, as a failure may pass; a harder one is heard all the same.
    await untilStopped(
      () => stopMode() !== takeOver.stopMode,
      () => sleep(takeOver.waitMs, { summary: `until job ${jobNumber} is taken over` }),
    );
  }
  const { runs } = await step.prepareJob(preparationOf(input));
  const look = async (): Promise<LeftBehind | undefined> => {
    const { jobIds } = await read.findJob(target);
    const ids = [...new Set(takeOver.jobId === undefined ? jobIds : [takeOver.jobId, ...jobIds])];
    for (const jobId of ids) {
      const history = await readHistory({ studyId: target.studyId, jobId }, read);
      if (history.submitted) return { jobId, runs, ...history };
    }
    return ids[0] === undefined
      ? undefined
      : { jobId: ids[0], runs, submitted: false, ended: false };
  };
  const found = await look();
  if (found?.submitted === true) return found;
  const shown = `until the platform’s list shows job ${jobNumber}, if it was made`;
  const waited = await untilStopped(
    () => stopMode() !== undefined,
    () => sleep(settleMs, { summary: shown }).then(() => true),
  );
  const leftMs = settledAt - Date.now();
  if (waited === undefined && leftMs > 0) {
    const until = new Date(settledAt).toISOString().slice(11, 19);
    tell(
      `it is stopped, and looked for once more at ${until} UTC: what its earlier workflow had begun may reach the platform until then`,
    );
    await sleep(leftMs, { summary: shown });
  }
  return look();
}

/** A job that was deleted counts as submitted and ended: what it ran can't be known, so it is never run again unasked. */
async function readHistory(
  job: { readonly studyId: string; readonly jobId: string },
  read: ActivityProxies['read'],
): Promise<Pick<LeftBehind, 'submitted' | 'ended'>> {
  try {
    const { statuses, ended } = await read.readJobStatuses(job);
    return { submitted: statuses.length > 0, ended };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { submitted: true, ended: true };
  }
}
