/** How many runs had ended at a time after the study began. */
export interface Sample {
  readonly atMs: number;
  readonly ended: number;
}

/** A range, since one figure would claim to know more than it does. */
export interface TimeLeft {
  readonly lowMs: number;
  readonly highMs: number;
}

/** Completions before anything is said about the time left. */
const enoughRuns = 3;

/**
 * The time until `total` runs ended, from the speed between the first and the latest sample and the speed of the newer half;
 * undefined until {@link enoughRuns} runs ended while somebody looked. Time before the first run ended (queue, start of
 * machines) counts for nothing.
 *
 * @param samples In order of time, at most a few hundred.
 */
export function estimateTimeLeft(samples: readonly Sample[], total: number): TimeLeft | undefined {
  const moved = samples.filter(({ ended }, index) => ended > (samples[index - 1]?.ended ?? 0));
  const first = moved[0];
  const last = moved.at(-1);
  const middle = moved[Math.floor((moved.length - 1) / 2)];
  if (first === undefined || last === undefined || middle === undefined) return undefined;
  const seen = last.ended - first.ended;
  if (seen < enoughRuns || last.atMs <= first.atMs) return undefined;
  const speeds = [first, middle]
    .filter((from) => last.atMs > from.atMs && last.ended > from.ended)
    .map((from) => (last.ended - from.ended) / (last.atMs - from.atMs));
  const now = samples.at(-1)?.atMs ?? last.atMs;
  const remaining = total - last.ended;
  const sinceLast = now - last.atMs;
  // A spread of a tenth to both sides even where both speeds agree: runs differ.
  const low = (remaining / Math.max(...speeds)) * 0.9 - sinceLast;
  const high = (remaining / Math.min(...speeds)) * 1.1;
  return { lowMs: Math.max(0, Math.round(low)), highMs: Math.max(0, Math.round(high)) };
}

/** Runs that ended in an hour, from the first one that ended while somebody looked until now; undefined until {@link enoughRuns} did. */
export function estimateThroughput(samples: readonly Sample[]): number | undefined {
  const first = samples.find(({ ended }, index) => ended > (samples[index - 1]?.ended ?? 0));
  const now = samples.at(-1);
  if (first === undefined || now === undefined || now.atMs <= first.atMs) return undefined;
  const seen = now.ended - first.ended;
  return seen < enoughRuns ? undefined : (seen / (now.atMs - first.atMs)) * 3_600_000;
}

/** `samples` with one more, thinned to half when there are more than 200, so that a study of months costs nothing. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const kept = samples.length < 200 ? samples : samples.filter((_, index) => index % 2 === 0);
  return [...kept, sample];
}
