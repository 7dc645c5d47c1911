import { describe, expect, it } from 'vitest';
import { TroubleMemory } from '../../activities/trouble-memory.ts';
import { troubleOf } from '../../src/run/trouble.ts';

const met = (at: string) => troubleOf({ code: 'EROFS', message: 'read-only' }, at);
const first = '2026-11-22T07:53:05.000Z';
const second = '2026-11-22T07:53:25.000Z';
const muchLater = '2026-11-22T07:59:00.000Z';

describe('a trouble that one step after another meets', () => {
  it('has one beginning in a study, until nobody met it for a while', () => {
    const memory = new TroubleMemory();
    const sinceOf = (study: string, at: string): string =>
      memory.meet(study, met(at), Date.parse(at)).since;
    expect(sinceOf('a', first)).toBe(first);
    expect(sinceOf('a', second)).toBe(first);
    expect(sinceOf('b', second)).toBe(second);
    expect(sinceOf('a', muchLater)).toBe(muchLater);
  });
});
