import { describe, expect, it } from 'vitest';
import { isSameCommand } from '../../../src/cli/commands/retry.ts';

const begunAt = new Date('2026-11-22T07:00:00Z');
const later = new Date('2026-11-22T07:00:01Z');

describe('a retry that was given twice', () => {
  it('is joined where an execution for the same runs was started since', () => {
    const open = { order: { asks: 'retry', runs: 'failed' } as const, startedAt: later };
    expect(isSameCommand(open, { request: { runs: 'failed' }, begunAt })).toBe(true);
    expect(isSameCommand(open, { request: { runs: [3] }, begunAt })).toBe(false);
    const listed = { order: { asks: 'retry', runs: [3, 4] } as const, startedAt: later };
    expect(isSameCommand(listed, { request: { runs: [3, 4] }, begunAt })).toBe(true);
  });

  it('is a further request to one that was open before, or that runs for another reason', () => {
    const request = { runs: 'failed' as const };
    const order = { asks: 'retry', ...request } as const;
    expect(isSameCommand({ order, startedAt: begunAt }, { request, begunAt: later })).toBe(false);
    expect(isSameCommand({ order: undefined, startedAt: later }, { request, begunAt })).toBe(false);
  });
});
