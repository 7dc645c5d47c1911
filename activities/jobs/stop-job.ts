/** The stop of a job on the platform: as hard as it was asked for, or as hard as the platform lets one. */
import { AuthenticationError, collect, PlatformError } from '../../src/platform-api/index.ts';
import { isTerminalJobStatus, type PlatformClient } from '../../src/platform-api/index.ts';
import type { StopAnswer, StopJobInput } from '../../src/run/stop-answer.ts';
import type { StopMode } from '../../src/run/messages.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { requireStudyJob } from '../own-records.ts';
import { unlessJobGone } from '../unless-gone.ts';
import { hourlyCostOf } from './hourly-cost.ts';

/** What is asked for where the platform refuses the way before it, from the hardest on. */
const gentler: Readonly<Record<StopMode, readonly StopMode[]>> = {
  shutdown: ['shutdown', 'force', 'stop'],
  force: ['force', 'stop'],
  stop: ['stop'],
};

/** Names of the three ways in a sentence. */
const nameOf: Readonly<Record<StopMode, string>> = {
  shutdown: 'the shutdown',
  force: 'the forced stop',
  stop: 'the ordinary stop',
};

/** A job that is ending already: a further order is refused, and isn't needed. */
const ending: ReadonlySet<string> = new Set(['Stopping', 'Force Stop']);

/**
 * Asks the platform to end the job, in one of its three ways, or in a gentler one where it refuses that. A job that is over, or gone, needs no
 * stopping. What the platform refuses while the job goes on is an answer: who stops the job waits and asks again.
 */
export async function stopJob(
  dependencies: ActivityDependencies,
  { studyId, jobId, mode }: StopJobInput,
  run: ActivityRun,
): Promise<StopAnswer> {
  const { platform } = dependencies;
  await requireStudyJob(dependencies, { studyId, jobId });
  let refusal: PlatformError | undefined;
  for (const way of gentler[mode]) {
    const refused = await refusalOf(() => order(platform, jobId, way, run.signal));
    if (refused === undefined) return refusal === undefined ? {} : { note: tell(way, refusal) };
    // The first says why the asked way wasn't taken; the last why none was.
    refusal ??= refused;
    const state = await stateOf(dependencies, jobId, run);
    if (state === 'over') return {};
    if (state === 'ending') return mode === 'stop' ? {} : { note: tell('stop', refusal) };
    if (way === 'stop') {
      const refusals = mode === 'stop' ? [refused] : [refusal, refused];
      return {
        refused: await describeRefusal(dependencies, { studyId, jobId, mode }, refusals, run),
      };
    }
  }
  return {};

  function tell(way: StopMode, { message }: PlatformError): string {
    return `the platform refused ${nameOf[mode]} of job ${jobId}, so it is ended by ${nameOf[way]}: ${message}`;
  }
}

function order(
  { jobs }: PlatformClient,
  jobId: string,
  way: StopMode,
  signal: AbortSignal,
): Promise<void> {
  switch (way) {
    case 'stop':
      return jobs.stop(jobId, { signal });
    case 'force':
      return jobs.forceStop(jobId, { signal });
    case 'shutdown':
      return jobs.shutdown(jobId, { signal });
  }
}

/** Why the platform refuses for now; an outage or a token that it doesn't take is waited for as with every call. */
async function refusalOf(call: () => Promise<void>): Promise<PlatformError | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    const heals = !(error instanceof PlatformError) || error instanceof AuthenticationError;
    // 501: the platform has no such endpoint.
    if (heals || (error.retryable && error.status !== 501)) throw error;
    return error;
  }
}

/** Whether there is still something to stop: nothing where the job has ended, is gone, or never was submitted. */
async function stateOf(
  dependencies: ActivityDependencies,
  jobId: string,
  run: ActivityRun,
): Promise<'over' | 'ending' | 'runs'> {
  const history = await unlessJobGone(dependencies, jobId, run, () =>
    collect(dependencies.platform.jobs.statuses(jobId, { signal: run.signal })),
  );
  const [newest] = history ?? [];
  if (newest === undefined || history?.some(({ status }) => isTerminalJobStatus(status))) {
    return 'over';
  }
  return ending.has(newest.status) ? 'ending' : 'runs';
}

async function describeRefusal(
  dependencies: ActivityDependencies,
  { studyId, jobId, mode }: StopJobInput,
  refusals: readonly PlatformError[],
  run: ActivityRun,
): Promise<NonNullable<StopAnswer['refused']>> {
  const cost = await hourlyCostOf(dependencies, { studyId, jobId }, run);
  const job = await namedJob(dependencies.platform, jobId, run.signal);
  return {
    why: `the platform refuses ${mode === 'stop' ? 'to stop' : `${nameOf[mode]} and ${nameOf.stop} of`} ${job}: ${refusals
      .map(({ message }) => message.replace(/\.$/u, ''))
      .join('; ')}`,
    next: `It runs on, and ${cost}. Stop it on the platform’s own pages, or with a token that may: doeflow api POST jobs/${jobId}/stop/`,
  };
}

async function namedJob(
  { jobs }: PlatformClient,
  jobId: string,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { name } = await jobs.get(jobId, { signal });
    return `job ${jobId} (${name})`;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return `job ${jobId}`;
  }
}
