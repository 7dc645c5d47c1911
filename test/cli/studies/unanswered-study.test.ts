/** What `status` and `list` say of a study that nobody answers for: its cluster costs, and a person can end it. */
import { expect, it } from 'vitest';
import type { ClusterLeft } from '../../../src/cli/studies/clusters-left.ts';
import { describeStatus } from '../../../src/cli/studies/describe-status.ts';
import { clusterLines } from '../../../src/cli/studies/show-studies.ts';
import type { StudyStatus } from '../../../src/cli/studies/study-status.ts';
import { platformDown } from '../watch/watch-states.ts';
import { storedStudy } from './stored-studies.ts';

const now = new Date('2026-11-26T19:00:00Z');
const cluster: ClusterLeft = {
  ...{ clusterId: 'c1', name: 'beams', status: 'Started', pricePerHour: 0.12, currency: 'USD' },
  ...{ endsAt: '2026-11-26T23:00:00.000Z', sharedWith: [], damaged: [], jobless: [] },
};
const noWorker = { ...platformDown, code: 'NO_WORKER', waitingFor: 'a worker, as none answers' };
const silent: StudyStatus = {
  stored: storedStudy('beam-20261126-180000', 'beam'),
  progress: undefined,
  trouble: 'unknown; waiting for a worker, as none answers',
  troubles: [noWorker],
};
const cost = { low: 0, high: null, currency: 'USD', basis: 'so far' } as const;

function shownBy(status: StudyStatus): string {
  const seen = { causes: [], collected: undefined, cost, clusters: [cluster], jobs: [] };
  return JSON.stringify(describeStatus(status, { ...seen, uiUrl: undefined, now }).human);
}

function listed(status: StudyStatus): string {
  return JSON.stringify(clusterLines([{ ...status, cost, clusters: [cluster], jobs: [] }]));
}

it('is the price of its cluster, and the command that ends it by hand', () => {
  for (const shown of [shownBy(silent), listed(silent)]) {
    expect(shown).toContain('cluster c1 (beams), Started: 0.12 USD an hour, until 2026-11-26T23');
    expect(shown).toContain('nobody ends the cluster until the study is answered for');
    expect(shown).toContain('doeflow api POST v3/clusters/c1/shutdown');
  }
});

it('is no such command where it is answered for, is starting, or is told otherwise', () => {
  const idle = { ...silent, troubles: [], isIdle: true } as const;
  const starting = { ...silent, troubles: [], trouble: 'starting' };
  for (const status of [idle, starting]) {
    expect(shownBy(status)).not.toContain('api POST');
    expect(listed(status)).not.toContain('api POST');
  }
});
