import { describe, expect, it } from 'vitest';
import { readCopying } from '../../src/look/read-copying.ts';

describe('how far the copy of the results is', () => {
  it('comes from the heartbeat of the step that makes it', () => {
    const details = [{ jobs: [] }, { copying: { copied: 3, of: 8 } }];
    expect(readCopying(details)).toEqual({ copied: 3, of: 8 });
  });

  it.each([
    [[]],
    [[null, 7, 'x', { copying: null }]],
    [[{ copying: { copied: '3', of: 8 } }]],
    [[{ copying: { copied: 9, of: 8 } }]],
    [[{ copying: { copied: -1, of: 8 } }]],
    [[{ copying: { copied: 1.5, of: 8 } }]],
  ])('is unknown where it stands otherwise: %j', (details) => {
    expect(readCopying(details)).toBeUndefined();
  });
});
