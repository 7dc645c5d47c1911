import { describe, expect, it } from 'vitest';
import { exitCodeOfStudy } from '../../../src/cli/studies/exit-code-of-study.ts';

const tenPercent = { kind: 'fraction', value: 0.1 } as const;
const none = { kind: 'count', value: 0 } as const;

describe('the code of an ended study', () => {
  it.each([
    ['Finished', 0, none, 0],
    ['Finished with failures', 2, tenPercent, 0],
    ['Finished with failures', 3, tenPercent, 3],
    ['Finished with failures', 1, none, 3],
    ['Stopped', 0, tenPercent, 3],
    ['Aborted', 0, tenPercent, 3],
  ] as const)('%s with %d of 20 runs failed', (state, failed, limit, code) => {
    expect(exitCodeOfStudy(state, { total: 20, failed }, limit)).toBe(code);
  });
});
