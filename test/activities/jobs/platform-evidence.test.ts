/** What the platform itself has of a run, as evidence for the verdict on it. */
import { describe, expect, it } from 'vitest';
import { recordOf, toldOf } from '../../../activities/jobs/platform-evidence.ts';
import type { JobRun, PlatformFile } from '../../../src/platform-api/index.ts';

type Seen = Parameters<typeof toldOf>[0];

const at = '2026-05-01T12:00:00.000Z';
const marker = { name: 'doeflow-run.txt', relativePath: 'doeflow-run.txt' } as PlatformFile;
const output = { name: 'out.txt', relativePath: 'out.txt' } as PlatformFile;

/** A run that the platform has completed. */
function seen(jobRun: object | undefined, more: Partial<Seen> = {}): Seen {
  return {
    jobRun:
      jobRun &&
      ({
        ...{ variables: [], dateStarted: at, dateCompleted: at, ...jobRun },
      } as unknown as JobRun),
    ...{ runsServed: true, files: [], specRun: { platformRun: 7 }, mustProve: 'nothing' },
    told: (platformRun) => Promise.resolve(`Run ${platformRun} was killed`),
    ...more,
  };
}

describe('the platform’s record of a run', () => {
  it('is another thing where runs aren’t served than where it has none of this one', () => {
    expect(recordOf(seen(undefined, { runsServed: false }))).toBe('not served');
    expect(recordOf(seen(undefined))).toBeUndefined();
  });

  it('says whether it has started, when it ended, and its values as they are shown', () => {
    const variables = [
      { name: 'x', value: 0.1, displayValue: '0.10' },
      { name: 'y', value: 2 },
      { name: 'z', value: null, displayValue: null },
    ];
    expect(recordOf(seen({ variables }))).toEqual({
      ...{ hasStarted: true, endedMs: Date.parse(at) },
      values: { x: '0.10', y: '2' },
    });
  });

  it.each([null, undefined, 'soon'])('has no end where that is %j', (dateCompleted) => {
    const record = recordOf(seen({ dateStarted: null, dateCompleted }));
    expect(record).toEqual({ hasStarted: false, values: {} });
  });
});

describe('what the platform’s log says of a run', () => {
  it.each([[[]], [[output]]])('is asked for where it is over and left no marker', async (files) => {
    expect(await toldOf(seen({}, { files }))).toEqual({ told: 'Run 7 was killed' });
  });

  it.each([
    ['it left its marker', seen({}, { files: [output, marker] })],
    ['it is not over', seen({ dateCompleted: null })],
    ['the platform has no record of it', seen(undefined)],
    ['more of it may come', seen({}, { mustProve: 'files' })],
    ['all of it may come', seen({}, { mustProve: 'all' })],
  ])('is not asked for where %s', async (_, run) => {
    const told = (): never => {
      throw new Error('The log was asked for');
    };
    expect(await toldOf({ ...run, told })).toEqual({});
  });
});
