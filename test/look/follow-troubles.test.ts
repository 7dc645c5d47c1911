import { describe, expect, it } from 'vitest';
import { followTroubles } from '../../src/look/follow-troubles.ts';
import { troubleNews } from '../../src/cli/watch/trouble-news.ts';
import { platformDown } from '../cli/watch/watch-states.ts';

const at = (seconds: number): Date => new Date(Date.parse(platformDown.since) + seconds * 1000);

describe('trouble from look to look', () => {
  it('is news when it begins, changes and ends, and not at each look', () => {
    const later = { ...platformDown, attempts: 15, lastError: 'again 503' };
    const other = { ...later, code: 'API_CONNECTION', lastError: 'connect ECONNREFUSED' };
    expect(troubleNews([], [platformDown], at(8))).toMatchInlineSnapshot(`
      [
        "waiting for the platform, for 0:08 (14 tries): [GET] /api/v2/jobs/: 503 down for maintenance",
        "  to do: Check that the platform is up; the study goes on by itself.",
      ]
    `);
    expect(troubleNews([platformDown], [later], at(9))).toEqual([]);
    expect(troubleNews([later], [other], at(10))[0]).toContain('ECONNREFUSED');
    expect(troubleNews([other], [], at(42))).toEqual([
      'recovered after 0:42: no longer waiting for the platform',
    ]);
  });

  it('is not told as recovered where the study ended while it waited', () => {
    expect(troubleNews([platformDown], [], at(42), true)).toEqual([
      'the study ended while it still waited for the platform, after 0:42: that is not known to have recovered',
    ]);
    expect(troubleNews([], [], at(42), true)).toEqual([]);
  });

  it('began when a look first saw it, and is over only after a moment', () => {
    const first = followTroubles([], [platformDown], at(0).getTime());
    const second = followTroubles(
      first,
      [{ ...platformDown, since: at(5).toISOString() }],
      at(5).getTime(),
    );
    expect(second[0]?.trouble.since).toBe(platformDown.since);
    expect(followTroubles(second, [], at(6).getTime())).toHaveLength(1);
    expect(followTroubles(second, [], at(7).getTime())).toHaveLength(0);
  });

  it('stays while nothing can be seen', () => {
    const known = followTroubles([], [platformDown], at(0).getTime());
    const temporal = { ...platformDown, waitingFor: 'Temporal' };
    const blind = followTroubles(known, [temporal], at(60).getTime(), { isBlind: true });
    expect(blind.map(({ trouble }) => trouble.waitingFor).sort()).toEqual([
      'Temporal',
      'the platform',
    ]);
  });
});
