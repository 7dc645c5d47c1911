import { CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import type { CollectedRuns } from '../../src/run/messages.ts';
import type { DoeJobInput } from './doe-job-input.ts';

/** The wait between two rounds grows by this: a job of eight hours has about a hundred rounds, whatever it runs. */
const growth = 1.06;

/** The jobs of a study together have so many rounds a second at most, or a thousand of them would do nothing else. */
const mostRoundsASecond = 4;

/** A job's first wait: the more jobs run beside it, the longer. */
export function firstWaitOf({ pace, abreast = 1 }: Pick<DoeJobInput, 'pace' | 'abreast'>): number {
  return Math.max(pace.listLagMs, (abreast * 1000) / mostRoundsASecond);
}

/**
 * Runs `body`, which waits for the job's end, with rounds that collect the runs that have ended meanwhile beside it. The rounds end with the body, or
 * when one fails for good: the job's end collects everything.
 */
export async function collectEarly(
  options: {
    /** Whether the job executes. */
    readonly executes: () => boolean;
    /** The first wait. */
    readonly firstWaitMs: number;
    readonly round: () => Promise<CollectedRuns>;
    readonly report: (collected: CollectedRuns) => void;
    readonly onFailure: (error: unknown) => void;
  },
  body: () => Promise<void>,
): Promise<void> {
  const scope = new CancellationScope();
  scope
    .run(async () => {
      await condition(options.executes);
      let last = '';
      for (let waitMs = options.firstWaitMs; ; waitMs *= growth) {
        await sleep(waitMs, { summary: 'until ended runs are collected again' });
        const collected = await options.round();
        const shown = JSON.stringify(collected);
        if (shown !== last && collected.runs > 0) options.report(collected);
        last = shown;
      }
    })
    .catch((error: unknown) => {
      if (!isCancellation(error)) options.onFailure(error);
    });
  try {
    await body();
  } finally {
    // Not waited for: a round under way hears of it late, and does no harm to the collection at the end.
    scope.cancel();
  }
}
