import { momentsSeed } from '../kit/test-form.ts';
import type { LivedJob } from './lived-archive.ts';
import type { Span } from './nights.ts';

const dayMs = 86_400_000;

export interface Imagined {
  readonly spans: readonly Span[];
  /** Nights at which some jobs reach the age just so, and some just not. */
  readonly nights: readonly string[];
  readonly ageMs: number;
  /** Jobs beside those. */
  readonly count: number;
}

/** Jobs that end at any time before and in the spans; some were stopped, and some are of another archive. */
export function imagineJobs({ spans, nights, ageMs, count }: Imagined): readonly LivedJob[] {
  const random = createRandom(momentsSeed);
  const jobOf = (index: number, endedAt: number, change: Partial<LivedJob> = {}): LivedJob => ({
    ...{ name: `job ${index}`, tag: 'beam', status: 'Completed', endedAt },
    startedAt: endedAt - Math.floor(random() * 2 * dayMs) - 60_000,
    outputs: { 'run1/out.txt': `stress ${index}\n`, 'run1/log.txt': 'done\n' },
    ...change,
  });
  const justSo = nights.flatMap((night, index) => {
    const reached = Date.parse(night) - ageMs;
    return [jobOf(2 * index, reached), jobOf(2 * index + 1, reached - 1_000)];
  });
  const atAnyTime = Array.from({ length: count }, (_, index) => {
    const { from, to } = spans[index % spans.length] ?? { from: new Date(0), to: new Date(0) };
    const earliest = from.getTime() - 10 * dayMs;
    const endedAt = Math.floor(earliest + random() * (to.getTime() - earliest));
    return jobOf(2 * nights.length + index, endedAt, {
      ...(index % 12 === 5 ? { tag: 'other' } : {}),
      ...(index % 10 === 9 ? { status: 'Stopped' } : {}),
    });
  });
  return [...justSo, ...atAnyTime].sort((a, b) => a.endedAt - b.endedAt);
}

/** Between 0 and 1, the same numbers each time. */
function createRandom(seed: number): () => number {
  let state = seed % 2_147_483_647;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
