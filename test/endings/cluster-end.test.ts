/** Whether a job that was stopped ended with its cluster, or by a person's hand. */
import { describe, expect, it } from 'vitest';
import { endOfCluster, type DatedStatus } from '../../src/run/cluster-end.ts';
import { judgeEnding } from '../../src/run/job-ending.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const now = Date.parse(at(1000));
const started: DatedStatus = { status: 'Started', statusDate: at(0) };

/** A job of a cluster, as a platform tells of one that was stopped, whoever did it. */
const stoppedJob = (minute: number): DatedStatus[] => [
  { status: 'Completed', statusDate: at(minute + 1), statusReason: 'User Terminated' },
  { status: 'Stopping', statusDate: at(minute), statusReason: 'User Terminated' },
  { status: 'Executing', statusDate: at(1) },
];

const judge = (job: DatedStatus[], cluster: DatedStatus[] | undefined, hours?: number) =>
  judgeEnding(job, 'j1', undefined, endOfCluster('c1', cluster, hours, now));

describe('a job of a cluster that says "User Terminated"', () => {
  it.each([
    [
      'was lost with a cluster that was shut down before',
      [{ status: 'Stop Requested', statusDate: at(20) }, started],
      undefined,
      'it was ended, and the platform does not say by whom',
    ],
    [
      'was lost with a cluster whose walltime the platform says was over',
      [
        { status: 'Stopped', statusDate: at(61) },
        { status: 'Stop Requested', statusDate: at(20), statusReason: 'Maximum walltime exceeded' },
        started,
      ],
      undefined,
      'the platform says: Maximum walltime exceeded',
    ],
    ['was lost with a cluster that is gone', undefined, 1, 'it is no longer on the platform'],
  ])('%s', (_name, cluster, hours, why) => {
    expect(judge(stoppedJob(20), cluster, hours)).toEqual({
      kind: 'ended',
      lostCluster: 'c1',
      note: `cluster c1, which it ran on, was lost: ${why}`,
    });
  });

  it('was lost when the walltime was over, though the cluster’s history tells of its end later', () => {
    const cluster = [{ status: 'Stopping', statusDate: at(63) }, started];
    expect(judge(stoppedJob(60), cluster, 1).note).toContain('its walltime of 1 h was over');
    expect(judge(stoppedJob(60), [started], 1).kind).toBe('ended');
  });

  it.each([
    ['the cluster lives', [started], 24],
    ['the cluster ended later', [{ status: 'Stop Requested', statusDate: at(31) }, started], 24],
    ['the walltime was over later', [{ status: 'Stopped', statusDate: at(61) }, started], 1],
  ])('was stopped by a person where %s', (_name, cluster, hours) => {
    expect(judge(stoppedJob(30), cluster, hours)).toEqual({
      kind: 'stopped',
      stoppedAtMs: Date.parse(at(30)),
      note: 'job j1 was stopped on the platform, not by doeflow',
    });
  });
});

describe('a job of a cluster that ended', () => {
  const ended = [{ status: 'Stopped', statusDate: at(40) }, started];

  it('well tells nothing of the cluster', () => {
    const job = [{ status: 'Completed', statusReason: 'Completed successfully' }];
    expect(judge(job, ended)).toEqual({ kind: 'ended' });
  });

  it('before it could start was lost with the cluster', () => {
    const statusReason = 'The cluster stopped before the job could start';
    expect(judge([{ status: 'Completed', statusReason }], ended).note).toContain('cluster c1');
  });

  it('as the study had asked it to stop stays stopped', () => {
    const cluster = endOfCluster('c1', ended, undefined, now);
    expect(judgeEnding(stoppedJob(40), 'j1', 'study', cluster)).toEqual({
      kind: 'stopped',
      byStudy: true,
      stoppedAtMs: Date.parse(at(40)),
    });
  });
});
