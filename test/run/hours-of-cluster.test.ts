import { expect, it } from 'vitest';
import { hoursOfCluster } from '../../src/run/hours-of-cluster.ts';

const at = (status: string, time: string) => ({ status, statusDate: `2026-05-01T${time}:00Z` });

it('a cluster costs from its start to its end, nothing where it never started, and nobody knows before it has ended', () => {
  const life = [at('Stopped', '12:45'), at('Stopping', '12:30'), at('Started', '11:15')];
  expect(hoursOfCluster(life)).toBe(1.5);
  expect(hoursOfCluster(life, 60_000)).toBe(90);
  expect(hoursOfCluster(life.slice(1))).toBeUndefined();
  expect(hoursOfCluster([at('Error', '12:00'), at('Starting', '11:00')])).toBe(0);
  expect(hoursOfCluster([{ status: 'Stopped' }, { status: 'Started' }])).toBeUndefined();
});
