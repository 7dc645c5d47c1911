import { expect, it } from 'vitest';
import { anewBlocks } from '../../../src/cli/amend/anew-blocks.ts';

it.each([
  [1, 'run 3, which is done, would have failed, and be run again as `retries` says: no y'],
  [0, 'run 3, which is done, would have failed: no y'],
])(
  'says what becomes of done runs that would fail by the tries as amended: %d',
  (output, words) => {
    const study = (tries: number) => ({ study: { execution: { retries: { output: tries } } } });
    const readsAnew = {
      runs: 1,
      mended: [],
      failing: [{ run: 3, why: 'no y' }],
      lacking: new Map(),
    };
    const amendment = { readsAnew, amended: study(output), stands: study(1 - output) };
    expect(JSON.stringify(anewBlocks(amendment as never))).toContain(words);
  },
);
