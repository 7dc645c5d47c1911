import { setTimeout as pause } from 'node:timers/promises';
import { UsageError } from '../../errors.ts';
import type { Sealing } from '../../sealing/index.ts';
import { connectTemporal, type TemporalLink } from '../../temporal/connect.ts';
import type { TemporalTarget } from '../../temporal/temporal-target.ts';

/** How long our own server may take on a loaded machine: it runs, or is being started again. */
const patienceMs = 90_000;
/** One try; a word is said after each. */
const tryMs = 5_000;

/**
 * Connects to the Temporal server that our supervisor keeps up. It answers late where the machine is loaded, and nothing about its address can
 * be wrong: so it is waited for.
 * @throws UsageError USAGE_TEMPORAL_LATE, exit code 7, after a minute and a half
 */
export async function connectOwnTemporal(
  target: TemporalTarget,
  options: {
    readonly identity: string;
    readonly sealing?: Sealing;
    readonly signal: AbortSignal;
    readonly onProgress: (sentence: string) => void;
    readonly patienceMs?: number;
    readonly tryMs?: number;
  },
): Promise<TemporalLink> {
  const begunMs = performance.now();
  const longestMs = options.patienceMs ?? patienceMs;
  for (;;) {
    const each = Math.min(options.tryMs ?? tryMs, longestMs);
    try {
      const { identity, sealing } = options;
      return await connectTemporal(target, {
        identity,
        ...(sealing === undefined ? {} : { sealing }),
        patienceMs: each,
        answerMs: each,
      });
    } catch (cause) {
      const waitedS = Math.round((performance.now() - begunMs) / 1000);
      if (waitedS * 1000 >= longestMs || options.signal.aborted) {
        throw new UsageError(
          'USAGE_TEMPORAL_LATE',
          `The Temporal server that doeflow started at ${target.address} does not answer after ${waitedS} s`,
          {
            hint: 'Is the machine overloaded? Repeat the command; doeflow doctor says more',
            exitCode: 7,
            cause,
          },
        );
      }
      options.onProgress(
        `Waiting for the Temporal server that doeflow started; no answer for ${waitedS} s`,
      );
      await pause(Math.min(500, each), undefined, { signal: options.signal }).catch(
        () => undefined,
      );
    }
  }
}
