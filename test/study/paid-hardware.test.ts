import { expect, it } from 'vitest';
import { describeCluster } from '../../src/study/own-cluster.ts';
import { onHardware, paidHardwareOf } from '../../src/study/paid-hardware.ts';
import type { Study } from '../../src/study/study.ts';

const study = (fields: object): Pick<Study, 'job' | 'execution'> =>
  ({
    job: { fields, analyses: [], hardware: { coreType: 'ruby', coresPerSlot: 2, slots: 4 } },
    execution: { cluster: { kind: 'own', name: 'beams', slots: 8 } },
  }) as unknown as Pick<Study, 'job' | 'execution'>;

it('a study on the hardware of another one has the priority of that, too', () => {
  const [normal, low] = [study({ tag: 'a' }), study({ tag: 'a', isLowPriority: true })];
  for (const [one, other] of [
    [normal, low],
    [low, normal],
    [normal, normal],
    [low, low],
  ] as const) {
    const moved = onHardware(one, paidHardwareOf(other));
    expect(paidHardwareOf(moved)).toEqual(paidHardwareOf(other));
    expect(describeCluster(moved)).toBe(describeCluster(other));
    expect(moved.job.fields['tag']).toBe('a');
  }
});
