import { describe, expect, it } from 'vitest';
import type { ActivityProxies } from '../../workflows/activity-proxies.ts';
import { activityTable, type ActivityTable } from '../../workflows/activity-table.ts';
import { effectPolicies } from '../../workflows/effect-policies.ts';
import { isRepeatable, isWaiting } from '../../src/run/activity-kinds.ts';
import { localPace, ownWorkerPace, remotePace, type Pace } from '../../src/run/messages.ts';

/** Never called: the compiler refuses each marked line, and complains of a mark where it doesn't. */
export function whatDoesNotCompile(proxies: ActivityProxies): unknown {
  const job = { studyId: 's', jobNumber: 1, jobId: 'j' };
  const { planStudy, ...rest } = activityTable;
  // @ts-expect-error an activity that the table lacks
  const incomplete: ActivityTable = rest;
  return [
    planStudy,
    proxies.once.submitJob(job),
    // @ts-expect-error submit may not be repeated as a read is
    proxies.read.submitJob(job),
    // @ts-expect-error create may not be repeated as a write is
    proxies.write.createJob({ ...job, onCluster: false }),
    // @ts-expect-error files may not starve control calls
    proxies.step.collectJob({ ...job, stopped: false }),
    incomplete,
  ];
}

describe('the table of activities', () => {
  it('tries what must not happen twice only once, and all else again', () => {
    const policies = effectPolicies(localPace);
    const triedOnce = Object.entries(activityTable)
      .filter(([, { effect }]) => policies[effect].retry?.maximumAttempts === 1)
      .map(([name]) => name);
    expect(triedOnce).toEqual(['createJob', 'submitJob', 'createCluster', 'startCluster']);
  });

  it('has the same ones fail at once instead of waiting inside for what heals', () => {
    const unrepeatable = Object.keys(activityTable).filter((name) => !isRepeatable(name));
    expect(unrepeatable).toEqual(['createJob', 'submitJob', 'createCluster', 'startCluster']);
  });

  it('has those that only wait handed back as soon as their worker is asked to end', () => {
    const waits = Object.entries(activityTable).filter(([, { effect }]) => effect === 'wait');
    expect(Object.keys(activityTable).filter(isWaiting)).toEqual(waits.map(([name]) => name));
  });

  it('has every activity notice a lost worker by its heartbeats', () => {
    const { step, ...others } = effectPolicies(localPace);
    for (const policy of Object.values(others)) {
      expect(policy.heartbeatTimeout).toBe(localPace.heartbeatTimeoutMs);
    }
    expect(step.heartbeatTimeout).toBe(12_000);
  });

  it('gives the steps of a study on one machine more time between heartbeats, and those far away no more', () => {
    const stepsOf = (pace: Pace) => effectPolicies(pace).step.heartbeatTimeout;
    expect(stepsOf({ ...localPace, heartbeatTimeoutMs: 1_000 })).toBe(3_000);
    expect(stepsOf(ownWorkerPace)).toBe(12_000);
    expect(stepsOf(remotePace)).toBe(remotePace.heartbeatTimeoutMs);
  });
});
