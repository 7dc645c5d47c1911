import { createCarryFlags } from '../../../src/cli/carry-flags.ts';
import { describe, expect, it } from 'vitest';
import { createColors } from '../../../src/cli/output/colors.ts';
import { renderFrame } from '../../../src/cli/watch/render-frame.ts';
import { hugeState, progress, watchState } from './watch-states.ts';

const plain = createColors({ terminal: false, env: {} });

describe('the live picture', () => {
  it('shows a study on its way', () => {
    expect(renderFrame(watchState(), 100, plain)).toMatchInlineSnapshot(`
      [
        "beam-load-20261121-110203  Running",
        "running jobs",
        "[#########################!--------------] 15/24 done, 8 submitted, 1 failed",
        "elapsed 0:21, left 0:12 to 0:20",
        "jobs: 1 executing",
        "  job 1  24 runs  executing  id AbCdEf",
        "failed: 1x exit-code",
        "  why: doeflow logs beam-load-20261121-110203",
        "Temporal UI  http://127.0.0.1:8233/namespaces/default/workflows/study-beam-load",
      ]
    `);
  });

  it('shows runs that ended inside a job before they are collected', () => {
    const state = watchState({
      progress: progress({
        runs: { total: 24, done: 0, failed: 0, submitted: 24 },
        failures: [],
      }),
      runsInside: new Map([['AbCdEf', 9]]),
      left: undefined,
      uiUrl: undefined,
    });
    expect(renderFrame(state, 100, plain)).toMatchInlineSnapshot(`
      [
        "beam-load-20261121-110203  Running",
        "running jobs",
        "[###############-------------------------] 0/24 done, 9 ended and not yet collected, 15 submitted",
        "elapsed 0:21",
        "jobs: 1 executing",
        "  job 1  9/24 runs  executing  id AbCdEf",
      ]
    `);
  });

  it('shows a study that is being planned', () => {
    const state = watchState({
      progress: progress({
        state: 'Planned',
        activity: 'planning',
        runs: { total: 0, done: 0, failed: 0, submitted: 0 },
        jobs: [],
        failures: [],
      }),
      left: undefined,
      elapsedMs: 300,
    });
    expect(renderFrame(state, 80, plain)).toMatchInlineSnapshot(`
      [
        "beam-load-20261121-110203  Planned",
        "planning",
        "[----------------------------------------] 0/0 done",
        "elapsed 0:00",
        "Temporal UI  http://127.0.0.1:8233/namespaces/default/workflows/study-beam-load",
      ]
    `);
  });

  it('has at most 20 lines for a thousand jobs', () => {
    const lines = renderFrame(hugeState(), 120, plain);
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines).toMatchInlineSnapshot(`
      [
        "beam-load-20261121-110203  Running",
        "running jobs",
        "[##########!-------------------------] 29000/100000 done, 1650 ended and not yet collected, 1350 submitted, 1000 failed",
        "elapsed 0:21, left 0:12 to 0:20",
        "jobs: 299 done, 10 failed, 30 executing, 661 creating",
        "  job 310  55/100 runs  executing  id job310  the platform answers slowly",
        "  job 311  55/100 runs  executing  id job311  the platform answers slowly",
        "  job 312  55/100 runs  executing  id job312  the platform answers slowly",
        "  job 313  55/100 runs  executing  id job313  the platform answers slowly",
        "  and 687 more jobs",
        "failed: 100000x expression, 10000x output-missing, 1000x not-started, 100x cut, 2 more reasons",
        "  why: doeflow logs beam-load-20261121-110203",
        "waiting for the platform, for 0:42 (14 tries): [GET] /api/v2/jobs/: 503 down for maintenance",
        "  to do: Check that the platform is up; the study goes on by itself.",
        "waiting for a worker, for 0:42 (14 tries): [GET] /api/v2/jobs/: 503 down for maintenance",
        "Temporal UI  http://127.0.0.1:8233/namespaces/default/workflows/study-beam-load",
      ]
    `);
  });

  it.each([20, 40, 80, 200])('keeps every line within %d columns', (width) => {
    for (const state of [watchState(), hugeState()]) {
      for (const line of renderFrame(state, width, plain)) {
        expect([...line].length).toBeLessThanOrEqual(width);
      }
    }
  });

  it('suggests commands with the flags of this one, whole where the terminal is narrow', () => {
    const carry = createCarryFlags({ profile: 'a-long-profile' }, () => 'embedded');
    for (const width of [80, 120]) {
      const lines = renderFrame(hugeState(), width, plain, carry);
      expect(lines.map((line) => line.trim().replace(/^why: /u, ''))).toContain(
        'doeflow --profile a-long-profile logs beam-load-20261121-110203',
      );
      expect(lines.every((line) => line.length <= width)).toBe(true);
    }
  });

  it('lets no text of others move the cursor', () => {
    const state = watchState({
      progress: progress({ activity: '\u001b[2Jgone\r\nsecond\u0007 line' }),
    });
    const text = renderFrame(state, 100, plain).join('');
    expect(text).not.toContain('\u001b');
    expect(text).toContain('gone second line');
  });

  it('marks failed runs by a sign, not by colour alone', () => {
    expect(renderFrame(watchState(), 100, plain)[2]).toContain('!');
  });
});
