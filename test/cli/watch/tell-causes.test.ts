import { expect, it } from 'vitest';
import { tellCauses } from '../../../src/cli/watch/tell-causes.ts';
import type { StudyProgress } from '../../../src/run/messages.ts';

const causes = [
  { reason: 'exit-code', message: 'it ended', runs: 2, example: 4, retried: true },
] as const;

it('a cause that was read while its runs ran again is told so only while they do', () => {
  const progress = (repeated: number | undefined) =>
    ({
      runs: {
        total: 4,
        done: 2,
        failed: 2,
        submitted: 4,
        ...(repeated !== undefined && { repeated }),
      },
      failures: [{ reason: 'exit-code', count: 2 }],
    }) as unknown as StudyProgress;
  const words = '2x exit-code: it ended (such as run 4)';
  expect(tellCauses(progress(2), causes, 3)?.words).toEqual([
    `being run again, failed before: ${words}`,
  ]);
  for (const repeated of [0, undefined]) {
    expect(tellCauses(progress(repeated), causes, 3)).toEqual({ words: [words], more: 0 });
  }
});
