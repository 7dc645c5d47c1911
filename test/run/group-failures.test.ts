import { describe, expect, it } from 'vitest';
import { groupFailures } from '../../src/run/group-failures.ts';
import type { RunOutcome } from '../../src/run/run-outcome.ts';

function outcome(run: number, changes: Partial<RunOutcome> = {}): RunOutcome {
  return {
    run,
    jobNumber: 1,
    attempt: 1,
    platformJob: 'job',
    platformRun: run,
    status: 'Failed',
    reason: 'exit-code',
    message: 'the command ended with exit code 3',
    values: {},
    ...changes,
  };
}

describe('groups of failures', () => {
  it('hold runs that failed alike, the largest first, and give the first run as example', () => {
    const groups = groupFailures([
      outcome(9, { reason: 'timeout', message: 'ended by runWalltime after 5 s' }),
      outcome(7),
      outcome(3),
      outcome(4, { status: 'Done' }),
    ]);
    expect(groups.map(({ reason, runs }) => [reason, runs])).toEqual([
      ['exit-code', [3, 7]],
      ['timeout', [9]],
    ]);
    expect(groups[0]?.example.run).toBe(3);
  });

  it('tell exit codes apart', () => {
    const killed = { exitCode: 137, message: 'the command ended with exit code 137' };
    const groups = groupFailures([outcome(1, { exitCode: 3 }), outcome(2, killed)]);
    expect(groups.map(({ runs }) => runs)).toEqual([[1], [2]]);
  });

  it('tell messages apart, and come by their sizes whichever run is first', () => {
    const message = 'the command ended with exit code 3; the log says: no mesh';
    const groups = groupFailures([
      outcome(1, { message: 'the command ended with exit code 3; the log says: no license' }),
      ...[2, 3, 4].map((run) => outcome(run, { message })),
    ]);
    expect(groups.map(({ runs, message: told }) => [runs, told.slice(-7)])).toEqual([
      [[2, 3, 4], 'no mesh'],
      [[1], 'license'],
    ]);
  });

  it('do not fall apart over figures in the message', () => {
    const runs = [1, 2, 3].map((run) =>
      outcome(run, { reason: 'output-invalid', message: `Expected a number, got "${run}.5x"` }),
    );
    expect(groupFailures(runs)).toHaveLength(1);
  });

  it('do not fall apart over the sign or the power of a number', () => {
    const numbers = ['0.28', '-0.84', '+3e-5', '−1.5E+10', '.5', '7'];
    const runs = numbers.map((x, place) =>
      outcome(place + 1, { message: `${x} no licence for x=${x}, run-${place}` }),
    );
    expect(groupFailures(runs)).toHaveLength(1);
  });
});
